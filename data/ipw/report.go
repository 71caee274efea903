package ipw

import (
	"fmt"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/jsontree"
)

// report is the accuracy analysis of one model.
type report struct {
	model    string
	row      data.Row // that has the report's fields
	warnings []string
	faults   []string // where it does not follow from its own numbers
}

func reportOf(o jsontree.Object) report {
	r := report{model: jsontree.Text(o, "summary.model"), row: data.NewRow(schema())}
	fill(r.row, reportDocument, o["summary"])
	if models, ok := jsontree.At(o, "data.per_model").(jsontree.Object); ok && r.model == "" && len(models) == 1 {
		for name := range models {
			r.model = name
		}
	}
	if efficiency, ok := jsontree.At(o, "data.efficiency").(jsontree.Object); ok {
		fill(r.row, efficiencyDocument, efficiency[r.model])
	}
	list, _ := o["warnings"].([]any)
	for _, v := range list {
		if text, ok := v.(string); ok {
			r.warnings = append(r.warnings, data.Public(text))
		}
	}
	_ = r.row.Set("report_warnings", data.List(r.warnings).Any())
	r.replay()
	return r
}

// number is a number of the report, by its field without the prefix.
func (r *report) number(field string) (x data.Opt[float64]) {
	if v, ok := data.Number(r.row.Value("report_" + field)); ok {
		x = data.Some(v)
	}
	return x
}

// count is as number, 0 for one that the report lacks.
func (r *report) count(field string) int { return int(r.number(field).Or(0)) }

// replay computes the report's ratios from its own numbers.
func (r *report) replay() {
	check := func(name string, stated, above, below data.Opt[float64]) {
		x, ok := stated.Value()
		a, okAbove := above.Value()
		b, okBelow := below.Value()
		if !ok || !okAbove || !okBelow || b <= 0 {
			return
		}
		if !data.Near(x, a/b, 1e-6) {
			r.faults = append(r.faults, fmt.Sprintf("%s is %v, but follows as %v from the other numbers of the report", name, x, a/b))
		}
	}
	check("intelligence_per_joule", r.number("ipj"), r.number("accuracy"), r.number("energy_per_query_j"))
	check("intelligence_per_watt", r.number("ipw"), r.number("accuracy"), r.number("power_w"))
	if correct, ok := r.number("correct").Value(); ok {
		check("accuracy", r.number("accuracy"), data.Some(correct), data.Some(correct+r.number("incorrect").Or(0)))
	}
}

// compare says where a report of GPU energy without imputed values differs from the
// queries.
func (r *report) compare(p data.Row) {
	if basis := r.row.Value("report_energy_basis"); basis != nil && basis != "gpu" || r.count("imputed") > 0 {
		return
	}
	for _, c := range []struct {
		name         string
		stated, here data.Opt[float64]
	}{
		{"accuracy", r.number("accuracy"), p.Float("accuracy")},
		{"avg_per_query_energy_joules", r.number("energy_per_query_j"), p.Float("energy_per_query_j")},
		{"avg_per_query_power_watts", r.number("power_w"), p.Float("power_w")},
	} {
		x, ok := c.stated.Value()
		y, there := c.here.Value()
		if ok && there && !data.Near(x, y, 0.01) {
			r.faults = append(r.faults, fmt.Sprintf("%s is %v, but follows as %v from the queries", c.name, x, y))
		}
	}
}
