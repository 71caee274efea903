// Package live makes the option with which ECharts draws a figure of a page in the reader's browser.
//
// Package charts computes the layout: axes, ticks, marks, labels, legend. The option repeats it, with the colors of
// the theme as CSS variables, which the page's script replaces by their values. ECharts computes no layout; it draws,
// zooms and shows values. Options are made of go-echarts' types and of a few own types that those lack.
package live

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"

	"github.com/jouleboard/jouleboard/internal/lists"

	"github.com/go-echarts/go-echarts/v2/opts"

	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/units"
)

// Chart contains what a page's script needs to make a chart interactive.
type Chart struct {
	Option json.RawMessage `json:"option"`
	// Rows has an entry for each series: the row of each point in the figure's table, -1 for a point without a row;
	// null for a series without rows.
	Rows   [][]int `json:"rows"`
	Width  int     `json:"width"`
	Height int     `json:"height"`
	// Panels have the axes with their layout and the texts of their ticks.
	Panels []Axes `json:"panels"`
}

// Axes are those of a panel.
type Axes struct {
	X charts.Axis `json:"x"`
	Y charts.Axis `json:"y"`
}

// Of returns the chart that draws the same as the drawing. The same drawing gives the same bytes.
func Of(d charts.Drawing) Chart {
	o, c := optionOf(d)
	c.Option = encode(o)
	return c
}

// optionOf is the option of a drawing, and the rest of its chart.
func optionOf(d charts.Drawing) (o option, c Chart) {
	o.TextStyle = textStyle{FontFamily: "var(--font)", FontSize: textSize, Color: muted}
	c.Width, c.Height = d.Width, d.Height
	var right []axis // after all others, since panels and their own axes have the same numbers
	n := lists.Sum(d.Panels, func(p charts.Panel) int { return len(p.Series) })
	o.Series = slices.Grow(o.Series, n) // each is large
	for i := range d.Panels {
		p := &d.Panels[i]
		c.Panels = append(c.Panels, Axes{p.X, p.Y})
		o.Grid = append(o.Grid, gridOf(p, d))
		o.XAxis, o.YAxis = append(o.XAxis, axisOf(p.X, i, false, p)), append(o.YAxis, axisOf(p.Y, i, p.Y.Categories != nil, p))
		if p.Y2 != nil {
			beside := axisOf(*p.Y2, i, false, p)
			beside.Position, beside.SplitLine.Show = "right", false
			right = append(right, beside)
		}
		for _, n := range legendFirst(p.Series) {
			made := seriesOf(p.Series[n], p)
			made.XAxisIndex, made.YAxisIndex, made.Z = i, i, n+firstLayer
			if _, is := p.Series[n].(charts.OnRight); is {
				made.YAxisIndex = len(d.Panels) + len(right) - 1
			}
			made.Silent = made.rows == nil
			o.Series, c.Rows = append(o.Series, made), append(c.Rows, made.rows)
		}
	}
	o.YAxis = append(o.YAxis, right...)
	o.Legend, o.Title = legends(d.Legend), titles(d.Titles)
	return o, c
}

// legendFirst orders series so that of those of one name the one whose sample the legend
// shows comes first, since ECharts shows that of the first: marks, then lines. What
// covers what is said by their layers.
func legendFirst(all []charts.Series) []int {
	order := lists.Indices(len(all))
	rank := func(i int) int {
		switch all[i].(type) {
		case charts.Area, charts.Texts, charts.Span:
			return 2
		case charts.Line:
			return 1
		}
		return 0
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(rank(a), rank(b)) })
	return order
}

// firstLayer keeps series above what ECharts draws of the axes.
const firstLayer = 2

const (
	textSize = 12
	muted    = "var(--muted)"
	ink      = "var(--fg)"
	line     = "var(--line)"
)

type option struct {
	Animation bool      `json:"animation"`
	TextStyle textStyle `json:"textStyle"`
	Title     []title   `json:"title,omitempty"`
	Grid      []grid    `json:"grid"`
	XAxis     []axis    `json:"xAxis"`
	YAxis     []axis    `json:"yAxis"`
	Legend    []legend  `json:"legend,omitempty"`
	Series    []series  `json:"series"`
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

func gridOf(p *charts.Panel, d charts.Drawing) grid {
	return grid{Grid: opts.Grid{
		Left: strconv.Itoa(p.Left), Top: strconv.Itoa(p.Top), Right: strconv.Itoa(d.Width - p.Right), Bottom: strconv.Itoa(d.Height - p.Bottom),
	}, OuterBoundsMode: "none"}
}

// letters state the height of a line, which ECharts would measure by a Chinese letter
// that a reader's font may lack.
func letters(color string) *opts.TextStyle {
	return &opts.TextStyle{Color: color, FontSize: textSize, LineHeight: textSize}
}

type title struct {
	Text      string          `json:"text"`
	Left      float64         `json:"left"`
	Top       float64         `json:"top"`
	Padding   int             `json:"padding"`
	TextStyle *opts.TextStyle `json:"textStyle"`
}

func titles(all []charts.Title) []title {
	const half = 6 // px from the top of a line to its middle
	bold := letters(ink)
	bold.FontWeight = "600"
	return lists.Map(all, func(t charts.Title) title {
		return title{Text: t.Text, Left: t.X, Top: t.Y - half, TextStyle: bold}
	})
}

// legend is one entry with a place of its own, so that no font makes the browser break
// lines elsewhere.
type legend struct {
	Left       float64         `json:"left"`
	Top        float64         `json:"top"`
	Data       []string        `json:"data"`
	Formatter  string          `json:"formatter"`
	ItemWidth  float64         `json:"itemWidth"`
	ItemHeight int             `json:"itemHeight"`
	Padding    int             `json:"padding"`
	TextStyle  *opts.TextStyle `json:"textStyle"`
}

func legends(entries []charts.Entry) []legend {
	// px from the top of an entry to its middle, height of a sample, and what ECharts
	// leaves for the edge of one
	const half, mark, edge = 6, 9, 1
	return lists.Map(entries, func(e charts.Entry) legend {
		return legend{
			Left: e.X - edge, Top: e.Y - half, Data: []string{e.Name}, Formatter: e.Text, ItemWidth: e.Sample, ItemHeight: mark,
			TextStyle: letters(muted),
		}
	})
}

// round drops the noise of binary fractions: six digits place a mark to a tenth of a
// px, and are short in a file.
func round(x float64) float64 { return units.Round(x, 6) }
