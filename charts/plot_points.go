package charts

import (
	"slices"

	echarts "github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"
)

// drawPoints draws a panel with two numeric axes: marks, lines, a frontier.
func drawPoints(p Panel, c *canvas) {
	c.bottom = c.top + plotHeight(c)
	var xs []float64
	ys := p.values()
	for _, s := range p.Series {
		for _, pt := range s.Points {
			xs = append(xs, pt.X)
		}
	}
	for _, n := range p.Notes {
		switch n.Across {
		case "x":
			xs = append(xs, n.X)
		case "y":
			ys = append(ys, n.Y)
		}
	}
	c.xName, c.yName = p.X.Name, p.Y.Name
	c.x, c.y = p.X.scale(xs, false), p.Y.scale(ys, true)
	c.layout()
	for _, s := range p.Series {
		c.add(s.marks())
	}
	if len(p.Frontier) > 1 {
		c.add(frontierLine(p.Frontier))
	}
	c.notes(p)
	c.labelPoints(p)
}

// plotHeight keeps panels a little wider than high.
func plotHeight(c *canvas) int {
	width := c.width - c.origin
	return min(max(width*3/5, 170), 300)
}

// scale holds the values; a linear one begins at zero.
func (a PlotAxis) scale(values []float64, toTick bool) scale {
	switch {
	case a.Log && a.Powers:
		return batchScale(values)
	case a.Log:
		return logScale(values, 0.04, 0.06)
	}
	return wholeScale(values, toTick)
}

func (s PlotSeries) marks() series {
	data, rows := make([][2]float64, len(s.Points)), make([]int, len(s.Points))
	for i, p := range s.Points {
		data[i], rows[i] = [2]float64{round(p.X), round(p.Y)}, p.Row
	}
	m := series{rows: rows, SingleSeries: echarts.SingleSeries{
		Name: plotName(s.Name), Type: "scatter", Data: data, Symbol: s.Mark.Shape, SymbolSize: 8, ItemStyle: s.Mark.style(),
	}}
	if s.Joined {
		m.Type, m.SymbolSize = "line", 6
		m.ItemStyle = &opts.ItemStyle{Color: s.Mark.Color}
		m.LineStyle = &lineStyle{LineStyle: opts.LineStyle{Color: s.Mark.Color, Width: 1.6}}
	}
	return m
}

func frontierLine(points []Point) series {
	var data [][2]float64
	for _, p := range points {
		data = append(data, [2]float64{round(p.X), round(p.Y)})
	}
	return series{
		Silent: true, Z: 3, LineStyle: &lineStyle{LineStyle: opts.LineStyle{Color: ink, Width: 1.4}, Type: "dashed"},
		// without this the legend shows a mark on the line
		SingleSeries: echarts.SingleSeries{
			Name: frontierName, Type: "line", Data: data, Symbol: "none", ItemStyle: &opts.ItemStyle{Opacity: opts.Float(0)},
		},
	}
}

// labelPoints writes what stands beside points, as far as there is room.
func (c *canvas) labelPoints(p Panel) {
	var labels []label
	var marks, labelled []point
	for _, s := range p.Series {
		var corners []point
		for _, pt := range s.Points {
			at := c.point([2]float64{pt.X, pt.Y})
			corners = append(corners, at)
			if pt.Label != "" {
				labelled = append(labelled, at)
				labels = append(labels, label{
					value: [2]float64{round(pt.X), round(pt.Y)}, text: plain(pt.Label, smallSize, 220), size: smallSize, gap: 6, at: at,
				})
			}
		}
		if s.Joined {
			corners = append(corners, along(corners)...)
		}
		marks = append(marks, corners...)
	}
	bounds := box{float64(c.left), float64(c.top - 4), float64(c.width), float64(c.bottom)}
	var front []point
	for _, pt := range p.Frontier {
		front = append(front, c.point([2]float64{pt.X, pt.Y}))
	}
	marks = append(marks, along(front)...)
	for i := range labels {
		labels[i].rivals = labelled
	}
	if placed := placeLabels(slices.Concat(c.noteLabels(p), labels), marks, bounds, box{}); len(placed) > 0 {
		c.add(labelSeries(placed))
	}
}
