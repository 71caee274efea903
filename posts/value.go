package posts

import (
	"bytes"
	"html"

	"github.com/jouleboard/jouleboard/posts/query"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// value is {{ expression }} in a text.
type value struct {
	ownInline
	source   string
	offset   int // in the text
	computed query.Value
	href     string // of the run's page
}

var kindValue = ast.NewNodeKind("Value")

func (*value) Kind() ast.NodeKind { return kindValue }

// valueParser takes what stands between double braces on one line before any
// other mark in it can mean something.
type valueParser struct{}

func (valueParser) Trigger() []byte { return []byte{'{'} }

func (valueParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, segment := block.PeekLine()
	if !bytes.HasPrefix(line, []byte("{{")) {
		return nil
	}
	end := bytes.Index(line, []byte("}}"))
	if end < 0 {
		return nil
	}
	block.Advance(end + 2)
	return &value{source: string(line[2:end]), offset: segment.Start}
}

// value computes what stands in the braces; one that has no value leaves a
// visible gap.
func (d *Document) value(n *value) {
	n.computed.Text = "[no value]"
	if d.query == nil {
		d.faultAt(d.lineAt(n.offset), "{{%s}}: values are computed only in pages and posts", n.source)
		return
	}
	v, err := d.query.Value(n.source)
	if err != nil {
		d.faultAt(d.lineAt(n.offset), "%v", err)
		return
	}
	n.computed = v
	for up := n.Parent(); up != nil; up = up.Parent() {
		if kind := up.Kind(); kind == ast.KindLink || kind == ast.KindHeading {
			return // is a link already
		}
	}
	if v.Page != "" && v.Exact != "" {
		d.runs = append(d.runs, n)
	}
}

// html is the value with its full precision beside it, and leads to its run.
func (v *value) html() string {
	words := string(util.EscapeHTML([]byte(v.computed.Text)))
	if v.computed.Exact != "" {
		words = `<data value="` + v.computed.Exact + `">` + words + "</data>"
	}
	if v.href != "" {
		words = `<a href="` + html.EscapeString(v.href) + `">` + words + "</a>"
	}
	return words
}
