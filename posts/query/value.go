package query

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/parser"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/nearest"
	"github.com/jouleboard/jouleboard/provenance"
	"github.com/jouleboard/jouleboard/units"
)

// Value is a computed value as shown to readers and, for numbers, in full precision. Page is the address of the run whose
// value it is, "" for what is computed from several.
type Value struct{ Text, Exact, Page string }

var (
	formatted = regexp.MustCompile(`^(.*\S)\s+as\s+(\S(?:[^"'()]*\S)?)$`)
	placed    = regexp.MustCompile(`\{\{(.+?)\}\}`)
)

// Value computes the text between double braces: an expression over the text's selections and comparisons and, after
// "as", a format.
func (t *Text) Value(source string) (Value, error) {
	expression, pattern := strings.TrimSpace(source), ""
	if m := formatted.FindStringSubmatch(expression); m != nil {
		expression, pattern = m[1], m[2]
	}
	v, run, err := t.compute(expression, false)
	var out Value
	if err == nil {
		out, err = write(v, pattern)
	}
	if err != nil {
		return Value{}, fmt.Errorf("{{ %s }}: %w", expression, err)
	}
	if out.Exact != "" {
		out.Text = t.content.Words.Written(out.Text)
	}
	if run != "" {
		out.Page = provenance.Address(run, t.data.Len())
	}
	return out, nil
}

// Fill replaces the values in a text of one paragraph.
func (t *Text) Fill(text string) (string, error) {
	var failed error
	filled := placed.ReplaceAllStringFunc(text, func(s string) string {
		v, err := t.Value(s[2 : len(s)-2])
		if failed == nil {
			failed = err
		}
		return v.Text
	})
	return filled, failed
}

// Met reports whether the data meet the requirements of the text. Selections may be empty here.
func (t *Text) Met() (bool, error) {
	if t.declared.Requires == "" {
		return true, nil
	}
	met, err := t.Meets(t.declared.Requires)
	if err != nil {
		return false, t.declared.Fault("requires", "%v", err)
	}
	return met, nil
}

// Meets reports whether the data meet a condition. Selections may be empty in it.
func (t *Text) Meets(condition string) (bool, error) {
	v, _, err := t.compute(condition, true)
	if err != nil {
		return false, err
	}
	met, ok := v.(bool)
	if !ok {
		return false, errors.New("expected a condition, such as count(llm) > 0")
	}
	return met, nil
}

// number is a number as written, or the value of an expression.
func (t *Text) number(source string) (float64, error) {
	if x, err := strconv.ParseFloat(source, 64); err == nil && units.IsFinite(x) {
		return x, nil
	}
	v, _, err := t.compute(source, false)
	if err != nil {
		return 0, err
	}
	x, ok := data.Number(v)
	if !ok {
		return 0, fmt.Errorf("%s is %s: expected a number", source, data.Text(v))
	}
	return x, nil
}

const longestValue = 2000 // bytes of an expression

// compute computes an expression; run is the one whose value the result is, "" for none or several.
// With empty, selections without a run count 0 instead of being an error.
func (t *Text) compute(source string, empty bool) (v any, run string, err error) {
	if len(source) > longestValue {
		return nil, "", fmt.Errorf("longer than %d bytes", longestValue)
	}
	tree, err := parser.Parse(source)
	if err != nil {
		return nil, "", oneLine(err)
	}
	env := &environment{text: t, empty: empty, names: map[string]any{}}
	root := tree.Node
	ast.Walk(&root, env)
	if env.err != nil {
		return nil, "", env.err
	}
	if err := t.Take(data.Evaluation); err != nil {
		return nil, "", err
	}
	budget := t.purse.Budget(t.data.Len())
	options := append([]expr.Option{expr.Env(env.names), expr.MaxNodes(500), expr.DisableBuiltin("now")}, env.functions()...)
	options = append(options, budget.Options()...)
	program, err := expr.Compile(source, options...)
	if err != nil {
		return nil, "", t.explain(err)
	}
	if v, err = expr.Run(program, env.names); err != nil {
		return nil, "", oneLine(err)
	}
	if x, ok := v.(float64); ok && !units.IsFinite(x) {
		return nil, "", errors.New("is not finite; does it divide by zero?")
	}
	if v == nil {
		return nil, "", errors.New("has no value in this data")
	}
	return v, env.runOf(root, v), nil
}

// runOf is the run whose value the whole of an expression is: a field of the one that a function gives, or the least or most
// of a column.
func (e *environment) runOf(root ast.Node, v any) string {
	switch n := root.(type) {
	case *ast.MemberNode:
		if call, ok := n.Node.(*ast.CallNode); ok && oneRun[fmt.Sprint(call.Callee)] {
			return e.run
		}
	case *ast.BuiltinNode:
		if len(n.Arguments) != 1 || n.Name != "min" && n.Name != "max" {
			return ""
		}
		column, _ := n.Arguments[0].(*ast.MemberNode)
		if column == nil {
			return ""
		}
		selection, _ := e.names[fmt.Sprint(column.Node)].(map[string]any)
		name, ok := column.Property.(*ast.StringNode)
		if runs, is := runsOf(selection); is && ok {
			values, _ := selection[name.Value].([]any)
			if i := slices.IndexFunc(values, func(x any) bool { n, ok := data.Number(x); return ok && n == v }); i >= 0 {
				return runs.Run(i)
			}
		}
	}
	return ""
}

var unknownName = regexp.MustCompile(`unknown name (\w+)`)

func (t *Text) explain(err error) error {
	m := unknownName.FindStringSubmatch(err.Error())
	if m == nil {
		return oneLine(err)
	}
	known := append(t.names(), functionNames...)
	known = append(known, lists.Map(t.declared.Matches, func(c content.Match) string { return c.Name })...)
	return fmt.Errorf("there is no selection, comparison or function %q%s", m[1], nearest.Hint(m[1], known))
}

// oneLine drops the picture of the place that the language adds.
func oneLine(err error) error {
	first, _, _ := strings.Cut(err.Error(), "\n")
	return errors.New(first)
}

// environment is what an expression may name: only what it does name is computed.
type environment struct {
	text  *Text
	empty bool
	names map[string]any
	run   string // the last that a function gave
	err   error
}

// Visit finds selections, their columns, and comparisons.
func (e *environment) Visit(node *ast.Node) {
	if e.err != nil {
		return
	}
	switch n := (*node).(type) {
	case *ast.IdentifierNode:
		e.err = e.name(n.Value)
	case *ast.MemberNode:
		e.err = e.member(n)
	case *ast.BuiltinNode:
		e.err = e.callee(n.Name)
	case *ast.CallNode:
		if name, ok := n.Callee.(*ast.IdentifierNode); ok {
			e.err = e.callee(name.Value)
		}
	}
}

// callee refuses a function whose name a selection has taken.
func (e *environment) callee(name string) error {
	if e.text.declares(name) {
		return fmt.Errorf("%s is a selection of this page, so it cannot be called as a function; rename the selection", name)
	}
	return nil
}

// noRun is the fault of asking a selection for a value, by its name, that has
// no run.
type noRun string

func (name noRun) Error() string { return fmt.Sprintf("the selection %q selects no run", string(name)) }

// under is where a selection's runs are kept in the map that stands for it.
const under = "\x00"

func (e *environment) name(name string) error {
	if _, known := e.names[name]; known {
		return nil
	}
	if m, is := lists.Find(e.text.declared.Matches, func(m content.Match) bool { return m.Name == name }); is {
		answer, err := e.text.match(m, e.empty)
		e.names[name] = answer
		return err
	}
	runs, err := e.text.named(name)
	switch {
	case err != nil && e.text.declares(name):
		return err
	case err != nil:
		return nil // a function, a variable of a predicate, or unknown: the compiler says
	case runs.Len() == 0 && !e.empty:
		return noRun(name)
	}
	e.names[name] = map[string]any{under: runs}
	return nil
}

func (t *Text) declares(name string) bool {
	return slices.ContainsFunc(t.declared.Selections, func(s content.Selection) bool { return s.Name == name })
}

// member computes the column that an expression takes from a selection, and sees
// that a single run is asked for a field that there is.
func (e *environment) member(n *ast.MemberNode) error {
	property, ok := n.Property.(*ast.StringNode)
	if !ok {
		return nil
	}
	if call, ok := n.Node.(*ast.CallNode); ok && len(call.Arguments) > 0 {
		of, isName := call.Arguments[0].(*ast.IdentifierNode)
		callee, isFunction := call.Callee.(*ast.IdentifierNode)
		if isName && isFunction && oneRun[callee.Value] {
			_, err := e.column(of.Value, property.Value)
			return err
		}
	}
	if of, ok := n.Node.(*ast.IdentifierNode); ok {
		values, err := e.column(of.Value, property.Value)
		if selection, ok := e.names[of.Value].(map[string]any); ok && values != nil {
			selection[property.Value] = values
		}
		return err
	}
	return nil
}

// column is a selection's column; nil without an error where name is none.
func (e *environment) column(name, field string) ([]any, error) {
	if err := e.name(name); err != nil {
		return nil, err
	}
	if runs, is := runsOf(e.names[name]); is {
		return runs.Evaluate(field)
	}
	return nil, nil
}

// write shows a value. A pattern is 0, 0.0, 0.00 and so on for decimals, with +
// before it for a sign and % behind it for a fraction in percent; without one a
// number has three significant digits.
func write(v any, pattern string) (Value, error) {
	x, ok := data.Number(v)
	if !ok {
		if pattern != "" {
			return Value{}, fmt.Errorf("is not a number, so it cannot be formatted as %s", pattern)
		}
		if text, ok := v.(string); ok {
			return Value{Text: text}, nil
		}
		return Value{}, fmt.Errorf("is %s; use a number or text, such as mean(llm.avg_power_watts)", kindOf(v))
	}
	text, err := Format(x, pattern)
	return Value{Text: text, Exact: data.Text(x)}, err
}

var patternForm = regexp.MustCompile(`^(\+?)0(?:\.(0+))?( ?%?)$`)

// Format writes a number by a pattern, see [Text.Value].
func Format(x float64, pattern string) (string, error) {
	if pattern == "" {
		if x == math.Trunc(x) && math.Abs(x) < 1e15 {
			return units.Style{}.Fixed(x, 0), nil
		}
		return units.Number(x), nil
	}
	m := patternForm.FindStringSubmatch(pattern)
	if m == nil {
		return "", fmt.Errorf("unknown format %q; use 0, 0.0, 0.00, with + before or %% after", pattern)
	}
	unit := ""
	if strings.HasSuffix(m[3], "%") {
		x, unit = x*100, "%"
	}
	if m[1] == "+" {
		return signed(x, len(m[2])) + unit, nil
	}
	return units.Style{}.Fixed(x, len(m[2])) + unit, nil
}

func kindOf(v any) string {
	switch v.(type) {
	case bool:
		return "a condition"
	case []any:
		return "a list"
	}
	return "more than one value"
}
