package charts

import "github.com/go-echarts/go-echarts/v2/opts"

// markWidth is how wide a legend's sample of a mark is.
const markWidth = 9

// legendAtRight takes room from the right of the plotting area for a legend.
func (c *canvas) legendAtRight(names []string) {
	const width = 190
	c.right -= width
	c.legend = legend(names, markWidth)
	c.legend.Orient, c.legend.Left, c.legend.Top = "vertical", px(c.right+16), px(c.top)
	c.legend.TextStyle.Width, c.legend.TextStyle.Overflow = width-16-markWidth-5, "truncate"
	c.legendArea = box{float64(c.right), 0, float64(c.width), float64(c.top + 20*len(names))}
}

// legendOnTop takes room from the top of the plotting area for a legend whose
// samples have that width.
func (c *canvas) legendOnTop(names []string, sample int) {
	const lineHeight = 18
	c.legend = legend(names, sample)
	c.legend.Left, c.legend.Top, c.legend.Width = "4", "0", px(c.width-4)
	c.top += lineHeight * linesOf(names, sample, float64(c.width-4))
}

func legend(names []string, sample int) *opts.Legend {
	return &opts.Legend{
		Show: opts.Bool(true), Data: names, ItemWidth: sample, ItemHeight: markWidth, Padding: 0,
		TextStyle: &opts.TextStyle{Color: muted, FontSize: fontSize},
	}
}

// linesOf is how many lines a legend takes: a sample, the text and the gaps that
// ECharts leaves after each.
func linesOf(names []string, sample int, width float64) int {
	lines, x := 1, 0.0
	for _, n := range names {
		w := float64(sample) + 5 + textWidth(n, fontSize) + 10
		if x > 0 && x+w > width {
			lines, x = lines+1, 0
		}
		x += w
	}
	return lines
}
