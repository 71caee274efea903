package charts

import (
	"fmt"
	"math"

	echarts "github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"
)

// drawHistogram draws counts of bins that are equally wide on the axis.
func drawHistogram(p Panel, c *canvas) {
	c.bottom = c.top + plotHeight(c)
	bins := p.Series[0].Points
	edges := []float64{bins[0].X}
	data, rows := make([][2]float64, len(bins)), make([]int, len(bins))
	for i, b := range bins {
		end := b.X + b.Width
		middle := b.X + b.Width/2
		if p.X.Log {
			middle = math.Sqrt(b.X * end)
		}
		edges = append(edges, end)
		data[i], rows[i] = [2]float64{round(middle), b.Y}, b.Row
	}
	c.xName, c.yName = p.X.Name, p.Y.Name
	c.x, c.y = p.X.scale(edges, false), linearScale(p.values(), true)
	c.layout()
	width := c.x.at(edges[1]) - c.x.at(edges[0])
	c.add(series{rows: rows, SingleSeries: echarts.SingleSeries{
		Type: "bar", Data: data, BarWidth: fmt.Sprintf("%.1f", max(width-1, width*0.8)), ItemStyle: &opts.ItemStyle{Color: bar},
	}})
	c.notes(p)
}
