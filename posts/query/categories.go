package query

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// bars fills a panel of bars: one for each group and series.
func (p *panel) bars() {
	p.grouped()
	p.limit()
	p.dots = p.joined(p.dots)
	if p.Statistic != "" {
		p.rest = p.joined(p.rest)
	}
	p.evenly()
	if p.axis.y.Log {
		p.fault("y", "the length of a bar has no meaning on a logarithmic axis; use scatter, or remove log")
	}
	p.annotateBars()
}

// grouped fills a panel of violins or boxes: it makes a dot for each value with the group it belongs to.
func (p *panel) grouped() {
	groups := p.texts("group", p.Group.Value)
	p.eachMeasure(func(_ measured, i int, d *dot) bool {
		d.category = groups[i]
		return true
	})
}

// limit keeps the first groups.
func (p *panel) limit() {
	names := p.categories()
	if p.Limit == 0 || len(names) <= p.Limit {
		return
	}
	p.more = len(names) - p.Limit
	drawn := func(d dot) bool { return slices.Contains(names[:p.Limit], d.category) }
	p.rest = lists.Filter(p.dots, func(d dot) bool { return !drawn(d) })
	p.dots = lists.Filter(p.dots, drawn)
}

// categories are the groups in the order of the runs.
func (p *panel) categories() (names []string) {
	return p.distinct(func(d dot) string { return d.category })
}

func (p *panel) distinct(of func(dot) string) []string { return lists.Distinct(lists.Map(p.dots, of)) }

// joined makes one dot of those that share a place, by the declared statistic.
func (p *panel) joined(dots []dot) []dot {
	return lists.Map(lists.Group(dots, dot.place), func(same []dot) dot {
		d := same[0]
		d.runs = lists.FlatMap(same, func(d dot) []int { return d.runs })
		p.reduce(&d, lists.Map(same, func(d dot) float64 { return d.shown }))
		return d
	})
}

// place is equal for dots of one bar or cell.
func (d dot) place() string {
	return fmt.Sprint(d.category, "\x00", d.across, "\x00", d.series, "\x00", d.x)
}

func (p *panel) reduce(d *dot, values []float64) {
	if p.Statistic == "" {
		if len(values) > 1 {
			p.fault("group",
				"%d runs at the same position of %q, including %s and %s; pick one with pick: {least: …, per: […]}, or give a statistic",
				len(values), d.category, described(p.runs, d.runs[0]), described(p.runs, d.runs[1]))
		}
		return
	}
	d.shown = Statistic(p.Statistic, values)
	if p.Interval != "" {
		d.spread = intervalOf(p.Interval, values)
	}
	if !d.percent {
		d.y = d.shown
	}
}

// Statistic computes a statistic of one or more values, such as median; see content.Panel.
func Statistic(name string, values []float64) float64 {
	switch name {
	case "count":
		return float64(len(values))
	case "min":
		return slices.Min(values)
	case "max":
		return slices.Max(values)
	case "median":
		return lists.Quantile(slices.Sorted(slices.Values(values)), 0.5)
	}
	return lists.Sum(values, func(v float64) float64 { return v }) / float64(len(values))
}

// annotateBars writes at each bar its value, or its change from the first series'
// bar of the same group.
func (p *panel) annotateBars() {
	if len(p.dots) == 0 {
		return
	}
	first := p.dots[0].series
	base := p.shownOf(first)
	for i := range p.dots {
		d := &p.dots[i]
		b, ok := base[d.category]
		switch {
		case p.Annotate == "value":
			d.label = p.text.content.Words.Number(d.shown)
		case p.Annotate == "change" && d.series != first && ok && b != 0:
			d.label = p.text.content.Words.Say("form.percent", "x", signed((d.shown/b-1)*100, 0))
		}
	}
}

// signed writes a number with its sign, also where it rounds to zero.
func signed(x float64, decimals int) string {
	text := units.Style{}.Fixed(math.Abs(x), decimals)
	if x < 0 {
		return "−" + text
	}
	return "+" + text
}

// histogram counts the values in bins that are equally wide on the axis.
func (p *panel) histogram() {
	x := p.measure("x", *p.X)
	p.axis.x = p.axisOf("x", []measured{x})
	p.axis.y.Name = p.text.content.Words.Say("plot.runs")
	var kept []int
	for i, v := range x.values {
		switch {
		case math.IsNaN(v):
			p.lacks++
		case x.Log && v <= 0:
			p.fault("x", "%s is %s for %s, which cannot be shown on a logarithmic axis", x.label, units.Number(v), described(p.runs, i))
		default:
			kept = append(kept, i)
		}
	}
	if len(kept) == 0 {
		p.fault("x", "no selected run has a value")
		return
	}
	p.bin(x, kept, cmp.Or(p.Bins, 20))
}

func (p *panel) bin(x measured, kept []int, bins int) {
	onAxis, back := func(v float64) float64 { return v }, func(v float64) float64 { return v }
	if x.Log {
		onAxis, back = math.Log, math.Exp
	}
	least, most := math.Inf(1), math.Inf(-1)
	for _, i := range kept {
		least, most = min(least, onAxis(x.values[i])), max(most, onAxis(x.values[i]))
	}
	if least == most {
		least, most = least-0.5, most+0.5
	}
	step, w := (most-least)/float64(bins), p.text.content.Words
	for b := range bins {
		from, to := back(least+step*float64(b)), back(least+step*float64(b+1))
		p.dots = append(p.dots, dot{
			category: w.Say("plot.bin", "from", from, "to", to), measure: x.label, unit: x.unit, x: from, width: to - from,
		})
	}
	for _, i := range kept {
		b := min(int((onAxis(x.values[i])-least)/step), bins-1)
		p.dots[b].runs = append(p.dots[b].runs, i)
		p.dots[b].y++
		p.dots[b].shown++
	}
}

// most cells on a side of a heat map: names of more are not legible
const mostCells = 40

// heatmap makes a cell of each pair of categories that runs have.
func (p *panel) heatmap() {
	across, down := p.texts("x", p.X.Value), p.texts("y", p.Y[0].Value)
	m := p.measure("value", *p.Cells)
	p.mark(m, func(i int, d *dot) bool {
		d.across, d.category = across[i], down[i]
		return true
	})
	p.dots = p.joined(p.dots)
	if nx, ny := len(p.acrossNames()), len(p.categories()); nx > mostCells || ny > mostCells {
		p.fault("x", "%d × %d cells; select at most %d per side", nx, ny, mostCells)
	}
	for i := range p.dots {
		p.dots[i].label = p.text.content.Words.Short(p.dots[i].shown)
	}
	p.axis.y = p.axisOf("value", []measured{m})
	p.axis.x.Name = p.nameOf(p.X.Value, p.X.Label)
}

// acrossNames are the columns of a heat map: numbers by size, names as they come.
func (p *panel) acrossNames() []string {
	keys, _ := p.runs.Evaluate(p.X.Value) // it was evaluated before
	values := lists.By(p.dots, func(d dot) (string, any) { return d.across, keys[d.runs[0]] })
	names := p.distinct(func(d dot) string { return d.across })
	slices.SortStableFunc(names, func(a, b string) int {
		if _, text := values[a].(string); text {
			return 0
		}
		return data.Compare(values[a], values[b], 1)
	})
	return names
}

// nameOf is a label: the given one, or the field's.
func (p *panel) nameOf(expression, label string) string {
	if f, ok := p.runs.Schema().Field(expression); ok && label == "" {
		return f.Label
	}
	return label
}
