package charts

import (
	"math"

	"github.com/jouleboard/jouleboard/charts/scene"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// notes draws the lines across a panel, each with its text at the far end.
func (c *canvas) notes(p PlotPanel) {
	for _, n := range p.Notes {
		if n.Apart {
			c.apart(n)
		}
		if n.Across == "" {
			continue
		}
		if n.To != nil {
			c.area(n)
			continue
		}
		ends := [][2]float64{{n.X, c.y.Least}, {n.X, c.y.Most}}
		if n.Across == "y" {
			ends = [][2]float64{{c.x.Least, n.Y}, {c.x.Most, n.Y}}
		}
		c.add(Line{At: ends, Style: scene.Style{Stroke: muted, Width: 1.2, Dash: []float64{4.8, 2.4}}})
		text := forLabel(n.Text, c.small(), float64(c.Right-c.Left)/2)
		l := label{Label: Label{At: ends[1], Text: text, Size: c.small(), Gap: 4, Place: Place{"left", 0, 8}}}
		if n.Across == "y" {
			l = c.atFreeEnd(l, ends, p)
		} else if c.x.At(n.X) < float64(c.Left+c.Right)/2 {
			l.Side = "right"
		}
		c.crossed = append(c.crossed, along([]point{c.point(ends[0]), c.point(ends[1])})...)
		c.note(l)
	}
}

// edge is the other edge of an area.
func (n PlotNote) edge() []float64 {
	if n.To == nil {
		return nil
	}
	return []float64{*n.To}
}

// area shades what lies between two values of an axis, with its text in the upper left corner.
func (c *canvas) area(n PlotNote) {
	from, to := [2]float64{n.X, c.y.Most}, [2]float64{*n.To, c.y.Least}
	if n.Across == "y" {
		from, to = [2]float64{c.x.Least, max(n.Y, *n.To)}, [2]float64{c.x.Most, min(n.Y, *n.To)}
	} else if n.X > *n.To {
		from[0], to[0] = to[0], from[0]
	}
	c.add(Area{Outline: [][2]float64{from, {to[0], from[1]}, to, {from[0], to[1]}}, Style: scene.Style{Fill: muted, Opacity: 0.14}})
	text := forLabel(n.Text, c.small(), float64(c.Right-c.Left))
	c.note(label{Label: Label{At: from, Text: text, Size: c.small(), Gap: 4, Place: Place{"right", 0, 9}}})
}

// atFreeEnd puts the text of a level line where fewest points are near: above or below its right or left end.
func (c *canvas) atFreeEnd(l label, ends [][2]float64, p PlotPanel) label {
	const near = 12 // px
	best, fewest := l, math.MaxInt
	for _, at := range []struct {
		end   int
		place Place
	}{{1, Place{"left", 0, -8}}, {0, Place{"right", 0, -8}}, {1, Place{"left", 0, 8}}, {0, Place{"right", 0, 8}}} {
		l.At, l.Place = ends[at.end], at.place
		l.at = c.point(l.At)
		own := l.area(l.Place)
		area := box{own.left - near, own.top - near, own.right + near, own.bottom + near}
		n := lists.Sum(p.Series, func(s PlotSeries) int {
			return lists.Count(s.Points, func(pt Point) bool { return area.holds(c.point(pt.at())) })
		})
		if n < fewest && own.top > float64(c.Top-4) && own.bottom < float64(c.Bottom) {
			best, fewest = l, n
		}
	}
	if fewest == math.MaxInt {
		best.Place = Place{"left", 0, -8}
	}
	return best
}

// note writes a text, which labels keep off, and returns what it covers.
func (c *canvas) note(l label) box {
	l.at = c.point(l.At)
	area := l.area(l.Place)
	c.noted = append(c.noted, area)
	c.add(labels([]label{l}))
	return area
}

// apart writes a text at a place of its own, from where an arrow leads to each of its points.
func (c *canvas) apart(n PlotNote) {
	l := label{Label: Label{At: [2]float64{n.X, n.Y}, Text: forLabel(n.Text, c.small(), 260), Size: c.small(), Place: Place{Side: "right"}}}
	if c.x.At(n.X)+textWidth(l.Text, c.small()) > float64(c.width) {
		l.Side = "left"
	}
	area := c.note(l)
	for _, at := range n.At {
		line := label{at: c.point(at.at())}.leader(area)
		c.add(c.arrow(line[1], line[0]))
		c.crossed = append(c.crossed, along(line)...)
	}
}

// noteLabels are the texts at points; they come before all other labels.
func (c *canvas) noteLabels(p PlotPanel) (labels []label) {
	for _, n := range p.Notes {
		if n.Apart {
			continue
		}
		for _, at := range n.At {
			own := Label{At: at.at(), Text: forLabel(n.Text, c.small(), 260), Size: c.small(), Bold: true, Gap: 8}
			labels = append(labels, label{Label: own, over: 2, leads: p.Leaders})
		}
	}
	return labels
}

// arrow is a line with a head at its end.
func (c *canvas) arrow(from, to point) Line {
	const length, spread = 5, 0.45
	angle := math.Atan2(from.y-to.y, from.x-to.x)
	side := func(turn float64) [2]float64 {
		return c.valueAt(point{to.x + length*math.Cos(angle+turn), to.y + length*math.Sin(angle+turn)})
	}
	tip := c.valueAt(to)
	return Line{At: [][2]float64{c.valueAt(from), tip, gap, side(spread), tip, side(-spread)}, Style: scene.Style{Stroke: muted, Width: 1.1}}
}
