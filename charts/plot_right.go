package charts

import (
	"github.com/jouleboard/jouleboard/charts/scene"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// OnRight is a series on the axis at the right of its panel.
type OnRight struct{ Series }

// Shapes returns those of the series, by the other axis.
func (s OnRight) Shapes(p *Panel) []scene.Layer {
	right := *p
	right.Y = *p.Y2
	return s.Series.Shapes(&right)
}

func (s OnRight) key() Key {
	if with, ok := s.Series.(keySeries); ok {
		return with.key()
	}
	return Key{}
}

// rightAxis makes room for an axis at the right.
func (c *canvas) rightAxis(p PlotPanel) {
	if p.Right == nil {
		return
	}
	onRight := lists.Filter(p.Series, func(s PlotSeries) bool { return s.Right })
	made := c.scale(*p.Right, lists.FlatMap(onRight, PlotSeries.values), true)
	c.right2 = &made
}

// drawn are the marks of a series, joined or not.
func (s PlotSeries) drawn() Series {
	if s.Joined {
		return s.line()
	}
	return s.marks(s.Points)
}

// crosswise gives an x axis of categories their names.
func (c *canvas) crosswise(a PlotAxis) {
	if a.Categories == nil {
		return
	}
	cell := float64(c.Right-c.Left-40) / float64(len(a.Categories))
	c.x.Categories = shortened(a.Categories, c.small(), cell-2)
}

// intervals draws those of all points, below marks and lines.
func (c *canvas) intervals(p PlotPanel) {
	for _, s := range p.Series {
		made := s.intervals()
		for _, one := range made {
			if s.Right {
				one = OnRight{one}
			}
			c.add(one)
		}
	}
}

// intervals are a line with two ends for each point that has an interval, or an area along all of them.
func (s PlotSeries) intervals() []Series {
	var ends [][2]float64
	var over, under [][2]float64
	for _, pt := range s.Points {
		if pt.Spread == nil {
			continue
		}
		low, high := [2]float64{pt.X, pt.Spread[0]}, [2]float64{pt.X, pt.Spread[1]}
		over, under = append(over, high), append([][2]float64{low}, under...)
		ends = append(ends, low, high, gap)
	}
	if len(ends) == 0 {
		return nil
	}
	if s.Band {
		return []Series{Area{Outline: append(over, under...), Style: scene.Style{Fill: s.Mark.Color, Opacity: 0.18}}}
	}
	return whiskers(ends, s.Mark.Color, 7, 1.4)
}

// whiskers are lines with caps at their ends.
func whiskers(ends [][2]float64, color scene.Color, w, h float64) []Series {
	at := lists.Filter(ends, func(v [2]float64) bool { return !isGap(v) })
	return []Series{
		Line{At: ends, Style: scene.Style{Stroke: color, Width: 1.2}},
		Points{At: at, Shape: scene.Rect, W: w, H: h, Style: scene.Style{Fill: color}},
	}
}
