package charts

import (
	"math"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/charts/scene"
	"github.com/jouleboard/jouleboard/internal/lists"

	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/data"
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
	fig.say(p.title())
	if len(p.items) == 0 {
		return fig
	}
	fig.Caption, fig.Description = help, p.description()
	if left := len(items) - len(p.items); left > 0 {
		fig.Caption += " " + w.Say("charts.parts.lacking", "left", left, "n", len(items), "most", mostBars)
	}
	fig.Columns = []Column{{Label: w.Say("charts.column.model")}}
	fig.Columns = append(fig.Columns, lists.Map(p.fields, func(f data.Field) Column { return fieldColumn(w, f) })...)
	for i, item := range p.items {
		row := Row{Run: item.Run, Model: item.Model, Cells: []Cell{textCell(item.name())}}
		row.Cells = append(row.Cells, lists.Map(p.values[i], func(v float64) Cell { return number(w, v) })...)
		fig.Rows = append(fig.Rows, row)
	}
	fig.Wide = p.draw(760, 240)
	fig.Smaller = smaller(fig.Wide.Width, func(width int) Drawing { return p.draw(width, width*31/100) })
	return fig
}

func newParts(items []Item, fields []data.Field) parts {
	var p parts
	part := func(item Item, f data.Field) float64 {
		if v, ok := item.Value(f.Name); ok && v > 0 && isFinite(v) {
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
		if whole > 0 && isFinite(whole) && len(p.items) < mostBars {
			p.items, p.values = append(p.items, item), append(p.values, values)
		}
	}
	return p
}

// draw puts the names beside the bars, in so many px.
func (p parts) draw(width, nameWidth int) Drawing {
	const bar, bottom = 26, 42
	c := &canvas{words: p.words, width: width, height: len(p.items)*bar + bottom + 8, left: nameWidth, top: 4, right: width - 10}
	c.bottom = c.height - bottom
	names := p.labels()
	c.names = shortened(lists.Map(p.items, Item.name), fontSize, float64(nameWidth-14))
	wholes := lists.Map(p.values, func(values []float64) float64 { return lists.Sum(values, func(v float64) float64 { return v }) })
	c.legendOnTop(names, markWidth)
	c.x, c.xName = linearScale(wholes, true), p.fields[0].Unit
	c.layout()
	from := make([]float64, len(p.items))
	for i, name := range names {
		c.add(p.part(i, name, from))
	}
	return c.drawing()
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

// part is the bars of a field, which begin where those before them end.
func (p parts) part(field int, name string, from []float64) Bars {
	bars := Bars{Name: Name(name), Lying: true, Stacked: true, Width: 14, Style: scene.Style{Fill: mark(field).Color}}
	for i, values := range p.values {
		to := from[i] + values[field]
		bars.All = append(bars.All, Bar{At: float64(i), From: from[i], To: to, Row: i})
		from[i] = to
	}
	return bars
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
