package charts

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	echarts "github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"
)

// The theme's colours; a drawing takes them from the page it stands in.
const (
	ink    = "var(--fg)"
	muted  = "var(--muted)"
	line   = "var(--line)"
	accent = "var(--accent)"
	bar    = "var(--bar)"
)

// The parts of a trade-off drawing that a page's script moves have colours of their
// own, by which it knows them.
const (
	frontierInk = "var(--frontier)"
	ringInk     = "var(--ring)"
	lateArea    = "var(--late)"
	lateText    = "var(--late-text)"
	labelInk    = "var(--label)"
)

// option is an ECharts option made of go-echarts' types. It is not a go-echarts
// chart, because that adds a title, a tooltip and a toolbox that the renderer
// would have to lay out, and holds axes to less than ECharts 6 offers: the types
// below add those few settings.
type option struct {
	Animation bool      `json:"animation"`
	TextStyle textStyle `json:"textStyle"`
	Grid      grid      `json:"grid"`
	XAxis     xAxis     `json:"xAxis"`
	YAxis     yAxis     `json:"yAxis"`
	Legend    *legend   `json:"legend,omitempty"`
	Series    []series  `json:"series"`
	// Rows tells the renderer which table row each mark of a series stands for;
	// null for series that are no marks. It is not ECharts'.
	Rows [][]int `json:"rows"`
	// Paths has the path of each series that the renderer draws without ECharts, ""
	// for the others; none where there is no such series. It is not ECharts' either.
	Paths []string `json:"paths,omitempty"`
}

type textStyle struct {
	FontFamily string `json:"fontFamily"`
	FontSize   int    `json:"fontSize"`
	Color      string `json:"color"`
}

// grid is placed to the px; without OuterBoundsMode ECharts 6 measures all labels
// to move it.
type grid struct {
	opts.Grid
	OuterBoundsMode string `json:"outerBoundsMode"`
}

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
	Margin       int       `json:"margin,omitempty"`
	Interval     *int      `json:"interval,omitempty"` // go-echarts: text, which ECharts adds up as text
	CustomValues []float64 `json:"customValues,omitempty"`
}

type xAxis struct {
	baseX
	axisExtra
}

type yAxis struct {
	baseY
	axisExtra
}

// baseX and baseY lie one level deeper than axisExtra, so that its fields win.
type (
	baseX struct{ opts.XAxis }
	baseY struct{ opts.YAxis }
)

type axisExtra struct {
	AxisTick      axisTick        `json:"axisTick"`
	AxisLabel     axisLabel       `json:"axisLabel"`
	NameTextStyle *opts.TextStyle `json:"nameTextStyle,omitempty"`
	// NameMoveOverlap would move an axis name that is already placed.
	NameMoveOverlap bool `json:"nameMoveOverlap"`
}

// series adds what go-echarts lacks: dash patterns, ends of lines, drawing order.
type series struct {
	echarts.SingleSeries
	LineStyle *lineStyle `json:"lineStyle,omitempty"`
	AreaStyle *areaStyle `json:"areaStyle,omitempty"`
	BoxWidth  []int      `json:"boxWidth,omitempty"`
	Silent    bool       `json:"silent,omitempty"`
	Z         int        `json:"z,omitempty"`
	rows      []int
	path      string // of a line, in px
}

type lineStyle struct {
	opts.LineStyle
	Type any    `json:"type,omitempty"` // a name, or px on and off
	Cap  string `json:"cap,omitempty"`
}

// areaStyle fills from a line to a value; go-echarts takes a name only.
type areaStyle struct {
	Color   string  `json:"color"`
	Opacity float64 `json:"opacity"`
	Origin  float64 `json:"origin"`
}

// canvas is a drawing under construction: two axes around a plotting area whose
// edges are given in px from the drawing's upper left.
type canvas struct {
	width, height            int
	origin                   int // left edge of the panel that the canvas is, 0 where it is the drawing
	left, top, right, bottom int
	x, y                     scale
	yMax                     float64 // no tick above it where it is set
	xName, yName             string
	names                    []string // of the categories on the y axis, instead of a scale
	unnamed                  bool     // the names stand above their rows; those of the axis are numbers
	lanes                    int      // on the y axis, instead of a scale: 0, 1, … from the top
	across                   []string // of the categories on the x axis, instead of a scale
	acrossEvery              int      // so many of them share a name; 0 is 1
	legend                   *legend
	legendArea               box // where labels of marks may not be
	series                   []series
}

// layout places the scales; the y axis points up. The left edge is set by the
// labels of the y axis where it has a scale. The last label of the x axis must not
// be cut.
func (c *canvas) layout() {
	if c.names == nil && c.lanes == 0 {
		c.y.place(float64(c.bottom), float64(c.top))
		c.y.dropAbove(c.yMax)
		c.left = c.origin + int(c.y.labelWidth()) + 30
	}
	if c.across != nil {
		return
	}
	c.x.place(float64(c.left), float64(c.right))
	if over := c.x.reach() - float64(c.width); over > 0 {
		c.right -= int(over) + 1
		c.x.place(float64(c.left), float64(c.right))
	}
}

func (c *canvas) add(s series) { c.series = append(c.series, s) }

// drawing writes the option.
func (c *canvas) drawing() Drawing {
	o := option{
		TextStyle: textStyle{FontFamily: "var(--font)", FontSize: fontSize, Color: muted},
		Grid: grid{Grid: opts.Grid{
			Left: px(c.left), Top: px(c.top), Right: px(c.width - c.right), Bottom: px(c.height - c.bottom),
		}, OuterBoundsMode: "none"},
		XAxis: c.xAxis(), YAxis: c.yAxis(), Legend: c.legend, Series: c.series,
	}
	for _, s := range c.series {
		o.Rows, o.Paths = append(o.Rows, s.rows), append(o.Paths, s.path)
	}
	if !slices.ContainsFunc(o.Paths, func(path string) bool { return path != "" }) {
		o.Paths = nil
	}
	text, err := json.Marshal(o)
	if err != nil {
		panic(fmt.Sprintf("charts: option does not encode: %v", err)) // a value that is not finite got past the loaders
	}
	return Drawing{Option: text, Width: c.width, Height: c.height, Axes: Axes{c.x.axis(), c.y.axis()}}
}

func (s scale) axis() Axis { return Axis{s.log, s.min, s.max, s.from, s.to} }

// px writes a length as go-echarts wants it.
func px(n int) string { return strconv.Itoa(n) }

func (c *canvas) xAxis() xAxis {
	if c.across != nil {
		return c.acrossAxis()
	}
	a := xAxis{axisExtra: c.x.extra()}
	a.Type, a.Min, a.Max = c.x.kind(), c.x.min, c.x.max
	a.Name, a.NameLocation, a.NameGap = c.xName, "middle", 28
	a.AxisLine = &opts.AxisLine{Show: opts.Bool(false)}
	a.SplitLine = splitLine()
	return a
}

func (c *canvas) yAxis() yAxis {
	switch {
	case c.lanes > 0:
		return c.laneAxis()
	case c.names != nil:
		return c.categories()
	}
	a := yAxis{axisExtra: c.y.extra()}
	a.Type, a.Min, a.Max = c.y.kind(), c.y.min, c.y.max
	a.Name, a.NameLocation, a.NameGap = c.yName, "middle", int(c.y.labelWidth())+18
	a.AxisLine = &opts.AxisLine{Show: opts.Bool(false)}
	a.SplitLine = splitLine()
	return a
}

// categories is a y axis with one name a row, the first one on top.
func (c *canvas) categories() yAxis {
	every := 0
	a := yAxis{axisExtra: axisExtra{AxisLabel: axisLabel{
		Show: !c.unnamed, Color: ink, FontSize: fontSize, Interval: &every,
	}}}
	a.Type, a.Data, a.Inverse = "category", c.names, opts.Bool(true)
	a.AxisLine = &opts.AxisLine{Show: opts.Bool(false)}
	return a
}

// laneAxis is a numeric y axis without a sign of itself, 0 near the top.
func (c *canvas) laneAxis() yAxis {
	a := yAxis{}
	a.Type, a.Min, a.Max, a.Inverse = "value", -0.5, float64(c.lanes)-0.5, opts.Bool(true)
	a.AxisLine = &opts.AxisLine{Show: opts.Bool(false)}
	a.SplitLine = &opts.SplitLine{Show: opts.Bool(false)}
	return a
}

// acrossAxis is an x axis with one name a column.
func (c *canvas) acrossAxis() xAxis {
	every := max(c.acrossEvery, 1) - 1
	a := xAxis{axisExtra: axisExtra{AxisLabel: axisLabel{Show: true, Color: ink, FontSize: smallSize, Interval: &every}}}
	a.Type, a.Data = "category", c.across
	a.Name, a.NameLocation, a.NameGap = c.xName, "middle", 28
	a.AxisLabel.Margin = 8
	a.NameTextStyle = &opts.TextStyle{Color: muted, FontSize: fontSize}
	a.AxisLine = &opts.AxisLine{Show: opts.Bool(false)}
	return a
}

func (s scale) kind() string {
	if s.log {
		return "log"
	}
	return "value"
}

// extra sets ticks, labels and split lines to the scale's ticks. ECharts writes
// such values as [units.Short] does: in full, with a comma between thousands.
func (s scale) extra() axisExtra {
	return axisExtra{
		AxisTick:  axisTick{CustomValues: s.ticks},
		AxisLabel: axisLabel{Show: true, Color: muted, FontSize: fontSize, CustomValues: s.ticks},
		NameTextStyle: &opts.TextStyle{
			Color: muted, FontSize: fontSize,
		},
	}
}

func splitLine() *opts.SplitLine {
	return &opts.SplitLine{Show: opts.Bool(true), LineStyle: &opts.LineStyle{Color: line}}
}
