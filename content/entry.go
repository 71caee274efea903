package content

import (
	"fmt"
	"slices"
	"strings"

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

// value is what stands under a key, nil for nothing.
func (e entry) value(name string) *node {
	if e.of.Key(name) == nil {
		panic(fmt.Sprintf("content: the key %s is not declared", name))
	}
	if v := e.Values[name]; v != nil && v.Kind != yamltree.Absent {
		return v
	}
	return nil
}

func (e entry) has(name string) bool { return e.value(name) != nil }

// text is a plain value, "" where there is none or it is wrong.
func (e entry) text(name string) (text string) {
	if v := e.value(name); v != nil {
		text, _ = e.of.Key(name).Text(v)
	}
	return text
}

// flag is true or false; otherwise is for a key that is left out.
func (e entry) flag(name string, otherwise bool) bool {
	if v := e.value(name); v != nil && v.Kind == yamltree.Truth {
		return v.Text == "true"
	}
	return otherwise
}

// words is a list of plain values, or one alone.
func (e entry) words(name string) []string {
	if v := e.value(name); v != nil {
		return yamltree.Words(v)
	}
	return nil
}

// numbers is a list of numbers, or one alone.
func (e entry) numbers(name string) []float64 {
	if v := e.value(name); v != nil {
		return e.of.Key(name).Numbers(v)
	}
	return nil
}

// markdown is text of several lines.
func (e entry) markdown(name string) Markdown {
	v := e.At(name)
	return Markdown{Text: strings.TrimRight(v.Text, " "), File: v.File, Line: v.First}
}

// under is the mapping below a key; without one it is empty.
func (e entry) under(name string) entry {
	v := e.value(name)
	if v == nil || v.Kind != yamltree.Mapping {
		v = &node{File: e.File, Line: e.Line, Kind: yamltree.Mapping}
	}
	return entry{v, e.of.Key(name).Under, e.errs}
}

// needs reports those of the keys that are not written, which a declaration cannot tell.
func (e entry) needs(names ...string) {
	for _, name := range names {
		if v := e.value(name); v == nil || len(v.List()) == 0 || v.Kind == yamltree.Plain && v.Text == "" {
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

// parts are the mappings that stand or are listed under a key. A plain text stands for its key value.
func (e entry) parts(name, object string) (all []entry) {
	v := e.value(name)
	if v == nil {
		return nil
	}
	for _, n := range v.List() {
		if text, plain := n.Scalar(); plain && text != "" {
			n = (&node{File: n.File, Line: n.Line, Kind: yamltree.Mapping}).With("value", n)
		}
		if under, ok := e.below(n, object); ok {
			all = append(all, under)
		}
	}
	return all
}

// each is the entries of a list.
func (e entry) each(name string) []entry {
	v := e.value(name)
	if v == nil {
		return nil
	}
	return e.mappings(v.Items, e.of.Key(name).Under)
}

// mappings are those among the entries of a list.
func (e entry) mappings(items []*node, keys *object) []entry {
	own := lists.Filter(items, func(n *node) bool { return n.Kind == yamltree.Mapping })
	return lists.Map(own, func(n *node) entry { return entry{n, keys, e.errs} })
}

// which tells whether a built-in part stays.
func (e entry) which(name, part string, otherwise bool) bool {
	if v := e.value(name); v == nil || v.Kind == yamltree.Truth {
		return e.flag(name, otherwise)
	}
	return slices.Contains(e.words(name), part)
}
