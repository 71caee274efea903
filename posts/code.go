package posts

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// code writes blocks of code so that a keyboard can scroll one that is wider
// than the page.
type code struct{}

func (c code) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindFencedCodeBlock, c.render)
	r.Register(ast.KindCodeBlock, c.render)
}

func (code) render(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	_, _ = w.WriteString(`<pre tabindex="0"><code` + language(n, source) + ">")
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		_, _ = w.Write(util.EscapeHTML(line.Value(source)))
	}
	_, err := w.WriteString("</code></pre>\n")
	return ast.WalkSkipChildren, err
}

func language(n ast.Node, source []byte) string {
	fenced, ok := n.(*ast.FencedCodeBlock)
	if !ok || fenced.Language(source) == nil {
		return ""
	}
	return ` class="language-` + string(util.EscapeHTML(fenced.Language(source))) + `"`
}
