package charts

// Recording draws a quantity that was recorded during a run: name says of which,
// help how to read it. Without a sample the figure is empty.
func Recording(chart string, t Trace, name, help string) Figure {
	if len(t.spans) == 0 {
		return Figure{Chart: chart, Title: "No samples to show"}
	}
	fig := Figure{Chart: chart, Caption: help, Description: t.description(), Wide: t.draw("Time since the first sample, s")}
	fig.say(t.title(inTitle(name)), "")
	fig.Columns, fig.Rows = t.table()
	return fig
}
