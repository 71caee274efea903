package content

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
	File    string
	Line    int // counted from 1; 0 for the whole file
	Message string
}

func (e Error) Error() string {
	file := units.Printable(e.File) // any name can be that of a file
	if e.Line == 0 {
		return file + ": " + e.Message
	}
	return fmt.Sprintf("%s:%d: %s", file, e.Line, e.Message)
}

// Errors is every error found in one reading, in order of file and line.
type Errors []Error

func (es Errors) Error() string {
	lines := lists.Map(es, Error.Error)
	return strings.Join(lines, "\n")
}

// at adds an error at the place of a node.
func (es *Errors) at(n *node, format string, args ...any) { es.add(n.file, n.line, format, args...) }

func (es *Errors) add(file string, line int, format string, args ...any) {
	message := fmt.Sprintf(format, args...)
	if flag, given := strings.CutPrefix(file, "--"); given { // which the message need not name twice
		message = strings.TrimPrefix(message, strings.ReplaceAll(flag, "-", "_")+": ")
	}
	*es = append(*es, Error{file, line, message})
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

// about tells whether a file has a fault.
func (es Errors) about(file string) bool {
	return slices.ContainsFunc(es, func(e Error) bool { return e.File == file })
}

// Keys records where the keys of a declaration are, so that errors in their values can name file and line.
type Keys struct {
	File string
	Line int // where the declaration begins, counted from 1
	at   map[string]place
}

// place is where a key is, which may be another file than that of its declaration, or a flag.
type place struct {
	file string
	line int
}

// Fault returns an error at a key; an empty key means the whole declaration.
func (k Keys) Fault(key, format string, args ...any) Error {
	message := fmt.Sprintf(format, args...)
	at, written := k.at[key]
	if !written {
		at = place{k.File, k.Line}
	}
	if key != "" && !strings.HasPrefix(at.file, "--") {
		message = key + ": " + message
	}
	return Error{at.file, at.line, message}
}

// over is the keys with those of others that they do not have.
func (k Keys) over(base Keys) Keys {
	if k.File == "" {
		return base
	}
	all := map[string]place{}
	maps.Copy(all, base.at)
	maps.Copy(all, k.at)
	k.at = all
	return k
}

func (n *node) places() Keys {
	k := Keys{n.file, n.line, map[string]place{}}
	for key, value := range n.values {
		k.at[key] = place{value.file, value.line}
	}
	return k
}
