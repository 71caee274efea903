package live

import (
	"cmp"
	"math"

	echarts "github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"

	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/charts/scene"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// datum is a mark with settings of its own.
type datum struct {
	Value     any             `json:"value"`
	Label     *datumLabel     `json:"label,omitempty"`
	ItemStyle *opts.ItemStyle `json:"itemStyle,omitempty"`
}

type datumLabel struct {
	opts.Label
	Offset   [2]float64 `json:"offset"`
	Distance float64    `json:"distance"`
}

// pairs are values as an option has them.
func pairs(values [][2]float64) []any {
	return lists.Map(values, pair)
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

func itemStyle(s scene.Style) *opts.ItemStyle {
	style := &opts.ItemStyle{Color: "transparent", Opacity: opacity(s.Opacity)}
	if s.Fill != "" {
		style.Color = string(s.Fill)
	}
	if s.Stroke != "" {
		style.BorderColor, style.BorderWidth = string(s.Stroke), float32(width(s))
	}
	return style
}

func strokeOf(s scene.Style) *lineStyle {
	style := &lineStyle{
		LineStyle: opts.LineStyle{Color: string(s.Stroke), Width: float32(width(s)), Opacity: opacity(s.Opacity)},
		Type:      s.Dash,
	}
	if s.Round {
		style.Cap = "round"
	}
	return style
}

func width(s scene.Style) float64 {
	return cmp.Or(s.Width, 1)
}

// opacity states what ECharts would choose by itself otherwise.
func opacity(x float64) *float32 {
	x = cmp.Or(x, 1)
	return opts.Float(float32(math.Round(1000*x) / 1000))
}

// textsOf writes labels of marks that are too small to be seen.
func textsOf(s charts.Texts) series {
	data := lists.Map(s.All, func(l charts.Label) datum { return datum{Value: pair(l.At), Label: labelOf(l)} })
	return series{SingleSeries: echarts.SingleSeries{
		Type: "scatter", Data: data, SymbolSize: 0.1, Label: &opts.Label{Show: opts.Bool(true), Color: string(s.Color)},
		ItemStyle: &opts.ItemStyle{Color: "transparent", Opacity: opts.Float(1)},
	}}
}

func labelOf(l charts.Label) *datumLabel {
	d := &datumLabel{Distance: l.Gap, Offset: [2]float64{l.DX, l.DY}}
	d.Formatter, d.Position, d.FontSize, d.LineHeight = l.Text, l.Side, float32(l.Size), float32(l.Size)
	if l.Bold {
		d.FontWeight = "600"
	}
	return d
}
