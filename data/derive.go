package data

import (
	"fmt"
	"slices"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/parser"
	"github.com/expr-lang/expr/vm"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// Expression is a text in the language of [Table.Filter] that a declaration contains and that is evaluated for each
// run that is read. It has no loops, so that its time is bounded by its length.
type Expression struct {
	source  string
	program *vm.Program
	tree    ast.Node
	fields  []int
	env     map[string]any
	vm      vm.VM
}

// Expression parses an expression over the fields.
func (s *Schema) Expression(source string) (*Expression, error) {
	program, err := compile(s, source)
	if err != nil {
		return nil, fmt.Errorf("expression %q: %w", ClipName(source), err)
	}
	tree, err := parser.Parse(source)
	if err != nil {
		return nil, fmt.Errorf("expression %q: %w", ClipName(source), err)
	}
	var loops loopFinder
	if ast.Walk(&tree.Node, &loops); loops.found {
		return nil, fmt.Errorf("expression %q: loops are not allowed: no “..”, and no function with a condition", ClipName(source))
	}
	e := &Expression{source: source, program: program, tree: tree.Node, env: map[string]any{}}
	names := identifiersIn(program)
	for i, f := range s.fields {
		if names[f.Name] {
			e.fields = append(e.fields, i)
		}
	}
	return e, nil
}

// Uses returns the fields in the expression.
func (e *Expression) Uses(s *Schema) []string {
	return lists.Map(e.fields, func(i int) string { return s.fields[i].Name })
}

// Of evaluates the expression for a run; it is nil if a required value is missing.
func (e *Expression) Of(r Row) (any, error) {
	for _, i := range e.fields {
		e.env[r.schema.fields[i].Name] = r.values[i]
	}
	v, err := e.vm.Run(e.program, e.env)
	if err != nil {
		return nil, fmt.Errorf("expression %q: %w", ClipName(e.source), err)
	}
	return v, nil
}

type loopFinder struct{ found bool }

func (l *loopFinder) Visit(node *ast.Node) {
	switch n := (*node).(type) {
	case *ast.PredicateNode:
		l.found = true
	case *ast.BinaryNode:
		l.found = l.found || n.Operator == ".."
	case *ast.IdentifierNode:
		l.found = l.found || n.Value == "$env"
	}
}

// Unit compares the unit of the expression, as far as it follows from its fields, with the declared unit of a field.
// If the expression contains numbers, which may convert units, only the dimension is compared.
func (e *Expression) Unit(s *Schema, unit string) error {
	want, known := ParseUnit(unit)
	u := measure{schema: s}
	got, ok := u.of(e.tree)
	switch {
	case u.err != nil:
		return fmt.Errorf("expression %q: %w", ClipName(e.source), u.err)
	case !known || !ok:
		return nil
	case !got.Fits(want):
		return fmt.Errorf("expression %q: its unit is %s, not %q; correct the expression or the unit", ClipName(e.source), got, ClipName(unit))
	case !u.numbers && !got.Same(want):
		return fmt.Errorf("expression %q: its unit is %g times %q; convert it, or write another unit",
			ClipName(e.source), got.Factor/want.Factor, ClipName(unit))
	}
	return nil
}

// measure finds the unit of an expression.
type measure struct {
	schema  *Schema
	numbers bool // there are some
	err     error
}

// of is the unit of a part; ok is false where it is not known.
func (m *measure) of(node ast.Node) (u Unit, ok bool) {
	switch n := node.(type) {
	case *ast.IdentifierNode:
		f, _ := m.schema.Field(n.Value)
		return ParseUnit(f.Unit)
	case *ast.IntegerNode, *ast.FloatNode:
		m.numbers = true
		return Unit{Factor: 1}, true
	case *ast.UnaryNode:
		return m.of(n.Node)
	case *ast.ConditionalNode:
		return m.alike("?:", n.Exp1, n.Exp2)
	case *ast.BinaryNode:
		switch n.Operator {
		case "*", "/":
			return m.product(n)
		case "+", "-", "??":
			return m.alike(n.Operator, n.Left, n.Right)
		}
	}
	return Unit{}, false
}

func (m *measure) product(n *ast.BinaryNode) (Unit, bool) {
	left, ok := m.of(n.Left)
	right, both := m.of(n.Right)
	sign := 1
	if n.Operator == "/" {
		sign = -1
	}
	return left.times(right, sign), ok && both
}

// alike is the unit of two parts that must have the same; a number stands in the other's.
func (m *measure) alike(operator string, parts ...ast.Node) (Unit, bool) {
	var found []Unit
	for _, part := range parts {
		if _, number := part.(*ast.IntegerNode); number {
			m.numbers = true
			continue
		}
		u, ok := m.of(part)
		if ok {
			found = append(found, u)
		}
	}
	if len(found) == 0 {
		return Unit{}, false
	}
	if slices.ContainsFunc(found, func(o Unit) bool { return !o.Fits(found[0]) || !m.numbers && !o.Same(found[0]) }) {
		m.err = fmt.Errorf("the two sides of %s have different units", operator)
	}
	return found[0], true
}
