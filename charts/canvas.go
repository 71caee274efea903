package charts

import "github.com/jouleboard/jouleboard/content/words"

// canvas is a panel under construction: two axes around a plotting area whose edges
// are given in px from the drawing's upper left.
type canvas struct {
	words                    *words.Catalog
	width, height            int
	origin                   int // left edge of the panel that the canvas is, 0 where it is the drawing
	left, top, right, bottom int
	x, y                     scale
	right2                   *scale   // of the axis at the right, nil for none
	names                    []string // of the categories on the y axis, instead of a scale
	unnamed                  bool     // the names stand above their rows
	across                   []string // of the categories on the x axis, instead of a scale
	acrossEvery              int      // so many of them share a name; 0 is 1
	series                   []Series
	noted                    []box   // texts of lines and areas across the panel, which labels keep off
	crossed                  []point // along those lines
	unlabeled                int     // labels that have no room
	stretch                  int     // by how much the plotting area is higher than its kind needs, see [Plot.Within]
	even                     bool    // all texts have one size, as on paper
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
	c.bottom += c.stretch
	if c.names == nil {
		c.y.place(float64(c.bottom), float64(c.top))
		c.left = c.origin + int(c.y.labelWidth()) + 30
	}
	if c.x.candidates == nil { // categories alone
		return
	}
	if c.right2 != nil {
		c.right2.place(float64(c.bottom), float64(c.top))
		c.right = min(c.right, c.width-int(c.right2.labelWidth())-30)
	}
	c.x.place(float64(c.left), float64(c.right))
	if over := c.x.reach() - float64(c.width); over > 0 {
		c.right -= int(over) + 1
		c.x.place(float64(c.left), float64(c.right))
	}
	if out := float64(c.origin) - c.x.lead(); out > 0 {
		c.left += int(out) + 1
		c.x.place(float64(c.left), float64(c.right))
	}
}

func (c *canvas) add(s Series) { c.series = append(c.series, s) }

// panel is what was built.
func (c *canvas) panel() Panel {
	p := Panel{Left: c.left, Top: c.top, Right: c.right, Bottom: c.bottom, X: c.xAxis(), Y: c.yAxis(), Series: c.series, Unlabeled: c.unlabeled}
	if c.right2 != nil {
		axis := c.right2.axis(c.words, float64(int(c.right2.labelWidth())+nameBeside))
		p.Y2 = &axis
	}
	return p
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
	if c.across == nil {
		return c.x.axis(c.words, nameBelow)
	}
	a := categories(c.across, max(c.acrossEvery, 1), float64(c.left), float64(c.right))
	a.Name, a.NameGap, a.TextSize = c.x.Name, nameBelow, c.small()
	return a
}

// yAxis has the first of its categories on top.
func (c *canvas) yAxis() Axis {
	if c.names == nil {
		return c.y.axis(c.words, float64(int(c.y.labelWidth())+nameBeside))
	}
	every := 1
	if c.unnamed {
		every = 0
	}
	return categories(c.names, every, float64(c.top), float64(c.bottom))
}
