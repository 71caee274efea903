package posts

import (
	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// frame is around a table of many columns, which a keyboard can scroll in it.
type frame struct{ ownBlock }

var kindFrame = ast.NewNodeKind("Frame")

func (*frame) Kind() ast.NodeKind { return kindFrame }

// fewColumns fit a small phone.
const fewColumns = 4

// framer puts tables into frames once a text is parsed.
type framer struct{}

func (framer) Transform(doc *ast.Document, _ text.Reader, _ parser.Context) {
	for _, table := range allOf[*east.Table](doc) {
		if len(table.Alignments) <= fewColumns {
			continue
		}
		f := &frame{}
		f.SetPos(table.Pos())
		table.Parent().ReplaceChild(table.Parent(), table, f)
		f.AppendChild(f, table)
	}
}

// html begins a frame, which is named by the heading above it.
func (f *frame) html() string {
	label := ""
	for n := f.PreviousSibling(); n != nil && label == ""; n = n.PreviousSibling() {
		if id, ok := n.AttributeString("id"); ok && n.Kind() == ast.KindHeading {
			label = ` aria-labelledby="` + string(util.EscapeHTML(id.([]byte))) + `"`
		}
	}
	return `<div class="scroll" role="group"` + label + ` tabindex="0">` + "\n"
}
