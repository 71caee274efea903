package posts

import (
	"fmt"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// headingRenderer makes a heading a link to itself, which readers copy, unless it has links.
type headingRenderer struct{}

func (h headingRenderer) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindHeading, h.heading)
}

func (headingRenderer) heading(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	level := n.(*ast.Heading).Level
	id, _ := n.AttributeString("id") // the parser gives every heading one
	begin, end := fmt.Sprintf(`<a href="#%s">`, id), "</a>"
	if linksAnywhere(n) {
		begin, end = "", ""
	}
	if entering {
		fmt.Fprintf(w, `<h%d id="%s">%s`, level, id, begin)
	} else {
		fmt.Fprintf(w, "%s</h%d>\n", end, level)
	}
	return ast.WalkContinue, nil
}

func linksAnywhere(n ast.Node) (found bool) {
	_ = ast.Walk(n, func(n ast.Node, _ bool) (ast.WalkStatus, error) {
		switch n.Kind() {
		case ast.KindLink, ast.KindAutoLink, kindCitation, east.KindFootnoteLink:
			found = true
			return ast.WalkStop, nil
		}
		return ast.WalkContinue, nil
	})
	return found
}
