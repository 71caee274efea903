package yamltree

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// Error is one error in an author's file, with its place and a remedy.
type Error struct {
	File    string // "" if the reader of the error names it
	Line    int    // counted from 1; 0 for the whole file
	Message string
}

func (e Error) Error() string {
	file := units.Printable(e.File) // any name can be that of a file
	switch {
	case file == "":
		return fmt.Sprintf("line %d: %s", e.Line, e.Message)
	case e.Line == 0:
		return file + ": " + e.Message
	}
	return fmt.Sprintf("%s:%d: %s", file, e.Line, e.Message)
}

// Errors is every error found in one reading, in order of file and line.
type Errors []Error

func (es Errors) Error() string { return strings.Join(lists.Map(es, Error.Error), "\n") }

// At adds an error at the place of a node.
func (es *Errors) At(n *Node, format string, args ...any) { es.Add(n.File, n.Line, format, args...) }

// Add adds an error at a line of a file.
func (es *Errors) Add(file string, line int, format string, args ...any) {
	message := fmt.Sprintf(format, args...)
	if flag, given := strings.CutPrefix(file, "--"); given { // which the message need not name twice
		message = strings.TrimPrefix(message, strings.ReplaceAll(flag, "-", "_")+": ")
	}
	*es = append(*es, Error{file, line, message})
}

// Check adds the faults of a value, each with the key that it is about.
func (es *Errors) Check(k *Key, n *Node) {
	k.Check(n, nil, func(f Fault) {
		if f.Key != "" {
			f.Message = f.Key + ": " + f.Message
		}
		es.At(f.At, "%s", f.Message)
	})
}

// OrNil returns the errors in order; without any it returns a nil error, which a nil Errors in an error variable would not be.
func (es Errors) OrNil() error {
	if len(es) == 0 {
		return nil
	}
	return es.Sorted()
}

// Sorted sorts the errors in place.
func (es Errors) Sorted() Errors {
	slices.SortStableFunc(es, func(a, b Error) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	return es
}

// About tells whether a file has a fault.
func (es Errors) About(file string) bool {
	return slices.ContainsFunc(es, func(e Error) bool { return e.File == file })
}

// Keys records where the keys of a mapping are, so that errors in their values can name file and line.
type Keys struct {
	File string
	Line int // where the mapping begins, counted from 1
	at   map[string]Place
}

// Place is where a key is, which may be another file than that of its mapping, or a flag.
type Place struct {
	File string
	Line int
}

// Places are the places of the keys of a mapping.
func (n *Node) Places() Keys {
	k := Keys{n.File, n.Line, map[string]Place{}}
	for key, value := range n.Values {
		k.at[key] = Place{value.File, value.Line}
	}
	return k
}

// Fault returns an error at a key; an empty key means the whole mapping.
func (k Keys) Fault(key, format string, args ...any) Error {
	message := fmt.Sprintf(format, args...)
	at, written := k.at[key]
	if !written {
		at = Place{k.File, k.Line}
	}
	if key != "" && !strings.HasPrefix(at.File, "--") {
		message = key + ": " + message
	}
	return Error{at.File, at.Line, message}
}

// Over is the keys with those of others that they do not have.
func (k Keys) Over(base Keys) Keys {
	if k.File == "" {
		return base
	}
	all := map[string]Place{}
	maps.Copy(all, base.at)
	maps.Copy(all, k.at)
	k.at = all
	return k
}

// Within is the keys of a preset, all of which are where it is named; ok is false if it is not.
func (k Keys) Within(preset string, keys ...string) (of Keys, ok bool) {
	at, ok := k.at[preset]
	of = Keys{File: at.File, at: map[string]Place{}}
	for _, key := range keys {
		of.at[key] = at
	}
	return of, ok
}
