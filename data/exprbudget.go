package data

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync/atomic"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/builtin"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/textlog"
)

// Budget bounds what expressions may make and read, in bytes: an expression of a hundred bytes can double a text, or nest
// loops, until neither memory nor time is left.
type Budget struct {
	Left     int
	purse    *Purse
	work     *int // of matching and evaluating, see [Expression.Within]
	patterns map[string]textlog.Pattern
	fault    error // of a pattern in the expression
}

const (
	exprBudget = 16 << 20 // bytes of an expression over a table
	rowBudget  = 1 << 10  // and for each of its rows
	rowCost    = 32       // bytes that a row costs beside what is read
	fieldCost  = 8        // and if the expression is a field
	element    = 16       // bytes of a number, and of a value in a list
)

// TableBudget is the budget of an expression over so many rows.
func TableBudget(rows int) Budget { return Budget{Left: exprBudget + rows*rowBudget} }

// Options make the evaluations of an expression draw on the budget.
func (b *Budget) Options() []expr.Option {
	options := []expr.Option{
		expr.Patch(counting{b}),
		expr.Function("__matches", b.matches, new(func(any, any) any)),
		expr.Function("__counted", func(args ...any) (any, error) { return args[0], b.spend(b.weight(args[0])) }, new(func(any) any)),
	}
	for name, bytes := range products {
		types := lists.Map(builtin.Builtins[builtin.Index[name]].Types, func(t reflect.Type) any { return reflect.New(t).Interface() })
		options = append(options, expr.Function("__"+name, func(args ...any) (any, error) {
			if err := b.spend(bytes(args)); err != nil {
				return nil, err
			}
			return built(name, args)
		}, types...))
	}
	return options
}

func (b *Budget) spend(bytes int) error {
	if b.Left -= bytes; b.Left < 0 {
		b.Left = -1
		return fmt.Errorf("the expression makes or reads more than it may: shorten its lists and texts, or its loops")
	}
	return cmp.Or(b.purse.Take(bytes), b.toil(bytes))
}

// toil takes work, of matching a byte by an instruction of a pattern or as much of another kind.
func (b *Budget) toil(work int) error {
	if b.work == nil {
		return nil
	}
	if *b.work -= work; *b.work < 0 {
		return errors.New("the expressions take too long; write fewer or simpler ones")
	}
	return nil
}

// matches is the operator of the language, for patterns of bounded size.
func (b *Budget) matches(args ...any) (any, error) {
	text, is := args[0].(string)
	pattern, also := args[1].(string)
	switch {
	case args[0] == nil || args[1] == nil:
		return false, nil
	case !is || !also:
		return nil, fmt.Errorf("cannot match %s by %s: expected two texts", show(args[0]), show(args[1]))
	}
	p, err := b.parsed(pattern)
	if err == nil {
		err = b.match(p.Work(text))
	}
	return err == nil && p.MatchString(text), err
}

// parsed is a pattern, of which few are kept.
func (b *Budget) parsed(text string) (p textlog.Pattern, err error) {
	const few, perByte = 100, 100 // work of reading a byte of a pattern
	if p, known := b.patterns[text]; known {
		return p, nil
	}
	if p, err = textlog.Parse(text); err != nil {
		return p, err
	}
	if len(b.patterns)%few == 0 {
		b.patterns = map[string]textlog.Pattern{}
	}
	b.patterns[text] = p
	return p, b.match(perByte * len(text))
}

// match takes the work of matching.
func (b *Budget) match(work int) error {
	const perByte = 3 // of a purse
	return cmp.Or(b.purse.Take(work/perByte), b.toil(work))
}

// weight is the size of a value with all in it; it stops where the budget ends.
func (b *Budget) weight(v any) int {
	switch x := v.(type) {
	case string:
		return element + len(x)
	case interface{ Len() int }:
		return element * (1 + x.Len())
	case nil, bool, int, float64:
		return element
	}
	sum := element
	switch list := reflect.ValueOf(v); list.Kind() {
	case reflect.Slice, reflect.Array:
		for i := 0; i < list.Len() && sum <= b.Left; i++ {
			sum += b.weight(list.Index(i).Interface())
		}
	case reflect.Map:
		for each := list.MapRange(); sum <= b.Left && each.Next(); {
			sum += b.weight(each.Key().Interface()) + b.weight(each.Value().Interface())
		}
	}
	return sum
}

// counting has everything counted that a part of an expression reads, and each step of its loops: what a part makes is
// hardly more, but for products.
type counting struct{ *Budget }

func (c counting) Visit(node *ast.Node) {
	switch n := (*node).(type) {
	case *ast.PredicateNode:
		count(&n.Node)
	case *ast.BuiltinNode:
		if _, ok := products[n.Name]; ok {
			count(each(n.Arguments)...)
			ast.Patch(node, &ast.CallNode{Callee: &ast.IdentifierNode{Value: "__" + n.Name}, Arguments: n.Arguments})
			return
		}
		if !constantTime[n.Name] {
			count(each(n.Arguments)...)
		}
	case *ast.CallNode:
		if name, ok := n.Callee.(*ast.IdentifierNode); !ok || !strings.HasPrefix(name.Value, "__") {
			count(each(n.Arguments)...)
		}
	case *ast.ArrayNode:
		count(each(n.Nodes)...)
	case *ast.PairNode:
		count(&n.Value)
	case *ast.BinaryNode:
		if n.Operator == "matches" {
			if pattern, is := n.Right.(*ast.StringNode); is {
				_, err := c.parsed(pattern.Value)
				c.fault = cmp.Or(c.fault, err)
			}
			count(&n.Left, &n.Right)
			ast.Patch(node, &ast.CallNode{Callee: &ast.IdentifierNode{Value: "__matches"}, Arguments: []ast.Node{n.Left, n.Right}})
			return
		}
		if reads[n.Operator] || compares[n.Operator] && !literal(n.Left) && !literal(n.Right) {
			count(&n.Left, &n.Right)
		}
	}
}

var (
	reads    = map[string]bool{"+": true, "in": true, "contains": true, "startsWith": true, "endsWith": true}
	compares = map[string]bool{"==": true, "!=": true}
	// constantTime are functions whose time and result do not grow with what they get.
	constantTime = map[string]bool{
		"len": true, "type": true, "abs": true, "ceil": true, "floor": true, "round": true, "first": true, "last": true, "get": true,
	}
)

func each(nodes []ast.Node) []*ast.Node {
	places := make([]*ast.Node, len(nodes))
	for i := range nodes {
		places[i] = &nodes[i]
	}
	return places
}

func count(nodes ...*ast.Node) {
	for _, n := range nodes {
		if _, ok := (*n).(*ast.PredicateNode); ok || literal(*n) {
			continue
		}
		ast.Patch(n, &ast.CallNode{Callee: &ast.IdentifierNode{Value: "__counted"}, Arguments: []ast.Node{*n}})
	}
}

func literal(n ast.Node) bool {
	switch n.(type) {
	case *ast.NilNode, *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.StringNode, *ast.ConstantNode:
		return true
	}
	return false
}

// products are functions of the language whose results can be the product of what they get, with the bytes that one makes.
// Arguments that the function itself refuses have no say.
var products = map[string]func(args []any) int{
	"replace": func(args []any) int {
		t := textsIn(args)
		if len(t) < 3 {
			return 0
		}
		return len(t[0]) + strings.Count(t[0], t[1])*len(t[2])
	},
	"repeat": func(args []any) int {
		times, _ := Number(args[len(args)-1])
		return int(max(0, min(times, exprBudget))) * (element + len(strings.Join(textsIn(args), "")))
	},
	"join": func(args []any) int {
		list := reflect.ValueOf(args[0])
		if list.Kind() != reflect.Slice {
			return 0
		}
		return list.Len() * (element + len(strings.Join(textsIn(args[1:]), "")))
	},
	"uniq": func(args []any) int { // compares each with each
		list := reflect.ValueOf(args[0])
		if list.Kind() != reflect.Slice {
			return 0
		}
		return list.Len() * min(list.Len(), exprBudget)
	},
}

func textsIn(args []any) []string { return lists.OfType[string](args) }

// built calls a function of the language.
func built(name string, args []any) (any, error) {
	f := builtin.Builtins[builtin.Index[name]]
	switch {
	case f.Safe != nil:
		v, _, err := f.Safe(args...)
		return v, err
	case f.Fast != nil:
		return f.Fast(args[0]), nil
	}
	return f.Func(args...)
}

// Purse is what all that one input declares may take together: a site whose pages, figures and expressions are each within
// their limits can still have too many of them. Its unit is a byte made or read, of which a computer handles about twenty
// in a microsecond. A nil purse is not bounded. Several goroutines may take from it.
type Purse struct{ left atomic.Int64 }

// ErrSpent says that nothing is left.
var ErrSpent = errors.New("with it, all texts and declarations of the site make or read more than they may together: " +
	"shorten or remove some of its pages, figures, tables, selections and values")

// NewPurse returns a purse that holds so many bytes.
func NewPurse(bytes int) *Purse {
	p := &Purse{}
	p.left.Store(int64(bytes))
	return p
}

// Take takes bytes from the purse; it is [ErrSpent] if it holds less, and then the purse is empty.
func (p *Purse) Take(bytes int) error {
	if p != nil && p.left.Add(-int64(bytes)) < 0 {
		p.left.Store(0)
		return ErrSpent
	}
	return nil
}

// Evaluation is what an expression costs before it reads anything, in bytes: it is parsed, checked and compiled.
const Evaluation = 8 << 10

// EvaluationCost is what the evaluation of an expression costs over so many rows, beside what it reads; a field costs less.
func EvaluationCost(rows int, field bool) int {
	if field {
		return rows * fieldCost
	}
	return Evaluation + rows*rowCost
}

// Budget is the budget of an expression over so many rows; what it makes and reads is taken from the purse too.
func (p *Purse) Budget(rows int) Budget {
	b := TableBudget(rows)
	b.purse = p
	return b
}

// PaidFrom returns the table, whose expressions, and those of its parts, are paid from a purse.
func (t Table) PaidFrom(p *Purse) Table {
	t.purse = p
	return t
}
