package charts

import (
	"github.com/jouleboard/jouleboard/charts/scene"
	"github.com/jouleboard/jouleboard/internal/lists"
)

const (
	barWidth = 13
	barGap   = 3
)

// drawBars draws horizontal bars, so that names of any length stand level.
func drawBars(p PlotPanel, c *canvas) {
	group := len(p.Series)*(barWidth+barGap) - barGap
	if p.Stacked || p.Single {
		group = barWidth
	}
	above := c.width-c.origin < 480
	if len(p.acrossNotes()) > 0 {
		c.Top += 16 // for their texts
	}
	rowHeight := group + 16
	if above {
		rowHeight = group + 32
	}
	c.Bottom = c.Top + rowHeight*max(len(p.Categories), 1)
	c.barNames(p.Categories, above)
	c.x = c.scale(p.Y, append(p.barEnds(), 0), false)
	right, left := c.longestLabels(p)
	c.Right, c.Left = c.Right-int(right), c.Left+int(left)
	c.layout()
	notes := c.placeBarNotes(p, float64(group), above)
	for i, bars := range p.bars() {
		s := p.Series[i]
		c.add(bars)
		for _, one := range s.barIntervals(bars, float64(c.Bottom-c.Top)/float64(len(p.Categories))) {
			c.add(one)
		}
		if !p.Stacked {
			c.add(s.labels(bars, c.small()))
		}
	}
	if above {
		c.add(c.namesAbove(p.Categories, group/2+10))
	}
	c.addBarNotes(p, notes)
}

// barNames stand beside the bars, or are kept for a line above them.
func (c *canvas) barNames(names []string, above bool) {
	if above {
		c.y.Categories = numbered(len(names))
		return
	}
	c.y.Categories, c.y.Every = shortened(names, fontSize, 0.45*float64(c.width)), 1
	for _, name := range c.y.Categories {
		c.Left = max(c.Left, c.origin+int(textWidth(name, fontSize))+16)
	}
}

// longestLabels are those at bars that go to the right and to the left, in px.
func (c *canvas) longestLabels(p PlotPanel) (right, left float64) {
	for _, s := range p.Series {
		for _, pt := range s.Points {
			switch width := textWidth(pt.Label, c.small()) + 8; {
			case pt.Label == "" || p.Stacked:
			case pt.Y < 0:
				left = max(left, width)
			default:
				right = max(right, width)
			}
		}
	}
	return right, left
}

// barEnds are the values that bars reach, and their intervals.
func (p PlotPanel) barEnds() []float64 {
	if !p.Stacked {
		return append(p.values(), p.acrossNotes()...)
	}
	values := p.acrossNotes()
	for _, bars := range p.bars() {
		values = append(values, lists.Map(bars.All, func(b Bar) float64 { return b.To })...)
	}
	return values
}

// acrossNotes are the values at which lines cross the bars.
func (p PlotPanel) acrossNotes() []float64 {
	across := lists.Filter(p.Notes, func(n PlotNote) bool { return n.Across == "y" })
	return lists.Map(across, func(n PlotNote) float64 { return n.Y })
}

// bars are those of each series.
func (p PlotPanel) bars() []Bars {
	ends := map[int][2]float64{}
	return lists.Times(len(p.Series), func(i int) Bars {
		bars := p.Series[i].bars(i, len(p.Series))
		if p.Stacked {
			bars = bars.stacked(ends)
		} else if p.Single {
			bars.Offset = 0
		}
		return bars
	})
}

// stacked are the bars on those before them; ends has for each category how far those reach to the left and to the right.
func (b Bars) stacked(ends map[int][2]float64) Bars {
	b.Stacked, b.Offset = true, 0
	for i, one := range b.All {
		side := 1
		if one.To < 0 {
			side = 0
		}
		reached := ends[int(one.At)]
		b.All[i].From, b.All[i].To = reached[side], reached[side]+one.To
		reached[side] += one.To
		ends[int(one.At)] = reached
	}
	return b
}

// barIntervals are those of the bars; row is the height of a category in px.
func (s PlotSeries) barIntervals(bars Bars, row float64) []Series {
	var ends [][2]float64
	for _, pt := range s.Points {
		if pt.Spread != nil {
			at := float64(pt.Category) + bars.Offset/row
			ends = append(ends, [2]float64{pt.Spread[0], at}, [2]float64{pt.Spread[1], at}, gap)
		}
	}
	if len(ends) == 0 {
		return nil
	}
	return whiskers(ends, ink, 1.4, 7)
}

// bars is one bar for each category that the series has a value in. Every second
// series is pale with an edge, so that color is not all that tells them apart.
func (s PlotSeries) bars(i, of int) Bars {
	middle := float64(of-1) / 2
	bars := Bars{
		Name: Name(s.Name), Lying: true, Width: barWidth, Gap: barGap,
		Offset: (float64(i) - middle) * (barWidth + barGap), Style: s.Mark.bar(i),
	}
	bars.All = lists.Map(s.Points, func(p Point) Bar { return Bar{At: float64(p.Category), To: p.Y, Row: p.Row} })
	return bars
}

// labels stand at the ends of the bars.
func (s PlotSeries) labels(bars Bars, size float64) Texts {
	t := Texts{Name: Name(bars.Name), Color: ink}
	for _, p := range s.Points {
		if p.Label != "" {
			at, side := [2]float64{p.Y, float64(p.Category)}, "right"
			if p.Y < 0 {
				side = "left"
			}
			if p.Spread != nil {
				at[0] = max(p.Y, p.Spread[1])
			}
			t.All = append(t.All, Label{At: at, Text: p.Label, Size: size, Gap: 4, Place: Place{side, 0, bars.Offset}})
		}
	}
	return t
}

func (m Mark) bar(i int) scene.Style {
	s := scene.Style{Fill: m.Color, Stroke: m.Color, Width: 1.5}
	if i%2 == 1 {
		s.Fill += "59"
	}
	return s
}

// namesAbove writes the categories' names so many px above their middles.
func (c *canvas) namesAbove(names []string, rise int) Texts {
	t := Texts{Color: labelInk}
	for i, text := range shortened(names, fontSize, float64(c.width-c.Left)-4) {
		t.All = append(t.All, Label{At: [2]float64{c.x.Least, float64(i)}, Text: text, Size: fontSize, Place: Place{"right", 0, -float64(rise)}})
	}
	return t
}
