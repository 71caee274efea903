package charts

import (
	"github.com/jouleboard/jouleboard/charts/scene"
)

// drawHeatmap draws a cell for each pair of categories: the darker, the greater,
// with its number. Cells are marks of that size.
func drawHeatmap(p PlotPanel, c *canvas) {
	const rowHeight = 26
	c.x.Name = p.X.Name
	c.barNames(p.Categories, false)
	c.Left = min(c.Left, c.origin+(c.width-c.origin)/2)
	c.y.Categories = shortened(c.y.Categories, fontSize, float64(c.Left-c.origin-14))
	c.Bottom = c.Top + rowHeight*len(p.Categories)
	cell := float64(c.Right-c.Left) / float64(len(p.Across))
	c.x.Categories = shortened(p.Across, c.small(), cell-2)
	c.layout()
	c.add(c.cells(p, cell, float64(c.Bottom-c.Top)/float64(len(p.Categories))))
	c.add(c.cellNumbers(p, cell))
}

// cells shades by rank on the axis, from pale to as strong as text bears.
func (c *canvas) cells(p PlotPanel, width, height float64) Points {
	shade := c.scale(p.Y, p.values(), false)
	shade.place(0.06, 0.6)
	s := Points{Shape: scene.Rect, W: float64(int(width) - 2), H: height - 2, Style: scene.Style{Fill: bar}}
	for _, pt := range p.Series[0].Points {
		s.At, s.Rows = append(s.At, [2]float64{float64(pt.Across), float64(pt.Category)}), append(s.Rows, pt.Row)
		s.Opacity = append(s.Opacity, shade.At(pt.Y))
	}
	return s
}

// cellNumbers are those that fit into their cells.
func (c *canvas) cellNumbers(p PlotPanel, width float64) Texts {
	t := Texts{Color: ink}
	for _, pt := range p.Series[0].Points {
		if textWidth(pt.Label, c.small()) <= width {
			at := [2]float64{float64(pt.Across), float64(pt.Category)}
			t.All = append(t.All, Label{At: at, Text: pt.Label, Size: c.small(), Place: Place{Side: "inside"}})
		}
	}
	return t
}
