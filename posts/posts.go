// Package posts converts pages and posts to HTML.
//
// It converts the Markdown of package content to HTML that is safe in a page; package query computes the figures,
// tables and values in it. Errors name file and line.
//
// All HTML passes one allow-list of elements and attributes (policy.go). The package does not decide addresses: the
// caller resolves those of the site's own pages, so that a text works under any base URL.
package posts

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/posts/formula"
	"github.com/jouleboard/jouleboard/posts/query"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// Text is rendered Markdown.
type Text struct {
	Parts    []Part
	Headings []Heading // in order, for a table of contents
}

// HTML returns the prose of all parts.
func (t Text) HTML() string {
	var b strings.Builder
	for _, p := range t.Parts {
		b.WriteString(p.HTML)
	}
	return b.String()
}

// Part is a piece of prose, a figure, a table, a leaderboard, the sentence with its main result, or a message in the
// place of a part that cannot be made.
type Part struct {
	HTML    string
	Figure  *query.Figure
	Table   *query.Table
	Board   *content.BoardBlock // a leaderboard
	Answer  *content.BoardBlock // its main result in a sentence
	Message string
}

// Heading is the title of a section and its anchor.
type Heading struct {
	Level int // 2, 3 or 4
	ID    string
	Title string // plain text
}

// Render turns Markdown that computes nothing into HTML. It calls link with every address that begins with a single
// slash and writes the result. Raw HTML, links to other schemes and headings out of order are left out or made
// harmless, and listed in an error of type [content.Errors]; the text is still usable. Footnotes are numbered from 1
// in each text, so only one text of a page may have them.
func Render(src content.Markdown, link func(string) string) (Text, error) {
	d := Read(src, nil)
	return d.Render(link), slices.Concat(d.faults, d.warnings).OrNil()
}

// markdown is made for the first text, since most commands read none.
var markdown = sync.OnceValue(func() goldmark.Markdown {
	return goldmark.New(
		goldmark.WithExtensions(
			// a style attribute would violate the site's Content-Security-Policy
			extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)),
			extension.Footnote,
			extension.DefinitionList,
			formula.Extension,
		),
		goldmark.WithParserOptions(
			parser.WithAutoHeadingID(), parser.WithHeadingAttribute(),
			parser.WithInlineParsers(util.Prioritized(valueParser{}, 50), util.Prioritized(citationParser{}, 60)),
			parser.WithASTTransformers(
				util.Prioritized(admonitionMaker{}, 100), util.Prioritized(framer{}, 110),
			),
		),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(own, 100))),
	)
})

func fault(src content.Markdown, line int, format string, args ...any) content.Error {
	return content.Error{File: src.File, Line: line, Message: fmt.Sprintf(format, args...)}
}
