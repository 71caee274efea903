package charts

import (
	"github.com/jouleboard/jouleboard/charts/scene"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Area is the inside of an outline of values.
type Area struct {
	Name
	Outline [][2]float64
	Style   scene.Style
}

// Shapes returns the filled outline.
func (s Area) Shapes(p *Panel) []scene.Layer {
	corners := lists.Map(s.Outline, p.point)
	path := scene.Path{Lines: [][]scene.Point{corners}, Closed: true, Row: scene.NoRow}
	return []scene.Layer{{Style: s.Style, Paths: []scene.Path{path}}}
}

// Span is the area between two values of the x axis, with a text in its upper left corner.
type Span struct {
	Name
	From, To float64
	Text     string
}

// LateText is the color of a span's text.
const LateText scene.Color = "var(--late-text)"

// Shade is how a span is filled.
func (s Span) Shade() scene.Style { return scene.Style{Fill: "var(--late)", Opacity: 0.35} }

// Shapes returns the shade and its text.
func (s Span) Shapes(p *Panel) []scene.Layer {
	from, to := p.X.At(s.From), p.X.At(s.To)
	top, bottom := float64(p.Top), float64(p.Bottom)
	corners := []scene.Point{{X: from, Y: bottom}, {X: to, Y: bottom}, {X: to, Y: top}, {X: from, Y: top}}
	shade := scene.Layer{Style: s.Shade()}
	shade.Paths = []scene.Path{{Lines: [][]scene.Point{corners}, Closed: true, Row: scene.NoRow}}
	layers := []scene.Layer{shade}
	if s.Text != "" {
		text := scene.Text{X: from + 5, Y: top + halfLine + 5, Text: s.Text}
		layers = append(layers, scene.Layer{Style: scene.Style{Fill: LateText}, Texts: []scene.Text{text}})
	}
	return layers
}
