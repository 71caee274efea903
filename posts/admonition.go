package posts

import (
	"regexp"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/internal/nearest"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// admonition is a remark set apart from the text: a quotation whose first line says of which kind it is.
//
//	> [!NOTE]
//	> What to keep in mind.
type admonition struct {
	ownBlock
	word string // as written
}

var kindAdmonition = ast.NewNodeKind("Admonition")

func (*admonition) Kind() ast.NodeKind { return kindAdmonition }

// admonitions are their kinds, in the order that messages name them. Authors may write them in capitals.
var admonitions = []string{"note", "tip", "important", "warning", "caution"}

var admonitionForm = regexp.MustCompile(`^\[!([A-Za-z]{1,20})\]\s*$`)

// admonitionMaker turns such quotations into admonitions once a text is parsed.
type admonitionMaker struct{}

func (admonitionMaker) Transform(doc *ast.Document, reader text.Reader, _ parser.Context) {
	for _, q := range allOf[*ast.Blockquote](doc) {
		if word, ok := admonitionWord(q, reader.Source()); ok {
			admonish(q, word)
		}
	}
}

func admonitionWord(q *ast.Blockquote, source []byte) (string, bool) {
	first, ok := q.FirstChild().(*ast.Paragraph)
	if !ok || first.Lines().Len() == 0 {
		return "", false
	}
	line := first.Lines().At(0)
	found := admonitionForm.FindSubmatch(line.Value(source))
	if found == nil {
		return "", false
	}
	return string(found[1]), true
}

// admonish puts an admonition in the place of the quotation, without the line that says so.
func admonish(q *ast.Blockquote, word string) {
	dropLine(q.FirstChild())
	if !q.FirstChild().HasChildren() {
		q.RemoveChild(q, q.FirstChild())
	}
	if slices.Contains(layouts, strings.ToLower(word)) {
		layOut(q, strings.ToLower(word))
		return
	}
	inPlaceOf(q, &admonition{word: word})
}

// dropLine removes the nodes of a paragraph's first line.
func dropLine(paragraph ast.Node) {
	for n := paragraph.FirstChild(); n != nil; n = paragraph.FirstChild() {
		paragraph.RemoveChild(paragraph, n)
		if t, ok := n.(*ast.Text); ok && (t.SoftLineBreak() || t.HardLineBreak()) {
			return
		}
	}
}

// html begins a note with its kind in words.
func (a *admonition) html() string {
	kind := strings.ToLower(a.word)
	return `<div class="admonition about-` + kind + `" role="note"><p><strong>` + strings.ToUpper(kind[:1]) + kind[1:] + "</strong></p>\n"
}

// admonition names a kind that there is none of.
func (d *Document) admonition(n *admonition) {
	if word := strings.ToLower(n.word); !slices.Contains(admonitions, word) {
		known := slices.Concat(admonitions, layouts)
		d.fault(n, "[!%s] is not a kind of admonition; use %s%s", n.word, strings.Join(known, ", "), nearest.Hint(word, known))
		n.word = admonitions[0]
	}
}
