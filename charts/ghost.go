package charts

import (
	"slices"

	echarts "github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/units"
)

// Ghost is a configuration as it was in what a preview compares with.
type Ghost struct {
	Row aggregate.Row
	To  string // run of the row that it has become, "" where there is none
}

// Colours by which a page's script finds ghosts and what joins them to their rows.
const (
	ghostInk     = "var(--ghost)"
	ghostLinkInk = "var(--ghost-link)"
)

// ghostName is what the legend calls them.
const ghostName = "base"

// ofModel keeps the ghosts of one model.
func ofModel(ghosts []Ghost, id string) []Ghost {
	return slices.DeleteFunc(slices.Clone(ghosts), func(g Ghost) bool { return g.Row.ModelID != id })
}

// ghosts are hollow marks, whose table rows follow those of the configurations.
func (f frontier) ghosts() series {
	var data [][2]float64
	var rows []int
	for i, g := range f.task.Ghosts {
		data, rows = append(data, f.value(g.Row)), append(rows, len(f.rows)+i)
	}
	return series{rows: rows, SingleSeries: echarts.SingleSeries{
		Name: ghostName, Type: "scatter", Data: data, Symbol: "circle", SymbolSize: 8,
		ItemStyle: &opts.ItemStyle{Color: "transparent", BorderColor: ghostInk, BorderWidth: 1.3, Opacity: opts.Float(1)},
	}}
}

// ghostLinks is one broken line: from each ghost to what it has become.
func (f frontier) ghostLinks() (s series, some bool) {
	now := map[string]aggregate.Row{}
	for _, r := range f.rows {
		now[r.Run] = r
	}
	var data []any
	for _, g := range f.task.Ghosts {
		if r, ok := now[g.To]; ok && g.To != "" {
			data = append(data, f.value(g.Row), f.value(r), [2]any{"-", "-"})
		}
	}
	return series{
		Silent: true, LineStyle: &lineStyle{LineStyle: opts.LineStyle{Color: ghostLinkInk, Width: 1}},
		SingleSeries: echarts.SingleSeries{Type: "line", Data: data, Symbol: "none"},
	}, len(data) > 0
}

// addGhosts draws them below all else.
func (f frontier) addGhosts(c *canvas) {
	if len(f.task.Ghosts) == 0 {
		return
	}
	if links, some := f.ghostLinks(); some {
		c.add(links)
	}
	c.add(f.ghosts())
}

// ghostRows are the ghosts below the columns of the configurations.
func (f frontier) ghostRows() (rows []Row) {
	for _, g := range f.task.Ghosts {
		row := f.task.row(g.Row)
		row.Run, row.Cells[0] = "", words(name(g.Row)+", "+ghostName)
		rows = append(rows, row)
	}
	return rows
}

// ghostCaption explains them, "" where there are none.
func (f frontier) ghostCaption() string {
	if len(f.task.Ghosts) == 0 {
		return ""
	}
	text := " Hollow grey marks are changed or removed configurations as they were in the base; lines lead to where they are now."
	if f.task.MoreGhosts > 0 {
		text += " " + units.Whole(f.task.MoreGhosts) + " more are not drawn."
	}
	return text
}
