package posts

import (
	"github.com/jouleboard/jouleboard/posts/syntax"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"
)

// writeCode writes blocks of code so that a keyboard can scroll one that is wider
// than the page, with the classes of its tokens where the language is known.
func writeCode(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	language := languageOf(n, source)
	_, _ = w.WriteString(`<pre tabindex="0"><code`)
	if language != "" {
		_, _ = w.WriteString(` class="language-` + string(util.EscapeHTML([]byte(language))) + `"`)
	}
	_ = w.WriteByte('>')
	writeTokens(w, language, string(n.Lines().Value(source)))
	_, err := w.WriteString("</code></pre>\n")
	return ast.WalkSkipChildren, err
}

func languageOf(n ast.Node, source []byte) string {
	fenced, ok := n.(*ast.FencedCodeBlock)
	if !ok {
		return ""
	}
	return string(fenced.Language(source))
}

// mostHighlighted bounds the work on one block, in bytes; a longer one stays plain.
const mostHighlighted = 50_000

// writeTokens writes code with a span around each part that has a class.
func writeTokens(w util.BufWriter, language, text string) {
	if len(text) > mostHighlighted {
		language = ""
	}
	for _, p := range syntax.Parts(language, text) {
		words := string(util.EscapeHTML([]byte(p.Text)))
		if p.Class != syntax.Plain {
			words = `<span class="` + string(p.Class) + `">` + words + "</span>"
		}
		_, _ = w.WriteString(words)
	}
}
