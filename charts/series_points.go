package charts

import "github.com/jouleboard/jouleboard/charts/scene"

// Points are marks at values.
type Points struct {
	Name
	At      [][2]float64
	Rows    []int // of the figure's table; nil if the marks have no rows
	Shape   scene.Shape
	W, H    float64 // px
	Style   scene.Style
	Opacity []float64 // of each mark's fill; nil if all have that of the style
}

// Shapes returns a mark for each value.
func (s Points) Shapes(p *Panel) []scene.Layer {
	l := scene.Layer{Style: s.Style}
	for i, v := range s.At {
		at := p.point(v)
		mark := scene.Mark{X: at.X, Y: at.Y, W: s.W, H: s.H, Shape: s.Shape, Row: rowAt(s.Rows, i)}
		if s.Opacity != nil {
			mark.Opacity = s.Opacity[i]
		}
		l.Marks = append(l.Marks, mark)
	}
	return []scene.Layer{l}
}

func (s Points) key() Key {
	style := s.Style
	style.Width = max(style.Width, keyEdge)
	return Key{Shape: s.Shape, Mark: style}
}

// keyEdge is how wide the edge of a sample is at least, so that its color is seen.
const keyEdge = 2
