package charts

import (
	"github.com/jouleboard/jouleboard/charts/scene"
)

// Line joins values in their order; a gap ends it, and the next value begins another.
type Line struct {
	Name
	At    [][2]float64
	Style scene.Style
	// Shape, Size and Mark describe the marks at the values, "" for no marks; Rows are their rows.
	Shape scene.Shape
	Size  float64 // px
	Mark  scene.Style
	Rows  []int
}

// Shapes returns the line, then its marks.
func (s Line) Shapes(p *Panel) []scene.Layer {
	path := scene.Path{Row: scene.NoRow}
	begun := false
	for _, v := range s.At {
		if isGap(v) {
			begun = false
			continue
		}
		if !begun {
			path.Lines = append(path.Lines, nil)
		}
		begun = true
		last := &path.Lines[len(path.Lines)-1]
		*last = append(*last, p.point(v))
	}
	layers := []scene.Layer{{Style: s.Style, Paths: []scene.Path{path}}}
	if s.Shape != "" {
		layers = append(layers, s.marks().Shapes(p)...)
	}
	return layers
}

func (s Line) marks() Points {
	return Points{At: s.At, Rows: s.Rows, Shape: s.Shape, W: s.Size, H: s.Size, Style: s.Mark}
}

func (s Line) key() Key {
	k := Key{Line: s.Style}
	if s.Shape != "" {
		k.Shape, k.Mark = s.Shape, s.Mark
	}
	return k
}
