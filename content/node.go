package content

import (
	"errors"
	"io/fs"
	"maps"
	"slices"

	"github.com/goccy/go-yaml/ast"
	"github.com/jouleboard/jouleboard/data/yamltree"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// node is a value of a settings file that keeps where it stands, so that values of
// several files can be merged and a fault still names file and line. Nodes do not change.
type node struct {
	file string
	line int // of its key; of an entry of a list, where that begins
	kind nodeKind
	text string // of a plain value
	// first is the line of the first line of text, which a block has below its key.
	first  int
	keys   []string // of a mapping, as written
	values map[string]*node
	items  []*node // of a list
}

type nodeKind int

const (
	absent nodeKind = iota // nothing after the key
	plainText
	truth // true or false
	mappingNode
	listNode
	strange // neither
)

func (n *node) scalar() (string, bool) {
	return n.text, n.kind == absent || n.kind == plainText || n.kind == truth
}

// at is the value of a key, or the mapping where the key is not written: the place of a fault.
func (n *node) at(key string) *node {
	if v := n.values[key]; v != nil {
		return v
	}
	return n
}

// list is the entries of a list, or the one value that stands in its place.
func (n *node) list() []*node {
	if n.kind == listNode {
		return n.items
	}
	return []*node{n}
}

// with is the mapping with a key that has another value.
func (n *node) with(key string, v *node) *node {
	over := *n
	over.values = maps.Clone(n.values)
	if over.values == nil {
		over.values = map[string]*node{}
	}
	if over.values[key] == nil {
		over.keys = append(slices.Clone(n.keys), key)
	}
	over.values[key] = v
	return &over
}

// without is the mapping without some keys.
func (n *node) without(gone func(key string) bool) *node {
	less := *n
	less.keys, less.values = nil, map[string]*node{}
	for _, key := range n.keys {
		if !gone(key) {
			less.keys, less.values[key] = append(less.keys, key), n.values[key]
		}
	}
	return &less
}

// parse returns the one mapping that a settings file is; nil where it is none. offset
// is the number of lines that stand before text in the file.
func parse(file string, text []byte, offset int, errs *Errors) *node {
	tree, err := yamltree.Parse(text)
	var at *yamltree.Error
	if errors.As(err, &at) {
		errs.add(file, offset+at.Line, "%s", at.Message)
		return nil
	}
	n := nodeOf(file, offset, tree)
	if n.kind != mappingNode {
		errs.add(file, n.line, "expected “key: value” lines")
		return nil
	}
	return n
}

// parseFile is parse for a whole file of fsys; where that is missing it gives nil and no fault.
func parseFile(fsys fs.FS, name, shown string, errs *Errors) *node {
	text, err := readFile(fsys, name, yamltree.MostBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		errs.add(shown, 0, "%v; make it a readable file", err)
		return nil
	}
	return parse(shown, text, 0, errs)
}

func nodeOf(file string, offset int, from ast.Node) *node {
	n := &node{file: file, line: offset + yamltree.Line(from)}
	n.first = n.line
	switch from := from.(type) {
	case *ast.MappingNode:
		n.kind = mappingNode
		for _, v := range from.Values {
			n.put(offset, v)
		}
	case *ast.MappingValueNode:
		n.kind = mappingNode
		n.put(offset, from)
	case *ast.SequenceNode:
		n.kind = listNode
		n.items = lists.Map(from.Values, func(v ast.Node) *node { return nodeOf(file, offset, v) })
	case *ast.StringNode:
		n.kind, n.text = plainText, from.Value
	case *ast.LiteralNode:
		n.kind, n.text, n.first = plainText, from.Value.Value, n.line+1
	case *ast.BoolNode:
		n.kind, n.text = truth, from.GetToken().Value
	case *ast.IntegerNode, *ast.FloatNode, *ast.InfinityNode, *ast.NanNode:
		n.kind, n.text = plainText, from.GetToken().Value
	case *ast.NullNode:
		n.kind = absent
	default:
		n.kind = strange
	}
	return n
}

func (n *node) put(offset int, v *ast.MappingValueNode) {
	key := v.Key.GetToken().Value
	under := nodeOf(n.file, offset, v.Value)
	under.line = offset + yamltree.Line(v.Key)
	if n.values == nil {
		n.values = map[string]*node{}
	}
	n.keys, n.values[key] = append(n.keys, key), under
}
