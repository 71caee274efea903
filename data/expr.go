package data

import (
	"cmp"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/builtin"
	"github.com/expr-lang/expr/parser"
	"github.com/expr-lang/expr/vm"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/nearest"
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
func (t Table) Filter(source string) Table {
	answers, err := t.Evaluate(source)
	if err != nil {
		return t.fail(err)
	}
	kept := t.Select(func(i int) bool {
		holds, wrong := Holds(source, answers[i])
		err = cmp.Or(err, wrong)
		return holds
	})
	if err != nil {
		return t.fail(err)
	}
	return kept
}

// Holds reports whether a condition, as evaluated by [Table.Evaluate] for a run, is true. Nil, the result of
// arithmetic with a missing value, is not true; any other value that is not a boolean is an error.
func Holds(condition string, answer any) (bool, error) {
	holds, ok := answer.(bool)
	if !ok && answer != nil {
		return false, fmt.Errorf("expression %q: the result is %s: expected a condition, such as num_gpus >= 2", condition, show(answer))
	}
	return holds, nil
}

func compile(s *Schema, source string, budget *Budget, functions ...expr.Option) (*vm.Program, error) {
	if len(source) > longestExpr {
		return nil, fmt.Errorf("longer than %d bytes", longestExpr)
	}
	// values are typed any: a column may be missing in one row and not in the next
	env := make(map[string]any, len(s.fields))
	for _, f := range s.fields {
		env[f.Name] = f.Kind.zero()
		if f.Nullable {
			env[f.Name] = nil
		}
	}
	options := append(append(functions, budget.Options()...), expr.Env(env), expr.Patch(missingAware{}),
		expr.MaxNodes(exprNodes), expr.DisableBuiltin("now"), lessFunction, lessEqualFunction, arithmeticFunction, knownFunction)
	program, err := expr.Compile(source, options...)
	if err != nil {
		return nil, explain(s, source, err)
	}
	return program, budget.fault
}

var unknownName = regexp.MustCompile(`unknown name (\w+)`)

// unexpectedToken is how the parser calls a sign where none can stand.
var unexpectedToken = regexp.MustCompile(`unexpected token \w+\((".*?")\)`)

// remedies are what to do about errors of the parser, by what they contain.
var remedies = [][2]string{
	{`unexpected "="`, "compare with =="},
	{"unexpected end", "something is missing, such as a closing bracket"},
	{"unrecognized character: U+00D7", "write * for times"},
	{"unrecognized character: U+00F7", "write / for divided by"},
	{"unrecognized character: U+2212", "write - for minus"},
	{"mismatched types", "compare numbers with numbers, and texts with texts in quotes"},
}

// explain turns an unknown name into the error that suggests the nearest field, and adds remedies to the first line of others.
func explain(s *Schema, source string, err error) error {
	if m := unknownName.FindStringSubmatch(err.Error()); m != nil {
		if strings.Contains(source, m[1]+"(") && !slices.Contains(builtin.Names, m[1]) {
			return fmt.Errorf("%s is no function%s", m[1], nearest.Among(m[1], builtin.Names))
		}
		path := regexp.MustCompile(`\b` + m[1] + `(?:\.\w+)+`).FindString(source)
		if f, ok := lists.Find(s.fields, func(f Field) bool { return slices.Contains(f.From, path) }); ok {
			return noField{s, m[1]}.columnOf(f)
		}
		return noField{s, m[1]}
	}
	first, excerpt, _ := strings.Cut(err.Error(), "\n")
	first = strings.Replace(unexpectedToken.ReplaceAllString(first, "unexpected $1"), "unexpected token EOF", "unexpected end", 1)
	for _, r := range remedies {
		if strings.Contains(first, r[0]) {
			return fmt.Errorf("%s; %s\n%s", first, r[1], excerpt)
		}
	}
	return fmt.Errorf("%s\n%s", first, excerpt)
}

// Named returns the fields in an expression, in column order.
func (s *Schema) Named(source string) (named []Field, err error) {
	program, err := compile(s, source, &Budget{})
	if err != nil {
		return nil, fmt.Errorf("expression %q: %w", ClipName(source), err)
	}
	return lists.Map(s.readBy(program), func(i int) Field { return s.fields[i] }), nil
}

// readBy are the places of the fields that a program can read: one that it does not name need not be fetched for every run.
func (s *Schema) readBy(program *vm.Program) []int {
	names := map[string]bool{}
	ast.Find(program.Node(), func(node ast.Node) bool {
		if n, is := node.(*ast.IdentifierNode); is {
			names[n.Value] = true
		}
		return false
	})
	return lists.Filter(lists.Indices(len(s.fields)), func(i int) bool { return names[s.fields[i].Name] || names["$env"] })
}

// missingAware replaces ordering, arithmetic and functions of numbers by
// functions that know nil, where the language itself would stop with an error
// in the first row that lacks the value.
type missingAware struct{}

func (missingAware) Visit(node *ast.Node) {
	call := func(name string, args ...ast.Node) {
		ast.Patch(node, &ast.CallNode{Callee: &ast.IdentifierNode{Value: name}, Arguments: args})
	}
	switch n := (*node).(type) {
	case *ast.UnaryNode:
		if (n.Operator == "-" || n.Operator == "+") && !literal(n.Node) {
			call("__arithmetic", &ast.StringNode{Value: n.Operator}, &ast.IntegerNode{}, n.Node)
		}
	case *ast.BuiltinNode:
		if ofNumbers[n.Name] && slices.ContainsFunc(n.Arguments, mayMiss) {
			call("__known", append([]ast.Node{&ast.StringNode{Value: n.Name}}, n.Arguments...)...)
		}
	case *ast.BinaryNode:
		switch n.Operator {
		case "<":
			call("__less", n.Left, n.Right)
		case ">":
			call("__less", n.Right, n.Left)
		case "<=":
			call("__less_equal", n.Left, n.Right)
		case ">=":
			call("__less_equal", n.Right, n.Left)
		case "+", "-", "*", "/", "%", "**", "^":
			call("__arithmetic", &ast.StringNode{Value: n.Operator}, n.Left, n.Right)
		}
	}
}

// ofNumbers are the functions whose result is missing if one of their numbers is.
var ofNumbers = map[string]bool{
	"abs": true, "ceil": true, "floor": true, "round": true, "int": true, "float": true,
	"min": true, "max": true, "mean": true, "median": true,
}

// mayMiss reports whether a value may be nil, or a list that contains nil.
func mayMiss(n ast.Node) bool {
	if _, condition := n.(*ast.PredicateNode); condition {
		return false
	}
	t := n.Type()
	return t == nil || t.Kind() == reflect.Interface || t.Kind() == reflect.Slice || t.Kind() == reflect.Array
}

var knownFunction = expr.Function("__known", func(args ...any) (any, error) {
	for _, a := range args[1:] {
		if list, ok := a.([]any); a == nil || ok && slices.Contains(list, nil) {
			return nil, nil
		}
	}
	return built(args[0].(string), args[1:])
}, new(func(string, ...any) any))

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
		return false, fmt.Errorf("cannot compare %s and %s: expected two numbers or two texts", show(a), show(b))
	}
	return holds(Compare(x, y, 1)), nil
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
		return nil, fmt.Errorf("cannot calculate %s %s %s: expected two numbers", show(a), op, show(b))
	}
	return arithmetic(op, x, y), nil
}, new(func(string, any, any) any))

func arithmetic(op string, x, y float64) float64 {
	switch op {
	case "+":
		return x + y
	case "-":
		return x - y
	case "*":
		return x * y
	case "%":
		return math.Mod(x, y)
	case "**", "^":
		return math.Pow(x, y)
	}
	return x / y
}

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

const (
	runBudget = 64 << 10 // what an expression may make and read for one run
	workOfRun = 20       // of evaluating it, beside that
)

// Within has the expression draw on work that it shares with others, as of [textlog.MostWork].
func (e *Expression) Within(work *int) { e.budget.work = work }

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
	if ast.Find(tree.Node, loops) != nil {
		return nil, fmt.Errorf("expression %q: loops are not allowed: no “..”, and no function with a condition", ClipName(source))
	}
	return &Expression{source: source, program: program, tree: tree.Node, fields: s.readBy(program), env: map[string]any{}, budget: budget}, nil
}

// loops reports whether a part of an expression repeats something, as often as a list or a number says.
func loops(node ast.Node) bool {
	switch n := node.(type) {
	case *ast.PredicateNode:
		return true
	case *ast.BinaryNode:
		return n.Operator == ".."
	case *ast.IdentifierNode:
		return n.Value == "$env"
	}
	return false
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
	if err := e.budget.toil(workOfRun); err != nil {
		return nil, err
	}
	v, err := e.vm.Run(e.program, e.env)
	if err != nil {
		text, _, _ := strings.Cut(err.Error(), "\n") // below which is the expression again
		return nil, fmt.Errorf("expression %q: %s", ClipName(e.source), text)
	}
	return v, nil
}

// Formula returns an expression over the values of columns, such as those of a board, which it asks for by name. It is computed for one
// row at a time, since expressions keep what they compute with.
func Formula(columns []Field, source string) (func(value func(name string) any) (any, error), error) {
	s := newSchema(Traits{}, columns)
	e, err := s.Expression(source)
	if err != nil {
		return nil, err
	}
	row := Row{schema: s, values: make([]any, len(columns))}
	var one sync.Mutex
	return func(value func(name string) any) (any, error) {
		one.Lock()
		defer one.Unlock()
		for _, i := range e.fields {
			row.values[i] = value(columns[i].Name)
		}
		return e.Of(row)
	}, nil
}
