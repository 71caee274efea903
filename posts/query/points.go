package query

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// points fills a panel with two numeric axes.
func (p *panel) points() {
	p.tradeOffAxes()
	x, names := p.xAxis()
	order := x.values
	if p.Order != "" {
		order = p.numbers(p.Keys, "order", p.Order)
	}
	labels := p.texts("label", p.Label)
	p.eachMeasure(func(m measured, i int, d *dot) bool {
		d.label, d.x, d.order, d.right, d.band = labels[i], x.values[i], order[i], m.Right, m.Band
		if names != nil {
			d.across = names[int(d.x)]
		}
		return !math.IsNaN(d.x)
	})
	p.axis.x = p.axisOf("x", []measured{x})
	p.axis.x.Categories = names
	if p.Statistic != "" {
		p.dots = p.joined(p.dots)
	}
	p.joinable()
	p.frontier()
}

// tradeOffAxes fills in what every trade-off has: energy over latency, in the
// order of batch sizes.
func (p *panel) tradeOffAxes() {
	if p.kind.Name != "trade-off" {
		return
	}
	latency, _ := latencyOf(p.runs)
	if p.X == nil {
		p.X = &content.Measure{Value: latency.Name}
	}
	if len(p.Y) == 0 {
		p.Y = []content.Measure{{Value: p.runs.Schema().Name(data.RoleEnergy)}}
	}
	if p.Order == "" {
		p.Order = p.runs.Schema().Name(data.RoleBatch)
	}
}

// xAxis is the measure of the x axis. Texts are categories in the order of the runs, at 0, 1, …; names are theirs.
func (p *panel) xAxis() (x measured, names []string) {
	values := p.values(p.at(*p.X), "x", p.X.Value)
	if !slices.ContainsFunc(values, func(v any) bool { _, text := v.(string); return text }) {
		return p.measure("x", *p.X), nil
	}
	if p.X.Log {
		p.fail(p.at(*p.X).Fault("log",
			"%s has categories, which no logarithmic axis shows; remove log", p.X.Value))
	}
	texts := p.texts("x", p.X.Value)
	names = lists.Distinct(texts)
	if len(names) > mostCells {
		p.fault("x", "%d categories; select at most %d with where", len(names), mostCells)
	}
	x = measured{Measure: *p.X, label: p.nameOf(p.X.Value, p.X.Label)}
	x.values = lists.Map(texts, func(text string) float64 { return float64(slices.Index(names, text)) })
	return x, names
}

// mark makes a dot of each run that has a value of a measure; place completes it, or tells that the
// run has no place.
func (p *panel) mark(m measured, place func(i int, d *dot) bool) {
	for i, y := range m.values {
		d := dot{runs: []int{i}, measure: m.label, unit: m.unit, y: y, shown: y}
		if math.IsNaN(y) || !place(i, &d) {
			p.lacks++
			continue
		}
		p.dots = append(p.dots, d)
	}
}

// eachMeasure makes dots of all that the y axis shows; place completes one of a measure, as in mark.
// Then it computes what is drawn, and the axis.
func (p *panel) eachMeasure(place func(m measured, i int, d *dot) bool) {
	names := p.texts("series", p.Series)
	var left, right []measured
	for _, declared := range p.Y {
		m := p.measure("y", declared)
		from, series := len(p.dots), seriesNames(names, m, len(p.Y) > 1)
		p.mark(m, func(i int, d *dot) bool {
			d.series, d.percent, d.spread = series[i], m.PercentOf != "", m.spreadOf(i)
			return place(m, i, d)
		})
		p.percent(m, p.dots[from:])
		if m.Right {
			right = append(right, m)
		} else {
			left = append(left, m)
		}
	}
	if len(right) > 0 && (len(left) == 0 || p.Group != nil) {
		p.fault("y",
			"only a measure of several, of points or lines, can be on the right axis; remove axis: right")
		return
	}
	if len(right) > 0 {
		axis := p.axisOf("y", right)
		p.axis.right = &axis
	}
	p.axis.y = p.axisOf("y", left)
}

// seriesNames tells measures apart where there are several.
func seriesNames(names []string, m measured, several bool) []string {
	if !several {
		return names
	}
	label := m.label
	if m.PercentOf == "tdp" {
		label += " (of the power limit)"
	}
	return lists.Map(names, func(name string) string { return strings.Join(lists.NonZero([]string{name, label}), ", ") })
}

// percent computes the shown value of each dot: of a series' greatest, or of the
// power limit of all GPUs together, which content/gpus.yaml states.
func (p *panel) percent(m measured, dots []dot) {
	if m.PercentOf == "" {
		return
	}
	most := map[string]float64{}
	for _, d := range dots {
		most[d.series] = max(most[d.series], d.y)
	}
	for i := range dots {
		d := &dots[i]
		whole := most[d.series]
		if m.PercentOf == "tdp" {
			gpu := textOf(p.runs, data.RoleGPU, d.runs[0])
			facts, known := p.text.content.GPU(gpu)
			if !known {
				p.fail(p.at(m.Measure).Fault("percent_of", "gpus.yaml has no power limit for %s; add one", gpu))
			}
			n, _ := p.runs.Number(d.runs[0], p.runs.Schema().Name(data.RoleGPUs))
			whole = facts.TDP * n
		}
		if !(whole > 0) {
			p.fail(p.at(m.Measure).Fault("percent_of",
				"the highest value of %s is %s; a percentage requires one above 0", m.label, data.Text(whole)))
		}
		d.shown = d.y / whole * 100
	}
}

// joinable puts the dots of lines in order and refuses two at one place, through
// which a line would go up and down.
func (p *panel) joinable() {
	if !p.kind.Joined {
		return
	}
	slices.SortStableFunc(p.dots, func(a, b dot) int { return cmp.Compare(a.order, b.order) })
	seen := map[string]dot{}
	for _, d := range p.dots {
		key := fmt.Sprintf("%s\x00%s\x00%v", d.series, d.measure, d.order)
		if other, twice := seen[key]; twice {
			p.fault("series",
				"%s and %s are both at %s of the line %q; pick one with pick: {least: …, per: […]}, or distinguish them by series",
				p.described(other), p.described(d), data.Text(d.order), d.series)
		}
		seen[key] = d
	}
}

// frontier finds the dots that no other beats in both.
func (p *panel) frontier() {
	if !p.Frontier {
		return
	}
	xs, ys := lists.Map(p.dots, func(d dot) float64 { return d.x }), lists.Map(p.dots, func(d dot) float64 { return d.shown })
	better := func(m content.Measure) data.Direction {
		f, _ := p.runs.Schema().Field(m.Value)
		return f.Better
	}
	p.front = aggregate.Undominated(xs, ys, better(*p.X), better(p.Y[0]))
}
