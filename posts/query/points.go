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
func (p *panel) points() error {
	p.tradeOffAxes()
	x, names, err := p.xAxis()
	if err != nil {
		return err
	}
	order, err := p.orderOf(x)
	if err != nil {
		return err
	}
	labels, err := p.labelsOf(p.Label)
	if err != nil {
		return p.Fault("label", "%v", err)
	}
	if err := p.eachMeasure(func(m measured, series []string) {
		for i, y := range m.values {
			if math.IsNaN(y) || math.IsNaN(x.values[i]) {
				p.lacks++
				continue
			}
			p.dots = append(p.dots, dot{
				runs: []int{i}, series: series[i], measure: m.label, unit: m.unit, label: labels[i],
				x: x.values[i], y: y, order: order[i], percent: m.PercentOf != "", spread: m.spreadOf(i), right: m.Right, band: m.Band,
			})
			if names != nil {
				p.dots[len(p.dots)-1].across = names[int(x.values[i])]
			}
		}
	}); err != nil {
		return err
	}
	if p.axis.x, err = p.axisOf("x", []measured{x}); err != nil {
		return err
	}
	p.axis.x.Categories = names
	if p.Statistic != "" {
		if err := p.join(); err != nil {
			return err
		}
	}
	if err := p.joinable(); err != nil {
		return err
	}
	return p.frontier()
}

// tradeOffAxes fills in what every trade-off has: energy over latency, in the
// order of batch sizes.
func (p *panel) tradeOffAxes() {
	if p.kind.Name != "trade-off" {
		return
	}
	latency, _ := p.runs.latency()
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

func (p *panel) orderOf(x measured) ([]float64, error) {
	if p.Order == "" {
		return x.values, nil
	}
	order, err := numbersOf(p.runs, p.Order)
	if err != nil {
		return nil, p.Fault("order", "%v", err)
	}
	return order, nil
}

// labelsOf evaluates an expression to texts; "" gives none.
func (p *panel) labelsOf(expression string) ([]string, error) {
	if expression == "" {
		return make([]string, p.runs.Len()), nil
	}
	return p.text.textsOf(p.runs, expression)
}

// eachMeasure evaluates what the y axis shows and calls fill for each, with the
// series that each run belongs to; then it computes what is drawn.
func (p *panel) eachMeasure(fill func(m measured, series []string)) error {
	names, err := p.labelsOf(p.Series)
	if err != nil {
		return p.Fault("series", "%v", err)
	}
	var all []measured
	for _, declared := range p.Y {
		m, err := p.measure("y", declared)
		if err != nil {
			return err
		}
		all = append(all, m)
		from := len(p.dots)
		fill(m, seriesNames(names, m, len(p.Y) > 1))
		if err := p.percent(m, p.dots[from:]); err != nil {
			return err
		}
	}
	left := lists.Filter(all, func(m measured) bool { return !m.Right })
	if right := lists.Filter(all, func(m measured) bool { return m.Right }); len(right) > 0 {
		if len(left) == 0 || p.Group != nil {
			return p.Fault("y", "only a measure of several, of points or lines, can be on the right axis; remove axis: right")
		}
		axis, err := p.axisOf("y", right)
		if err != nil {
			return err
		}
		p.axis.right = &axis
	}
	p.axis.y, err = p.axisOf("y", left)
	return err
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
func (p *panel) percent(m measured, dots []dot) error {
	most := map[string]float64{}
	for _, d := range dots {
		most[d.series] = max(most[d.series], d.y)
	}
	for i := range dots {
		d := &dots[i]
		d.shown = d.y
		whole := most[d.series]
		switch m.PercentOf {
		case "":
			continue
		case "tdp":
			gpu := p.runs.the(data.RoleGPU, d.runs[0])
			facts, known := p.text.content.GPU(gpu)
			if !known {
				return p.at(m.Measure).Fault("percent_of", "gpus.yaml has no power limit for %s; add one", gpu)
			}
			n, _ := p.runs.Number(d.runs[0], p.runs.Schema().Name(data.RoleGPUs))
			whole = facts.TDP * n
		}
		if !(whole > 0) {
			return p.at(m.Measure).Fault("percent_of", "the highest value of %s is %s; a percentage requires one above 0", m.label,
				data.Text(whole))
		}
		d.shown = d.y / whole * 100
	}
	return nil
}

// joinable puts the dots of lines in order and refuses two at one place, through
// which a line would go up and down.
func (p *panel) joinable() error {
	if !p.kind.Joined {
		return nil
	}
	slices.SortStableFunc(p.dots, func(a, b dot) int { return cmp.Compare(a.order, b.order) })
	seen := map[string]dot{}
	for _, d := range p.dots {
		key := fmt.Sprintf("%s\x00%s\x00%v", d.series, d.measure, d.order)
		if other, twice := seen[key]; twice {
			return p.Fault("series",
				"%s and %s are both at %s of the line %q; pick one with pick: {least: …, per: […]}, or distinguish them by series",
				p.runs.described(other.runs[0]), p.runs.described(d.runs[0]), data.Text(d.order), d.series)
		}
		seen[key] = d
	}
	return nil
}

// frontier finds the dots that no other beats in both.
func (p *panel) frontier() error {
	if !p.Frontier {
		return nil
	}
	xs, ys := lists.Map(p.dots, func(d dot) float64 { return d.x }), lists.Map(p.dots, func(d dot) float64 { return d.shown })
	better := [2]data.Direction{data.Lower, data.Lower}
	for i, m := range []content.Measure{*p.X, p.Y[0]} {
		if f, ok := p.runs.field(m.Value); ok && f.Better == data.Higher {
			better[i] = data.Higher
		}
	}
	p.front = aggregate.Undominated(xs, ys, better[0], better[1])
	return nil
}
