package posts

import (
	"iter"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// nodesOf are a node and all below it, in order.
func nodesOf(root ast.Node) iter.Seq[ast.Node] {
	return func(yield func(ast.Node) bool) {
		// The visitor never fails, so neither does the walk.
		_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			if entering && !yield(n) {
				return ast.WalkStop, nil
			}
			return ast.WalkContinue, nil
		})
	}
}

// allOf are the nodes of a type, of a tree that may then be changed.
func allOf[N ast.Node](root ast.Node) (all []N) {
	for n := range nodesOf(root) {
		if one, ok := n.(N); ok {
			all = append(all, one)
		}
	}
	return all
}

// ownBlock and ownInline are what the nodes of this package have in common. Dump, which is for debugging, prints nothing.
type (
	ownBlock  struct{ ast.BaseBlock }
	ownInline struct{ ast.BaseInline }
)

func (ownBlock) Dump([]byte, int)  {}
func (ownInline) Dump([]byte, int) {}

// inPlaceOf puts a node of this package in the place of another, with what is in that.
func inPlaceOf(old, own ast.Node) {
	own.SetPos(old.Pos())
	for old.FirstChild() != nil {
		own.AppendChild(own, old.FirstChild())
	}
	old.Parent().ReplaceChild(old.Parent(), old, own)
}

// writers write nodes of some kinds as HTML.
type writers map[ast.NodeKind]renderer.NodeRendererFunc

// RegisterFuncs registers them.
func (all writers) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	for kind, write := range all {
		r.Register(kind, write)
	}
}

// own are the writers of the nodes of this package, and of those that it writes in another way than Markdown does.
var own = writers{
	ast.KindHeading: writeHeading, ast.KindFencedCodeBlock: writeCode, ast.KindCodeBlock: writeCode,
	kindValue: around((*value).html, ""), kindCitation: around((*citation).html, ""), kindReferences: around((*references).html, ""),
	kindAdmonition: around((*admonition).html, "</div>\n"), kindTab: around((*tab).html, "</details>\n"),
	kindColumns: around(func(*columns) string { return "<div class=\"columns\">\n" }, "</div>\n"),
	kindFrame:   around((*frame).html, "</div>\n"),
	kindTabs:    around(func(*tabs) string { return "<div class=\"tabs\">\n" }, "</div>\n"),
}

// around writes what comes before the content of a node, and after it.
func around[N ast.Node](before func(N) string, after string) renderer.NodeRendererFunc {
	return func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		text := after
		if entering {
			text = before(n.(N))
		}
		_, err := w.WriteString(text)
		return ast.WalkContinue, err
	}
}
