package words

import (
	"reflect"
	"testing"

	"github.com/jouleboard/jouleboard/units"
)

func catalogOf(t testing.TB, text string) *Catalog {
	t.Helper()
	m, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	c, err := New("en", units.Style{Decimal: ".", Group: ","}, map[string]Message{"k": m}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestAValueIsNeverMarkup(t *testing.T) {
	c := catalogOf(t, "At 2*3, **{model} wins**; see [the {what}]({to}).")
	got := c.Rich("k", "model", "**A** [b]({c})", "what", "page", "to", "x/")
	want := []Run{
		{Text: "At 2*3, "}, {Text: "**A** [b]({c}) wins", Strong: true}, {Text: "; see "}, {Text: "the page", Href: "x/"}, {Text: "."},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
}

// The space before a value that is empty goes with it: no sentence has one before a comma, or two.
func TestAnEmptyValueTakesItsSpace(t *testing.T) {
	c := catalogOf(t, "{a} lowest for **{n} models** {at}, by {b} far")
	if got := c.Say("k", "a", "", "n", "2", "at", "", "b", ""); got != " lowest for 2 models, by far" {
		t.Errorf("got %q", got)
	}
	want := []Run{{Text: "A lowest for "}, {Text: "2 models", Strong: true}, {Text: ", by far"}}
	if got := c.Rich("k", "a", "A", "n", "2", "at", "", "b", ""); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
}

func TestFaultyMessagesAreRefused(t *testing.T) {
	for _, text := range []string{"{", "}", "{}", "{a b}", "**a", "[a", "[a]", "[a](b)", "a]", "[a](", "**a [b** c]({d})", "{a{b}}"} {
		if _, err := Parse(text); err == nil {
			t.Errorf("%q is read", text)
		}
	}
	for _, forms := range []map[string]string{nil, {"one": "a"}, {"other": "a", "some": "b"}, {"other": "{"}} {
		if _, err := ParseForms(forms); err == nil {
			t.Errorf("%v is read", forms)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"", "a {b} c", "**a {b}**", "[a **b**]({c})", "* { [", "**[a]({b})**"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := Parse(text)
		if err != nil {
			return
		}
		for _, name := range m.Values() {
			if name == "" {
				t.Errorf("%q has a value without a name", text)
			}
		}
	})
}
