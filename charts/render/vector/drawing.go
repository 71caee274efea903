// Package vector answers what a finished picture consists of: outlines and lines of text in real colours, in the
// order in which they cover each other. Package charts/render makes such a picture of a drawing, charts/render/raster
// turns it into PNG, charts/render/pdf into PDF. It knows no chart, no CSS and no file format.
package vector

import "image/color"

// Drawing is shapes over each other, the first one lowest. Lengths are px of the drawing, x to the right, y down.
type Drawing struct {
	Width, Height float64
	Shapes        []Shape
}

// Shape is an outline or a label, filled, drawn along its edge, or both.
type Shape struct {
	Path   Path
	Label  *Label // nil for an outline
	Matrix Matrix // from the coordinates of Path or Label to the drawing's
	Fill   Paint
	Stroke Paint
	Pen    Pen
	// Clips are areas, in the drawing's coordinates, outside of which the shape does not show.
	Clips []Path
	// StrokeFirst lays the fill over the stroke, as a halo around text needs.
	StrokeFirst bool
}

// Label is one line of text. Its base line begins, is centred or ends at (X, Y), as Anchor says.
type Label struct {
	Text   string
	X, Y   float64
	Size   float64 // of the em, in px
	Anchor Anchor
	Bold   bool
	Italic bool
}

// Anchor is the part of a label that stands at its point.
type Anchor string

// The anchors have the names that SVG gives them.
const (
	Start  Anchor = "start"
	Middle Anchor = "middle"
	End    Anchor = "end"
)

// shift is where a label of the width begins, from its point.
func (a Anchor) shift(width float64) float64 {
	switch a {
	case Middle:
		return -width / 2
	case End:
		return -width
	}
	return 0
}

// Paint is a colour or a gradient. The zero Paint paints nothing.
type Paint struct {
	Color    color.NRGBA
	Gradient *Gradient // its stops' opacity holds, Color's does not count
}

// Visible reports whether the paint leaves a mark.
func (p Paint) Visible() bool { return p.Gradient != nil || p.Color.A > 0 }

// Gradient passes from colour to colour along a line or, when Radial, from the centre (X1, Y1) to the distance R.
// Coordinates are the shape's.
type Gradient struct {
	X1, Y1, X2, Y2, R float64
	Radial            bool
	Stops             []Stop // offsets do not fall
}

// Stop is the colour at a part of a gradient's way, from 0 to 1.
type Stop struct {
	Offset float64
	Color  color.NRGBA
}

// At is the colour of the point.
func (g *Gradient) At(x, y float64) color.NRGBA {
	t := g.part(x, y)
	last := Stop{Offset: 0, Color: g.Stops[0].Color}
	for _, s := range g.Stops {
		if t < s.Offset {
			return between(last.Color, s.Color, (t-last.Offset)/(s.Offset-last.Offset))
		}
		last = s
	}
	return last.Color
}

func between(a, b color.NRGBA, t float64) color.NRGBA {
	mix := func(x, y uint8) uint8 { return uint8(float64(x) + (float64(y)-float64(x))*min(max(t, 0), 1) + 0.5) }
	return color.NRGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), mix(a.A, b.A)}
}

// Pen is how a line is drawn.
type Pen struct {
	Width      float64
	Dash       []float64 // px on and off in turn; none for a solid line
	DashOffset float64
	Cap        Cap
	Join       Join
	MiterLimit float64 // 0 for SVG's 4
}

// Cap is the end of a line, Join its corner; the names are SVG's and "" stands for the first.
type (
	Cap  string
	Join string
)

// The ends and corners of lines.
const (
	Butt      Cap  = "butt"
	RoundCap  Cap  = "round"
	Square    Cap  = "square"
	Miter     Join = "miter"
	RoundJoin Join = "round"
	Bevel     Join = "bevel"
)
