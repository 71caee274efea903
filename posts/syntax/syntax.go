// Package syntax divides blocks of code into parts for syntax highlighting.
//
// It distinguishes only comments, texts, numbers, keywords, names and changed lines, because each needs a color that
// is legible on both backgrounds.
//
// A language is a list of patterns ([Known] lists the languages) that is compiled when a text first contains code, so
// that other programs do no work for it. It is not a parser: code that it does not recognize is plain. Its time is
// linear in the length of the code.
package syntax

import "strings"

// Class is the kind of a part of the code, and the class of its element in a page.
type Class string

// The classes of parts; all else is plain.
const (
	Plain   Class = ""
	Comment Class = "c"
	Keyword Class = "k"
	Text    Class = "s"
	Number  Class = "m"
	Name    Class = "f" // of what is defined: a function, a class, an element, a key
	Removed Class = "gd"
	Added   Class = "gi"
)

// Part is a piece of code in one class.
type Part struct {
	Class Class
	Text  string
}

// Parts splits the code into pieces whose texts together are the code: one plain piece if the language is unknown.
func Parts(name, code string) []Part {
	l := languages[strings.ToLower(name)]
	if l == nil || code == "" {
		return []Part{{Plain, code}}
	}
	return l().split(code)
}

// split finds the pieces from left to right. Where two patterns fit at one place,
// the first in the language's list holds.
func (g *grammar) split(code string) []Part {
	var parts []Part
	from := 0
	add := func(class Class, to int) {
		if to > from {
			parts = append(parts, Part{class, code[from:to]})
			from = to
		}
	}
	for _, found := range g.pattern.FindAllStringSubmatchIndex(code, -1) {
		for i, class := range g.classes {
			if start := found[2*i+2]; start >= 0 {
				add(Plain, start)
				add(class, found[2*i+3])
			}
		}
	}
	add(Plain, len(code))
	return parts
}
