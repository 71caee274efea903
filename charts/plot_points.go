package charts

import (
	"slices"

	"github.com/jouleboard/jouleboard/charts/scene"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// drawPoints draws a panel with two numeric axes: marks, lines, a frontier.
func drawPoints(p PlotPanel, c *canvas) {
	c.Bottom = c.Top + plotHeight(c)
	var xs []float64
	ys := p.values()
	for _, s := range p.Series {
		xs = append(xs, lists.Map(s.Points, func(pt Point) float64 { return pt.X })...)
		if s.Curve != nil {
			ys = slices.Concat(ys, s.Curve.Y, s.Curve.Low, s.Curve.High)
		}
	}
	for _, g := range p.Ghosts {
		xs, ys = append(xs, g.Was.X), append(ys, g.Was.Y)
	}
	for _, n := range p.Notes {
		if n.Across == "x" || n.Apart {
			xs = append(append(xs, n.X), n.edge()...)
		}
		if n.Across == "y" || n.Apart {
			ys = append(append(ys, n.Y), n.edge()...)
		}
	}
	c.x, c.y = c.scale(p.X, xs, false), c.scale(p.Y, ys, true)
	c.rightAxis(p)
	c.crosswise(p.X)
	c.roomForNames(p)
	c.layout()
	c.intervals(p)
	for _, s := range lists.Filter(p.Series, PlotSeries.curved) {
		c.addBand(s)
	}
	for _, s := range p.Series {
		if s.curved() {
			c.addCurve(s)
		}
		if s.Right {
			c.add(OnRight{s.drawn()})
		}
	}
	if p.Limit.At > 0 && p.Limit.At < c.x.Most {
		c.add(p.Limit.span(c))
	}
	c.drawGhosts(p.Ghosts)
	for _, s := range p.Series {
		if s.Joined && !s.Right {
			c.add(s.line())
		} else if len(s.Front) > 1 && !s.Right {
			c.add(Line{At: lists.Map(s.Front, Point.at), Style: s.Mark.line()})
		}
	}
	c.notes(p)
	c.endNames(p)
	c.drawMarks(p)
}

// plotHeight keeps panels wider than high.
func plotHeight(c *canvas) int {
	width := c.width - c.origin
	return min(max(width*3/5, 170), max(300, width*3/8))
}

// scale holds the values; a linear one begins at zero unless the author says otherwise.
func (c *canvas) scale(a PlotAxis, values []float64, toTick bool) scale {
	values = slices.Concat(values, a.Also, a.Ticks)
	var s scale
	switch {
	case a.Categories != nil:
		ends := Axis{Least: -0.5, Most: float64(len(a.Categories)) - 0.5, Name: c.named(a)}
		return scale{Axis: ends, candidates: func(scale) [][]float64 { return [][]float64{nil} }}
	case a.Log && a.Powers:
		s = batchScale(values)
	case a.Log:
		s = logScale(values, 0.04, 0.06)
	default:
		s = wholeScale(values, toTick)
	}
	s.form, s.Name = a.Form, c.named(a)
	if a.Least != nil {
		s.Least = *a.Least
	}
	if a.Most != nil {
		s.Most = *a.Most
	}
	if a.Break != nil {
		s.broken(*a.Break, slices.Max(values), a.Most != nil)
	}
	if a.Ticks != nil {
		s.own = a.Ticks
	}
	return s
}

// at is the place of a point on the axes.
func (p Point) at() [2]float64 { return [2]float64{p.X, p.Y} }

// span is the area beyond the limit, with as much text as there is room for.
func (l PlotLimit) span(c *canvas) Span {
	s := Span{From: max(l.At, c.x.Least), To: c.x.Most}
	for _, text := range l.Texts {
		if textWidth(text, fontSize)+10 <= c.x.To-c.x.At(s.From) {
			s.Text = text
			break
		}
	}
	return s
}

// line joins the series' points, unless a curve leads through them.
func (s PlotSeries) line() Line {
	l := Line{
		Name: Name(s.Name), Style: s.Mark.line(),
		Shape: s.Mark.Shape, Size: 6, Mark: scene.Style{Fill: s.Mark.Color},
	}
	if s.curved() {
		l.Style = scene.Style{}
	}
	marks := s.marks(s.Points)
	l.At, l.Rows = marks.At, marks.Rows
	return l
}
