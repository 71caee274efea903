package live

import (
	"slices"

	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// axisTick sets ticks to given values. Split lines follow the ticks.
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
	Interval     *int      `json:"interval,omitempty"`
	CustomValues []float64 `json:"customValues,omitempty"`
}

// labelMargin is the px between the plotting area and a label.
const labelMargin = 8

type axis struct {
	Position      string         `json:"position,omitempty"`
	Type          string         `json:"type"`
	Min           any            `json:"min,omitempty"`
	Max           any            `json:"max,omitempty"`
	Inverse       bool           `json:"inverse,omitempty"`
	Breaks        []charts.Break `json:"breaks,omitempty"`
	BreakArea     *breakArea     `json:"breakArea,omitempty"`
	Data          []string       `json:"data,omitempty"`
	GridIndex     int            `json:"gridIndex"`
	Name          string         `json:"name,omitempty"`
	NameLocation  string         `json:"nameLocation,omitempty"`
	NameGap       float64        `json:"nameGap,omitempty"`
	AxisLine      show           `json:"axisLine"`
	SplitLine     splitLine      `json:"splitLine"`
	AxisTick      axisTick       `json:"axisTick"`
	AxisLabel     axisLabel      `json:"axisLabel"`
	NameTextStyle *letters       `json:"nameTextStyle,omitempty"`
	// NameMoveOverlap would move an axis name that is already placed.
	NameMoveOverlap bool `json:"nameMoveOverlap"`
	// ContainShape would stretch an axis that already contains all bars.
	ContainShape bool `json:"containShape"`
}

// breakArea is how a gap of an axis looks: with straight edges, and so that it stays.
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
	Show      bool       `json:"show"`
	LineStyle *lineStyle `json:"lineStyle,omitempty"`
}

func xAxisOf(p *charts.Panel, index int) axis { return axisOf(p.X, index, false, p) }

func yAxisOf(p *charts.Panel, index int) axis { return axisOf(p.Y, index, p.Y.Categories != nil, p) }

// axisOf is an axis of numbers or of categories. Categories without labels are numbers
// where nothing needs them to be categories, since curves may lie between them.
func axisOf(a charts.Axis, index int, inverse bool, p *charts.Panel) axis {
	made := axis{GridIndex: index, Inverse: inverse, Name: a.Name}
	if a.Name != "" {
		made.NameLocation, made.NameGap = "middle", a.NameGap
		made.NameTextStyle = lettersOf(muted)
	}
	switch {
	case a.Categories == nil:
		made.numbers(a, p)
	case a.Every == 0 && !slices.ContainsFunc(p.Series, needsCategories):
		made.Type, made.Min, made.Max = "value", a.Least, a.Most
	default:
		made.categories(a, inverse)
	}
	return made
}

func (made *axis) numbers(a charts.Axis, p *charts.Panel) {
	made.Type, made.Min, made.Max = "value", a.Least, a.Most
	if a.Log {
		made.Type = "log"
	}
	if a.Break != nil {
		made.Breaks = []charts.Break{*a.Break}
		made.BreakArea = &breakArea{Show: true, ZigzagZ: firstLayer - 0.5 + float64(p.BeforeBreaks()), ItemStyle: &breakAreaStyle{
			Color: "var(--panel)", BorderColor: muted, BorderWidth: 1, BorderType: []float64{3, 3}, Opacity: 1,
		}}
	}
	values := lists.Map(a.Ticks, func(t charts.Tick) float64 { return t.At })
	made.AxisTick = axisTick{CustomValues: values}
	made.AxisLabel = axisLabel{Show: true, Color: muted, FontSize: textSize, LineHeight: textSize, Margin: labelMargin, CustomValues: values}
	made.SplitLine = splitLine{Show: true, LineStyle: &lineStyle{Color: line}}
}

func (made *axis) categories(a charts.Axis, upright bool) {
	const smallSize = 11
	between := max(a.Every, 1) - 1
	made.Type, made.Data = "category", a.Categories
	made.AxisLabel = axisLabel{Show: a.Every > 0, Color: ink, FontSize: smallSize, LineHeight: textSize, Margin: labelMargin, Interval: &between}
	if upright {
		made.AxisLabel.FontSize = textSize
	}
}

func needsCategories(s charts.Series) bool {
	switch s.(type) {
	case charts.Bars, charts.Boxes:
		return true
	}
	return false
}

// rightSeries is a series of the option that is on the right axis of a panel.
type rightSeries struct{ series, panel int }

// addRight adds the axes at the right after all others, since panels and their own axes have the same numbers.
func (o *option) addRight(d charts.Drawing, onRight []rightSeries) {
	at := map[int]int{}
	for i := range d.Panels {
		p := d.Panels[i]
		if p.Y2 == nil {
			continue
		}
		at[i] = len(o.YAxis)
		p.Y = *p.Y2
		right := yAxisOf(&p, i)
		right.Position, right.SplitLine.Show = "right", false
		o.YAxis = append(o.YAxis, right)
	}
	for _, s := range onRight {
		o.Series[s.series].YAxisIndex = at[s.panel]
	}
}
