package charts

import (
	"github.com/jouleboard/jouleboard/charts/scene"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Texts are labels next to values.
type Texts struct {
	Name
	Color scene.Color
	All   []Label
}

// Label is a text next to a value, at a distance in px.
type Label struct {
	At   [2]float64
	Text string
	Size float64 // px
	Bold bool
	Gap  float64
	Place
}

// Place is where a label stands: the side, and px from there.
type Place struct {
	Side   string // left, right, top, bottom, or "inside" for around the value
	DX, DY float64
}

// labelInk is their color.
const labelInk scene.Color = "var(--label)"

// Shapes returns the texts.
func (s Texts) Shapes(p *Panel) []scene.Layer {
	texts := lists.Map(s.All, func(t Label) scene.Text { return t.text(p) })
	return []scene.Layer{{Style: scene.Style{Fill: s.Color}, Texts: texts}}
}

func (t Label) text(p *Panel) scene.Text {
	at := p.point(t.At)
	s := scene.Text{X: at.X + t.DX, Y: at.Y + t.DY, Text: t.Text, Anchor: scene.Middle, Size: t.Size, Bold: t.Bold}
	switch t.Side {
	case "right":
		s.Anchor, s.X = scene.Start, s.X+t.Gap
	case "left":
		s.Anchor, s.X = scene.End, s.X-t.Gap
	case "top":
		s.Y -= t.Gap + t.Size/2
	case "bottom":
		s.Y += t.Gap + t.Size/2
	}
	return s
}
