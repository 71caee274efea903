package ipw

import (
	"fmt"
	"math"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/jsontree"
)

// report is the accuracy analysis of one model.
type report struct {
	model string
	Report
	energySamples data.Opt[int]
	warnings      []string
	faults        []string // where it does not follow from its own numbers
}

// reportOf reads the accuracy analysis.
func reportOf(o jsontree.Object) report {
	s := jsontree.At(o, "summary")
	number := func(path string) data.Opt[float64] {
		if x, ok := jsontree.At(s, path).(float64); ok && !math.IsInf(x, 0) {
			return data.Some(x)
		}
		return data.Opt[float64]{}
	}
	whole := func(v any, path string) data.Opt[int] {
		if x, ok := jsontree.At(v, path).(float64); ok && x >= 0 && x < 1e12 && x == math.Trunc(x) {
			return data.Some(int(x))
		}
		return data.Opt[int]{}
	}
	r := report{model: jsontree.Text(s, "model"), energySamples: whole(s, "energy_sample_count")}
	r.Report = Report{
		Accuracy: number("accuracy"), PerJoule: number("intelligence_per_joule"), PerWatt: number("intelligence_per_watt"),
		EnergyPerQuery: number("avg_per_query_energy_joules"), PowerWatts: number("avg_per_query_power_watts"),
		EnergyBasis: stated(jsontree.Text(s, "energy_basis")),
		Correct:     whole(s, "correct"), Incorrect: whole(s, "incorrect"), Unevaluated: whole(s, "unevaluated"), Failed: whole(s, "failed"),
		EmptySkipped:   whole(s, "skipped_empty_responses"),
		RecordsChecked: whole(s, "telemetry_coverage.records_checked"),
		EnergyShort:    whole(s, "telemetry_coverage.records_energy_short_of_power_x_time"),
		WorstRatio:     number("telemetry_coverage.worst_energy_to_power_x_time_ratio"),
	}
	if models, ok := jsontree.At(o, "data.per_model").(jsontree.Object); ok && r.model == "" && len(models) == 1 {
		for name := range models {
			r.model = name
		}
	}
	if efficiency, ok := jsontree.At(o, "data.efficiency").(jsontree.Object); ok {
		r.Imputed = whole(efficiency[r.model], "energy.imputed_count")
	}
	list, _ := o["warnings"].([]any)
	for _, v := range list {
		if text, ok := v.(string); ok {
			r.warnings = append(r.warnings, data.Public(text))
		}
	}
	r.replay()
	return r
}

// replay computes the report's ratios from its own numbers.
func (r *report) replay() {
	check := func(name string, stated, above, below data.Opt[float64]) {
		x, ok := stated.Value()
		a, okAbove := above.Value()
		b, okBelow := below.Value()
		if !ok || !okAbove || !okBelow || b <= 0 {
			return
		}
		if !near(x, a/b, 1e-6) {
			r.faults = append(r.faults, fmt.Sprintf("%s is %v, but follows as %v from the other numbers of the report", name, x, a/b))
		}
	}
	check("intelligence_per_joule", r.PerJoule, r.Accuracy, r.EnergyPerQuery)
	check("intelligence_per_watt", r.PerWatt, r.Accuracy, r.PowerWatts)
	if correct, ok := r.Correct.Value(); ok {
		check("accuracy", r.Accuracy, data.Some(float64(correct)), data.Some(float64(correct+r.Incorrect.Or(0))))
	}
}

// compare says where a report of GPU energy without imputed values differs from the
// queries.
func (r *report) compare(p *Profile) {
	if r.EnergyBasis.Or("gpu") != "gpu" || r.Imputed.Or(0) > 0 {
		return
	}
	for _, c := range []struct {
		name         string
		stated, here data.Opt[float64]
	}{
		{"accuracy", r.Accuracy, p.Accuracy},
		{"avg_per_query_energy_joules", r.EnergyPerQuery, p.EnergyPerQuery},
		{"avg_per_query_power_watts", r.PowerWatts, p.PowerWatts},
	} {
		x, ok := c.stated.Value()
		y, there := c.here.Value()
		if ok && there && !near(x, y, 0.01) {
			r.faults = append(r.faults, fmt.Sprintf("%s is %v, but follows as %v from the queries", c.name, x, y))
		}
	}
}

// near reports whether two numbers differ by no more than a share of the second.
func near(x, y, share float64) bool { return math.Abs(x-y) <= share*math.Abs(y) }

// regressionsOf reads the lines of the regression analysis, by field.
func regressionsOf(o jsontree.Object) map[string]any {
	lines := map[string]any{}
	for _, f := range schema().Fields() {
		x, ok := jsontree.First(o, f.In("regression")...).(float64)
		if ok && (f.Kind == data.Float || x >= 0 && x == math.Trunc(x) && x < 1e12) {
			lines[f.Name] = x
		}
	}
	return lines
}
