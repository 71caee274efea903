package charts

import (
	"cmp"
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/charts/scene"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// newSheetBeside begins with a legend of the names at the right, in the part of the width that they need, at most half.
func newSheetBeside(p Plot, width int, names []string) *sheet {
	const wide, above = 1.1, 6
	text := lists.Most(names, func(name string) float64 { return wide * textWidth(name, fontSize) })
	sample := p.sample()
	most := float64(width)/2 - float64(sample+keyGap)
	room := sample + keyGap + int(min(text, most))
	s := &sheet{Drawing: Drawing{Width: width}, plot: p, width: width - room - 2*legendGap}
	short := shortened(names, fontSize, most)
	for i, name := range names {
		s.Legend = append(s.Legend, Entry{
			X: float64(width - room), Y: float64(above + halfLine + i*lineHeight), Sample: float64(sample), Name: name,
			Text: short[i],
		})
	}
	s.Height = above + len(names)*lineHeight
	return s
}

// lastPoint is where a line ends; ok is false for a series that is no line.
func (s PlotSeries) lastPoint() (pt Point, ok bool) {
	if !s.Joined || s.Right || s.Name == "" || len(s.Points) == 0 {
		return pt, false
	}
	return slices.MaxFunc(s.Points, func(a, b Point) int { return cmp.Compare(a.X, b.X) }), true
}

// endGap is between the end of a line and its name, in px.
const endGap = 7

// roomForNames leaves room for the names at the ends of lines.
func (c *canvas) roomForNames(p PlotPanel) {
	if !p.Ends {
		return
	}
	widest := 0.0
	for _, s := range p.Series {
		if _, ok := s.lastPoint(); ok {
			widest = max(widest, textWidth(s.Name, c.small()))
		}
	}
	c.Right = max(c.Right-int(widest)-endGap, c.Left+leastPlot)
}

// end is the name of a line at its end.
type end struct {
	series PlotSeries
	at     Point
	from   point   // the end of the line in px
	x, y   float64 // where its name begins, and its middle
}

// endNames writes the name of each line at its end, in its color. Where one would cover a line or another name, all
// stand beside the panel, with lines to them.
func (c *canvas) endNames(p PlotPanel) {
	if !p.Ends {
		return
	}
	ends := lists.FilterMap(p.Series, func(s PlotSeries) (end, bool) {
		at, ok := s.lastPoint()
		from := c.point(at.at())
		return end{s, at, from, from.x, from.y}, ok
	})
	slices.SortStableFunc(ends, func(a, b end) int { return cmp.Compare(a.y, b.y) })
	if c.covers(ends, p) {
		for i := range ends {
			ends[i].x = c.x.To
		}
	}
	const line = 14
	for i := 1; i < len(ends); i++ {
		ends[i].y = max(ends[i].y, ends[i-1].y+line)
	}
	floor := float64(c.Bottom)
	for i := len(ends) - 1; i >= 0; i-- {
		ends[i].y = min(ends[i].y, floor)
		floor = ends[i].y - line
	}
	for _, e := range ends {
		at := e.at.at()
		if e.x > e.from.x+1 || math.Abs(e.y-e.from.y) > line/2 {
			beside := c.valueAt(point{e.x, e.y})
			if e.x > e.from.x+1 {
				c.add(Line{At: [][2]float64{at, beside}, Style: scene.Style{Stroke: e.series.Mark.Color, Width: 0.8}})
			}
			at = beside
		}
		c.add(Texts{Color: e.series.Mark.Color, All: []Label{{
			At: at, Text: e.series.Name, Size: c.small(), Bold: true, Gap: endGap, Place: Place{Side: "right", DY: e.y - c.point(at).y},
		}}})
	}
}

// covers reports whether a name at the end of its line would cover another line or name.
func (c *canvas) covers(ends []end, p PlotPanel) bool {
	var taken []box
	for _, e := range ends {
		l := label{Label: Label{Text: e.series.Name, Size: c.small(), Bold: true, Gap: endGap}, at: e.from}
		area := l.area(Place{Side: "right"})
		if !free(taken, area) {
			return true
		}
		taken = append(taken, area)
		for _, s := range p.Series {
			line := lists.Map(s.Points, func(pt Point) point { return c.point(pt.at()) })
			if s.Name != e.series.Name && !s.Right && count(append(along(line), line...), area) > 0 {
				return true
			}
		}
	}
	return false
}
