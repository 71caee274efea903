package content

import (
	"errors"
	"io/fs"
	"strconv"

	"github.com/goccy/go-yaml/ast"
	"github.com/jouleboard/jouleboard/data/yamltree"
)

// The library's own strict decoding stops at the first fault of a value. An
// author wants all of them at once, so the syntax tree is read here: every
// fault is kept with its line and reading goes on.

// parse returns the one mapping that a settings file is. offset is the number
// of lines that stand before text in the file.
func parse(file string, text []byte, offset int, errs *Errors) (*mapping, bool) {
	tree, err := yamltree.Parse(text)
	var at *yamltree.Error
	if errors.As(err, &at) {
		errs.add(file, offset+at.Line, "%s", at.Message)
		return nil, false
	}
	src := &source{file: file, offset: offset, errs: errs}
	return src.mapping(tree)
}

// parseFile is parse for a whole file of fsys.
func parseFile(fsys fs.FS, file string, errs *Errors) (*mapping, bool) {
	text, err := readFile(fsys, file, yamltree.MostBytes)
	if errors.Is(err, fs.ErrNotExist) {
		errs.add(file, 0, "missing; add the file or leave out this content folder")
		return nil, false
	}
	if err != nil {
		errs.add(file, 0, "%v; make it a readable file", err)
		return nil, false
	}
	return parse(file, text, 0, errs)
}

// source is the file that nodes come from.
type source struct {
	file   string
	offset int
	errs   *Errors
}

func (s *source) line(n ast.Node) int { return s.offset + yamltree.Line(n) }

func (s *source) fault(n ast.Node, format string, args ...any) {
	s.errs.add(s.file, s.line(n), format, args...)
}

func (s *source) mapping(n ast.Node) (*mapping, bool) {
	m := &mapping{source: s, node: n, values: map[string]ast.Node{}, keys: map[string]ast.Node{}}
	switch n := n.(type) {
	case *ast.MappingNode:
		for _, v := range n.Values {
			m.put(v)
		}
	case *ast.MappingValueNode:
		m.put(n)
	default:
		s.fault(n, "want “key: value” lines")
		return nil, false
	}
	return m, true
}

// elements returns the members of a list, each of which must be a mapping.
func (s *source) elements(n ast.Node) []*mapping {
	list, ok := n.(*ast.SequenceNode)
	if !ok {
		s.fault(n, "want a list: begin every entry with “- ”")
		return nil
	}
	var ms []*mapping
	for _, v := range list.Values {
		if m, ok := s.mapping(v); ok {
			ms = append(ms, m)
		}
	}
	return ms
}

// scalar returns a plain value as it was written.
func scalar(n ast.Node) (text string, ok bool) {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.LiteralNode:
		return n.Value.Value, true
	case *ast.IntegerNode, *ast.FloatNode, *ast.InfinityNode, *ast.NanNode, *ast.BoolNode:
		return n.GetToken().Value, true
	case *ast.NullNode:
		return "", true
	}
	return "", false
}

func number(text string) (float64, bool) {
	v, err := strconv.ParseFloat(text, 64)
	return v, err == nil
}
