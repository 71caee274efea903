package posts

import (
	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// code writes blocks of code so that a keyboard can scroll one that is wider
// than the page, with the classes of its tokens where the language is known.
type code struct{}

func (c code) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindFencedCodeBlock, c.render)
	r.Register(ast.KindCodeBlock, c.render)
}

func (code) render(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	var text []byte
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		text = append(text, line.Value(source)...)
	}
	language := languageOf(n, source)
	_, _ = w.WriteString(`<pre tabindex="0"><code`)
	if language != "" {
		_, _ = w.WriteString(` class="language-` + string(util.EscapeHTML([]byte(language))) + `"`)
	}
	_ = w.WriteByte('>')
	writeTokens(w, language, string(text))
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

// writeTokens writes code with a span around each token that has a class.
func writeTokens(w util.BufWriter, language, text string) {
	tokens, err := tokensOf(language, text)
	if err != nil || chroma.Stringify(tokens...) != text { // some lexers add a line end, none may change the text
		tokens = []chroma.Token{{Type: chroma.Text, Value: text}}
	}
	for _, t := range tokens {
		words := string(util.EscapeHTML([]byte(t.Value)))
		if class := classOf(t.Type); class != "" {
			words = `<span class="` + class + `">` + words + "</span>"
		}
		_, _ = w.WriteString(words)
	}
}

func tokensOf(language, text string) ([]chroma.Token, error) {
	lexer := lexers.Get(language)
	if language == "" || lexer == nil || len(text) > mostHighlighted {
		return []chroma.Token{{Type: chroma.Text, Value: text}}, nil
	}
	return chroma.Tokenise(chroma.Coalesce(lexer), &chroma.TokeniseOptions{State: "root", EnsureLF: false}, text)
}

// classOf is the class of a kind of tokens, "" for those that look like other text. Few kinds are told apart, because
// each needs a colour that is legible on both grounds.
func classOf(t chroma.TokenType) string {
	switch {
	case t.InCategory(chroma.Comment):
		return "c"
	case t.InCategory(chroma.Keyword):
		return "k"
	case t.InSubCategory(chroma.LiteralString):
		return "s"
	case t.InSubCategory(chroma.LiteralNumber):
		return "m"
	case t == chroma.NameFunction, t == chroma.NameClass, t == chroma.NameTag, t == chroma.NameAttribute:
		return "f"
	case t == chroma.GenericDeleted:
		return "gd"
	case t == chroma.GenericInserted:
		return "gi"
	}
	return ""
}
