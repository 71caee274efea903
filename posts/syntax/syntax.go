// Package syntax answers: which parts of a block of code have a color of their
// own? Comments, texts, numbers, keywords, names and changed lines are told apart,
// no more, because each needs a colour that is legible on both grounds.
//
// A language is a list of patterns ([Known] lists them) that is compiled when a
// text first has code in it: nothing is done for a program that shows none. It is
// no parser, and what it takes for plain is plain. Its time is linear in the
// length of the code, whatever its author wrote.
package syntax

import "strings"

// Class is what a part of the code is, and the class of its element in a page.
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

// Parts is the code in pieces whose texts together are the code again: one plain
// piece where the language is unknown.
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
