package data

import (
	"cmp"

	"github.com/expr-lang/expr/ast"
)

// NeverEqual are the fields that a condition compares with a text which no run has, with that and with the value that differs from it
// only as alike says.
func (t Table) NeverEqual(e *Expression, alike func(a, b string) bool) (all [][3]string) {
	for _, name := range e.Uses(t.schema) {
		values := t.Distinct(name)
		for _, text := range e.texts()[name] {
			near := ""
			for _, v := range values {
				if Text(v) == text {
					near = ""
					break
				}
				near = cmp.Or(near, When(alike(Text(v), text), Text(v)).Or(""))
			}
			if near != "" {
				all = append(all, [3]string{name, text, near})
			}
		}
	}
	return all
}

// texts are those that the expression compares fields with, by the names of these.
func (e *Expression) texts() map[string][]string {
	texts := map[string][]string{}
	ast.Find(e.tree, func(node ast.Node) bool {
		if n, is := node.(*ast.BinaryNode); is && (n.Operator == "==" || n.Operator == "!=") {
			for _, side := range [][2]ast.Node{{n.Left, n.Right}, {n.Right, n.Left}} {
				name, isName := side[0].(*ast.IdentifierNode)
				text, isText := side[1].(*ast.StringNode)
				if isName && isText {
					texts[name.Value] = append(texts[name.Value], text.Value)
				}
			}
		}
		return false
	})
	return texts
}
