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
	quotient := func(above, below data.Opt[float64]) (x data.Opt[float64]) {
		if y := below.Or(0); above.Present() && y > 0 {
			x = data.Some(above.Or(0) / y)
		}
		return x
	}
	follows := func(name, field string, x data.Opt[float64]) {
		r.differs(name, r.number(field), x, 1e-6, "the other numbers of the report")
	}
	follows("intelligence_per_joule", "ipj", quotient(r.number("accuracy"), r.number("energy_per_query_j")))
	follows("intelligence_per_watt", "ipw", quotient(r.number("accuracy"), r.number("power_w")))
	if correct := r.number("correct"); correct.Present() {
		follows("accuracy", "accuracy", quotient(correct, data.Some(correct.Or(0)+r.number("incorrect").Or(0))))
	}
}

// compare says where a report of GPU energy without imputed values differs from the
// queries.
func (r *report) compare(p data.Row) {
	if basis := r.row.Value("report_energy_basis"); basis != nil && basis != "gpu" || r.count("imputed") > 0 {
		return
	}
	for _, c := range [][2]string{
		{"accuracy", "accuracy"}, {"avg_per_query_energy_joules", "energy_per_query_j"}, {"avg_per_query_power_watts", "power_w"},
	} {
		r.differs(c[0], r.number(c[1]), p.Float(c[1]), 0.01, "the queries")
	}
}

// differs notes a number that is not what follows, up to a share of it.
func (r *report) differs(name string, stated, follows data.Opt[float64], share float64, from string) {
	x, ok := stated.Value()
	y, there := follows.Value()
	if ok && there && !data.Near(x, y, share) {
		r.faults = append(r.faults, fmt.Sprintf("%s is %v, but follows as %v from %s", name, x, y, from))
	}
}
