package live

import (
	"slices"

	"github.com/go-echarts/go-echarts/v2/opts"

	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// axisTick sets ticks to given values. go-echarts knows neither that nor a y
// axis with ticks. Split lines follow the ticks.
type axisTick struct {
	Show         bool      `json:"show"`
	CustomValues []float64 `json:"customValues,omitempty"`
}

type axisLabel struct {
	Show         bool      `json:"show"`
	Color        string    `json:"color,omitempty"`
	FontSize     int       `json:"fontSize,omitempty"`
	Margin       int       `json:"margin,omitempty"` // stated, so that it grows with the chart
	LineHeight   int       `json:"lineHeight,omitempty"`
	Interval     *int      `json:"interval,omitempty"` // go-echarts: text, which ECharts adds up as text
	CustomValues []float64 `json:"customValues,omitempty"`
}

// labelMargin is the px between the plotting area and a label.
const labelMargin = 8

// axis has what go-echarts' axes lack: ticks at given values, breaks, and numbers that 0 does not leave out.
type axis struct {
	Position      string          `json:"position,omitempty"`
	Type          string          `json:"type"`
	Min           any             `json:"min,omitempty"`
	Max           any             `json:"max,omitempty"`
	Inverse       bool            `json:"inverse,omitempty"`
	Breaks        []charts.Break  `json:"breaks,omitempty"`
	BreakArea     *breakArea      `json:"breakArea,omitempty"`
	Data          []string        `json:"data,omitempty"`
	GridIndex     int             `json:"gridIndex"`
	Name          string          `json:"name,omitempty"`
	NameLocation  string          `json:"nameLocation,omitempty"`
	NameGap       float64         `json:"nameGap,omitempty"`
	AxisLine      show            `json:"axisLine"`
	SplitLine     splitLine       `json:"splitLine"`
	AxisTick      axisTick        `json:"axisTick"`
	AxisLabel     axisLabel       `json:"axisLabel"`
	NameTextStyle *opts.TextStyle `json:"nameTextStyle,omitempty"`
	// NameMoveOverlap would move an axis name that is already placed.
	NameMoveOverlap bool `json:"nameMoveOverlap"`
	// ContainShape would stretch an axis that already contains all bars.
	ContainShape bool `json:"containShape"`
}

// breakArea is how a gap of an axis looks, which go-echarts does not know: with straight edges, and so that it stays.
type breakArea struct {
	Show            bool            `json:"show"`
	ZigzagAmplitude int             `json:"zigzagAmplitude"`
	ZigzagZ         float64         `json:"zigzagZ"`
	ExpandOnClick   bool            `json:"expandOnClick"`
	ItemStyle       *breakAreaStyle `json:"itemStyle"`
}

type breakAreaStyle struct {
	Color       string    `json:"color"`
	BorderColor string    `json:"borderColor"`
	BorderWidth float64   `json:"borderWidth"`
	BorderType  []float64 `json:"borderType"`
	Opacity     float64   `json:"opacity"`
}

type show struct {
	Show bool `json:"show"`
}

type splitLine struct {
	Show      bool            `json:"show"`
	LineStyle *opts.LineStyle `json:"lineStyle,omitempty"`
}

// axisOf is an axis of numbers or of categories. Categories without labels are numbers
// where nothing needs them to be categories, since curves may lie between them.
func axisOf(a charts.Axis, index int, inverse bool, p *charts.Panel) axis {
	extra := axis{GridIndex: index, Inverse: inverse, Name: a.Name}
	if a.Name != "" {
		extra.NameLocation, extra.NameGap = "middle", a.NameGap
		extra.NameTextStyle = letters(muted)
	}
	switch {
	case a.Categories == nil:
		extra.numbers(a, p)
	case a.Every == 0 && !slices.ContainsFunc(p.Series, needsCategories):
		extra.Type, extra.Min, extra.Max = "value", a.Least, a.Most
	default:
		extra.categories(a, inverse)
	}
	return extra
}

func (e *axis) numbers(a charts.Axis, p *charts.Panel) {
	e.Type, e.Min, e.Max = "value", a.Least, a.Most
	if a.Log {
		e.Type = "log"
	}
	if a.Break != nil {
		e.Breaks = []charts.Break{*a.Break}
		e.BreakArea = &breakArea{Show: true, ZigzagZ: firstLayer - 0.5 + float64(p.BeforeBreaks()), ItemStyle: &breakAreaStyle{
			Color: "var(--panel)", BorderColor: muted, BorderWidth: 1, BorderType: []float64{3, 3}, Opacity: 1,
		}}
	}
	values := lists.Map(a.Ticks, func(t charts.Tick) float64 { return t.At })
	e.AxisTick = axisTick{CustomValues: values}
	e.AxisLabel = axisLabel{Show: true, Color: muted, FontSize: textSize, LineHeight: textSize, Margin: labelMargin, CustomValues: values}
	e.SplitLine = splitLine{Show: true, LineStyle: &opts.LineStyle{Color: line}}
}

func (e *axis) categories(a charts.Axis, upright bool) {
	const smallSize = 11
	between := max(a.Every, 1) - 1
	e.Type, e.Data = "category", a.Categories
	e.AxisLabel = axisLabel{Show: a.Every > 0, Color: ink, FontSize: smallSize, LineHeight: textSize, Margin: labelMargin, Interval: &between}
	if upright {
		e.AxisLabel.FontSize = textSize
	}
}

func needsCategories(s charts.Series) bool {
	switch s.(type) {
	case charts.Bars, charts.Boxes:
		return true
	}
	return false
}
