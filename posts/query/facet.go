package query

import (
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/charts/scene"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/internal/lists"
)

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

// spreadOf is the interval of a run, nil without one.
func (m measured) spreadOf(i int) *[2]float64 {
	if m.spread[0] == nil || math.IsNaN(m.spread[0][i]) || math.IsNaN(m.spread[1][i]) {
		return nil
	}
	return &[2]float64{m.spread[0][i], m.spread[1][i]}
}

// intervalOf is an interval of values, such as range; see content.Panel.
func intervalOf(name string, values []float64) *[2]float64 {
	sorted := slices.Sorted(slices.Values(values))
	switch name {
	case "range":
		return &[2]float64{sorted[0], sorted[len(sorted)-1]}
	case "quartiles":
		return &[2]float64{lists.Quantile(sorted, 0.25), lists.Quantile(sorted, 0.75)}
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

// described names what a dot shows; a bin may have no run.
func (p *panel) described(d dot) string {
	if len(d.runs) == 0 {
		return d.category
	}
	return described(p.runs, d.runs[0])
}

// withinLimits leaves out points beyond the ends of the axes, and refuses lines and bars that would be cut.
func (p *panel) withinLimits() {
	kept := p.dots[:0:0]
	for _, d := range p.dots {
		y := p.axis.y
		if d.right {
			y = *p.axis.right
		}
		if !beyond(p.axis.x, d.x) && !beyond(y, d.shown) {
			kept = append(kept, d)
			continue
		}
		if p.kind.Shape != charts.AtPlaces || p.kind.Joined {
			p.fault("y",
				"%s is at %s, beyond the limits of the axes; widen min and max, or leave it out with where",
				p.described(d), p.text.content.Words.Number(d.shown))
		}
		p.beyond++
	}
	if len(kept) == 0 {
		p.fault("y", "no point lies within the limits of the axes; widen min and max")
	}
	if p.beyond > 0 && len(p.front) > 0 {
		p.fault("frontier",
			"%d points lie beyond the limits of the axes; widen min and max, or leave them out with where",
			p.beyond)
	}
	p.dots = kept
}

// styled gives series the colors, shapes and lines of a look.
func styled(marks charts.Marks, panels []*panel, l content.Look) charts.Marks {
	if l.Palette.IsZero() && l.Markers.IsZero() && l.Dashes.IsZero() {
		return marks
	}
	out := charts.Marks{}
	for i, name := range seriesIn(panels) {
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
