package view

import (
	"cmp"
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Style says how a drawing names things. Scripts read it too.
type Style struct {
	Words  *words.Catalog    `json:"-"`
	Axes   map[string]string `json:"axes"`             // names of columns with their units
	Best   map[string]string `json:"best,omitempty"`   // what the best value of a column is called: "lowest energy per token"
	Units  map[string]string `json:"units,omitempty"`  // of values in sentences: "J"
	Powers []string          `json:"powers,omitempty"` // columns whose ticks are powers of two
	Marks  charts.Marks      `json:"marks"`            // by name of a series
	Names  map[string]string `json:"names,omitempty"`  // what values are called, if not by themselves
	Wide   int               `json:"wide"`             // px, of the wide drawing
	Beside int               `json:"beside"`           // panels side by side there
	Unit   string            `json:"unit,omitempty"`   // of the limit
	Curves bool              `json:"-"`                // whether lines have curves
}

// Plot is the drawing of an answer, without its words and its table. The rows of its marks are indices into
// [Answer.Rows].
func (a Answer) Plot(s Subject, style Style) charts.Plot {
	p := charts.Plot{Words: style.Words, Kind: "trade-off", Width: style.Wide, Beside: style.Beside}
	switch a.View.Kind {
	case Line:
		p.Kind = "line"
	case Bar:
		p.Kind = "bar"
	}
	if len(a.Rows) == 0 {
		return p
	}
	if a.View.Kind == Bar {
		p.Panels = []charts.PlotPanel{a.barPanel(s, style)}
		return p
	}
	for _, facet := range a.Facets {
		for _, y := range a.View.Y {
			panel := a.panel(s, style, facet, s.Axis(a.View.X, a.Query.Percentile), s.Axis(y, a.Query.Percentile))
			if slices.ContainsFunc(panel.Series, func(one charts.PlotSeries) bool { return len(one.Points) > 0 }) {
				p.Panels = append(p.Panels, panel)
			}
		}
	}
	if len(a.Facets) > 1 {
		alike(p.Panels)
	}
	if a.View.Kind == Line && style.Curves {
		p.Curves = charts.CurveTable(style.Words, fit(p.Panels))
	}
	return p
}

// alike gives panels the same axes.
func alike(panels []charts.PlotPanel) {
	var xs, ys []float64
	for _, panel := range panels {
		for _, one := range panel.Series {
			for _, at := range one.Points {
				xs, ys = append(xs, at.X), append(ys, at.Y)
			}
		}
	}
	for i := range panels {
		panels[i].X.Also, panels[i].Y.Also = xs, ys
	}
}

// barPanel has a bar for each row, named by x.
func (a Answer) barPanel(s Subject, style Style) charts.PlotPanel {
	y := s.Axis(a.View.Y[0], a.Query.Percentile)
	panel := charts.PlotPanel{X: a.axis(s, style, a.View.X), Y: a.axis(s, style, y), Single: true}
	name, number := s.text(a.View.X), s.number(y)
	column, _ := s.Board.Column(y)
	row := map[string]int{}
	for i, r := range a.Rows {
		category := style.called(name(r))
		if work := s.Board.WorkOf(r); work != "" && a.View.X != board.WorkColumn {
			category += " (" + work + ")"
		}
		row[r.Run], panel.Categories = i, append(panel.Categories, category)
	}
	for _, one := range a.Series {
		bars := charts.PlotSeries{Name: a.named(style, one), Mark: style.Marks[one.Name]}
		for _, r := range one.Rows {
			v, _ := number(r)
			bars.Points = append(bars.Points, charts.Point{Y: v, Category: row[r.Run], Row: row[r.Run], Label: Written(style.Words, column, v)})
		}
		panel.Series = append(panel.Series, bars)
	}
	return panel
}

// Written is a number of a column as people read it: integers whole, others in the column's form.
func Written(w *words.Catalog, c board.Column, x float64) string {
	if c.Kind == data.Int {
		return w.Whole(int(x))
	}
	return w.In(c.Form, x)
}

// fit gives the lines of all panels their curves, all at once.
func fit(panels []charts.PlotPanel) (curves []charts.SweepCurve) {
	var sweeps []fitting.Sweep
	for _, panel := range panels {
		for _, one := range panel.Series {
			sweeps = append(sweeps, fitting.Sweep{
				X: lists.Map(one.Points, func(p charts.Point) float64 { return math.Log2(p.X) }),
				Y: lists.Map(one.Points, func(p charts.Point) float64 { return p.Y }),
			})
		}
	}
	sketches := fitting.Sketches(sweeps)
	for _, panel := range panels {
		for i := range panel.Series {
			one := &panel.Series[i]
			if len(one.Points) > 0 {
				one.Curve = &sketches[0]
				curves = append(curves, charts.SweepCurve{Sketch: sketches[0], Metric: panel.Y.Name, Series: one.Name, Points: len(one.Points)})
			}
			sketches = sketches[1:]
		}
	}
	return curves
}

func (a Answer) panel(s Subject, style Style, facet, x, y string) charts.PlotPanel {
	panel := charts.PlotPanel{X: a.axis(s, style, x), Y: a.axis(s, style, y)}
	if a.View.Facet != "" {
		panel.Title = style.Words.Say("views.facet", "name", style.Axes[a.View.Facet], "value", style.called(facet))
	}
	places := places{row: map[string]int{}, labels: map[string]string{}, x: s.number(x), y: s.number(y)}
	for i, r := range a.Rows {
		places.row[r.Run] = i
	}
	own := lists.Filter(a.Series, func(one Series) bool { return one.Facet == facet })
	for _, one := range own {
		a.name(one.Front, s, style, places.labels)
	}
	for _, one := range own {
		panel.Series = append(panel.Series, charts.PlotSeries{
			Name: a.named(style, one), Mark: style.Marks[one.Name], Joined: a.View.Kind == Line,
			Points: places.of(one.Rows), Front: places.of(one.Front),
		})
	}
	if a.View.Kind == Tradeoff && a.Query.Deadline > 0 {
		if latency := s.Board.Rows[0].Schema().LatencyAt(); len(latency) > 0 && x == s.Axis(latency[0], a.Query.Percentile) {
			panel.Limit = style.limit(a.Query.Deadline)
		}
		if a.Ringed() {
			panel.Best = &places.of([]aggregate.Row{*a.Best})[0]
		}
	}
	return panel
}

// Ringed reports whether the best row within the limit has a ring: where all did the same work and are in one panel.
func (a Answer) Ringed() bool {
	return a.View.Kind == Tradeoff && a.Query.Deadline > 0 && a.Best != nil && a.View.Facet == "" &&
		!slices.ContainsFunc(a.Rows, func(r aggregate.Row) bool { return r.Group != a.Best.Group })
}

// named is what a series is called, "" for the only one of a view without colors.
func (a Answer) named(style Style, one Series) string {
	if one.Name == "" && a.View.By == "" {
		return ""
	}
	return style.called(one.Name)
}

// name labels the rows of a frontier by their runs, each label once: at the lowest of its rows.
func (a Answer) name(front []aggregate.Row, s Subject, style Style, labels map[string]string) {
	c, ok := s.Board.Column(a.View.Label)
	if !ok {
		return
	}
	named := map[string]bool{}
	for _, r := range slices.Backward(front) {
		text := c.Text(r)
		if text != "" {
			text = style.called(text)
		}
		if n, ok := c.Number(r); ok {
			text = style.Words.Whole(int(n))
		}
		if text != "" && !named[text] {
			named[text], labels[r.Run] = true, text
		}
	}
}

// called is what a value is called.
func (style Style) called(value string) string { return cmp.Or(style.Names[value], value) }

// places are where rows stand in a panel.
type places struct {
	row    map[string]int    // by run
	labels map[string]string // by run
	x, y   func(aggregate.Row) (float64, bool)
}

func (p places) of(rows []aggregate.Row) (points []charts.Point) {
	for _, r := range rows {
		x, okX := p.x(r)
		y, okY := p.y(r)
		if okX && okY {
			points = append(points, charts.Point{X: x, Y: y, Row: p.row[r.Run], Label: p.labels[r.Run]})
		}
	}
	return points
}

func (a Answer) axis(s Subject, style Style, column string) charts.PlotAxis {
	return charts.PlotAxis{
		Name: style.Axes[column], Log: !slices.Contains(a.View.Linear, column), Powers: slices.Contains(style.Powers, column),
		Form: s.Board.Form(column),
	}
}

func (style Style) limit(deadline float64) charts.PlotLimit {
	text := style.Words.Typed(deadline) + " " + style.Unit
	return charts.PlotLimit{At: deadline, Texts: []string{style.Words.Say("charts.frontier.slower", "deadline", text), "> " + text}}
}
