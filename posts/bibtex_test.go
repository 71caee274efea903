package posts

import (
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/internal/shared"
)

func TestAccentsAndBracesOfBibTeXBecomeText(t *testing.T) {
	for tex, want := range map[string]string{
		`{GPUs} \& Energy -- a {S}urvey`: "GPUs & Energy – a Survey",
		`J{\"o}rg M\"uller, \'{E}mile`:   "Jörg Müller, Émile",
		`B{\'e}la \v{C}apek {\O}rsted`:   "Béla Čapek Ørsted",
		`Fran{\c c}ois \'\i`:             "François í",
		`\url{https://a.b}`:              `\urlhttps://a.b`,
		"two\n  lines":                   "two lines",
	} {
		if got := plainTeX(tex); got != want {
			t.Errorf("%s: got %q, want %q", tex, got, want)
		}
	}
}

func TestAuthorsAreWrittenAsPeopleSayThem(t *testing.T) {
	for written, want := range map[string]string{
		"Doe, Jane":                             "Jane Doe",
		"Jane Doe and Roe, Richard":             "Jane Doe and Richard Roe",
		"A and B and C":                         "A, B and C",
		"A and B and others":                    "A, B et al.",
		"A and B and C and D and E and F and G": "A et al.",
		"":                                      "",
	} {
		if got := (work{fields: map[string]string{"author": written}}).authors(); got != want {
			t.Errorf("%s: got %q, want %q", written, got, want)
		}
	}
}

func TestBibTeXFaultsTellTheirLine(t *testing.T) {
	for text, want := range map[string]struct {
		line int
		says string
	}{
		"@misc key":                      {0, "expected {"},
		"\n@misc{, title={a}}":           {1, "expected the key"},
		"@misc{a,\n url={javascript:x}}": {1, "is not the address of a page"},
		"@misc{a,\n title {b}}":          {1, `expected = after the field name "title"`},
		"@misc{a,\n title = {b\n}":       {2, "expected , or }"},
		"@misc{a, title = {b} year = 1}": {0, "expected , or }"},
		"@misc{a, title = \"b} c\"}":     {0, "no end"},
		"@misc{a, title = }":             {0, "expected a value"},
		"@misc{a, title = {b\\":          {0, "no end"},
	} {
		_, line, err := readBibTeX(text)
		if err == nil || line != want.line || !strings.Contains(err.Error(), want.says) {
			t.Errorf("%q: line %d, %v; want %d, …%s…", text, line, err, want.line, want.says)
		}
	}
}

func FuzzBibTeX(f *testing.F) {
	f.Add("@article{a, title = {B {\\\"o} c}, author = \"D, E and F\", year = 2020}")
	f.Fuzz(func(t *testing.T, text string) {
		var works []work
		shared.Bounded(func() { works, _, _ = readBibTeX(text) })
		for _, w := range works {
			if html := policy().clean(w.html()); strings.Contains(html, "<script") {
				t.Errorf("%q gives %s", text, html)
			}
		}
	})
}
