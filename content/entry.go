package content

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/jouleboard/jouleboard/data/yamltree"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// entry is a mapping that was checked against its declaration, so that what is read here is right or has been reported. A
// key that is not declared is a fault of the program, which panics.
type entry struct {
	*node
	of   *object
	errs *Errors
}

// entryOf checks a mapping; nil is an empty one.
func entryOf(n *node, keys *object, errs *Errors) entry {
	if n == nil {
		return entry{&node{Kind: yamltree.Mapping}, keys, errs}
	}
	errs.Check(keys, n)
	return entry{n, keys, errs}
}

func (e entry) fault(key, format string, args ...any) {
	e.errs.At(e.At(key), format, args...)
}

// faultIf is a fault where it is one.
func (e entry) faultIf(is bool, key, format string, args ...any) {
	if is {
		e.fault(key, format, args...)
	}
}

// value is what stands under a key, absent where nothing does.
func (e entry) value(name string) *node {
	if e.of.Key(name) == nil {
		panic(fmt.Sprintf("content: the key %s is not declared", name))
	}
	return cmp.Or(e.Values[name], &node{File: e.File, Line: e.Line, Kind: yamltree.Absent})
}

func (e entry) has(name string) bool { return e.value(name).Kind != yamltree.Absent }

// text is a plain value, "" where there is none or it is wrong.
func (e entry) text(name string) (text string) {
	text, _ = e.of.Key(name).Text(e.value(name))
	return text
}

// flag is true or false; otherwise is for a key that is left out.
func (e entry) flag(name string, otherwise bool) bool {
	if v := e.value(name); v.Kind == yamltree.Truth {
		return v.Text == "true"
	}
	return otherwise
}

// words is a list of plain values, or one alone.
func (e entry) words(name string) []string {
	return yamltree.Words(e.value(name))
}

// numbers is a list of numbers, or one alone.
func (e entry) numbers(name string) []float64 {
	return e.of.Key(name).Numbers(e.value(name))
}

// under is the mapping below a key; without one it is empty.
func (e entry) under(name string) entry {
	v := e.value(name)
	if v.Kind != yamltree.Mapping {
		v = &node{File: e.File, Line: e.Line, Kind: yamltree.Mapping}
	}
	return entry{v, e.of.Key(name).Under, e.errs}
}

// needs reports those of the keys that are not written, which a declaration cannot tell.
func (e entry) needs(names ...string) {
	for _, name := range names {
		if v := e.value(name); v.Kind == yamltree.Absent || len(v.List()) == 0 || v.Kind == yamltree.Plain && v.Text == "" {
			at := e.node
			if empty := e.Values[name]; empty != nil {
				at = empty
			}
			e.errs.At(at, "%s is missing; add “%[1]s: %s”", name, e.of.Key(name).Example)
		}
	}
}

// below checks a mapping against a declared object; ok is false, with a fault, where it is none.
func (e entry) below(n *node, object string) (under entry, ok bool) {
	e.errs.Check(&key{Kind: yamltree.UnderKind, Under: keysOf(object)}, n)
	return entry{n, keysOf(object), e.errs}, n.Kind == yamltree.Mapping
}

// each is the entries of a list.
func (e entry) each(name string) []entry {
	return e.mappings(e.value(name).Items, e.of.Key(name).Under)
}

// mappings are those among the entries of a list.
func (e entry) mappings(items []*node, keys *object) []entry {
	own := lists.Filter(items, func(n *node) bool { return n.Kind == yamltree.Mapping })
	return lists.Map(own, func(n *node) entry { return entry{n, keys, e.errs} })
}

// which tells whether a built-in part stays.
func (e entry) which(name, part string, otherwise bool) bool {
	if !e.has(name) || e.value(name).Kind == yamltree.Truth {
		return e.flag(name, otherwise)
	}
	return slices.Contains(e.words(name), part)
}
