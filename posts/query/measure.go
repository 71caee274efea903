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
func (p *panel) measure(key string, m content.Measure) (measured, error) {
	out := measured{Measure: m, label: m.Label, unit: m.Unit}
	values, err := numbersOf(p.runs, m.Value)
	if err != nil {
		return out, p.at(m).Fault(key, "%v", err)
	}
	out.values = values
	if m.Low != "" {
		for i, end := range []struct{ key, value string }{{"low", m.Low}, {"high", m.High}} {
			if out.spread[i], err = numbersOf(p.runs, end.value); err != nil {
				return out, p.at(m).Fault(end.key, "%v", err)
			}
		}
	}
	if f, ok := p.runs.field(m.Value); ok {
		out.field = f
		return out, p.named(key, &out)
	}
	if m.Label == "" {
		return out, p.at(m).Fault(key, "%s is not a field; describe it: {value: …, label: …, unit: …}", m.Value)
	}
	return out, nil
}

// at is where a measure stands; those written as a plain value under a key of the
// panel know their line.
func (p *panel) at(m content.Measure) content.Keys {
	if m.Line > 0 {
		return m.Keys
	}
	return p.Keys
}

// named takes label and unit from the field table, in the words of the runs'
// tasks. Joules per image and joules per video are different units.
func (p *panel) named(key string, m *measured) error {
	var units []string
	tasks := lists.Map(lists.Indices(p.runs.Len()), func(i int) string { return p.runs.the(data.RoleTask, i) })
	for _, id := range lists.Distinct(tasks) {
		task := charts.Task{Words: p.text.content.Words, Output: p.text.content.Task(id, p.runs.name()).Output}
		if u := task.Unit(m.field); !slices.Contains(units, u) {
			units = append(units, u)
		}
		if m.label == "" || len(units) < 2 && m.Label == "" {
			m.label = task.Label(m.field)
		}
	}
	if len(units) > 1 && m.Unit == "" {
		return p.Fault(key, "%s has the units %s here, which are not comparable; select one task with where, or use panels", m.field.Name,
			strings.Join(units, " and in "))
	}
	if m.Unit == "" {
		m.unit = units[0]
	}
	return nil
}

// axisOf names an axis that shows these measures, which must share a unit.
func (p *panel) axisOf(key string, ms []measured) (charts.PlotAxis, error) {
	first := ms[0]
	w := p.text.content.Words
	axis := charts.PlotAxis{Name: first.axisName(w), Log: first.Log}
	axis.Least, axis.Most, axis.Ticks, axis.Break = first.Min, first.Max, first.Ticks, first.Break
	for _, m := range ms[1:] {
		switch {
		case m.shownUnit() != first.shownUnit():
			return axis, p.Fault(key, "%s is in %s and %s in %s; draw them in panels, or as percent_of: max", first.label, first.shownUnit(),
				m.label, m.shownUnit())
		case m.Log != first.Log:
			return axis, p.Fault(key, "one axis cannot be logarithmic for %s only", m.label)
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
	return axis, nil
}

func (m measured) shownUnit() string {
	if m.PercentOf != "" {
		return "%"
	}
	return m.unit
}

func (m measured) axisName(w *words.Catalog) string {
	switch {
	case m.PercentOf == "max":
		return w.Say("charts.axis.unit", "label", m.label, "unit", w.Say("plot.of_maximum"))
	case m.PercentOf == "tdp":
		return w.Say("charts.axis.unit", "label", m.label, "unit", w.Say("plot.of_limit"))
	case m.unit == "":
		return m.label
	}
	return w.Say("charts.axis.unit", "label", m.label, "unit", m.shortUnit(w))
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
