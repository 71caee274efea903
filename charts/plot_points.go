package charts

import (
	"slices"

	"github.com/jouleboard/jouleboard/charts/scene"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// drawPoints draws a panel with two numeric axes: marks, lines, a frontier.
func drawPoints(p PlotPanel, c *canvas) {
	c.bottom = c.top + plotHeight(c)
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
	c.xName, c.yName = c.named(p.X), c.named(p.Y)
	c.x, c.y = p.X.scale(xs, false), p.Y.scale(ys, true)
	c.rightAxis(p)
	c.crosswise(p.X)
	c.roomForNames(p)
	c.layout()
	c.intervals(p)
	t := p.tradeoff(c.small())
	if p.Limit.At > 0 && p.Limit.At < c.x.max {
		t.late = p.Limit.span(c)
	}
	for _, s := range p.Series {
		if s.Curve != nil {
			s.fitted().addBand(c)
		}
	}
	for _, s := range p.Series {
		if s.Curve != nil {
			s.fitted().addLine(c)
		}
		if s.Right {
			c.add(OnRight{s.drawn()})
		} else if s.Joined {
			t.under = append(t.under, s.line())
		} else if len(s.Front) > 1 {
			t.under = append(t.under, s.front())
		}
	}
	t.drawUnder(c)
	c.notes(p)
	c.endNames(p)
	t.labels = append(c.noteLabels(p), t.labels...)
	t.drawMarks(c)
}

// plotHeight keeps panels wider than high.
func plotHeight(c *canvas) int {
	width := c.width - c.origin
	return min(max(width*3/5, 170), max(300, width*3/8))
}

// scale holds the values; a linear one begins at zero unless the author says otherwise.
func (a PlotAxis) scale(values []float64, toTick bool) scale {
	values = slices.Concat(values, a.Also, a.Ticks)
	var s scale
	switch {
	case a.Categories != nil:
		return scale{min: -0.5, max: float64(len(a.Categories)) - 0.5, candidates: func(scale) [][]float64 { return [][]float64{nil} }}
	case a.Log && a.Powers:
		s = batchScale(values)
	case a.Log:
		s = logScale(values, 0.04, 0.06)
	default:
		s = wholeScale(values, toTick)
	}
	s.form = a.Form
	if a.Least != nil {
		s.min = *a.Least
	}
	if a.Most != nil {
		s.max = *a.Most
	}
	if a.Break != nil {
		s.broken(*a.Break, slices.Max(values), a.Most != nil)
	}
	if a.Ticks != nil {
		s.own = a.Ticks
	}
	return s
}

// tradeoff is the panel's marks, those of joined series without what is drawn of them
// already, with their frontier and labels.
func (p PlotPanel) tradeoff(small float64) tradeoff {
	t := tradeoff{size: 8}
	for _, s := range p.Series {
		if s.Right {
			continue
		}
		g := group{name: s.Name, mark: s.Mark}
		for _, pt := range s.Points {
			at := [2]float64{pt.X, pt.Y}
			g.at, g.rows = append(g.at, at), append(g.rows, pt.Row)
			if pt.Label != "" {
				t.labels = append(t.labels, label{value: at, text: pt.Label, size: small, gap: 6, leads: p.Leaders})
			}
		}
		if s.Joined {
			t.lines = append(t.lines, g.at)
			continue
		}
		if len(s.Front) > 0 {
			t.groups = append(t.groups, s.behind(g))
			t.lines = append(t.lines, lists.Map(s.Front, Point.at))
			g.at, g.rows = lists.Map(s.Front, Point.at), lists.Map(s.Front, func(pt Point) int { return pt.Row })
		}
		t.groups = append(t.groups, g)
	}
	for _, g := range p.Ghosts {
		mark := ghostMark{at: g.Was.at(), row: g.Was.Row}
		if g.Now != nil {
			now := g.Now.at()
			mark.now = &now
		}
		t.ghosts = append(t.ghosts, mark)
	}
	if p.Best != nil {
		best := p.Best.at()
		t.best = &best
	}
	texts := shortened(lists.Map(t.labels, func(l label) string { return l.text }), small, 220)
	for i := range t.labels {
		t.labels[i].text = texts[i]
	}
	t.front = append(t.front, lists.Map(p.Frontier, func(pt Point) [2]float64 { return [2]float64{pt.X, pt.Y} })...)
	return t
}

// at is the place of a point on the axes.
func (p Point) at() [2]float64 { return [2]float64{p.X, p.Y} }

// behind are the points of a series that its front leaves out, as hollow marks.
func (s PlotSeries) behind(g group) group {
	front := lists.By(s.Front, func(pt Point) (int, bool) { return pt.Row, true })
	hollow := group{mark: g.mark, hollow: true}
	for i, row := range g.rows {
		if !front[row] {
			hollow.at, hollow.rows = append(hollow.at, g.at[i]), append(hollow.rows, row)
		}
	}
	return hollow
}

// front joins the points of a series that no other of it beats.
func (s PlotSeries) front() Line {
	return Line{At: lists.Map(s.Front, Point.at), Style: s.Mark.line()}
}

// span is the area beyond the limit, with as much text as there is room for.
func (l PlotLimit) span(c *canvas) *Span {
	s := &Span{From: max(l.At, c.x.min), To: c.x.max}
	for _, text := range l.Texts {
		if textWidth(text, fontSize)+10 <= c.x.to-c.x.at(s.From) {
			s.Text = text
			break
		}
	}
	return s
}

func (s PlotSeries) fitted() fitted { return fitted{*s.Curve, s.Name, s.Mark.Color} }

// line joins the series' points, unless a curve leads through them.
func (s PlotSeries) line() Line {
	l := Line{
		Name: Name(s.Name), Style: s.Mark.line(),
		Shape: s.Mark.Shape, Size: 6, Mark: scene.Style{Fill: s.Mark.Color},
	}
	if s.Curve != nil && drawn(*s.Curve) {
		l.Style = scene.Style{}
	}
	for _, p := range s.Points {
		l.At, l.Rows = append(l.At, [2]float64{p.X, p.Y}), append(l.Rows, p.Row)
	}
	return l
}
