package charts

import (
	"encoding/json"
	"fmt"

	"github.com/go-echarts/go-echarts/v2/opts"
)

// sheet is a drawing of several panels, filled row by row.
type sheet struct {
	width, y int // y is the next free px from the top
	legend   []*legend
	canvases []*canvas
	titles   []panelTitle
}

// sheetOption is option for several panels: axes and grids are lists.
type sheetOption struct {
	Animation bool         `json:"animation"`
	TextStyle textStyle    `json:"textStyle"`
	Title     []panelTitle `json:"title,omitempty"`
	Grid      []grid       `json:"grid"`
	XAxis     []xAxis      `json:"xAxis"`
	YAxis     []yAxis      `json:"yAxis"`
	Legend    []*legend    `json:"legend,omitempty"`
	Series    []series     `json:"series"`
	Rows      [][]int      `json:"rows"`
}

type panelTitle struct {
	Text      string         `json:"text"`
	Left      int            `json:"left"`
	Top       int            `json:"top"`
	Padding   int            `json:"padding"`
	TextStyle opts.TextStyle `json:"textStyle"`
}

// newSheet begins with a legend of the names, if there are any, with samples of
// that width. Each entry is a legend of its own with a place of its own, because
// the engine knows the reader's font less well than the estimate made here.
func newSheet(width int, names []string, sample int) *sheet {
	const left, lineHeight, wide = 4, 20, 1.1
	s := &sheet{width: width}
	x := left
	for _, name := range names {
		entry := sample + 5 + int(wide*textWidth(name, fontSize))
		if x+entry > width && x > left {
			x, s.y = left, s.y+lineHeight
		}
		l := newLegend([]string{name}, sample)
		l.Left, l.Top = px(x), px(s.y)
		s.legend = append(s.legend, l)
		x += entry + 2*legendGap
	}
	if len(names) > 0 {
		s.y += lineHeight + 6
	}
	return s
}

// panelGap is between panels side by side, in px.
const panelGap = 12

func panelWidth(width, columns int) int { return (width - panelGap*(columns-1)) / columns }

// row sets panels side by side, each as wide as if the row were full.
func (s *sheet) row(draw func(Panel, *canvas), panels []Panel, columns int) {
	const titleHeight, below, between = 24, 44, 14
	width := panelWidth(s.width, columns)
	if len(s.canvases) > 0 {
		s.y += between
	}
	top := s.y + 6
	for _, p := range panels {
		if p.Title != "" {
			top = s.y + titleHeight
		}
	}
	next := s.y
	for i, p := range panels {
		left := i * (width + panelGap)
		c := &canvas{origin: left, left: left + 8, top: top, right: left + width - 8, width: left + width}
		draw(p, c)
		s.canvases = append(s.canvases, c)
		s.title(p.Title, left, width)
		next = max(next, c.bottom+below)
	}
	s.y = next
}

func (s *sheet) title(text string, left, width int) {
	if text == "" {
		return
	}
	s.titles = append(s.titles, panelTitle{
		Text: plain(text, fontSize*1.08, float64(width)-8), Left: left + 4, Top: s.y,
		TextStyle: opts.TextStyle{Color: ink, FontSize: fontSize, FontWeight: "600"},
	})
}

func (s *sheet) drawing() Drawing {
	o := sheetOption{
		TextStyle: textStyle{FontFamily: "var(--font)", FontSize: fontSize, Color: muted},
		Title:     s.titles, Legend: s.legend,
	}
	for i, c := range s.canvases {
		o.Grid = append(o.Grid, grid{Grid: opts.Grid{
			Left: px(c.left), Top: px(c.top), Right: px(s.width - c.right), Bottom: px(s.y - c.bottom),
		}, OuterBoundsMode: "none"})
		x, y := c.xAxis(), c.yAxis()
		x.GridIndex, y.GridIndex = i, i
		o.XAxis, o.YAxis = append(o.XAxis, x), append(o.YAxis, y)
		for _, line := range c.series {
			line.XAxisIndex, line.YAxisIndex = i, i
			o.Series, o.Rows = append(o.Series, line), append(o.Rows, line.rows)
		}
	}
	text, err := json.Marshal(o)
	if err != nil {
		panic(fmt.Sprintf("charts: option does not encode: %v", err)) // query lets finite values through only
	}
	return Drawing{Option: text, Width: s.width, Height: s.y}
}
