package templates

import (
	"reflect"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// poison replaces every string below v, save those that an allow-list has vouched
// for.
func poison(v reflect.Value, s string) {
	switch v.Kind() {
	case reflect.String:
		if v.Type() == reflect.TypeFor[string]() {
			v.SetString(s)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			poison(v.Field(i), s)
		}
	case reflect.Slice:
		for i := range v.Len() {
			poison(v.Index(i), s)
		}
	case reflect.Pointer:
		if !v.IsNil() {
			poison(v.Elem(), s)
		}
	}
}

func TestHostileStringsStayText(t *testing.T) {
	for _, s := range []string{
		`<script>alert(1)</script>`,
		`"><img src=x onerror=alert(1)>`,
		`' onmouseover='alert(1)`,
		`</svg></title></main><h1>`,
		`javascript:alert(1)`,
		`data:text/html,<script>alert(1)</script>`,
		`&lt;script&gt;`,
		"\u202e\x00\n--><!--",
	} {
		for i, p := range pages() {
			t.Run(p.name+" "+s, func(t *testing.T) {
				wantHarmless(t, poisoned(t, p, s), poisoned(t, pages()[i], "plain"))
			})
		}
	}
}

// poisoned is a page on which every text and address is s.
func poisoned(t *testing.T, p page, s string) *html.Node {
	model := reflect.New(reflect.TypeOf(p.model)).Elem()
	model.Set(reflect.ValueOf(p.model))
	poison(model, s)
	return parse(t, render(t, p.show(model.Interface())))
}

// wantHarmless compares a page of hostile texts with one of plain texts: a text may
// change no element and no attribute but its value.
func wantHarmless(t *testing.T, doc, plain *html.Node) {
	t.Helper()
	got, want := shape(doc), shape(plain)
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			t.Fatalf("element %d is %s, want %s", i, got[i], want[i])
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d elements, want %d", len(got), len(want))
	}
	for _, n := range elements(doc, "a") {
		if href, _ := attr(n, "href"); strings.HasPrefix(href, "javascript:") || strings.HasPrefix(href, "data:") {
			t.Errorf("link to %q", href)
		}
	}
}

// shape lists the elements with the names of their attributes.
func shape(doc *html.Node) []string {
	var list []string
	for _, n := range elements(doc, "*") {
		s := "<" + n.Data
		for _, a := range n.Attr {
			s += " " + a.Key
		}
		list = append(list, s+">")
	}
	return list
}
