package ipw

import (
	_ "embed"
	"fmt"
	"math"
	"sync"
	"time"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/jsontree"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// Domain is the name of this package's record type.
const Domain = "ipw"

//go:embed ipw.yaml
var table []byte

// fields are values by field.
type fields = map[string]any

// Schema is the field table of profiles: the results of one model in one run. Energy is GPU energy in joules; other
// measured energies have their own fields.
var Schema = sync.OnceValue(func() *data.Schema { return data.MustDeclare(table) })

// leaves are the fields that each query of a single-turn run states: a run has the mean
// over its queries, or the text that they share.
var leaves = sync.OnceValue(func() []data.Field {
	return lists.Filter(Schema().Fields(), func(f data.Field) bool { return f.In("") != nil })
})

// fill stores what a document states in a row, by its name in the declaration: texts, numbers, counts. Runners write 0 into a
// summary for what they do not know.
func fill(row data.Row, document string, o any) {
	for _, f := range Schema().Fields() {
		switch x := jsontree.First(o, f.In(document)...).(type) {
		case string:
			if text := data.Public(x); text != "" && f.Kind == data.String {
				_ = row.Set(f.Name, text)
			}
		case float64:
			count := x >= 0 && x < 1e12 && x == math.Trunc(x)
			if (f.Kind == data.Float || f.Kind == data.Int && count) && (x > 0 || document != "summary") {
				_ = row.Set(f.Name, x)
			}
		}
	}
}

// stated is a row of what the summary states.
func (n *run) stated() data.Row {
	row := data.NewRow(Schema())
	fill(row, "summary", n.summary)
	return row
}

// dateOf is the day of the run: when it began, or when its summary was written, in
// seconds since 1970.
func dateOf(o jsontree.Object) data.Opt[string] {
	for _, key := range []string{"start_time", "generated_at"} {
		s := jsontree.Text(o, key)
		if day, ok := units.Day(s[:min(len(s), len(time.DateOnly))]); ok {
			return data.Some(day.Format(time.DateOnly))
		}
	}
	at, ok := timeOf(o["generated_at"]).Value()
	return data.When(ok, at[:min(len(at), len(time.DateOnly))])
}

// timeOf is a time to the second: in UTC, or as it stands where no zone is stated.
func timeOf(v any) data.Opt[string] {
	switch v := v.(type) {
	case float64:
		const first, last = 1e9, 1e10 // 2001 to 2286: a number outside is no such time
		if v >= first && v <= last {
			return data.Some(time.Unix(int64(v), 0).UTC().Format(time.RFC3339))
		}
	case string:
		const local = "2006-01-02T15:04:05"
		if at, err := time.Parse(time.RFC3339, v); err == nil {
			return data.Some(at.UTC().Format(time.RFC3339))
		}
		if at, err := time.Parse(local, v); err == nil {
			return data.Some(at.Format(local))
		}
	}
	return data.Opt[string]{}
}

// report is the accuracy analysis of one model.
type report struct {
	model    string
	row      data.Row // that has the report's fields
	warnings []string
	faults   []string // where it does not follow from its own numbers
}

func reportOf(o jsontree.Object) *report {
	r := &report{model: jsontree.Text(o, "summary.model"), row: data.NewRow(Schema())}
	fill(r.row, "report", o["summary"])
	if models, ok := jsontree.At(o, "data.per_model").(jsontree.Object); ok && r.model == "" && len(models) == 1 {
		for name := range models {
			r.model = name
		}
	}
	if efficiency, ok := jsontree.At(o, "data.efficiency").(jsontree.Object); ok {
		fill(r.row, "efficiency", efficiency[r.model])
	}
	list, _ := o["warnings"].([]any)
	r.warnings = append(r.warnings, lists.Map(lists.OfType[string](list), data.Public)...)
	_ = r.row.Set("report_warnings", data.List(r.warnings).Any())
	r.replay()
	return r
}

// number is a number of the report, by its field without the prefix; NaN for one that it lacks.
func (r *report) number(field string) float64 { return r.row.Number("report_" + field) }

// count is as number, 0 for one that the report lacks.
func (r *report) count(field string) int { return r.row.Count("report_" + field).Or(0) }

// replay computes the report's ratios from its own numbers.
func (r *report) replay() {
	follows := func(name, field string, above, below float64) {
		if below > 0 {
			r.differs(name, r.number(field), above/below, 1e-6, "the other numbers of the report")
		}
	}
	follows("intelligence_per_joule", "ipj", r.number("accuracy"), r.number("energy_per_query_j"))
	follows("intelligence_per_watt", "ipw", r.number("accuracy"), r.number("power_w"))
	correct := r.number("correct")
	follows("accuracy", "accuracy", correct, correct+float64(r.count("incorrect")))
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
		r.differs(c[0], r.number(c[1]), p.Number(c[1]), 0.01, "the queries")
	}
}

// differs notes a number that is not what follows, up to a share of it.
func (r *report) differs(name string, stated, follows, share float64, from string) {
	if math.Abs(stated-follows) > share*math.Abs(follows) {
		r.faults = append(r.faults, fmt.Sprintf("%s is %v, but follows as %v from %s", name, stated, follows, from))
	}
}

// stated is a text that is not empty.
func stated(s string) data.Opt[string] {
	s = data.Public(s)
	return data.When(s != "", s)
}
