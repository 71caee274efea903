package charts

import "github.com/go-echarts/go-echarts/v2/opts"

// legend adds the gap between entries, which go-echarts does not know.
type legend struct {
	opts.Legend
	ItemGap int `json:"itemGap"`
}

// legendGap is between entries and between lines, wide enough for fonts that are
// wider than the engine believes.
const legendGap = 8

// markWidth is how wide a legend's sample of a mark is.
const markWidth = 9

// legendAtRight takes room from the right of the plotting area for a legend.
func (c *canvas) legendAtRight(names []string) {
	const width = 190
	c.right -= width
	c.legend = newLegend(names, markWidth)
	c.legend.Orient, c.legend.Left, c.legend.Top = "vertical", px(c.right+16), px(c.top)
	c.legend.TextStyle.Width, c.legend.TextStyle.Overflow = width-16-markWidth-5, "truncate"
	c.legendArea = box{float64(c.right), 0, float64(c.width), float64(c.top + 20*len(names))}
}

// legendOnTop puts a legend whose samples have that width above the plotting area,
// in columns of one width, so that the engine breaks lines where this does. Room
// for the first line is part of the layout; further lines make the drawing taller.
func (c *canvas) legendOnTop(names []string, sample int) {
	const left, firstLine, moreLines = 4, 18, 12 + legendGap
	text, overflow := 0, ""
	for _, n := range names {
		text = max(text, int(textWidth(n, fontSize))+1)
	}
	if room := c.width - left - sample - 5; text > room {
		text, overflow = room, "truncate"
	}
	entry := sample + 5 + text + legendGap
	columns := max((c.width-left+legendGap)/entry, 1)
	c.legend = newLegend(names, sample)
	c.legend.Left, c.legend.Top, c.legend.Width = px(left), "0", px(columns*entry)
	c.legend.TextStyle.Width, c.legend.TextStyle.Overflow = text, overflow
	more := moreLines * ((len(names) - 1) / columns)
	c.top += firstLine + more
	c.bottom += more
	c.height += more
}

func newLegend(names []string, sample int) *legend {
	return &legend{ItemGap: legendGap, Legend: opts.Legend{
		Show: opts.Bool(true), Data: names, ItemWidth: sample, ItemHeight: markWidth, Padding: 0,
		TextStyle: &opts.TextStyle{Color: muted, FontSize: fontSize},
	}}
}
