package data

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/vm"
)

// longest expression and most work of one evaluation that is accepted: an
// expression may come from a file in somebody's pull request
const (
	longestExpr = 4096
	exprNodes   = 500
)

// Filter keeps the runs for which an expression over field names is true, such
// as
//
//	task == "gpqa" && num_gpus >= 2
//
// A missing value is nil: `seed == nil` selects it, and a comparison by order or
// arithmetic with it selects nothing. The language is that of
// github.com/expr-lang/expr.
func (rs Runs[R]) Filter(source string) Runs[R] {
	answers, err := rs.Evaluate(source)
	if err != nil {
		return rs.fail(err)
	}
	kept := rs
	kept.rows = nil
	for i, answer := range answers {
		holds, err := Holds(source, answer)
		if err != nil {
			return rs.fail(err)
		}
		if holds {
			kept.rows = append(kept.rows, rs.rows[i])
		}
	}
	return kept
}

// Holds reports whether a condition, as [Runs.Evaluate] answered it for a run, is
// true. What is neither true nor false is an error, but for nil, which comes from
// arithmetic with a missing value and is not true.
func Holds(condition string, answer any) (bool, error) {
	holds, ok := answer.(bool)
	if !ok && answer != nil {
		return false, fmt.Errorf("expression %q: gives %s: want a condition, such as num_gpus >= 2", condition, show(answer))
	}
	return holds, nil
}

// Evaluate is the value of an expression for each run, in order: string, int,
// float64, bool, or nil where a missing value makes it unknown. A field name is
// an expression too.
func (rs Runs[R]) Evaluate(source string) ([]any, error) {
	if _, known := rs.Schema().byName[source]; known {
		return rs.AppendValues(make([]any, 0, len(rs.rows)), source), nil
	}
	answers := make([]any, len(rs.rows))
	program, err := compile(rs.Schema(), source)
	if err != nil {
		return nil, fmt.Errorf("expression %q: %w", source, err)
	}
	used := columnsIn(rs.Schema(), program)
	for i, r := range rs.rows {
		answers[i], err = expr.Run(program, environment(used, r))
		if err != nil {
			return nil, fmt.Errorf("expression %q: %w", source, err)
		}
		switch answers[i].(type) {
		case nil, string, int, float64, bool:
		default:
			return nil, fmt.Errorf("expression %q: gives %s: want a text, a number or a condition", source, show(answers[i]))
		}
	}
	return answers, nil
}

func compile[R any](s *Schema[R], source string) (*vm.Program, error) {
	if len(source) > longestExpr {
		return nil, fmt.Errorf("longer than %d bytes", longestExpr)
	}
	program, err := expr.Compile(source, expr.Env(environment(s.columns, new(R))), expr.Patch(missingAware{}),
		expr.MaxNodes(exprNodes), expr.DisableBuiltin("now"), lessFunction, lessEqualFunction, arithmeticFunction)
	if err != nil {
		return nil, explain(s, err)
	}
	return program, nil
}

var unknownName = regexp.MustCompile(`unknown name (\w+)`)

// explain turns an unknown name into the error that suggests the nearest field.
func explain[R any](s *Schema[R], err error) error {
	if m := unknownName.FindStringSubmatch(err.Error()); m != nil {
		return noField[R]{s, m[1]}
	}
	return err
}

// columnsIn are the columns that a program can read: one that it does not name
// need not be fetched from every run.
func columnsIn[R any](s *Schema[R], program *vm.Program) (used []FieldOf[R]) {
	node := program.Node()
	names := identifiers{}
	ast.Walk(&node, names)
	if names["$env"] {
		return s.columns
	}
	for _, c := range s.columns {
		if names[c.Name] {
			used = append(used, c)
		}
	}
	return used
}

type identifiers map[string]bool

func (names identifiers) Visit(node *ast.Node) {
	if n, ok := (*node).(*ast.IdentifierNode); ok {
		names[n.Value] = true
	}
}

// environment is the record as the expression sees it; values are typed any, so
// that a column may be missing in one row and not in the next.
func environment[R any](columns []FieldOf[R], r *R) map[string]any {
	env := make(map[string]any, len(columns))
	for i := range columns {
		env[columns[i].Name] = columns[i].value(r)
	}
	return env
}

// missingAware replaces ordering and arithmetic by functions that know nil,
// where the language itself would stop with an error in the first row that
// lacks the value.
type missingAware struct{}

func (missingAware) Visit(node *ast.Node) {
	n, ok := (*node).(*ast.BinaryNode)
	if !ok {
		return
	}
	call := func(name string, args ...ast.Node) {
		ast.Patch(node, &ast.CallNode{Callee: &ast.IdentifierNode{Value: name}, Arguments: args})
	}
	switch n.Operator {
	case "<":
		call("__less", n.Left, n.Right)
	case ">":
		call("__less", n.Right, n.Left)
	case "<=":
		call("__less_equal", n.Left, n.Right)
	case ">=":
		call("__less_equal", n.Right, n.Left)
	case "+", "-", "*", "/":
		call("__arithmetic", &ast.StringNode{Value: n.Operator}, n.Left, n.Right)
	}
}

// Their type is any and not bool, because the checker looks at the arguments of a
// call only once its type is known, and would miss unknown names.
var lessFunction = expr.Function("__less", func(args ...any) (any, error) {
	return order(args[0], args[1], func(c int) bool { return c < 0 })
}, new(func(any, any) any))

var lessEqualFunction = expr.Function("__less_equal", func(args ...any) (any, error) {
	return order(args[0], args[1], func(c int) bool { return c <= 0 })
}, new(func(any, any) any))

func order(a, b any, holds func(int) bool) (bool, error) {
	if a == nil || b == nil {
		return false, nil
	}
	if x, ok := a.(string); ok {
		if y, ok := b.(string); ok {
			return holds(strings.Compare(x, y)), nil
		}
	}
	x, okX := Number(a)
	y, okY := Number(b)
	if !okX || !okY {
		return false, fmt.Errorf("cannot order %s and %s: want two numbers or two texts", show(a), show(b))
	}
	return holds(compareValues(x, y, 1)), nil
}

var arithmeticFunction = expr.Function("__arithmetic", func(args ...any) (any, error) {
	op, a, b := args[0].(string), args[1], args[2]
	if a == nil || b == nil {
		return nil, nil
	}
	if x, ok := a.(string); ok && op == "+" {
		if y, ok := b.(string); ok {
			return x + y, nil
		}
	}
	x, okX := Number(a)
	y, okY := Number(b)
	if !okX || !okY {
		return nil, fmt.Errorf("cannot calculate %s %s %s: want two numbers", show(a), op, show(b))
	}
	return map[string]float64{"+": x + y, "-": x - y, "*": x * y, "/": x / y}[op], nil
}, new(func(string, any, any) any))
