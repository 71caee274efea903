package query

import (
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/internal/lists"

	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/data"
)

// measured is a measure over the runs of a panel.
type measured struct {
	content.Measure
	values []float64 // one a run, NaN where it has none
	label  string
	unit   string
	field  data.Field   // zero for an expression
	spread [2][]float64 // ends of the interval of each run; nil for none
}

// measure evaluates one of the panel's measures; key is where it stands.
func (p *panel) measure(key string, m content.Measure) measured {
	at := p.at(m)
	out := measured{Measure: m, label: m.Label, unit: m.Unit, values: p.numbers(at, key, m.Value)}
	if m.Low != "" {
		out.spread = [2][]float64{p.numbers(at, "low", m.Low), p.numbers(at, "high", m.High)}
	}
	f, ok := p.runs.Schema().Field(m.Value)
	switch {
	case ok:
		out.field = f
		p.named(key, &out)
	case m.Label == "":
		p.fail(at.Fault(key,
			"%s is not a field; describe it: {value: …, label: …, unit: …}", m.Value))
	}
	return out
}

// named takes label and unit from the field table, in the words of the runs'
// tasks. Joules per image and joules per video are different units.
func (p *panel) named(key string, m *measured) {
	var units []string
	tasks := lists.Times(p.runs.Len(), func(i int) string { return textOf(p.runs, data.RoleTask, i) })
	for _, id := range lists.Distinct(tasks) {
		output := p.text.content.Task(id, domainOf(p.runs)).Output
		task := charts.Task{Words: p.text.content.Words, Output: output}
		if u := task.Unit(m.field); !slices.Contains(units, u) {
			units = append(units, u)
		}
		if m.label == "" || len(units) < 2 && m.Label == "" {
			m.label = task.Label(m.field)
		}
	}
	if m.Unit != "" {
		return
	}
	if m.unit = units[0]; len(units) > 1 {
		p.fault(key,
			"%s has the units %s here, which are not comparable; select one task with where, or use panels",
			m.field.Name, strings.Join(units, " and in "))
	}
}

// axisOf names an axis that shows these measures, which must share a unit.
func (p *panel) axisOf(key string, ms []measured) charts.PlotAxis {
	first := ms[0]
	w := p.text.content.Words
	axis := charts.PlotAxis{Name: first.axisName(w), Log: first.Log}
	axis.Least, axis.Most, axis.Ticks, axis.Break = first.Min, first.Max, first.Ticks, first.Break
	for _, m := range ms[1:] {
		switch {
		case m.shownUnit() != first.shownUnit():
			p.fault(key, "%s is in %s and %s in %s; draw them in panels, or as percent_of: max",
				first.label, first.shownUnit(), m.label, m.shownUnit())
		case m.Log != first.Log:
			p.fault(key, "one axis cannot be logarithmic for %s only", m.label)
		}
	}
	if len(ms) > 1 {
		axis.Name = first.shortUnit(w)
		if first.PercentOf != "" {
			axis.Name = percentName(w, ms)
		}
	}
	if axis.Log {
		axis.Powers = first.field.Name == p.runs.Schema().Name(data.RoleBatch)
	}
	return axis
}

func (m measured) shownUnit() string {
	if m.PercentOf != "" {
		return "%"
	}
	return m.unit
}

func (m measured) axisName(w *words.Catalog) string {
	unit := m.shortUnit(w)
	switch m.PercentOf {
	case "max":
		unit = w.Say("plot.of_maximum")
	case "tdp":
		unit = w.Say("plot.of_limit")
	}
	if unit == "" {
		return m.label
	}
	return w.Say("charts.axis.unit", "label", m.label, "unit", unit)
}

func percentName(w *words.Catalog, ms []measured) string {
	if lists.All(ms, func(m measured) bool { return m.PercentOf == "max" }) {
		return w.Say("plot.of_maximum")
	}
	return w.Say("plot.of_either")
}

// shortUnit leaves out what a field's label says already: "J per output token"
// is "J".
func (m measured) shortUnit(w *words.Catalog) string {
	if m.field.Name == "" || m.Unit != "" {
		return m.unit
	}
	short, _, _ := strings.Cut(m.unit, " "+w.Say("charts.per")+" ")
	return short
}
