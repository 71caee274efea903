package charts

import "github.com/jouleboard/jouleboard/internal/lists"

// drawHistogram draws counts of bins that are equally wide on the axis.
func drawHistogram(p PlotPanel, c *canvas) {
	c.Bottom = c.Top + plotHeight(c)
	bins := p.Series[0].Points
	edges := append([]float64{bins[0].X}, lists.Map(bins, func(b Point) float64 { return b.X + b.Width })...)
	c.x, c.y = c.scale(p.X, edges, false), linearScale(p.values(), true)
	c.y.Name = c.named(p.Y)
	c.layout()
	bars := lists.Map(bins, func(b Point) Bar { return Bar{At: c.x.middle(b.X, b.X+b.Width), To: b.Y, Row: b.Row} })
	c.add(histogramBars(bars, c.x.At(edges[1])-c.x.At(edges[0])))
	c.notes(p)
}
