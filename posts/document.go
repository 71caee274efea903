package posts

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/posts/formula"
	"github.com/yuin/goldmark/ast"
)

// document is a parsed text, what was found in it and what is wrong with it.
type document struct {
	content.Markdown
	source   []byte
	tree     ast.Node
	headings []Heading
	ids      map[string]int // line of the heading that has the id
	links    []*reference
	refused  []ast.Node
	faults   content.Errors
}

func (d *document) walk() {
	// The visitor never fails, so neither does the walk.
	_ = ast.Walk(d.tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			d.visit(n)
		}
		return ast.WalkContinue, nil
	})
	d.unlink()
}

func (d *document) visit(n ast.Node) {
	switch n := n.(type) {
	case *ast.Heading:
		d.heading(n)
	case *ast.Link:
		d.link(n, string(n.Destination), func(s string) { n.Destination = []byte(s) })
	case *ast.AutoLink:
		if n.AutoLinkType == ast.AutoLinkURL {
			d.link(n, string(n.URL(d.source)), nil)
		}
	case *ast.Image:
		d.image(n)
	case *formula.Inline:
		d.formula(n, n.Write())
	case *formula.Block:
		d.formula(n, n.Write())
	case *ast.HTMLBlock, *ast.RawHTML:
		d.fault(n, "HTML is not shown; write it as Markdown, or as `code` to show it as it is")
	}
}

// line finds where a node begins; some inline nodes know it from their parent only.
func (d *document) line(n ast.Node) int {
	for ; n != nil; n = n.Parent() {
		if p := n.Pos(); p >= 0 && p <= len(d.source) {
			return d.Line + bytes.Count(d.source[:p], []byte("\n"))
		}
	}
	return d.Line
}

// formula names the line of the formula on which TeX fails.
func (d *document) formula(n ast.Node, err error) {
	if err != nil {
		d.faults = append(d.faults, fault(d.Markdown, d.line(n)+formula.LineOf(err), "formula: %v", err))
	}
}

func (d *document) fault(n ast.Node, format string, args ...any) {
	d.faults = append(d.faults, fault(d.Markdown, d.line(n), format, args...))
}

var idForm = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

func (d *document) heading(n *ast.Heading) {
	h := Heading{Level: n.Level, Title: plain(n, d.source)}
	if id, ok := n.AttributeString("id"); ok {
		h.ID = string(id.([]byte))
	}
	d.checkHeading(n, h)
	d.ids[h.ID] = d.line(n)
	d.headings = append(d.headings, h)
}

func (d *document) checkHeading(n *ast.Heading, h Heading) {
	above := 0
	if len(d.headings) > 0 {
		above = d.headings[len(d.headings)-1].Level
	}
	switch {
	case h.Level == 1:
		d.fault(n, "a heading with one #; the page's title is the only one, use ##")
	case h.Level > 4:
		d.fault(n, "a heading with %d #; use two to four", h.Level)
	case above > 0 && h.Level > above+1:
		d.fault(n, "a heading with %d # under one with %d; leave no level out", h.Level, above)
	}
	if !idForm.MatchString(h.ID) {
		d.fault(n, "the heading's anchor is %q; end the line with {#anchor}: a-z, 0-9, single hyphens, a letter first", h.ID)
	}
	if first, used := d.ids[h.ID]; used {
		d.fault(n, "the anchor %q is already used on line %d; choose another", h.ID, first)
	}
}

// plain is the text of a node without its markup.
func plain(n ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
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
		}
		return ast.WalkContinue, nil
	})
	return strings.TrimSpace(b.String())
}
