package charts

import (
	"cmp"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Item is one mark or bar in charts of other systems: a configuration of a study, or a model on a dataset.
type Item struct {
	Run, Model string // as in [Row]
	Name       string // display name, next to a mark
	Setting    string // other settings that distinguish it, for sentences and tables; "" if there are none
	Group      string // determines the color of the mark, such as a GPU
	Value      func(field string) (float64, bool)
}

// called is the configuration in a title.
func (i Item) called() string { return i.full(inTitle(i.Name)) }

func (i Item) full(name string) string {
	if i.Setting == "" {
		return name
	}
	return name + " (" + i.Setting + ")"
}

// itemTradeoff is two metrics of some items against each other.
type itemTradeoff struct {
	words *words.Catalog
	x, y  data.Field
	items []Item
	xs    []float64
	ys    []float64
	front []int
	marks Marks
}

// Tradeoff draws one metric against another, with a line through the items that no other item dominates. Items that
// lack a metric are left out; if none are left, the figure is empty.
func Tradeoff(name string, items []Item, x, y data.Field, help string, marks Marks, w *words.Catalog) Figure {
	t := newItemTradeoff(items, x, y, marks)
	t.words = w
	fig := Figure{Chart: name}
	fig.say(t.title(), w.Say("charts.against", "y", labelOf(w, t.y), "x", w.Inside(labelOf(w, t.x))))
	if len(t.items) < 2 { // a table says it
		return fig
	}
	fig.Caption, fig.Description = t.caption(len(items), help), t.description()
	fig.Columns = []Column{
		{Label: w.Say("charts.column.model")}, {Label: w.Say("charts.column.hardware")}, fieldColumn(w, x), fieldColumn(w, y),
	}
	for i, item := range t.items {
		row := Row{Run: item.Run, Model: item.Model, Cells: []Cell{
			textCell(item.full(item.Name)), textCell(item.Group), number(w, t.xs[i]), number(w, t.ys[i]),
		}}
		if len(t.front) > 1 && slices.Contains(t.front, i) {
			row.Mark = w.Say("table.frontier")
		}
		fig.Rows = append(fig.Rows, row)
	}
	wide, narrow := t.canvas(760, 360), t.canvas(360, 320)
	fig.Wide = t.draw(wide)
	d := t.draw(narrow)
	fig.Narrow = &d
	fig.Frames = [][]Frame{{wide.frame(), narrow.frame()}}
	return fig
}

func fieldColumn(w *words.Catalog, f data.Field) Column {
	return Column{Field: f.Name, Label: labelOf(w, f), Unit: cmp.Or(w.Field(f.Name).Unit, w.Unit(f.Unit)), Number: true}
}

func newItemTradeoff(items []Item, x, y data.Field, marks Marks) itemTradeoff {
	t := itemTradeoff{x: x, y: y, marks: marks}
	for _, item := range items {
		vx, okX := item.Value(x.Name)
		vy, okY := item.Value(y.Name)
		if !okX || !okY || !drawable(vx, x) || !drawable(vy, y) || len(t.items) == MostMarks {
			continue
		}
		t.items, t.xs, t.ys = append(t.items, item), append(t.xs, vx), append(t.ys, vy)
	}
	t.front = aggregate.Undominated(t.xs, t.ys, x.Better, y.Better)
	return t
}

// isShare reports whether a field is a share of a whole: its axis starts at 0, that of
// the others is logarithmic.
func isShare(f data.Field) bool { return strings.HasPrefix(f.Unit, "share") }

func drawable(v float64, f data.Field) bool {
	return isFinite(v) && (v > 0 || isShare(f) && v >= 0)
}

func (t itemTradeoff) canvas(width, height int) *canvas {
	c := &canvas{words: t.words, width: width, height: height, movable: true, top: 10, right: width - 8, bottom: height - 42}
	c.legendOnTop(t.tradeoff().legendNames(t.words), markWidth)
	c.x, c.xName = axisOf(t.words, t.xs, t.x)
	c.y, c.yName = axisOf(t.words, t.ys, t.y)
	return c
}

// axisOf is a field's scale and what stands beside it.
func axisOf(w *words.Catalog, values []float64, f data.Field) (scale, string) {
	label, unit, per := labelOf(w, f), cmp.Or(w.Field(f.Name).Unit, w.Unit(f.Unit)), " "+w.Say("charts.per")+" "
	if short, of, ok := strings.Cut(unit, per); ok && strings.HasSuffix(label, per+of) {
		unit = short // the label says per what
	}
	name := axisName(w, label, unit)
	if isShare(f) {
		return linearScale(values, true), name
	}
	return logScale(values, 0.08, 0.08), logAxis(w, name)
}

func (t itemTradeoff) draw(c *canvas) Drawing {
	c.layout()
	all := t.tradeoff()
	all.labels = t.labels()
	all.draw(c)
	return c.drawing()
}

// tradeoff is what the items are on the axes.
func (t itemTradeoff) tradeoff() tradeoff {
	all := tradeoff{size: 9}
	at := map[string]int{}
	for i, item := range t.items {
		n, known := at[item.Group]
		if !known {
			n = len(all.groups)
			at[item.Group] = n
			all.groups = append(all.groups, group{name: seriesName(item.Group), mark: t.marks.of(item.Group)})
		}
		g := &all.groups[n]
		g.at, g.rows = append(g.at, t.value(i)), append(g.rows, i)
	}
	slices.SortFunc(all.groups, func(a, b group) int { return cmp.Compare(a.name, b.name) })
	all.front = append(all.front, lists.Map(t.front, t.value)...)
	return all
}

func (t itemTradeoff) value(i int) [2]float64 { return [2]float64{t.xs[i], t.ys[i]} }

// labels names the items on the frontier, and the others behind.
func (t itemTradeoff) labels() []label {
	const most = 12
	order := slices.Clone(t.front)
	for i := range t.items {
		if !slices.Contains(t.front, i) && len(order) < most {
			order = append(order, i)
		}
	}
	return lists.Map(order[:min(len(order), most)], func(i int) label {
		return label{value: t.value(i), text: plain(t.items[i].Name, smallSize, 200), size: smallSize, gap: 6, over: 1}
	})
}

// title says which item is best in which metric.
func (t itemTradeoff) title() sentence {
	w := t.words
	labels := []any{"x", w.Inside(labelOf(w, t.x)), "y", w.Inside(labelOf(w, t.y))}
	if len(t.items) == 0 {
		return saying(w.Say("charts.items.none", labels...), Claim{Predicate: NobodyStates, Fields: []string{t.x.Name, t.y.Name}})
	}
	x, y := t.best(t.xs, t.x), t.best(t.ys, t.y)
	claims := []Claim{t.extreme(x, t.xs, t.x), t.extreme(y, t.ys, t.y)}
	values := append(labels, "first", t.items[y].called(), "first_value", measure(w, t.ys[y], t.y),
		"second", t.items[x].called(), "second_value", measure(w, t.xs[x], t.x))
	if x == y {
		return saying(w.Say("charts.items.both", values...), claims...)
	}
	return saying(w.Say("charts.items.best", values...), claims...)
}

// extreme claims that an item has the best value of a metric.
func (t itemTradeoff) extreme(i int, values []float64, f data.Field) Claim {
	predicate := Least
	if f.Better == data.Higher {
		predicate = Most
	}
	return Claim{Predicate: predicate, Runs: []string{t.items[i].Run}, Fields: []string{f.Name}, Value: values[i]}
}

// best is the index of the best value.
func (t itemTradeoff) best(values []float64, f data.Field) int {
	if f.Better == data.Higher {
		return slices.Index(values, slices.Max(values))
	}
	return slices.Index(values, slices.Min(values))
}

// measure is a value with its unit.
func measure(w *words.Catalog, v float64, f data.Field) string {
	if f.Unit == "" || isShare(f) {
		return w.Number(v)
	}
	return w.Number(v) + " " + cmp.Or(w.Field(f.Name).Unit, w.Unit(f.Unit))
}

func (t itemTradeoff) caption(all int, help string) string {
	text := t.words.Say("charts.caption.points")
	if len(t.front) > 1 && help != "" {
		text += " " + help
	}
	if left := all - len(t.items); left > 0 {
		text += " " + t.words.Say("charts.items.lacking", "left", left, "n", all)
	}
	return text
}

func (t itemTradeoff) description() string {
	w := t.words
	return w.Say("charts.items.description",
		"y", w.Inside(labelOf(w, t.y)), "x", w.Inside(labelOf(w, t.x)), "n", len(t.items), "title", t.title().text)
}
