package charts

import (
	"fmt"

	echarts "github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"
)

const (
	barWidth = 13
	barGap   = 3
)

// drawBars draws horizontal bars, so that names of any length stand level.
func drawBars(p Panel, c *canvas) {
	group := len(p.Series)*(barWidth+barGap) - barGap
	above := c.width-c.origin < 480
	rowHeight := group + 16
	if above {
		rowHeight = group + 32
	}
	c.bottom = c.top + rowHeight*max(len(p.Categories), 1)
	c.xName = p.Y.Name
	c.barNames(p.Categories, above)
	c.x = p.Y.scale(append(p.values(), 0), false)
	c.right -= int(longestLabel(p))
	c.layout()
	for i, s := range p.Series {
		c.add(s.bars(i, len(p.Categories)))
	}
	if above {
		c.add(c.namesAbove(p.Categories, group/2+10))
	}
	if labels := c.barNotes(p); len(labels) > 0 {
		c.add(textSeries(labels))
	}
}

// barNames stand beside the bars, or are kept for a line above them.
func (c *canvas) barNames(names []string, above bool) {
	c.names, c.unnamed = make([]string, len(names)), above
	for i, name := range names {
		if above {
			c.names[i] = fmt.Sprint(i)
			continue
		}
		c.names[i] = plain(name, fontSize, 240)
		c.left = max(c.left, c.origin+int(textWidth(c.names[i], fontSize))+16)
	}
}

func longestLabel(p Panel) (most float64) {
	for _, s := range p.Series {
		for _, pt := range s.Points {
			if pt.Label != "" {
				most = max(most, textWidth(pt.Label, smallSize)+8)
			}
		}
	}
	return most
}

// bars is one bar a category, a gap where the series has none. Every second
// series is pale with an edge, so that colour is not all that tells them apart.
func (s PlotSeries) bars(i, categories int) series {
	data, rows := make([]any, categories), make([]int, categories)
	for k := range data {
		data[k], rows[k] = datum{Value: "-"}, -1
	}
	for _, p := range s.Points {
		d := datum{Value: round(p.Y)}
		if p.Label != "" {
			l := label{text: p.Label, size: smallSize, gap: 4, place: place{side: "right"}}
			d.Label = l.style()
			d.Label.Show = opts.Bool(true)
			d.Label.Color = ink
		}
		data[p.Category], rows[p.Category] = d, p.Row
	}
	return series{rows: rows, SingleSeries: echarts.SingleSeries{
		Name: plotName(s.Name), Type: "bar", Data: data, BarWidth: fmt.Sprint(barWidth), BarGap: fmt.Sprintf("%d%%", barGap*100/barWidth),
		ItemStyle: s.Mark.bar(i),
	}}
}

func (m Mark) bar(i int) *opts.ItemStyle {
	if i%2 == 1 {
		return &opts.ItemStyle{Color: m.Color + "59", BorderColor: m.Color, BorderWidth: 1.5}
	}
	return &opts.ItemStyle{Color: m.Color, BorderColor: m.Color, BorderWidth: 1.5}
}

// namesAbove writes the categories' names so many px above their middles.
func (c *canvas) namesAbove(names []string, rise int) series {
	labels := make([]datum, len(names))
	for i, name := range names {
		l := label{text: plain(name, fontSize, float64(c.width-c.left)-4), size: fontSize, gap: 5, place: place{"right", -5, -rise}}
		labels[i] = datum{Value: [2]any{c.x.min, i}, Label: l.style()}
	}
	return textSeries(labels)
}

// barNotes stand behind the bars that they speak of.
func (c *canvas) barNotes(p Panel) (labels []datum) {
	for _, n := range p.Notes {
		for _, at := range n.At {
			text := plain(n.Text, smallSize, 240)
			l := label{text: text, size: smallSize, gap: 6, place: place{side: "right"}}
			if at.Label != "" {
				l.gap += int(textWidth(at.Label, smallSize))
			}
			if c.x.at(at.Y)+float64(l.gap)+textWidth(text, smallSize) > float64(c.width) {
				l.place = place{"left", 0, 0}
				l.gap = 6
			}
			labels = append(labels, datum{Value: [2]any{round(at.Y), at.Category}, Label: l.style()})
		}
	}
	return labels
}
