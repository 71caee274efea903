package live

import (
	"math"

	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/charts/scene"
)

// datum is a mark with settings of its own.
type datum struct {
	Value     any         `json:"value"`
	Label     *datumLabel `json:"label,omitempty"`
	ItemStyle *itemStyle  `json:"itemStyle,omitempty"`
}

type label struct {
	Show       *bool   `json:"show,omitempty"`
	Color      string  `json:"color,omitempty"`
	FontWeight string  `json:"fontWeight,omitempty"`
	FontSize   float32 `json:"fontSize,omitempty"`
	LineHeight float32 `json:"lineHeight,omitempty"`
	Position   string  `json:"position,omitempty"`
	Formatter  string  `json:"formatter,omitempty"`
}

type datumLabel struct {
	label
	Offset   [2]float64 `json:"offset"`
	Distance float64    `json:"distance"`
}

// pairs are values as an option has them.
func pairs(values [][2]float64) []any {
	data := make([]any, len(values))
	for i, v := range values {
		data[i] = pair(v)
	}
	return data
}

// pair is a value; what is no number ends a line.
func pair(v [2]float64) any {
	if math.IsNaN(v[0]) || math.IsNaN(v[1]) {
		return [2]string{"-", "-"}
	}
	return [2]float64{round(v[0]), round(v[1])}
}

func size(w, h float64) any {
	if w == h {
		return w
	}
	return []float64{w, h}
}

// textsOf writes labels of marks that are too small to be seen.
func textsOf(s charts.Texts) series {
	data := make([]datum, len(s.All))
	for i, l := range s.All {
		data[i] = datum{Value: pair(l.At), Label: labelOf(l)}
	}
	return series{
		Type: "scatter", Data: data, SymbolSize: 0.1, Label: &label{Show: new(true), Color: string(s.Color)},
		ItemStyle: itemStyleOf(scene.Style{}),
	}
}

func labelOf(l charts.Label) *datumLabel {
	d := &datumLabel{Distance: l.Gap, Offset: [2]float64{l.DX, l.DY}}
	d.Formatter, d.Position, d.FontSize, d.LineHeight = l.Text, l.Side, float32(l.Size), float32(l.Size)
	if l.Bold {
		d.FontWeight = boldWeight
	}
	return d
}
