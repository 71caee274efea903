package charts

import (
	echarts "github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"
)

// drawHeatmap draws a cell for each pair of categories: the darker, the greater,
// with its number. Cells are marks of that size, since ECharts' own heat maps
// need colours that know no theme.
func drawHeatmap(p Panel, c *canvas) {
	const rowHeight = 26
	c.xName = p.X.Name
	c.barNames(p.Categories, false)
	c.left = min(c.left, c.origin+(c.width-c.origin)/2)
	for i, name := range c.names {
		c.names[i] = plain(name, fontSize, float64(c.left-c.origin-14))
	}
	c.bottom = c.top + rowHeight*len(p.Categories)
	cell := float64(c.right-c.left) / float64(len(p.Across))
	for _, name := range p.Across {
		c.across = append(c.across, plain(name, smallSize, cell-2))
	}
	c.layout()
	c.add(cells(p, cell, rowHeight))
}

// cells shades by rank on the axis, from pale to as strong as text bears.
func cells(p Panel, width float64, height int) series {
	points := p.Series[0].Points
	shade := p.Y.scale(p.values(), false)
	shade.place(0.06, 0.6)
	data, rows := make([]datum, len(points)), make([]int, len(points))
	for i, pt := range points {
		d := datum{Value: [2]int{pt.Across, pt.Category}, ItemStyle: &opts.ItemStyle{Color: bar, Opacity: opts.Float(float32(round(shade.at(pt.Y))))}}
		if textWidth(pt.Label, smallSize) <= width {
			l := label{text: pt.Label, size: smallSize, place: place{side: "inside"}}
			d.Label = l.style()
			d.Label.Show, d.Label.Color, d.Label.Opacity = opts.Bool(true), ink, 1
		}
		data[i], rows[i] = d, pt.Row
	}
	return series{rows: rows, SingleSeries: echarts.SingleSeries{
		Type: "scatter", Data: data, Symbol: "rect", SymbolSize: []int{int(width) - 2, height - 2},
	}}
}
