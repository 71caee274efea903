package data

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/parser"

	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// quantity is what is known about the unit of a part of an expression.
type quantity struct {
	Unit             // of the fields in it
	sizes  []float64 // of its unit in base units; several if a number in it may convert units or not
	loose  float64   // the product of the numbers in it that may convert units or not
	number float64   // its value, if it is a constant number
	stated bool      // a field in it has a unit
	fixed  bool      // it contains no field: where it is added to something, it is in the unit of that
	// open is what is counted by fields without a unit: the name of a base unit, anyCount, or "" if there are none.
	open string
}

const anyCount = "*"

// withoutUnit is a number that is not that of a unit.
var withoutUnit = quantity{Unit: Unit{Factor: 1}, sizes: []float64{1}, loose: 1, open: anyCount}

// mostSizes are followed of an expression: each of its numbers can double them.
const mostSizes = 64

// constant is a number in an expression. One that is the ratio of two units, such as 1000 or 3600, converts units;
// others may also count something.
func constant(x float64) quantity {
	q := quantity{Unit: Unit{Factor: 1}, sizes: []float64{1}, loose: 1, number: x, fixed: true}
	switch size := math.Abs(x); {
	case size == 0 || size == 1 || !units.IsFinite(size):
	case converts(size):
		q.sizes = []float64{1 / size}
	default:
		q.sizes, q.loose = append(q.sizes, 1/size), size
	}
	return q
}

// converts reports whether numbers in one unit are multiplied by x to give numbers in another.
func converts(x float64) bool {
	for _, a := range unitNames {
		for _, b := range unitNames {
			if Near(x, a.Factor/b.Factor, rounded) && a.Fits(b) {
				return true
			}
		}
	}
	return false
}

// per is the product with a power, 1 or -1, of another quantity.
func (q quantity) per(o quantity, power int) quantity {
	product := quantity{
		Unit: q.Times(o.Unit, power), stated: q.stated || o.stated, fixed: q.fixed && o.fixed, open: either(q.open, o.open),
	}
	if power > 0 && (ofSequences(q, o) || ofSequences(o, q)) {
		product.Unit = unitToken
	}
	for _, a := range q.sizes {
		for _, b := range o.sizes {
			size := a * math.Pow(b, float64(power))
			if !slices.ContainsFunc(product.sizes, func(x float64) bool { return Near(x, size, rounded) }) && len(product.sizes) < mostSizes {
				product.sizes = append(product.sizes, size)
			}
		}
	}
	product.loose = q.loose * math.Pow(o.loose, float64(power))
	if q.loose != 1 && o.loose != 1 && converts(product.loose) { // 500 × 2: together they convert
		product.sizes, product.loose = []float64{product.sizes[0] / product.loose}, 1
	}
	return product
}

// ofSequences reports whether the tokens of each response are multiplied by a number of sequences or responses: the
// result is the tokens of all.
func ofSequences(tokens, o quantity) bool {
	each := tokens.Fits(unitToken) || tokens.Fits(unitToken.Times(unitRequest, -1))
	return each && (o.Fits(base("sequence", 1)) || o.Fits(unitRequest))
}

var unitToken, unitRequest = base("token", 1), base("request", 1)

func either(a, b string) string {
	switch {
	case a == "" || a == b:
		return b
	case b == "":
		return a
	}
	return anyCount
}

// fits reports whether both measure the same, except for what is counted by fields without a unit.
func (q quantity) fits(o quantity) bool {
	open := either(q.open, o.open)
	for name, n := range q.Times(o.Unit, -1).powers {
		counted := !slices.Contains([]string{"J", "s", "B", "USD"}, name)
		if n != 0 && !(counted && (open == anyCount || open == name)) {
			return false
		}
	}
	return true
}

// both are the sizes that two quantities share.
func (q quantity) both(o quantity) []float64 {
	return lists.Filter(q.sizes, func(a float64) bool {
		return slices.ContainsFunc(o.sizes, func(b float64) bool { return Near(a, b, rounded) })
	})
}

// each reports whether a quantity is what a field is called after although it is one per token or response: the time
// per token is a time, also that of the sequences of a batch, and the mean length of a response is a number of tokens.
func (q quantity) each(f *Field, want Unit) bool {
	time := base("s", 1)
	perToken := time.Times(unitToken, -1)
	ofBatch := q.Fits(perToken.Times(base("sequence", 1), 1)) || q.Fits(perToken.Times(base("user", 1), 1))
	return want.Fits(time) && (ofBatch || q.Fits(perToken) || q.Fits(time.Times(unitRequest, -1))) || want.Fits(perToken) && ofBatch ||
		want.Fits(unitToken) && q.Fits(unitToken.Times(unitRequest, -1)) && f.Role != RoleOutputTokens && f.Role != RoleInputTokens
}

// Unit compares the unit of the expression, as it follows from its fields, with the declared unit of a field. A number
// has no unit; one that converts units, such as 3600, must convert to the declared one.
func (e *Expression) Unit(s *Schema, f *Field) error {
	if f.Kind != Int && f.Kind != Float {
		return nil
	}
	m := measure{schema: s, variables: map[string]quantity{}, fields: map[string]quantity{f.Name: {}}}
	got := m.of(e.tree)
	want, known := ParseUnit(f.Unit)
	switch {
	case m.err != nil && (known || m.differ):
		return fmt.Errorf("expression %q: %w", ClipName(e.source), m.err)
	case f.Unit == "" || !got.stated || len(got.sizes) == 0: // of a field by itself, nothing is known
		return nil
	case !got.fits(quantity{Unit: want, open: When(!known, anyCount).Or("")}) && !got.each(f, want):
		return fmt.Errorf("expression %q: its unit is %s, not %q; correct the expression or the unit%s", ClipName(e.source), got.text(),
			ClipName(f.Unit), m.unstated())
	case known && len(got.both(quantity{sizes: []float64{want.Factor}})) == 0:
		return fmt.Errorf("expression %q: its unit is %g times %q; convert it, or write another unit",
			ClipName(e.source), got.sizes[0]/want.Factor, ClipName(f.Unit))
	}
	return nil
}

// Compares says that the two sides of a comparison in the expression, a condition, have different units, or that one is a text which
// “aliases” replace in the other; nil if none do.
func (e *Expression) Compares(s *Schema) error {
	for name, texts := range e.texts() {
		f, _ := s.Field(name)
		if text, is := lists.Find(texts, func(text string) bool { return f.Aliases[text] != "" && f.Aliases[text] != text }); is {
			return fmt.Errorf("expression %q: “aliases” of %s replace %q by %q; compare with that",
				ClipName(e.source), name, ClipName(text), ClipName(f.Aliases[text]))
		}
	}
	m := measure{schema: s, variables: map[string]quantity{}, fields: map[string]quantity{}}
	if m.condition(e.tree); !m.differ {
		return nil
	}
	if !strings.Contains(m.err.Error(), ";") {
		m.err = fmt.Errorf("%w; convert one", m.err)
	}
	return fmt.Errorf("expression %q: %w", ClipName(e.source), m.err)
}

func (q quantity) text() string { return Unit{q.sizes[0], q.powers}.String() }

// measure finds the units of the parts of an expression.
type measure struct {
	schema    *Schema
	variables map[string]quantity
	fields    map[string]quantity // those that were looked at
	without   []string            // fields without a unit
	err       error
	differ    bool // the error is about units that differ
}

// unstated names the fields in the expression that have no unit.
func (m *measure) unstated() string {
	text := ""
	if len(m.without) == 0 {
		of := lists.FilterMap(slices.Sorted(maps.Keys(m.fields)), m.schema.Field)
		of = lists.Filter(of, func(f Field) bool { return f.Value == "" && f.Unit != "" })
		return " of " + strings.Join(lists.Map(of, func(f Field) string { return f.Name + " (" + f.Unit + ")" }), ", ")
	}
	for _, name := range m.without {
		if f, _ := m.schema.Field(name); f.Unit != "" {
			text += fmt.Sprintf("; the unit %q of %s is not known", ClipName(f.Unit), name)
		}
	}
	return cmp.Or(text, "; no unit is declared for "+strings.Join(m.without, ", "))
}

// of is the quantity of a part.
func (m *measure) of(node ast.Node) quantity {
	switch n := node.(type) {
	case *ast.IdentifierNode:
		if q, is := m.variables[n.Value]; is {
			return q
		}
		return m.field(n.Value)
	case *ast.IntegerNode:
		return constant(float64(n.Value))
	case *ast.FloatNode:
		return constant(n.Value)
	case *ast.NilNode, *ast.BoolNode:
		return constant(0)
	case *ast.StringNode: // which a function can make a number
		x, _ := strconv.ParseFloat(strings.TrimSpace(n.Value), 64)
		return constant(x)
	case *ast.UnaryNode:
		q := m.of(n.Node)
		if n.Operator == "-" {
			q.number = -q.number
		}
		return q
	case *ast.ConditionalNode:
		m.condition(n.Cond)
		return m.alike("?:", m.of(n.Exp1), m.of(n.Exp2))
	case *ast.BinaryNode:
		return m.binary(n)
	case *ast.VariableDeclaratorNode:
		m.variables[n.Name] = m.of(n.Value)
		return m.of(n.Expr)
	case *ast.SequenceNode:
		return m.of(n.Nodes[len(n.Nodes)-1])
	case *ast.ArrayNode:
		return m.alike("[]", lists.Map(n.Nodes, m.of)...)
	case *ast.MemberNode:
		if _, list := n.Property.(*ast.IntegerNode); list {
			return m.of(n.Node)
		}
	case *ast.BuiltinNode:
		return m.call(n.Name, n.Arguments, node)
	}
	return m.unknown(node)
}

// condition compares the units of the two sides of each comparison in a condition.
func (m *measure) condition(node ast.Node) {
	switch n := node.(type) {
	case *ast.UnaryNode:
		m.condition(n.Node)
	case *ast.BinaryNode:
		switch n.Operator {
		case "and", "&&", "or", "||":
			m.condition(n.Left)
			m.condition(n.Right)
		case "<", "<=", ">", ">=", "==", "!=":
			m.kinds(n.Left, n.Right)
			m.kinds(n.Right, n.Left)
			m.alike(n.Operator, m.of(n.Left), m.of(n.Right))
		}
	}
}

// kinds tells that a field is compared with a constant of another kind, which it never equals.
func (m *measure) kinds(field, constant ast.Node) {
	name, is := field.(*ast.IdentifierNode)
	if !is {
		return
	}
	f, known := m.schema.Field(name.Value)
	var err error
	switch n := constant.(type) {
	case *ast.StringNode:
		if f.Kind == Int || f.Kind == Float {
			err = fmt.Errorf("%s is a number, and %q a text; compare it with a number, without quotes", f.Name, ClipName(n.Value))
		}
	case *ast.IntegerNode, *ast.FloatNode:
		if f.Kind == String {
			err = fmt.Errorf("%s is a text, and %s a number; put it in quotes", f.Name, n)
		}
	}
	if known && err != nil {
		m.err, m.differ = cmp.Or(m.err, err), true
	}
}

func (m *measure) binary(n *ast.BinaryNode) quantity {
	switch n.Operator {
	case "*", "/", "+", "-", "??", "%", "**", "^":
	default:
		m.condition(n)
		return withoutUnit
	}
	for _, operand := range []ast.Node{n.Left, n.Right} {
		name, is := operand.(*ast.IdentifierNode)
		if !is || n.Operator == "??" || n.Operator == "+" {
			continue
		}
		if f, known := m.schema.Field(name.Value); known && f.Kind == String {
			remedy := map[bool]string{true: "to calculate with a time, use a field with “role: duration”", false: "declare it with “type: number?”, or calculate with another field"}
			m.err, m.differ = cmp.Or(m.err, fmt.Errorf("%s is text; %s", f.Name, remedy[f.Role == RoleStart || f.Role == RoleEnd])), true
		}
	}
	left, right := m.of(n.Left), m.of(n.Right)
	constants := left.fixed && right.fixed
	switch {
	case constants && strings.Contains("+-*/", n.Operator):
		return constant(arithmetic(n.Operator, left.number, right.number))
	case n.Operator == "*":
		return left.per(right, 1)
	case n.Operator == "/":
		return left.per(right, -1)
	case n.Operator == "**" || n.Operator == "^":
		return m.power(n, left, right)
	}
	return m.alike(n.Operator, left, right)
}

// power is a quantity to the power of a whole number.
func (m *measure) power(n ast.Node, q, times quantity) quantity {
	if q.fixed && times.fixed {
		return constant(math.Pow(q.number, times.number))
	}
	k := int(times.number)
	if !times.fixed || float64(k) != times.number || k < 1 || k > 9 {
		return m.unknown(n)
	}
	product := q
	for range k - 1 {
		product = product.per(q, 1)
	}
	return product
}

// keeping are the functions whose result has the unit of their arguments, with the number of arguments that count; 0
// is all.
var keeping = map[string]int{
	"abs": 1, "ceil": 1, "floor": 1, "round": 1, "int": 1, "float": 1, "string": 1, "trim": 1, "first": 1, "last": 1, "get": 1,
	"take": 1, "reverse": 1, "sort": 1, "uniq": 1, "flatten": 0, "concat": 0, "min": 0, "max": 0, "mean": 0, "median": 0, "sum": 0,
}

func (m *measure) call(name string, arguments []ast.Node, node ast.Node) quantity {
	most, keeps := keeping[name]
	switch {
	case name == "len" || name == "count":
		return withoutUnit
	case !keeps || len(arguments) == 0:
		return m.unknown(node)
	case most > 0:
		arguments = arguments[:min(most, len(arguments))]
	}
	q := m.alike(name+"()", lists.Map(arguments, m.of)...)
	if whole := rounding[name]; whole != nil && q.fixed {
		return constant(whole(q.number))
	}
	return q
}

var rounding = map[string]func(float64) float64{"ceil": math.Ceil, "floor": math.Floor, "round": math.Round, "int": math.Trunc, "abs": math.Abs}

// unknown is a part whose unit does not follow from those of its fields, which must have none.
func (m *measure) unknown(node ast.Node) quantity {
	below := measure{schema: m.schema, variables: m.variables, fields: m.fields}
	ast.Find(node, func(n ast.Node) bool {
		if name, is := n.(*ast.IdentifierNode); is && below.of(name).stated && m.err == nil {
			m.err = fmt.Errorf("the unit of “%s” is not known: use + - * / ?? ?: let min max mean abs round, or compute it in the files",
				ClipName(node.String()))
		}
		return false
	})
	return withoutUnit
}

// field is the quantity of a field: that of its unit, of its expression, or of what its role counts.
func (m *measure) field(name string) quantity {
	if q, known := m.fields[name]; known {
		return q
	}
	f, _ := m.schema.Field(name)
	q := withoutUnit
	m.fields[name] = q
	if u, ok := ParseUnit(f.Unit); ok {
		q = quantity{Unit: u, sizes: []float64{u.Factor}, loose: 1, stated: true}
	} else if tree, err := parser.Parse(f.Value); f.Value != "" && err == nil {
		within := measure{schema: m.schema, variables: map[string]quantity{}, fields: m.fields}
		q = within.of(tree.Node)
		m.err, m.differ = cmp.Or(m.err, within.err), m.differ || within.differ
	} else if counted, is := countedBy[f.Role]; is {
		q.open = counted
	}
	switch {
	case slices.Contains(countRoles, f.Role):
		q = quantity{Unit: unitRequest, sizes: []float64{1}, loose: 1, stated: true}
	case f.Role == RoleOutputLength && q.Fits(unitToken):
		q.Unit = q.Times(unitRequest, -1)
	}
	if !q.stated && !q.fixed {
		m.without = append(m.without, name)
	}
	m.fields[name] = q
	return q
}

// alike is the quantity of parts that must have the same unit. Numbers and nil are in that of the others.
func (m *measure) alike(operator string, parts ...quantity) quantity {
	found := lists.Filter(parts, func(q quantity) bool { return !q.fixed })
	if len(found) == 0 { // zero is zero in any unit
		found = lists.Filter(parts, func(q quantity) bool { return q.number != 0 })
	}
	if len(found) == 0 {
		return constant(0)
	}
	all := found[0]
	for _, q := range found[1:] {
		sizes := all.both(q)
		if all.stated && q.stated && (!all.fits(q) || len(sizes) == 0) || all.fixed && len(sizes) == 0 {
			if m.err == nil || !m.differ {
				m.err, m.differ = fmt.Errorf("the two sides of %s have different units, %s and %s", operator, all.text(), q.text()), true
			}
			return all
		}
		if !all.stated && q.stated {
			all, sizes = q, q.sizes
		} else if !q.stated {
			sizes = all.sizes
		}
		all.sizes, all.loose = sizes, 1
	}
	return all
}
