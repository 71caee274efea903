package data

import (
	"fmt"
	"slices"
	"strings"

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
	budget  *Budget
}

// runBudget is what an expression may make and read for one run.
const runBudget = 64 << 10

// Expression parses an expression over the fields.
func (s *Schema) Expression(source string) (*Expression, error) {
	budget := &Budget{}
	program, err := compile(s, source, budget)
	if err != nil {
		text, _, _ := strings.Cut(err.Error(), "\n") // which the parser's repeats below it
		return nil, fmt.Errorf("expression %q: %s", ClipName(source), text)
	}
	tree, err := parser.Parse(source)
	if err != nil {
		return nil, fmt.Errorf("expression %q: %w", ClipName(source), err)
	}
	var loops loopFinder
	if ast.Walk(&tree.Node, &loops); loops.found {
		return nil, fmt.Errorf("expression %q: loops are not allowed: no “..”, and no function with a condition", ClipName(source))
	}
	e := &Expression{source: source, program: program, tree: tree.Node, env: map[string]any{}, budget: budget}
	names := identifiersIn(program)
	for i, f := range s.fields {
		if names[f.Name] {
			e.fields = append(e.fields, i)
		}
	}
	return e, nil
}

// Condition reports whether the result can be true or false: not that of arithmetic, a number or a text.
func (e *Expression) Condition() bool {
	switch n := e.tree.(type) {
	case *ast.BinaryNode:
		return !slices.Contains([]string{"+", "-", "*", "/", "%", "**", "^"}, n.Operator)
	case *ast.IntegerNode, *ast.FloatNode, *ast.StringNode:
		return false
	}
	return true
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
	e.budget.Left = runBudget
	v, err := e.vm.Run(e.program, e.env)
	if err != nil {
		text, _, _ := strings.Cut(err.Error(), "\n") // below which is the expression again
		return nil, fmt.Errorf("expression %q: %s", ClipName(e.source), text)
	}
	return v, nil
}

// Formula returns an expression over the values of columns, such as those of a board, which it asks for by name.
func Formula(columns []Field, source string) (func(value func(name string) any) (any, error), error) {
	s := newSchema(Traits{}, columns)
	e, err := s.Expression(source)
	if err != nil {
		return nil, err
	}
	row := Row{schema: s, values: make([]any, len(columns))}
	return func(value func(name string) any) (any, error) {
		for _, i := range e.fields {
			row.values[i] = value(columns[i].Name)
		}
		return e.Of(row)
	}, nil
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
