package charts

import "github.com/jouleboard/jouleboard/content/words"

// canvas is a panel under construction: two axes around a plotting area whose edges
// are given in px from the drawing's upper left.
type canvas struct {
	Panel
	words         *words.Catalog
	width, height int
	origin        int     // left edge of the panel that the canvas is, 0 where it is the drawing
	x, y          scale   // which have categories instead of ticks, or none
	right2        *scale  // of the axis at the right, nil for none
	noted         []box   // texts of lines and areas across the panel, which labels keep off
	crossed       []point // along those lines
	stretch       int     // by how much the plotting area is higher than its kind needs, see [Plot.Within]
	even          bool    // all texts have one size, as on paper
}

// small is the size of labels in px.
func (c *canvas) small() float64 {
	if c.even {
		return fontSize
	}
	return smallSize
}

// layout places the scales; the y axis points up. The left edge is set by the
// labels of the y axis where it has a scale. The first and the last label of the x axis
// must not be cut.
func (c *canvas) layout() {
	c.Bottom += c.stretch
	if c.y.Categories == nil {
		c.y.place(float64(c.Bottom), float64(c.Top))
		c.Left = c.origin + int(c.y.labelWidth()) + 30
	}
	if c.x.candidates == nil { // categories alone
		return
	}
	if c.right2 != nil {
		c.right2.place(float64(c.Bottom), float64(c.Top))
		c.Right = min(c.Right, c.width-int(c.right2.labelWidth())-30)
	}
	c.x.place(float64(c.Left), float64(c.Right))
	if over := c.x.reach() - float64(c.width); over > 0 {
		c.Right -= int(over) + 1
		c.x.place(float64(c.Left), float64(c.Right))
	}
	if out := float64(c.origin) - c.x.lead(); out > 0 {
		c.Left += int(out) + 1
		c.x.place(float64(c.Left), float64(c.Right))
	}
}

func (c *canvas) add(s Series) { c.Series = append(c.Series, s) }

// panel is what was built.
func (c *canvas) panel() Panel {
	c.X, c.Y = c.xAxis(), c.yAxis()
	if c.right2 != nil {
		axis := c.right2.axis(c.words, float64(int(c.right2.labelWidth())+nameBeside))
		c.Y2 = &axis
	}
	return c.Panel
}

// drawing is a chart of this one panel.
func (c *canvas) drawing() Drawing {
	return Drawing{Width: c.width, Height: c.height, Panels: []Panel{c.panel()}}
}

// Px from the plotting area to the names of the axes.
const (
	nameBelow  = 28
	nameBeside = 18 // from the labels on
)

func (c *canvas) xAxis() Axis {
	if c.x.Categories == nil {
		return c.x.axis(c.words, nameBelow)
	}
	a := c.x.categorized(float64(c.Left), float64(c.Right))
	a.Every, a.NameGap, a.TextSize = max(a.Every, 1), nameBelow, c.small()
	return a
}

// yAxis has the first of its categories on top.
func (c *canvas) yAxis() Axis {
	if c.y.Categories == nil {
		return c.y.axis(c.words, float64(int(c.y.labelWidth())+nameBeside))
	}
	return c.y.categorized(float64(c.Top), float64(c.Bottom))
}
