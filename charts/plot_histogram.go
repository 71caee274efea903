package charts

import (
	"math"
)

// drawHistogram draws counts of bins that are equally wide on the axis.
func drawHistogram(p PlotPanel, c *canvas) {
	c.bottom = c.top + plotHeight(c)
	bins := p.Series[0].Points
	edges := []float64{bins[0].X}
	bars := make([]Bar, len(bins))
	for i, b := range bins {
		end := b.X + b.Width
		middle := b.X + b.Width/2
		if p.X.Log {
			middle = math.Sqrt(b.X * end)
		}
		edges = append(edges, end)
		bars[i] = Bar{At: middle, To: b.Y, Row: b.Row}
	}
	c.xName, c.yName = c.named(p.X), c.named(p.Y)
	c.x, c.y = p.X.scale(edges, false), linearScale(p.values(), true)
	c.layout()
	c.add(histogramBars(bars, c.x.at(edges[1])-c.x.at(edges[0])))
	c.notes(p)
}
