package live

import (
	"fmt"

	echarts "github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"

	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/charts/scene"
)

// series adds what go-echarts lacks: dash patterns, ends of lines, drawing order.
type series struct {
	echarts.SingleSeries
	XAxisIndex int        `json:"xAxisIndex"`
	YAxisIndex int        `json:"yAxisIndex"`
	LineStyle  *lineStyle `json:"lineStyle,omitempty"`
	AreaStyle  *areaStyle `json:"areaStyle,omitempty"`
	MarkArea   *markArea  `json:"markArea,omitempty"`
	BoxWidth   []float64  `json:"boxWidth,omitempty"`
	Silent     bool       `json:"silent,omitempty"`
	Z          int        `json:"z"`
	rows       []int
}

type lineStyle struct {
	opts.LineStyle
	Type []float64 `json:"type,omitempty"` // px on and off
	Cap  string    `json:"cap,omitempty"`
}

// areaStyle fills from a line to a value; go-echarts takes a name only.
type areaStyle struct {
	Color   string  `json:"color"`
	Opacity float64 `json:"opacity"`
	Origin  float64 `json:"origin"`
}

// markArea is a span; go-echarts' has no distance of the label from the corner.
type markArea struct {
	Data      []any           `json:"data"`
	ItemStyle *opts.ItemStyle `json:"itemStyle"`
	Label     *datumLabel     `json:"label"`
}

// seriesOf is a series in ECharts' terms.
func seriesOf(s charts.Series, p *charts.Panel) series {
	var made series
	switch s := s.(type) {
	case charts.Points:
		made = pointsOf(s)
	case charts.Line:
		made = lineOf(s)
	case charts.Area:
		made = areaOf(s)
	case charts.Bars:
		made = barsOf(s, p)
	case charts.Boxes:
		made = boxesOf(s)
	case charts.OnRight:
		return seriesOf(s.Series, p)
	case charts.Span:
		made = spanOf(s)
	case charts.Texts:
		made = textsOf(s)
	default:
		panic(fmt.Sprintf("live: no option for series of %T", s))
	}
	made.Name = string(s.Named())
	return made
}

func pointsOf(s charts.Points) series {
	var data any = pairs(s.At)
	if s.Opacity != nil {
		own := make([]datum, len(s.At))
		for i, v := range s.At {
			style := itemStyle(s.Style)
			style.Opacity = opacity(s.Opacity[i])
			own[i] = datum{Value: pair(v), ItemStyle: style}
		}
		data = own
	}
	return series{rows: s.Rows, SingleSeries: echarts.SingleSeries{
		Type: "scatter", Data: data, Symbol: string(s.Shape), SymbolSize: size(s.W, s.H), ItemStyle: itemStyle(s.Style),
	}}
}

func lineOf(s charts.Line) series {
	made := series{rows: s.Rows, LineStyle: strokeOf(s.Style), SingleSeries: echarts.SingleSeries{
		Type: "line", Data: pairs(s.At), Symbol: "none",
		// ItemStyle is set because otherwise the legend shows a mark on the line
		ItemStyle: &opts.ItemStyle{Opacity: opts.Float(0)},
	}}
	if s.Shape != "" {
		made.Symbol, made.SymbolSize, made.ItemStyle = string(s.Shape), s.Size, itemStyle(s.Mark)
	}
	return made
}

// areaOf uses that a line's area reaches down to one value: along an outline that ends
// at that value, it covers what the outline encloses, on axes of any kind.
func areaOf(s charts.Area) series {
	last := s.Outline[len(s.Outline)-1]
	return series{
		LineStyle: &lineStyle{LineStyle: opts.LineStyle{Width: 0, Opacity: opts.Float(0)}},
		AreaStyle: &areaStyle{Color: string(s.Style.Fill), Opacity: s.Style.Opacity, Origin: round(last[1])},
		SingleSeries: echarts.SingleSeries{
			Type: "line", Data: pairs(s.Outline), Symbol: "none", ItemStyle: &opts.ItemStyle{Opacity: opts.Float(0)},
		},
	}
}

func barsOf(s charts.Bars, p *charts.Panel) series {
	made := series{SingleSeries: echarts.SingleSeries{
		Type: "bar", BarWidth: fmt.Sprintf("%.1f", s.Width), BarGap: fmt.Sprintf("%.4f%%", 100*s.Gap/s.Width), ItemStyle: itemStyle(s.Style),
	}}
	if s.Stacked {
		made.Stack = "whole"
	}
	if !s.Lying {
		data := make([][2]float64, len(s.All))
		for i, b := range s.All {
			data[i], made.rows = [2]float64{round(b.At), round(b.To)}, append(made.rows, b.Row)
		}
		made.Data = data
		return made
	}
	data := make([]any, len(p.Y.Categories))
	for i := range data {
		data[i], made.rows = "-", append(made.rows, scene.NoRow)
	}
	for _, b := range s.All {
		data[int(b.At)], made.rows[int(b.At)] = round(b.To-b.From), b.Row
	}
	made.Data = data
	return made
}

func boxesOf(s charts.Boxes) series {
	data := make([][5]float64, len(s.All))
	for i, five := range s.All {
		for k, v := range five {
			data[i][k] = round(v)
		}
	}
	return series{BoxWidth: []float64{s.Width, s.Width}, SingleSeries: echarts.SingleSeries{
		Type: "boxplot", Data: data, ItemStyle: itemStyle(s.Style),
	}}
}

// spanGap is the px between the corner of a span and its text.
const spanGap = 5

func spanOf(s charts.Span) series {
	area := &markArea{
		Data:      []any{[]opts.MarkAreaData{{Name: s.Text, XAxis: round(s.From)}, {XAxis: s.To}}},
		ItemStyle: itemStyle(s.Shade()), Label: &datumLabel{Distance: spanGap},
	}
	area.Label.Show, area.Label.Position, area.Label.Color = opts.Bool(s.Text != ""), "insideTopLeft", string(charts.LateText)
	area.Label.FontSize, area.Label.LineHeight = textSize, textSize
	return series{MarkArea: area, SingleSeries: echarts.SingleSeries{Type: "line", Data: []any{}}}
}
