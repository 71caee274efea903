// Package posts answers: what does an author's text say? It turns the Markdown
// of package content into HTML that is safe to place in a page, and names by
// file and line what it leaves out.
//
// Nothing reaches a page past one allow-list of elements and attributes
// (policy.go). The package decides no address: the caller resolves those of the
// site's own pages, so that a text works under any base path.
package posts

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/posts/formula"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Text is rendered Markdown.
type Text struct {
	HTML     string
	Headings []Heading // in order, for a table of contents
}

// Heading is a section's title and its anchor.
type Heading struct {
	Level int // 2, 3 or 4
	ID    string
	Title string // plain text
}

// Render turns Markdown into HTML. It hands every address that begins with a
// single slash to link and writes what that returns. Raw HTML, links to other
// schemes and headings out of order are left out or kept harmless, and named in
// an error of type [content.Errors]; the text is usable all the same. Footnotes
// are numbered from 1 in each text, so only one text of a page may have them.
func Render(src content.Markdown, link func(string) string) (Text, error) {
	d := read(src)
	for _, l := range d.links {
		if l.own() {
			l.rewrite(link(l.address))
		}
	}
	var out bytes.Buffer
	if err := markdown.Renderer().Render(&out, d.source, d.tree); err != nil {
		d.fault(d.tree, "%v; simplify the text here", err)
	}
	return Text{HTML: policy.Sanitize(out.String()), Headings: d.headings}, orNil(d.faults)
}

// markdown writes the alignment of table cells as attributes, since a style
// attribute would violate the site's Content-Security-Policy.
var markdown = goldmark.New(
	goldmark.WithExtensions(
		extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)),
		extension.Footnote,
		extension.DefinitionList,
		formula.Extension,
	),
	goldmark.WithParserOptions(parser.WithAutoHeadingID(), parser.WithHeadingAttribute()),
	goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(code{}, 100))),
)

// read parses a text and collects what the rest needs from its tree.
func read(src content.Markdown) *document {
	d := &document{Markdown: src, source: []byte(src.Text), ids: map[string]int{}}
	d.tree = markdown.Parser().Parse(text.NewReader(d.source))
	d.walk()
	return d
}

// orNil is a nil error where there is no fault, which a nil content.Errors in
// an error variable would not be.
func orNil(faults content.Errors) error {
	if len(faults) == 0 {
		return nil
	}
	slices.SortStableFunc(faults, func(a, b content.Error) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	return faults
}

func fault(src content.Markdown, line int, format string, args ...any) content.Error {
	return content.Error{File: src.File, Line: line, Message: fmt.Sprintf(format, args...)}
}
