package charts

import (
	"math"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/internal/lists"

	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/units"
)

// mostBars is how many items a chart of parts shows at most.
const mostBars = 40

// parts is a whole that is made of parts, item by item.
type parts struct {
	words  *words.Catalog
	fields []data.Field
	items  []Item
	values [][]float64 // of each item, a number per field
}

// Parts draws one bar per item, divided into the values of the fields; items without any of them are left out. With
// no item left, the figure is empty.
func Parts(name string, items []Item, fields []data.Field, help string, w *words.Catalog) Figure {
	p := newParts(items, fields)
	p.words = w
	fig := Figure{Chart: name}
	if len(p.items) > 0 {
		fig = Declared(p.plot(name))
		fig.Caption, fig.Description = help, p.description()
	}
	fig.say(p.title())
	if left := len(items) - len(p.items); left > 0 && len(p.items) > 0 {
		fig.Caption += " " + w.Say("charts.parts.lacking", "left", left, "n", len(items), "most", mostBars)
	}
	return fig
}

// plot is a bar per item, of a part for each field.
func (p parts) plot(name string) Plot {
	panel := PlotPanel{Categories: lists.Map(p.items, Item.name), Stacked: true, Y: PlotAxis{Name: p.fields[0].Unit}}
	plot := Plot{Figure: Figure{Chart: name}, Words: p.words, Kind: "bar", Width: 760}
	plot.Columns = []Column{{Label: p.words.Say("charts.column.model")}}
	labels := p.labels()
	for k, f := range p.fields {
		series := PlotSeries{Name: labels[k], Mark: mark(k)}
		for i := range p.items {
			series.Points = append(series.Points, Point{Category: i, Y: p.values[i][k], Row: i})
		}
		panel.Series, plot.Columns = append(panel.Series, series), append(plot.Columns, fieldColumn(p.words, f))
	}
	for i, item := range p.items {
		row := Row{Run: item.Run, Model: item.Model, Cells: []Cell{textCell(item.name())}}
		row.Cells = append(row.Cells, lists.Map(p.values[i], func(v float64) Cell { return number(p.words, v) })...)
		plot.Rows = append(plot.Rows, row)
	}
	plot.Panels = []PlotPanel{panel}
	return plot
}

func newParts(items []Item, fields []data.Field) parts {
	var p parts
	part := func(item Item, f data.Field) float64 {
		if v, ok := item.Value(f.Name); ok && v > 0 && units.IsFinite(v) {
			return v
		}
		return 0
	}
	p.fields = lists.Filter(fields, func(f data.Field) bool { // a part that no item has is no part
		return slices.ContainsFunc(items, func(item Item) bool { return part(item, f) > 0 })
	})
	for _, item := range items {
		values := lists.Map(p.fields, func(f data.Field) float64 { return part(item, f) })
		whole := lists.Sum(values, func(v float64) float64 { return v })
		if whole > 0 && units.IsFinite(whole) && len(p.items) < mostBars {
			p.items, p.values = append(p.items, item), append(p.values, values)
		}
	}
	return p
}

// labels are the names of the parts without the words that all of them end with.
func (p parts) labels() []string {
	split := make([][]string, len(p.fields))
	shared := math.MaxInt
	for i, f := range p.fields {
		split[i] = strings.Fields(labelOf(p.words, f))
		n := 0
		for n < len(split[0])-1 && n < len(split[i])-1 && split[i][len(split[i])-1-n] == split[0][len(split[0])-1-n] {
			n++
		}
		shared = min(shared, n)
	}
	labels := make([]string, len(p.fields))
	for i, w := range split {
		if len(p.fields) == 1 {
			shared = 0
		}
		labels[i] = strings.Join(w[:len(w)-shared], " ")
	}
	return labels
}

// title compares the parts of the first item, which is the best.
func (p parts) title() sentence {
	w := p.words
	if len(p.items) == 0 {
		return saying(w.Say("charts.parts.empty"))
	}
	first, run, whole := p.values[0][0], []string{p.items[0].Run}, 0.0
	names := make([]string, len(p.fields))
	for i, v := range p.values[0] {
		whole += v
		names[i] = p.fields[i].Name
	}
	values := []any{"model", inTitle(p.items[0].name()), "label", w.Inside(labelOf(w, p.fields[0])), "value", measure(w, whole, p.fields[0])}
	if len(p.fields) == 1 {
		return saying(w.Say("charts.parts.one", values...), Claim{Predicate: Is, Runs: run, Fields: names, Value: first})
	}
	return saying(w.Say("charts.parts.share", append(values, "percent", percent(w, 100*first/whole))...),
		Claim{Predicate: ShareOf, Runs: run, Fields: names, Value: 100 * first / whole})
}

func (p parts) description() string {
	return p.words.Say("charts.parts.description", "n", len(p.items), "title", p.title().text)
}
