package charts

import "github.com/jouleboard/jouleboard/content/words"

// Recording draws a quantity that was recorded during a run: name is its title, help explains it. Without samples the
// figure is empty.
func Recording(chart string, t Trace, name, help string, w *words.Catalog) Figure {
	if len(t.spans) == 0 {
		return Figure{Chart: chart, Title: w.Say("charts.power.empty")}
	}
	fig := Figure{Chart: chart, Caption: help, Description: t.description(w), Wide: t.draw(w, w.Say("charts.power.since_start"))}
	fig.say(t.title(w, inTitle(name)))
	fig.Columns, fig.Rows = t.table(w)
	return fig
}
