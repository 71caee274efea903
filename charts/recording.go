package charts

import (
	"fmt"

	"github.com/jouleboard/jouleboard/units"
)

// Recording draws a quantity that was recorded during a run: name says of which,
// help how to read it. Without a sample the figure is empty.
func Recording(chart string, t Trace, name, help string) Figure {
	if len(t.spans) == 0 {
		return Figure{Chart: chart, Title: "No samples to show"}
	}
	least, greatest := t.extremes()
	fig := Figure{
		Chart: chart, Caption: help, Description: t.description(), Wide: t.draw("Time since the first sample, s"),
		Title: fmt.Sprintf("%s draws between %s and %s W", inTitle(name), units.Number(least), units.Number(greatest)),
	}
	if units.Number(least) == units.Number(greatest) {
		fig.Title = fmt.Sprintf("%s draws %s W throughout", inTitle(name), units.Number(least))
	}
	fig.Columns, fig.Rows = t.table()
	return fig
}
