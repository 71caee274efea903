package posts

import (
	"fmt"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"
)

// writeHeading makes a heading a link to itself, which readers copy, unless it has links.
func writeHeading(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
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

func linksAnywhere(n ast.Node) bool {
	for n := range nodesOf(n) {
		switch n.Kind() {
		case ast.KindLink, ast.KindAutoLink, kindCitation, east.KindFootnoteLink:
			return true
		}
	}
	return false
}
