package charts

import (
	"github.com/jouleboard/jouleboard/charts/scene"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Bars are vertical, on the x axis, or horizontal, on the y axis.
type Bars struct {
	Name
	Lying   bool
	Width   float64 // px across
	Offset  float64 // distance in px between the bars and their places, for the bars of a group
	Gap     float64 // px between the bars of a group
	Stacked bool    // bars begin at the ends of those of the last series of the panel
	All     []Bar
	Style   scene.Style
}

// Bar reaches from a value to another at a place on the other axis.
type Bar struct {
	At, From, To float64
	Row          int // of the figure's table, or scene.NoRow
}

// Shapes returns a box for each bar.
func (s Bars) Shapes(p *Panel) []scene.Layer {
	return []scene.Layer{{Style: s.Style, Paths: lists.Map(s.All, func(b Bar) scene.Path {
		return scene.Path{Lines: [][]scene.Point{s.corners(b, p)}, Closed: true, Row: b.Row}
	})}}
}

func (s Bars) corners(b Bar, p *Panel) []scene.Point {
	if s.Lying {
		from, to, top := p.X.At(b.From), p.X.At(b.To), p.Y.At(b.At)+s.Offset-s.Width/2
		return []scene.Point{{X: from, Y: top}, {X: to, Y: top}, {X: to, Y: top + s.Width}, {X: from, Y: top + s.Width}}
	}
	from, to, left := p.Y.At(b.From), p.Y.At(b.To), p.X.At(b.At)+s.Offset-s.Width/2
	return []scene.Point{{X: left, Y: to}, {X: left + s.Width, Y: to}, {X: left + s.Width, Y: from}, {X: left, Y: from}}
}

func (s Bars) key() Key { return Key{Shape: scene.Rect, Mark: s.Style} }
