package posts

import (
	"net/url"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// allowList is which elements HTML may hold, and which of their attributes. What is
// not on it is left out, and the text around it stays. It needs no more, since the
// writers whose output it reads make well-formed HTML: it is what holds when one of
// them has a fault.
type allowList map[string]*element

// element is what one element may have. One that is nothing without its attributes,
// such as a link, is left out where none of them may stay.
type element struct {
	bare       bool // may stand without an attribute
	attributes map[string][]check
}

// check says whether an attribute may have a value.
type check func(value string) bool

// matching accepts the values that a pattern matches.
func matching(pattern string) check { return regexp.MustCompile(pattern).MatchString }

// address accepts addresses of the site's own and those that readers follow. One that
// no two programs read alike is none: net/url refuses control characters and colons
// before the first slash.
func address(value string) bool {
	u, err := url.Parse(value)
	return err == nil && value != "" && slices.Contains([]string{"", "https", "http", "mailto"}, u.Scheme)
}

// elements allows the elements, with or without attributes.
func (l allowList) elements(names ...string) {
	for _, name := range names {
		l.element(name).bare = true
	}
}

// attribute allows an attribute of the elements; of several checks one has to hold.
func (l allowList) attribute(name string, ok check, elements ...string) {
	for _, e := range elements {
		l.element(e).attributes[name] = append(l.element(e).attributes[name], ok)
	}
}

func (l allowList) element(name string) *element {
	if l[name] == nil {
		l[name] = &element{attributes: map[string][]check{}}
	}
	return l[name]
}

// clean is the HTML without what is not on the list.
func (l allowList) clean(text string) string {
	var b strings.Builder
	open := map[string][]bool{} // by name, innermost last: whether the element that is open stands
	z := html.NewTokenizer(strings.NewReader(text))
	hidden := false
	for kind := z.Next(); kind != html.ErrorToken; kind = z.Next() {
		t := z.Token()
		keep := false
		switch kind {
		case html.TextToken:
			keep = !hidden
		case html.StartTagToken, html.SelfClosingTagToken:
			keep = l.keeps(&t)
			hidden = !keep && unread[t.Data]
			if kind == html.StartTagToken {
				open[t.Data] = append(open[t.Data], keep)
			}
		case html.EndTagToken:
			hidden = false
			keep = closes(open, t.Data)
		}
		if keep {
			b.WriteString(t.String())
		}
	}
	return b.String()
}

// unread are elements whose content is no text for readers.
var unread = map[string]bool{
	"script": true, "style": true, "iframe": true, "noscript": true, "noembed": true, "noframes": true, "xmp": true,
	"textarea": true, "title": true, "plaintext": true,
}

// closes tells whether an end tag ends an element that stands.
func closes(open map[string][]bool, name string) bool {
	last := len(open[name]) - 1
	if last < 0 {
		return false
	}
	stands := open[name][last]
	open[name] = open[name][:last]
	return stands
}

// keeps takes the attributes away that an element may not have, and tells whether it
// may stand.
func (l allowList) keeps(tag *html.Token) bool {
	e := l[tag.Data]
	if e == nil {
		return false
	}
	tag.Attr = slices.DeleteFunc(tag.Attr, func(a html.Attribute) bool {
		return a.Namespace != "" || !slices.ContainsFunc(e.attributes[a.Key], func(ok check) bool { return ok(a.Val) })
	})
	return e.bare || len(tag.Attr) > 0
}
