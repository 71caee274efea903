package charts

import (
	"github.com/jouleboard/jouleboard/charts/scene"
)

const (
	barWidth = 13
	barGap   = 3
)

// drawBars draws horizontal bars, so that names of any length stand level.
func drawBars(p PlotPanel, c *canvas) {
	group := len(p.Series)*(barWidth+barGap) - barGap
	above := c.width-c.origin < 480
	rowHeight := group + 16
	if above {
		rowHeight = group + 32
	}
	c.bottom = c.top + rowHeight*max(len(p.Categories), 1)
	c.xName = c.named(p.Y)
	c.barNames(p.Categories, above)
	c.x = p.Y.scale(append(p.values(), 0), false)
	c.right -= int(longestLabel(p))
	c.layout()
	for i, s := range p.Series {
		bars := s.bars(i, len(p.Series))
		c.add(bars)
		c.add(s.labels(bars))
	}
	if above {
		c.add(c.namesAbove(p.Categories, group/2+10))
	}
	c.add(c.barNotes(p))
}

// barNames stand beside the bars, or are kept for a line above them.
func (c *canvas) barNames(names []string, above bool) {
	c.names, c.unnamed = numbered(len(names)), above
	if above {
		return
	}
	for i, name := range names {
		c.names[i] = plain(name, fontSize, 0.45*float64(c.width))
		c.left = max(c.left, c.origin+int(textWidth(c.names[i], fontSize))+16)
	}
}

func longestLabel(p PlotPanel) (most float64) {
	for _, s := range p.Series {
		for _, pt := range s.Points {
			if pt.Label != "" {
				most = max(most, textWidth(pt.Label, smallSize)+8)
			}
		}
	}
	return most
}

// bars is one bar for each category that the series has a value in. Every second
// series is pale with an edge, so that color is not all that tells them apart.
func (s PlotSeries) bars(i, of int) Bars {
	middle := float64(of-1) / 2
	bars := Bars{
		Name: Name(plotName(s.Name)), Lying: true, Width: barWidth, Gap: barGap,
		Offset: (float64(i) - middle) * (barWidth + barGap), Style: s.Mark.bar(i),
	}
	for _, p := range s.Points {
		bars.All = append(bars.All, Bar{At: float64(p.Category), To: p.Y, Row: p.Row})
	}
	return bars
}

// labels stand at the ends of the bars.
func (s PlotSeries) labels(bars Bars) Texts {
	t := Texts{Name: Name(bars.Name), Color: ink}
	for _, p := range s.Points {
		if p.Label != "" {
			at := [2]float64{p.Y, float64(p.Category)}
			t.All = append(t.All, Label{At: at, Text: p.Label, Size: smallSize, Side: "right", Gap: 4, DY: bars.Offset})
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
	for i, name := range names {
		text := plain(name, fontSize, float64(c.width-c.left)-4)
		t.All = append(t.All, Label{At: [2]float64{c.x.min, float64(i)}, Text: text, Size: fontSize, Side: "right", DY: -float64(rise)})
	}
	return t
}

// barNotes stand behind the bars that they speak of.
func (c *canvas) barNotes(p PlotPanel) Texts {
	t := Texts{Color: labelInk}
	for _, n := range p.Notes {
		for _, at := range n.At {
			text := plain(n.Text, smallSize, 240)
			l := Label{At: [2]float64{at.Y, float64(at.Category)}, Text: text, Size: smallSize, Side: "right", Gap: 6}
			if at.Label != "" {
				l.Gap += textWidth(at.Label, smallSize)
			}
			if c.x.at(at.Y)+l.Gap+textWidth(text, smallSize) > float64(c.width) {
				l.Side, l.Gap = "left", 6
			}
			t.All = append(t.All, l)
		}
	}
	return t
}
