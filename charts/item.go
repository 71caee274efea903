package charts

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/units"
)

// Item is what charts of the other systems draw one mark or bar for: a configuration
// of a study, a model on a data set.
type Item struct {
	Run, Model string // as in [Row]
	Name       string // for people, beside a mark
	Setting    string // what else sets it apart, for sentences and tables; "" where nothing does
	Group      string // what gives the mark its colour, such as a GPU
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
func Tradeoff(name string, items []Item, x, y data.Field, help string, marks Marks) Figure {
	t := newItemTradeoff(items, x, y, marks)
	fig := Figure{Chart: name}
	fig.say(t.title(), capital(units.LowerFirst(t.y.Label)+" against "+units.LowerFirst(t.x.Label)))
	if len(t.items) < 2 { // a table says it
		return fig
	}
	fig.Caption, fig.Description = t.caption(len(items), help), t.description()
	fig.Columns = []Column{{Label: "Model"}, {Label: "On"}, fieldColumn(x), fieldColumn(y)}
	for i, item := range t.items {
		row := Row{Run: item.Run, Model: item.Model, Cells: []Cell{words(item.full(item.Name)), words(item.Group), number(t.xs[i]), number(t.ys[i])}}
		if len(t.front) > 1 && slices.Contains(t.front, i) {
			row.Mark = "on the frontier"
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

func fieldColumn(f data.Field) Column {
	return Column{Field: f.Name, Label: f.Label, Unit: f.Unit, Number: true}
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
	c := &canvas{width: width, height: height, movable: true, top: 10, right: width - 8, bottom: height - 42}
	c.legendOnTop(t.tradeoff().legendNames(), markWidth)
	c.x, c.xName = axisOf(t.xs, t.x)
	c.y, c.yName = axisOf(t.ys, t.y)
	return c
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
	for _, i := range t.front {
		all.front = append(all.front, t.value(i))
	}
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
	var labels []label
	for _, i := range order[:min(len(order), most)] {
		labels = append(labels, label{value: t.value(i), text: plain(t.items[i].Name, smallSize, 200), size: smallSize, gap: 6, over: 1})
	}
	return labels
}

// title says which item is best in which metric.
func (t itemTradeoff) title() sentence {
	if len(t.items) == 0 {
		return saying(fmt.Sprintf("No run states both %s and %s", units.LowerFirst(t.x.Label), units.LowerFirst(t.y.Label)),
			Claim{Predicate: NobodyStates, Fields: []string{t.x.Name, t.y.Name}})
	}
	x, y := t.best(t.xs, t.x), t.best(t.ys, t.y)
	claims := []Claim{t.extreme(x, t.xs, t.x), t.extreme(y, t.ys, t.y)}
	if x == y {
		return saying(fmt.Sprintf("%s is best in both: %s, %s", t.items[x].called(), measure(t.xs[x], t.x), measure(t.ys[y], t.y)), claims...)
	}
	return saying(fmt.Sprintf("%s has the best %s, %s; %s the best %s, %s",
		t.items[y].called(), units.LowerFirst(t.y.Label), measure(t.ys[y], t.y),
		t.items[x].called(), units.LowerFirst(t.x.Label), measure(t.xs[x], t.x)), claims...)
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
func measure(v float64, f data.Field) string {
	if f.Unit == "" || isShare(f) {
		return units.Number(v)
	}
	return units.Number(v) + " " + f.Unit
}

func (t itemTradeoff) caption(all int, help string) string {
	text := "Each mark is one configuration."
	if len(t.front) > 1 && help != "" {
		text += " " + help
	}
	if left := all - len(t.items); left > 0 {
		text += fmt.Sprintf(" %s of %s lack one of the two and are not drawn.", units.Whole(left), units.Whole(all))
	}
	return text
}

func (t itemTradeoff) description() string {
	return fmt.Sprintf("Scatter plot of %s against %s. %s. %s.",
		units.LowerFirst(t.y.Label), units.LowerFirst(t.x.Label), units.Plural(len(t.items), "configuration"), t.title().text)
}
