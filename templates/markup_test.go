package templates

import (
	"context"
	"strings"
	"testing"

	"github.com/a-h/templ"
	"github.com/jouleboard/jouleboard/content"
	"golang.org/x/net/html"
)

func render(t *testing.T, c templ.Component) string {
	t.Helper()
	var b strings.Builder
	if err := c.Render(WithWords(context.Background(), content.English()), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func parse(t *testing.T, s string) *html.Node {
	t.Helper()
	n, err := html.Parse(strings.NewReader(s))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// elements are the elements named name below n, all elements for "*".
func elements(n *html.Node, name string) []*html.Node {
	var found []*html.Node
	for d := range n.Descendants() {
		if d.Type == html.ElementNode && (name == "*" || d.Data == name) {
			found = append(found, d)
		}
	}
	return found
}

func attr(n *html.Node, key string) (string, bool) {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val, true
		}
	}
	return "", false
}

// only is the one element named name.
func only(t *testing.T, n *html.Node, name string) *html.Node {
	t.Helper()
	found := elements(n, name)
	if len(found) != 1 {
		t.Fatalf("%d %s elements, want 1", len(found), name)
	}
	return found[0]
}

func wantAttr(t *testing.T, n *html.Node, key, want string) {
	t.Helper()
	if got, ok := attr(n, key); !ok || got != want {
		t.Errorf("<%s> %s = %q (present: %v), want %q", n.Data, key, got, ok, want)
	}
}

func wordsIn(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// eachPage runs check on every kind of page.
func eachPage(t *testing.T, check func(t *testing.T, doc *html.Node)) {
	for _, p := range pages() {
		t.Run(p.name, func(t *testing.T) {
			check(t, parse(t, render(t, p.show(p.model))))
		})
	}
}
