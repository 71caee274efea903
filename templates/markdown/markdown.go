// Package markdown converts pages to Markdown.
//
// It walks the HTML that the components have written, so that a page and its Markdown have the same content. Controls
// (forms, buttons, navigation) and drawings are left out; tables keep every number and have their units in the
// headers.
package markdown

import (
	"bytes"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Of returns the body of a page as Markdown (CommonMark with tables). The page must be well-formed HTML.
func Of(page []byte) []byte {
	r := reader{tokens: html.NewTokenizer(bytes.NewReader(page))}
	r.content(0)
	r.endBlock()
	return r.out.Bytes()
}

// reader reads a page and writes it block by block.
type reader struct {
	tokens *html.Tokenizer
	writer
	list    list
	figures int // that are open
	linked  int // where in the line a link ends
}

// list is the innermost that is open.
type list struct {
	links  bool // in one line
	number int  // of the next item, 0 where items have none
}

// tag is a start tag, with those of its attributes that matter here.
type tag struct {
	name             atom.Atom
	class, href, alt string
	start            string // of a list
	value            string // of an input
	hidden, display  bool
	demand           bool // of a form whose values the numbers that follow depend on
	empty            bool // has no end tag
}

// content reads up to the end of an element.
func (r *reader) content(of atom.Atom) { r.within(of, r.text, r.element) }

// within reads up to the end of an element and hands over the texts and the start tags in it.
func (r *reader) within(of atom.Atom, text func([]byte), element func(tag)) {
	for {
		switch r.tokens.Next() {
		case html.ErrorToken:
			return
		case html.TextToken:
			text(r.tokens.Text())
		case html.StartTagToken:
			element(r.tag())
		case html.EndTagToken:
			if name, _ := r.tokens.TagName(); atom.Lookup(name) == of {
				return
			}
		}
	}
}

func (r *reader) tag() tag {
	name, more := r.tokens.TagName()
	t := tag{name: atom.Lookup(name)}
	for more {
		var key, value []byte
		key, value, more = r.tokens.TagAttr()
		switch string(key) {
		case "class":
			t.class = string(value)
		case "href", "src":
			t.href = string(value)
		case "alt":
			t.alt = string(value)
		case "start":
			t.start = string(value)
		case "value":
			t.value = string(value)
		case "data-demand":
			t.demand = true
		case "hidden":
			t.hidden = true
		case "aria-hidden":
			t.hidden = string(value) == "true"
		case "display":
			t.display = string(value) == "block"
		}
	}
	switch t.name {
	case atom.Br, atom.Hr, atom.Img, atom.Input, atom.Link, atom.Meta:
		t.empty = true
	}
	return t
}

// skip reads over an element.
func (r *reader) skip(t tag) {
	for open := 1; open > 0 && !t.empty; {
		switch r.tokens.Next() {
		case html.ErrorToken:
			return
		case html.StartTagToken:
			if name, _ := r.tokens.TagName(); atom.Lookup(name) == t.name {
				open++
			}
		case html.EndTagToken:
			if name, _ := r.tokens.TagName(); atom.Lookup(name) == t.name {
				open--
			}
		}
	}
}

// verbatim is the text of an element as it stands.
func (r *reader) verbatim(of atom.Atom) (text []byte) {
	r.within(of, func(more []byte) { text = append(text, more...) }, func(tag) {})
	return text
}
