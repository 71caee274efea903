package yamltree

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// Node is a value of a file that keeps where it stands, so that values of several files can be merged and a fault still
// names file and line. Nodes do not change.
type Node struct {
	File string
	Line int // of its key; of an entry of a list, where that begins
	Kind NodeKind
	Text string // of a plain value
	// First is the line of the first line of Text, which a block has below its key.
	First  int
	Keys   []string // of a mapping, as written
	Values map[string]*Node
	Items  []*Node // of a list
	raw    ast.Node
}

// NodeKind is what a value is.
type NodeKind int

// The kinds of values.
const (
	Absent NodeKind = iota // nothing after the key
	Plain
	Truth // true or false
	Mapping
	List
	strange // none of them
)

// Read returns the one value of a text, and adds a fault if there is none; offset is the number of lines before the text
// in its file.
func Read(file string, text []byte, offset int, errs *Errors) *Node {
	tree, err := Parse(text)
	var at Error
	if errors.As(err, &at) {
		errs.Add(file, offset+at.Line, "%s", at.Message)
		return nil
	}
	return nodeOf(file, offset, tree)
}

// ReadMapping is [Read] for a text of keys.
func ReadMapping(file string, text []byte, offset int, errs *Errors) *Node {
	n := Read(file, text, offset, errs)
	if n != nil && n.Kind != Mapping {
		errs.At(n, "expected lines “key: value”, got %s", n.got())
		return nil
	}
	return n
}

func nodeOf(file string, offset int, from ast.Node) *Node {
	n := &Node{File: file, Line: offset + Line(from), raw: from}
	n.First = n.Line
	switch from := from.(type) {
	case *ast.MappingNode, *ast.MappingValueNode:
		n.Kind, n.Values = Mapping, map[string]*Node{}
		for _, v := range Pairs(from) {
			key := v.Key.GetToken().Value
			n.Keys, n.Values[key] = append(n.Keys, key), nodeOf(file, offset, v.Value)
			n.Values[key].Line = offset + Line(v.Key)
		}
	case *ast.SequenceNode:
		n.Kind = List
		n.Items = lists.Map(from.Values, func(v ast.Node) *Node { return nodeOf(file, offset, v) })
	case *ast.StringNode:
		n.Kind, n.Text = Plain, from.Value
	case *ast.LiteralNode:
		n.Kind, n.Text, n.First = Plain, from.Value.Value, n.Line+1
	case *ast.BoolNode:
		n.Kind, n.Text = Truth, from.GetToken().Value
	case *ast.IntegerNode, *ast.FloatNode, *ast.InfinityNode, *ast.NanNode:
		n.Kind, n.Text = Plain, from.GetToken().Value
	case *ast.NullNode:
		n.Kind = Absent
	default:
		n.Kind = strange
	}
	return n
}

// Any is the value as YAML reads it without a declaration.
func (n *Node) Any() (v any) {
	_ = yaml.NodeToValue(n.raw, &v) // which was parsed
	return v
}

// Scalar is the text of a plain value.
func (n *Node) Scalar() (string, bool) {
	return n.Text, n.Kind == Absent || n.Kind == Plain || n.Kind == Truth
}

// got says what is written in place of something else.
func (n *Node) got() string {
	switch n.Kind {
	case Absent:
		return "nothing"
	case Mapping:
		return "keys and values"
	case List:
		return "a list"
	}
	return fmt.Sprintf("%q", units.Shown(n.Text))
}

// At is the value at a path of keys (string) and indexes of lists (int), or the nearest one around it: the place of a
// fault.
func (n *Node) At(path ...any) *Node {
	at, _ := n.find(path)
	return at
}

// Has reports whether there is a value at a path.
func (n *Node) Has(path ...any) bool {
	_, all := n.find(path)
	return all
}

func (n *Node) find(path []any) (at *Node, all bool) {
	for _, step := range path {
		var next *Node
		switch step := step.(type) {
		case string:
			next = n.Values[step]
		case int:
			if step >= 0 && step < len(n.Items) {
				next = n.Items[step]
			}
		}
		if next == nil {
			return n, false
		}
		n = next
	}
	return n, true
}

// List is the entries of a list, or the one value that stands in its place.
func (n *Node) List() []*Node {
	if n.Kind == List {
		return n.Items
	}
	return []*Node{n}
}

// With is the mapping with a key that has another value.
func (n *Node) With(key string, v *Node) *Node {
	over := *n
	over.Values = maps.Clone(n.Values)
	if over.Values == nil {
		over.Values = map[string]*Node{}
	}
	if over.Values[key] == nil {
		over.Keys = append(slices.Clone(n.Keys), key)
	}
	over.Values[key] = v
	return &over
}

// Without is the mapping without some keys.
func (n *Node) Without(gone func(key string) bool) *Node {
	less := *n
	less.Keys, less.Values = nil, map[string]*Node{}
	for _, key := range n.Keys {
		if !gone(key) {
			less.Keys, less.Values[key] = append(less.Keys, key), n.Values[key]
		}
	}
	return &less
}
