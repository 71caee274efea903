package query

import (
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/charts/scene"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// mostFacets is as many panels as a page shows at a legible size.
const mostFacets = 12

// facets are the panels of a declared one: one for each value of its facet, which share their axes.
func (t *Text) facets(declared content.Panel, kind charts.PlotKind) ([]*panel, error) {
	names := []string{""}
	if declared.Facet != "" {
		all := &panel{Panel: declared, text: t, kind: kind}
		if err := all.choose(); err != nil {
			return nil, err
		}
		values, err := t.textsOf(all.runs, declared.Facet)
		if err != nil {
			return nil, declared.Fault("facet", "%v", err)
		}
		if names = lists.Distinct(values); len(names) > mostFacets {
			return nil, declared.Fault("facet", "%d values; select at most %d with where", len(names), mostFacets)
		}
	}
	var panels []*panel
	for _, name := range names {
		p := &panel{Panel: declared, text: t, kind: kind, facet: name}
		if name != "" {
			p.Title = name
		}
		if err := p.compute(); err != nil {
			return nil, err
		}
		panels = append(panels, p)
	}
	shareAxes(panels)
	return panels, nil
}

// ofFacet keeps the runs of the panel's facet.
func (p *panel) ofFacet(runs table) (table, error) {
	if p.facet == "" {
		return runs, nil
	}
	values, err := p.text.textsOf(runs, p.Facet)
	if err != nil {
		return runs, p.Fault("facet", "%v", err)
	}
	return runs.only(lists.Filter(lists.Indices(len(values)), func(i int) bool { return values[i] == p.facet })), nil
}

// shareAxes makes the axes of panels show the values of all of them.
func shareAxes(panels []*panel) {
	if len(panels) < 2 {
		return
	}
	var xs, ys []float64
	for _, p := range panels {
		for _, d := range p.dots {
			xs, ys = append(xs, d.x), append(ys, d.shown)
			if d.spread != nil {
				ys = append(ys, d.spread[0], d.spread[1])
			}
		}
	}
	for _, p := range panels {
		p.axis.x.Also, p.axis.y.Also = []float64{slices.Min(xs), slices.Max(xs)}, []float64{slices.Min(ys), slices.Max(ys)}
	}
}

// xAxis is the measure of the x axis. Texts are categories in the order of the runs, at 0, 1, …; names are theirs.
func (p *panel) xAxis() (x measured, names []string, err error) {
	values, err := p.runs.Evaluate(p.X.Value)
	if err != nil {
		return x, nil, p.at(*p.X).Fault("x", "%v", err)
	}
	if !slices.ContainsFunc(values, func(v any) bool { _, text := v.(string); return text }) {
		x, err = p.measure("x", *p.X)
		return x, nil, err
	}
	if p.X.Log {
		return x, nil, p.at(*p.X).Fault("log", "%s has categories, which no logarithmic axis shows; remove log", p.X.Value)
	}
	texts, err := p.text.textsOf(p.runs, p.X.Value)
	if err != nil {
		return x, nil, p.Fault("x", "%v", err)
	}
	names = lists.Distinct(texts)
	if len(names) > mostCells {
		return x, nil, p.Fault("x", "%d categories; select at most %d with where", len(names), mostCells)
	}
	x = measured{Measure: *p.X, label: p.nameOf(p.X.Value, p.X.Label)}
	x.values = lists.Map(texts, func(text string) float64 { return float64(slices.Index(names, text)) })
	return x, names, nil
}

// spreadOf is the interval of a run, nil without one.
func (m measured) spreadOf(i int) *[2]float64 {
	if m.spread[0] == nil || math.IsNaN(m.spread[0][i]) || math.IsNaN(m.spread[1][i]) {
		return nil
	}
	return &[2]float64{m.spread[0][i], m.spread[1][i]}
}

// intervalOf is one of [content.Intervals] of values.
func intervalOf(name string, values []float64) *[2]float64 {
	sorted := slices.Sorted(slices.Values(values))
	switch name {
	case "range":
		return &[2]float64{sorted[0], sorted[len(sorted)-1]}
	case "quartiles":
		return &[2]float64{aggregate.Quantile(sorted, 0.25), aggregate.Quantile(sorted, 0.75)}
	}
	if len(values) < 2 {
		return nil
	}
	mean := Statistic("mean", values)
	squares := lists.Sum(values, func(v float64) float64 { return (v - mean) * (v - mean) })
	sd := math.Sqrt(squares / float64(len(values)-1))
	return &[2]float64{mean - sd, mean + sd}
}

// intervalNote says what the intervals of the drawing are.
func (p *panel) intervalNote() (text string) {
	w := p.text.content.Words
	if p.Interval != "" {
		text = w.Say("plot.interval." + p.Interval)
	}
	for _, m := range p.Y {
		if m.Low != "" && m.Band {
			text = joined(text, w.Say("plot.interval.band", "means", m.Means))
		} else if m.Low != "" {
			text = joined(text, w.Say("plot.interval.own", "means", m.Means))
		}
	}
	return text
}

// beyond reports whether an axis ends before a value.
func beyond(a charts.PlotAxis, v float64) bool {
	return a.Least != nil && v < *a.Least || a.Most != nil && v > *a.Most
}

// withinLimits leaves out points beyond the ends of the axes, and refuses lines and bars that would be cut.
func (p *panel) withinLimits() error {
	y := func(d dot) charts.PlotAxis {
		if d.right {
			return *p.axis.right
		}
		return p.axis.y
	}
	kept := p.dots[:0:0]
	for _, d := range p.dots {
		if !beyond(p.axis.x, d.x) && !beyond(y(d), d.shown) {
			kept = append(kept, d)
			continue
		}
		if p.kind.Shape != charts.AtPlaces || p.kind.Joined {
			return p.Fault("y", "%s is at %s, beyond the limits of the axes; widen min and max, or leave it out with where",
				p.runs.described(d.runs[0]), p.text.content.Words.Number(d.shown))
		}
		p.beyond++
	}
	if len(kept) == 0 {
		return p.Fault("y", "no point lies within the limits of the axes; widen min and max")
	}
	if p.beyond > 0 && len(p.front) > 0 {
		return p.Fault("frontier", "%d points lie beyond the limits of the axes; widen min and max, or leave them out with where", p.beyond)
	}
	p.dots = kept
	return nil
}

// styled gives series the colors, shapes and lines of a look.
func styled(marks charts.Marks, panels []*panel, l content.Look) charts.Marks {
	if l.Palette.IsZero() && l.Markers.IsZero() && l.Dashes.IsZero() {
		return marks
	}
	names := lists.FlatMap(panels, func(p *panel) []string { return p.distinct(func(d dot) string { return d.series }) })
	out := charts.Marks{}
	for i, name := range lists.Distinct(names) {
		m := marks[name]
		if color := l.Palette.Of(name, i); color != "" {
			m.Color = scene.Color(color)
		}
		if shape := l.Markers.Of(name, i); shape != "" {
			m.Shape = scene.Shape(shape)
		}
		if m.Dash = l.Dashes.Of(name, i); m.Dash == "solid" {
			m.Dash = ""
		}
		out[name] = m
	}
	return out
}
