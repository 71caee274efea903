package query

import (
	"math"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// plot makes the chart's panel; rows are the table's rows of the dots.
func (p *panel) plot(rows []int, marks charts.Marks) charts.PlotPanel {
	out := charts.PlotPanel{Title: p.title, X: p.axis.x, Y: p.axis.y, Notes: p.notes, Right: p.axis.right, Stacked: p.Stacked, Leaders: true}
	if p.kind.Shape != charts.PerBin && p.dots[0].category != "" {
		out.Categories = p.categories()
	}
	if p.kind.Shape == charts.PerCell {
		out.Across = p.acrossNames()
	}
	thin := p.thinned()
	for i, d := range p.dots {
		pt := d.point(out.Categories, out.Across)
		pt.Row = rows[i]
		if thin != nil && !thin[i] {
			if p.kind.Shape != charts.WithinCategory {
				continue
			}
			pt.Row = -1 // part of the shape, without a mark
		}
		s := seriesOf(&out, d.series)
		s.Mark, s.Joined = marks[d.series], p.kind.Joined
		s.Right, s.Band = d.right, s.Band || d.band
		s.Points = append(s.Points, pt)
	}
	out.Frontier = lists.Map(p.front, func(i int) charts.Point { return p.dots[i].point(nil, nil) })
	return out
}

// thinned are the dots to draw where there are too many: those on the frontier,
// and as if by chance others, but always the same. It is nil where all are drawn.
func (p *panel) thinned() map[int]bool {
	if len(p.dots) <= charts.MostMarks || p.kind.Shape == charts.PerBin {
		return nil
	}
	order := lists.Indices(len(p.dots))
	// run ids are hashes: their order is chance, and it never changes
	slices.SortStableFunc(order, func(a, b int) int {
		return strings.Compare(p.runs.Run(p.dots[a].runs[0]), p.runs.Run(p.dots[b].runs[0]))
	})
	kept := lists.Distinct(append(slices.Clone(p.front), order...))[:charts.MostMarks]
	return lists.By(kept, func(i int) (int, bool) { return i, true })
}

// seriesOf is the panel's series of that name.
func seriesOf(p *charts.PlotPanel, name string) *charts.PlotSeries {
	i := slices.IndexFunc(p.Series, func(s charts.PlotSeries) bool { return s.Name == name })
	if i < 0 {
		i = len(p.Series)
		p.Series = append(p.Series, charts.PlotSeries{Name: name})
	}
	return &p.Series[i]
}

func (d dot) point(categories, across []string) charts.Point {
	return charts.Point{
		X: d.x, Y: d.shown, Width: d.width, Label: d.label, Spread: d.spread,
		Category: max(slices.Index(categories, d.category), 0), Across: max(slices.Index(across, d.across), 0),
	}
}

// annotate computes the notes.
func (p *panel) annotate() {
	p.notes = lists.Map(p.Notes, p.noteOf)
}

func (p *panel) noteOf(n content.Note) (note charts.PlotNote) {
	filled := func(key, text string, fill func(string) error) {
		if text != "" && p.err == nil {
			if err := fill(text); err != nil {
				p.fail(n.Fault(key, "%v", err))
			}
		}
	}
	filled("text", n.Text, func(text string) (err error) {
		note.Text, err = p.text.Fill(text)
		return err
	})
	place := func(axis, text string, to *float64) {
		filled(axis, text, func(text string) (err error) {
			note.Across = axis
			*to, err = p.text.number(text)
			return err
		})
	}
	place("x", n.X, &note.X)
	place("y", n.Y, &note.Y)
	filled(note.Across, n.To, func(text string) error {
		to, err := p.text.number(text)
		note.To = &to
		return err
	})
	if note.Across != "" {
		p.placeFits(n, note)
		if n.X == "" || n.Y == "" {
			return note
		}
		note.Across, note.Apart = "", true
	}
	if n.Where != "" && p.err == nil {
		note.At = p.pointsOf(n)
	}
	return note
}

// placeFits refuses places where there is no such axis.
func (p *panel) placeFits(n content.Note, note charts.PlotNote) {
	if p.kind.Shape == charts.PerCategory && (n.X != "" || note.To != nil) {
		p.fail(n.Fault(note.Across, "notes on bars must be at groups or at a value; use where, or y"))
	}
	if n.X != "" && (beyond(p.axis.x, note.X) || p.axis.x.Log && note.X <= 0) {
		p.fail(n.Fault("x", "%g is beyond the axis; choose another x, or widen min and max", note.X))
	}
	if n.Y != "" && (beyond(p.axis.y, note.Y) || p.axis.y.Log && note.Y <= 0) {
		p.fail(n.Fault("y", "%g is beyond the axis; choose another y, or widen min and max", note.Y))
	}
}

// pointsOf are the drawn runs that a note speaks of.
func (p *panel) pointsOf(n content.Note) []charts.Point {
	meant := p.runs.Filter(n.Where)
	if err := meant.Err(); err != nil {
		p.fail(n.Fault("where", "%v", err))
		return nil
	}
	ids := lists.By(lists.Indices(meant.Len()), func(i int) (string, bool) { return meant.Run(i), true })
	categories := p.categories()
	at := lists.FilterMap(p.dots, func(d dot) (charts.Point, bool) {
		return d.point(categories, nil), slices.ContainsFunc(d.runs, func(i int) bool { return ids[p.runs.Run(i)] })
	})
	if len(at) == 0 {
		p.fail(n.Fault("where", "none of the drawn runs; a note must be at a point"))
	}
	return at
}

// drawable refuses values that an axis cannot show.
func (p *panel) drawable() {
	p.withinLimits()
	p.whole()
	for _, d := range p.dots {
		p.fits("x", d.x, p.axis.x.Log)
		p.fits("y", d.shown, p.axis.y.Log)
	}
}

func (p *panel) fits(key string, v float64, log bool) {
	switch {
	case math.Abs(v) > 1e200:
		p.fault(key, "a value of %g cannot be shown on an axis; leave it out with where", v)
	case log && v <= 0 && p.kind.Shape != charts.PerBin:
		p.fault(key,
			"a value of %g cannot be shown on a logarithmic axis; leave it out with where, or remove log", v)
	}
}
