// Package formula converts TeX formulas to MathML. It extends Goldmark by $…$ within a line and $$…$$ on
// separate lines, and converts the TeX between them at build time, so that readers do not load a script or a font.
//
// tex.go reads TeX and converts it to MathML while reading. symbols.txt contains the signs, commands and environments
// with their MathML; command.go and table.go write those that a line of that file cannot describe, node.go joins
// elements. allow.go lists the elements and attributes that a page may contain.
//
// The MathML has the structure that KaTeX gives it, byte for byte but for the
// escapes: testdata/katex.json has what KaTeX makes of every name and of formulas
// of the field. There are these differences:
//   - A function's name alone in the place of one element, as in E_{\max}, is in a
//     row. KaTeX leaves it as two elements, with which a subscript has three
//     children, and browsers show no subscript. A space alone in braces is in a
//     row too.
//   - \boldsymbol makes letters bold and no operators, and several signs are a row;
//     KaTeX puts that row into mi, which may hold text only.
//   - \not strikes out a sign that has scripts too.
//   - \vdots has no invisible rule beside it.
//   - Accented letters within text stay letters; KaTeX puts accents over them.
//   - A command for a font of text replaces the one around it, in place of adding to
//     it, and a table keeps the font around it.
//   - Spaces in \scriptstyle stay characters, and \dots before \int has no
//     negative space.
package formula

import (
	"errors"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// Extension adds formulas to a Goldmark parser and renderer. The parser makes nodes of type *Inline and *Block; call
// Write on each before the tree is rendered.
var Extension goldmark.Extender = extension{}

type extension struct{}

func (extension) Extend(m goldmark.Markdown) {
	m.Parser().AddOptions(
		parser.WithInlineParsers(util.Prioritized(inlineParser{}, 150)),
		parser.WithBlockParsers(util.Prioritized(blockParser{}, 750)),
	)
	m.Renderer().AddOptions(renderer.WithNodeRenderers(util.Prioritized(nodeRenderer{}, 100)))
}

// Formula is what Inline and Block have in common.
type Formula struct {
	TeX     string
	display bool
	mathML  string
	fault   error // found while parsing the text around it
}

// Error is an error in a formula.
type Error struct {
	Line    int // of the formula, counted from 0
	Message string
}

func (e Error) Error() string { return e.Message }

// Write makes the formula's MathML, which the renderer puts into the page. An error is of type
// [Error]; the page then shows the TeX.
func (f *Formula) Write() error {
	if f.fault != nil {
		return f.fault
	}
	if strings.TrimSpace(f.TeX) == "" {
		return Error{Message: "an empty formula; write TeX between the dollar signs, or \\$ for a dollar sign"}
	}
	mathML, err := mathML(f.TeX, f.display)
	if err == nil {
		f.mathML = mathML
	}
	return err
}

// Dump prints nothing: it is for debugging.
func (f *Formula) Dump([]byte, int) {}

// Inline is a formula within a line: $…$.
type Inline struct {
	ast.BaseInline
	Formula
}

// Block is a formula on separate lines: $$…$$.
type Block struct {
	ast.BaseBlock
	Formula
	closed bool
}

// KindInline and KindBlock are the nodes' kinds in Goldmark.
var (
	KindInline = ast.NewNodeKind("InlineFormula")
	KindBlock  = ast.NewNodeKind("BlockFormula")
)

func (n *Inline) Kind() ast.NodeKind { return KindInline }
func (n *Block) Kind() ast.NodeKind  { return KindBlock }

// IsRaw reports that the block's lines contain no Markdown.
func (n *Block) IsRaw() bool { return true }

type nodeRenderer struct{}

func (nodeRenderer) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(KindInline, within("", ""))
	// a keyboard scrolls one that is wider than the page
	r.Register(KindBlock, within(`<div class="formula" tabindex="0">`, "</div>\n"))
}

// within writes a formula between other HTML.
func within(before, after string) renderer.NodeRendererFunc {
	return func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		_, err := w.WriteString(before + n.(interface{ markup() string }).markup() + after)
		return ast.WalkSkipChildren, err
	}
}

// markup is the MathML, or the author's TeX where there is none.
func (f *Formula) markup() string {
	if f.mathML != "" {
		return f.mathML
	}
	return "<code>" + string(util.EscapeHTML([]byte(f.TeX))) + "</code>"
}

// LineOf returns the line of the formula that the error refers to, counted from 0.
func LineOf(err error) int {
	var e Error
	if errors.As(err, &e) {
		return e.Line
	}
	return 0
}
