package posts

import (
	"fmt"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// tableRenderer writes a table of many columns in a frame of its own, which a keyboard can scroll.
type tableRenderer struct{ renderer.NodeRenderer }

// fewColumns fit a small phone.
const fewColumns = 4

// newTableRenderer writes the alignment of cells as attributes, since a style attribute would violate the site's
// Content-Security-Policy.
func newTableRenderer() renderer.NodeRenderer {
	return tableRenderer{extension.NewTableHTMLRenderer(
		extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute),
	)}
}

func (t tableRenderer) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	t.NodeRenderer.RegisterFuncs(framing{r})
}

// framing registers a renderer with frames around its tables.
type framing struct {
	renderer.NodeRendererFuncRegisterer
}

func (f framing) Register(kind ast.NodeKind, render renderer.NodeRendererFunc) {
	if kind == east.KindTable {
		render = framed(render)
	}
	f.NodeRendererFuncRegisterer.Register(kind, render)
}

func framed(table renderer.NodeRendererFunc) renderer.NodeRendererFunc {
	return func(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if len(n.(*east.Table).Alignments) <= fewColumns {
			return table(w, source, n, entering)
		}
		if entering {
			_, _ = fmt.Fprintf(w, `<div class="scroll" role="group"%s tabindex="0">`+"\n", labelOf(n))
		}
		status, err := table(w, source, n, entering)
		if !entering {
			_, _ = w.WriteString("</div>\n")
		}
		return status, err
	}
}

// labelOf names what stands below a heading by it.
func labelOf(n ast.Node) string {
	for ; n != nil; n = n.PreviousSibling() {
		if id, ok := n.AttributeString("id"); ok && n.Kind() == ast.KindHeading {
			return fmt.Sprintf(` aria-labelledby="%s"`, util.EscapeHTML(id.([]byte)))
		}
	}
	return ""
}
