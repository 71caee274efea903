package charts

import (
	"fmt"
	"slices"
	"strings"

	echarts "github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/units"
)

// Item is what charts of the other systems draw one mark or bar for: a configuration
// of a study, a model on a data set.
type Item struct {
	Run, Model string // as in [Row]
	Name       string // for people
	Group      string // what gives the mark its colour, such as a GPU
	Value      func(field string) (float64, bool)
}

// tradeoff is two metrics of some items against each other.
type tradeoff struct {
	x, y  data.Field
	items []Item
	xs    []float64
	ys    []float64
	front []int
	marks Marks
}

// Tradeoff draws one metric against another, with the items that no other beats in
// both joined by a line. Items that lack a metric are not in it; with none left the
// figure is empty.
func Tradeoff(name string, items []Item, x, y data.Field, help string) Figure {
	t := newTradeoff(items, x, y)
	fig := Figure{Chart: name, Title: t.title()}
	if len(t.items) == 0 {
		return fig
	}
	fig.Caption, fig.Description = t.caption(len(items), help), t.description()
	fig.Columns = []Column{{Label: "Model"}, {Label: "On"}, fieldColumn(x), fieldColumn(y)}
	for i, item := range t.items {
		row := Row{Run: item.Run, Model: item.Model, Cells: []Cell{words(item.Name), words(item.Group), number(t.xs[i]), number(t.ys[i])}}
		if len(t.front) > 1 && slices.Contains(t.front, i) {
			row.Mark = "on the frontier"
		}
		fig.Rows = append(fig.Rows, row)
	}
	wide, narrow := t.canvas(760, 360), t.canvas(360, 320)
	fig.Wide = t.draw(wide)
	d := t.draw(narrow)
	fig.Narrow = &d
	return fig
}

func fieldColumn(f data.Field) Column {
	return Column{Field: f.Name, Label: f.Label, Unit: f.Unit, Number: true}
}

func newTradeoff(items []Item, x, y data.Field) tradeoff {
	t := tradeoff{x: x, y: y}
	var groups []string
	for _, item := range items {
		vx, okX := item.Value(x.Name)
		vy, okY := item.Value(y.Name)
		if !okX || !okY || !drawable(vx, x) || !drawable(vy, y) || len(t.items) == MostMarks {
			continue
		}
		t.items, t.xs, t.ys = append(t.items, item), append(t.xs, vx), append(t.ys, vy)
		groups = append(groups, item.Group)
	}
	t.front = aggregate.Undominated(t.xs, t.ys, x.Better, y.Better)
	t.marks = MarksByName(groups)
	return t
}

// isShare reports whether a field is a share of a whole: its axis starts at 0, that of
// the others is logarithmic.
func isShare(f data.Field) bool { return strings.HasPrefix(f.Unit, "share") }

func drawable(v float64, f data.Field) bool {
	return isFinite(v) && (v > 0 || isShare(f) && v >= 0)
}

func (t tradeoff) canvas(width, height int) *canvas {
	c := &canvas{width: width, height: height, top: 10, right: width - 8, bottom: height - 42}
	var names []string
	for _, g := range t.groups() {
		names = append(names, seriesName(g))
	}
	if len(t.front) > 1 {
		names = append(names, "frontier")
	}
	c.legendOnTop(names, markWidth)
	c.x, c.xName = axisOf(t.xs, t.x)
	c.y, c.yName = axisOf(t.ys, t.y)
	return c
}

func (t tradeoff) groups() []string {
	var names []string
	for _, item := range t.items {
		names = append(names, item.Group)
	}
	return distinct(names)
}

// axisOf is a field's scale and what stands beside it.
func axisOf(values []float64, f data.Field) (scale, string) {
	name, unit := f.Label, f.Unit
	if short, per, ok := strings.Cut(unit, " per "); ok && strings.HasSuffix(name, " per "+per) {
		unit = short // the label says per what
	}
	if unit != "" {
		name += ", " + unit
	}
	if isShare(f) {
		return linearScale(values, true), name
	}
	return logScale(values, 0.08, 0.08), name + " (log)"
}

func (t tradeoff) draw(c *canvas) Drawing {
	c.layout()
	for _, g := range t.groups() {
		c.add(t.points(g))
	}
	if len(t.front) > 1 {
		c.add(t.path())
	}
	if placed := t.labels(c); len(placed) > 0 {
		c.add(labelSeries(placed))
	}
	return c.drawing()
}

func (t tradeoff) value(i int) [2]float64 { return [2]float64{round(t.xs[i]), round(t.ys[i])} }

func (t tradeoff) points(group string) series {
	var values [][2]float64
	var rows []int
	for i, item := range t.items {
		if item.Group == group {
			values, rows = append(values, t.value(i)), append(rows, i)
		}
	}
	mark := t.marks.of(group)
	return series{rows: rows, SingleSeries: echarts.SingleSeries{
		Name: seriesName(group), Type: "scatter", Data: values, Symbol: mark.Shape, SymbolSize: 9, ItemStyle: mark.style(),
	}}
}

func (t tradeoff) path() series {
	var values [][2]float64
	for _, i := range t.front {
		values = append(values, t.value(i))
	}
	return series{
		Silent: true, Z: 3, LineStyle: &lineStyle{LineStyle: opts.LineStyle{Color: frontierInk, Width: 1.6}},
		SingleSeries: echarts.SingleSeries{
			Name: "frontier", Type: "line", Data: values, Symbol: "none", ItemStyle: &opts.ItemStyle{Opacity: opts.Float(0)},
		},
	}
}

// labels names the items on the frontier where there is room, and the others behind.
func (t tradeoff) labels(c *canvas) []label {
	const most = 12
	order := slices.Clone(t.front)
	for i := range t.items {
		if !slices.Contains(order, i) {
			order = append(order, i)
		}
	}
	var marks, corners []point
	for i := range t.items {
		marks = append(marks, c.point(t.value(i)))
	}
	for _, i := range t.front {
		corners = append(corners, c.point(t.value(i)))
	}
	var labels []label
	for _, i := range order[:min(len(order), most)] {
		labels = append(labels, label{value: t.value(i), text: plain(t.items[i].Name, smallSize, 200), size: smallSize, gap: 6, over: 1, at: c.point(t.value(i))})
	}
	bounds := box{float64(c.left), float64(c.top), float64(c.width - 4), float64(c.bottom)}
	return placeLabels(labels, append(marks, along(corners)...), bounds, c.legendArea)
}

// title says which item is best in which metric.
func (t tradeoff) title() string {
	if len(t.items) == 0 {
		return fmt.Sprintf("No run states both %s and %s", lower(t.x.Label), lower(t.y.Label))
	}
	x, y := t.best(t.xs, t.x), t.best(t.ys, t.y)
	if x == y {
		return fmt.Sprintf("%s is best in both: %s, %s", inTitle(t.items[x].Name), measure(t.xs[x], t.x), measure(t.ys[y], t.y))
	}
	return fmt.Sprintf("%s has the best %s, %s; %s the best %s, %s",
		inTitle(t.items[y].Name), lower(t.y.Label), measure(t.ys[y], t.y), inTitle(t.items[x].Name), lower(t.x.Label), measure(t.xs[x], t.x))
}

// best is the index of the best value.
func (t tradeoff) best(values []float64, f data.Field) int {
	if f.Better == data.Higher {
		return slices.Index(values, slices.Max(values))
	}
	return slices.Index(values, slices.Min(values))
}

// measure is a value with its unit.
func measure(v float64, f data.Field) string {
	if f.Unit == "" || isShare(f) {
		return units.Number(v)
	}
	return units.Number(v) + " " + f.Unit
}

func (t tradeoff) caption(all int, help string) string {
	text := "Each mark is one configuration."
	if len(t.front) > 1 && help != "" {
		text += " " + help
	}
	if left := all - len(t.items); left > 0 {
		text += fmt.Sprintf(" %s of %s lack one of the two and are not drawn.", units.Whole(left), units.Whole(all))
	}
	return text
}

func (t tradeoff) description() string {
	return fmt.Sprintf("Scatter plot of %s against %s. %s. %s.", lower(t.y.Label), lower(t.x.Label), configurations(len(t.items)), t.title())
}

// lower begins a label with a small letter, unless it is an abbreviation.
func lower(label string) string {
	if len(label) > 1 && label[1] >= 'A' && label[1] <= 'Z' {
		return label
	}
	return strings.ToLower(label[:min(1, len(label))]) + label[min(1, len(label)):]
}
