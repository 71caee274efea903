package posts

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/posts/formula"
	"github.com/jouleboard/jouleboard/posts/query"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// Document is a parsed text with its computed values and its errors.
type Document struct {
	content.Markdown
	query    *query.Text // nil for a text that computes nothing
	source   []byte
	tree     ast.Node
	headings []Heading
	ids      map[string]int // line of the heading that has the id
	links    []*reference
	refused  []ast.Node
	blocks   map[ast.Node]Part // figures and tables by their block
	values   int
	runs     []*value       // that lead to the pages of their runs
	names    map[string]int // line of the figure or table that has the name
	faults   content.Errors
	warnings content.Errors
	pictures []*ast.Image

	citations  []*citation
	references *references          // nil for a text without a bibliography
	bibtex     *ast.FencedCodeBlock // in whose place the references stand
}

// Read parses a text and computes its declarations. A text that exceeds the limits is not read.
func Read(src content.Markdown, q *query.Text) *Document {
	d := &Document{
		Markdown: src, query: q,
		ids: map[string]int{}, blocks: map[ast.Node]Part{}, names: map[string]int{},
	}
	if line, why := excess(src.Text); why != "" {
		d.faults = content.Errors{fault(src, src.Line+line, "%s", why)}
	} else {
		d.source = []byte(src.Text)
	}
	d.tree = markdown().Parser().Parse(text.NewReader(d.source))
	d.leaveOut()
	d.walk()
	return d
}

// Render writes the text; see the function [Render]. Only one caller at a time can render a document.
func (d *Document) Render(link func(string) string) Text {
	for _, l := range d.links {
		if l.own() {
			l.rewrite(link(l.address))
		}
	}
	for _, v := range d.runs {
		v.href = link("/" + v.computed.Page)
	}
	t := Text{Headings: d.headings}
	var prose bytes.Buffer
	for n := d.tree.FirstChild(); n != nil; n = n.NextSibling() {
		if part, ok := d.blocks[n]; ok {
			t.addProse(&prose)
			t.Parts = append(t.Parts, part)
			continue
		}
		_ = markdown().Renderer().Render(&prose, d.source, n) // a buffer takes everything
	}
	t.addProse(&prose)
	return t
}

// addProse lets nothing past the allow-list.
func (t *Text) addProse(prose *bytes.Buffer) {
	if prose.Len() > 0 {
		t.Parts = append(t.Parts, Part{HTML: policy().clean(prose.String())})
		prose.Reset()
	}
}

// Computes reports whether any part of the text comes from data.
func (d *Document) Computes() bool { return len(d.blocks) > 0 || d.values > 0 }

func (d *Document) walk() {
	for n := range nodesOf(d.tree) {
		d.visit(n)
	}
	d.unlink()
	d.cite()
}

func (d *Document) visit(n ast.Node) {
	switch n := n.(type) {
	case *ast.Heading:
		d.heading(n)
	case *ast.Link:
		d.link(n, d.Address(string(n.Destination)), func(s string) { n.Destination = []byte(s) })
	case *ast.AutoLink:
		if n.AutoLinkType == ast.AutoLinkURL {
			d.link(n, string(n.URL(d.source)), nil)
		}
	case *ast.Image:
		d.image(n)
	case *formula.Inline:
		d.formula(n, n.Write)
	case *formula.Block:
		d.formula(n, n.Write)
	case *ast.HTMLBlock, *ast.RawHTML:
		d.html(n)
	case *ast.FencedCodeBlock:
		if string(n.Language(d.source)) == "bibtex" {
			d.bibliography(n)
			return
		}
		d.block(n)
	case *citation:
		d.citations = append(d.citations, n)
	case *tabs:
		if n.line = d.line(n); n.untitled {
			d.fault(n, "a text before the first tab; begin each tab with a line such as **pandas**")
		}
	case *tab:
		n.title = textIn(n.FirstChild(), d.source)
		n.RemoveChild(n, n.FirstChild())
	case *admonition:
		d.admonition(n)
	case *value:
		d.values++
		d.value(n)
	}
}

// html is never shown; a script among it is named, since its author may believe
// that it runs.
func (d *Document) html(n ast.Node) {
	what := "HTML"
	if strings.Contains(strings.ToLower(raw(n, d.source)), "<script") {
		what = "HTML with a script"
	}
	d.fault(n, "%s is not shown; write it as Markdown, or as `code` to show it as it is", what)
}

func raw(n ast.Node, source []byte) string {
	if inline, ok := n.(*ast.RawHTML); ok {
		return string(inline.Segments.Value(source))
	}
	return string(n.Lines().Value(source))
}

// line finds where a node begins; some inline nodes know it from their parent only.
func (d *Document) line(n ast.Node) int {
	for ; n != nil; n = n.Parent() {
		if p := n.Pos(); p >= 0 && p <= len(d.source) {
			return d.lineAt(p)
		}
	}
	return d.Line
}

// formula names the line of the formula on which TeX fails.
func (d *Document) formula(n ast.Node, write func() error) {
	if err := write(); err != nil {
		d.faultAt(d.line(n)+formula.LineOf(err), "formula: %v", err)
	}
}

// lineAt is the line of a byte of the text.
func (d *Document) lineAt(offset int) int {
	return d.Line + bytes.Count(d.source[:offset], []byte("\n"))
}

func (d *Document) fault(n ast.Node, format string, args ...any) {
	d.faultAt(d.line(n), format, args...)
}

func (d *Document) faultAt(line int, format string, args ...any) {
	d.faults = append(d.faults, fault(d.Markdown, line, format, args...))
}

var idForm = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

func (d *Document) heading(n *ast.Heading) {
	h := Heading{Level: n.Level, Title: textIn(n, d.source)}
	if id, ok := n.AttributeString("id"); ok {
		h.ID = string(id.([]byte))
	}
	d.checkHeading(n, h)
	d.ids[h.ID] = d.line(n)
	d.headings = append(d.headings, h)
}

func (d *Document) checkHeading(n *ast.Heading, h Heading) {
	above := 0
	if len(d.headings) > 0 {
		above = d.headings[len(d.headings)-1].Level
	}
	switch {
	case h.Level == 1:
		d.fault(n, "a heading with one #, which is reserved for the page's title; use ##")
	case h.Level > 4:
		d.fault(n, "a heading with %d #; use two to four", h.Level)
	case above > 0 && h.Level > above+1:
		d.fault(n, "a heading with %d # under one with %d; do not skip levels", h.Level, above)
	}
	if !idForm.MatchString(h.ID) {
		d.fault(n, "the heading's anchor is %q; end the line with {#anchor}: a-z, 0-9, single hyphens, a letter first", h.ID)
	}
	if first, used := d.ids[h.ID]; used {
		d.fault(n, "the anchor %q is already used on line %d; choose another", h.ID, first)
	}
}

// textIn is the text of a node without its markup.
func textIn(n ast.Node, source []byte) string {
	var b strings.Builder
	for n := range nodesOf(n) {
		switch n := n.(type) {
		case *ast.Text:
			b.Write(n.Value(source))
			if n.SoftLineBreak() || n.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(n.Value)
		case *formula.Inline:
			b.WriteString(n.TeX)
		case *value:
			b.WriteString(n.computed.Text)
		}
	}
	return strings.TrimSpace(b.String())
}
