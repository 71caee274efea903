package posts

import (
	"errors"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/charts/render"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/posts/paper"
	"github.com/jouleboard/jouleboard/posts/query"
	"github.com/yuin/goldmark/ast"
)

// block computes a fenced block that declares a figure or a table.
func (d *Document) block(n *ast.FencedCodeBlock) {
	kind := string(n.Language(d.source))
	if !slices.Contains([]string{"figure", "table", "board", "answer"}, kind) {
		return
	}
	switch {
	case d.query == nil:
		d.fault(n, "a %s belongs in a page or a post", kind)
		return
	case n.Parent() != d.tree:
		d.fault(n, "a %s cannot be in a list or quotation; move it out", kind)
		return
	}
	part, err := d.compute(kind, d.inside(n))
	if err != nil {
		var faults content.Errors
		if !errors.As(err, &faults) {
			faults = content.Errors{fault(d.Markdown, d.line(n), "%v", err)}
		}
		d.faults = append(d.faults, faults...)
		part = Part{Message: "This " + kind + " cannot be computed from these data. The data page lists the reason."}
	}
	d.blocks[n] = part
}

// inside is the text of a fenced block with the line that it begins on.
func (d *Document) inside(n *ast.FencedCodeBlock) content.Markdown {
	line := d.line(n) + 1
	if n.Lines().Len() > 0 {
		line = d.lineAt(n.Lines().At(0).Start)
	}
	return content.Markdown{Text: string(n.Lines().Value(d.source)), File: d.File, Line: line}
}

func (d *Document) compute(kind string, src content.Markdown) (Part, error) {
	if kind == "board" || kind == "answer" {
		return d.board(kind, src)
	}
	if kind == "table" {
		declared, err := content.ReadTable(src)
		if err == nil {
			err = d.claim(declared.ID, declared.Keys)
		}
		if err != nil {
			return Part{}, err
		}
		t, err := d.query.Table(declared)
		return Part{Table: &t}, err
	}
	declared, err := content.ReadFigure(src)
	if err == nil {
		err = d.claim(declared.Name, declared.Keys)
	}
	if err != nil {
		return Part{}, err
	}
	f, err := d.query.Figure(declared)
	if err == nil && f.Look.Sized() {
		var drawn render.Chart
		drawn, err = paper.Draw(FigureAnchor+f.Name, f.Plot, f.Look, d.query.Typeface)
		f.Chart = &drawn
	}
	return Part{Figure: &f}, err
}

// board is a leaderboard as its page shows it, or the sentence of its answer, which the caller writes.
func (d *Document) board(kind string, src content.Markdown) (Part, error) {
	b, err := content.ReadBoard(src)
	if known := d.query.Boards(); err == nil && b.Task != "" && !slices.Contains(known, b.Task) {
		err = content.Errors{b.Fault("task", "the data has no board %q; it has %s", b.Task, data.Clip(strings.Join(known, ", ")))}
	}
	if err == nil {
		err = d.query.Take(query.BoardCost)
	}
	if kind == "answer" {
		return Part{Answer: &b}, err
	}
	if err == nil {
		err = d.claim(b.Task, b.Keys)
	}
	return Part{Board: &b}, err
}

// claim refuses a name that an earlier figure or table of the text has: files and
// anchors are named by it.
func (d *Document) claim(name string, at content.Keys) error {
	if first, taken := d.names[name]; taken {
		return content.Errors{at.Fault("name", "%q is already used on line %d; choose another", name, first)}
	}
	d.names[name] = at.Line
	return nil
}
