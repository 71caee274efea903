package query

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
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
	out.Frontier = append(out.Frontier, lists.Map(p.front, func(i int) charts.Point { return p.dots[i].point(nil, nil) })...)
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
func (p *panel) annotate() error {
	for _, n := range p.Notes {
		note, err := p.noteOf(n)
		if err != nil {
			return err
		}
		p.notes = append(p.notes, note)
	}
	return p.drawable()
}

func (p *panel) noteOf(n content.Note) (charts.PlotNote, error) {
	text, err := p.text.Fill(n.Text)
	if err != nil {
		return charts.PlotNote{}, n.Fault("text", "%v", err)
	}
	note := charts.PlotNote{Text: text}
	place := func(axis, text string, to *float64) {
		if text != "" && err == nil {
			note.Across = axis
			*to, err = p.text.number(text)
		}
	}
	place("x", n.X, &note.X)
	place("y", n.Y, &note.Y)
	if err == nil && n.To != "" {
		var to float64
		to, err = p.text.number(n.To)
		note.To = &to
	}
	if err != nil {
		return note, n.Fault(note.Across, "%v", err)
	}
	if note.Across != "" {
		if err := p.placeFits(n, note); err != nil || n.X == "" || n.Y == "" {
			return note, err
		}
		note.Across, note.Apart = "", true
	}
	if n.Where == "" {
		return note, nil
	}
	return p.pointNote(n, note)
}

// placeFits refuses places where there is no such axis.
func (p *panel) placeFits(n content.Note, note charts.PlotNote) error {
	if p.kind.Shape == charts.PerCategory && (n.X != "" || note.To != nil) {
		return n.Fault(note.Across, "notes on bars must be at groups or at a value; use where, or y")
	}
	if n.X != "" && (beyond(p.axis.x, note.X) || p.axis.x.Log && note.X <= 0) {
		return n.Fault("x", "%g is beyond the axis; choose another x, or widen min and max", note.X)
	}
	if n.Y != "" && (beyond(p.axis.y, note.Y) || p.axis.y.Log && note.Y <= 0) {
		return n.Fault("y", "%g is beyond the axis; choose another y, or widen min and max", note.Y)
	}
	return nil
}

// pointNote finds the drawn runs that a note speaks of.
func (p *panel) pointNote(n content.Note, note charts.PlotNote) (charts.PlotNote, error) {
	meant, err := p.runs.where(n.Where)
	if err != nil {
		return note, n.Fault("where", "%v", err)
	}
	ids := lists.By(lists.Indices(meant.Len()), func(i int) (string, bool) { return meant.Run(i), true })
	categories := p.categories()
	note.At = lists.FilterMap(p.dots, func(d dot) (charts.Point, bool) {
		return d.point(categories, nil), slices.ContainsFunc(d.runs, func(i int) bool { return ids[p.runs.Run(i)] })
	})
	if len(note.At) == 0 {
		return note, n.Fault("where", "none of the drawn runs; a note must be at a point")
	}
	return note, nil
}

// drawable refuses values that an axis cannot show.
func (p *panel) drawable() error {
	if err := cmp.Or(p.withinLimits(), p.whole()); err != nil {
		return err
	}
	for _, d := range p.dots {
		if err := cmp.Or(p.fits("x", d.x, p.axis.x.Log), p.fits("y", d.shown, p.axis.y.Log)); err != nil {
			return err
		}
	}
	return nil
}

func (p *panel) fits(key string, v float64, log bool) error {
	switch {
	case math.Abs(v) > 1e200:
		return p.Fault(key, "a value of %g cannot be shown on an axis; leave it out with where", v)
	case log && v <= 0 && p.kind.Shape != charts.PerBin:
		return p.Fault(key, "a value of %g cannot be shown on a logarithmic axis; leave it out with where, or remove log", v)
	}
	return nil
}

func decimal(x float64, decimals int) string {
	return units.Group(strconv.FormatFloat(x, 'f', decimals, 64))
}
