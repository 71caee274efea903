package command

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/source"
	"github.com/jouleboard/jouleboard/units"
)

type fitsOptions struct {
	Sources sourceFlags
	runFlags
	Format  formatFlag
	Method  string   `flag:"method" help:"{METHOD}" words:"choice refined compat"`
	Metrics []string `flag:"metric" help:"{FIELDS} to fit, separated by commas (default: energy, latency, throughput, power)" complete:"fields"`
}

// fitChoice is the method that lets the data choose the model.
const fitChoice = "choice"

func fitsHelp() string {
	return `This command fits a curve to each metric over x = log2(batch size), separately
for each group of runs that agree in
` + sweepHelp() + `It prints one row per group and metric. Only stable runs that report the metric
are used. Repeats at one batch size are separate points.

--method:
  choice   the simplest of the curves that predict points (nearly) best
  refined  logistic-4, y = b0 + L·sigmoid(k·(x − x0)), by least squares
  compat   logistic-4, fitted on a grid as in the ML.ENERGY toolkit

jouleboard help curves lists the curves and the columns of CSV and JSON.`
}

// sweepHelp lists for each domain what the runs of one curve share, in lines that a
// terminal does not break.
func sweepHelp() string {
	var b strings.Builder
	for _, s := range source.Schemas() {
		lines := lists.Map(slices.Collect(slices.Chunk(s.Sweep, 5)), func(part []string) string { return strings.Join(part, ", ") })
		fmt.Fprintf(&b, "  %-15s %s\n", s.Domain, strings.Join(lines, ",\n"+strings.Repeat(" ", 18)))
	}
	return b.String()
}

// fits prints a fitted curve for each group and metric.
func (c *console) fits(ctx context.Context, o fitsOptions) error {
	runs, err := c.runsIn(ctx, o.Sources, o.Domain)
	if err != nil {
		return err
	}
	metrics, err := fitMetrics(runs.Schema(), o.Metrics)
	if err != nil {
		return usageError{fmt.Errorf("--metric: %w", err)}
	}
	if runs, err = o.filter(runs); err != nil {
		return err
	}
	if runs.Len() == 0 {
		c.note("no run is selected")
	}
	curves, err := aggregate.Curves(ctx, runs, metrics, o.fit)
	if err != nil {
		return err
	}
	if o.Format.is == "table" && len(curves) > 0 {
		c.note("%s by method %s", units.Counted(len(curves), "fit"), o.Method)
	}
	return fitTable(runs.Schema(), curves, o.Method, o.Format.forPrograms()).print(c, o.Format.is)
}

// fit fits a curve by the method of the flags.
func (o fitsOptions) fit(x, y []float64) (fitting.Description, error) {
	if o.Method == fitChoice {
		choice, err := fitting.Choose(x, y)
		return choice.Description, err
	}
	return fitting.Describe(x, y, fitting.Method(o.Method))
}

// fitMetrics are the fields to fit, without names those that every benchmark has.
func fitMetrics(s *data.Schema, names []string) ([]data.Field, error) {
	if len(names) == 0 {
		names = slices.Concat([]string{s.Name(data.RoleEnergy)}, s.Latency()[:min(1, len(s.Latency()))],
			[]string{s.Name(data.RoleThroughput), s.Name(data.RolePower)})
		names = lists.NonZero(names)
	}
	return numeric(s, names, "cannot be fitted")
}

// numeric are the fields of some names, of which others than numbers are refused as what they cannot be.
func numeric(s *data.Schema, names []string, why string) ([]data.Field, error) {
	fields, err := s.Columns(names...)
	for _, f := range fields {
		if f.Kind != data.Int && f.Kind != data.Float {
			return nil, fmt.Errorf("%s is of type %s and %s; name numeric fields", f.Name, f.Kind, why)
		}
	}
	return fields, err
}

// fitParameters are the parameters of all models, in the order of the columns.
var fitParameters = []string{"L", "x0", "k", "b0", "a", "b", "c"}

// fitRow is a curve with the method it is by.
type fitRow struct {
	aggregate.Curve
	method string
	sizes  []int
}

// fitTable is the curves: for programs with the same columns whatever was fitted, for people with the parameters in one cell.
func fitTable(schema *data.Schema, curves []aggregate.Curve, method string, forPrograms bool) sheet {
	rows := lists.Map(curves, func(c aggregate.Curve) fitRow { return fitRow{c, method, c.Sizes()} })
	return tableOf(rows, fitColumns(schema), forPrograms)
}

func fitColumns(schema *data.Schema) (columns []columnOf[fitRow]) {
	add := func(name, label string, value func(fitRow) any) {
		columns = append(columns, columnOf[fitRow]{sheetColumn{label: label, name: name}, value})
	}
	for i, name := range schema.Sweep {
		f, _ := schema.Field(name)
		columns = append(columns, columnOf[fitRow]{fieldColumn(f), func(r fitRow) any { return r.Key[i] }})
	}
	add("metric", "", func(r fitRow) any { return r.Metric.Name })
	add("", "Metric", func(r fitRow) any { return r.Metric.Label })
	add("", "Unit", func(r fitRow) any { return r.Metric.Unit })
	add("", "Points", func(r fitRow) any { return len(r.X) })
	add("method", "", func(r fitRow) any { return r.method })
	add("model", "Curve", func(r fitRow) any { return data.When(r.Model != "", string(r.Model)).Any() })
	add("n", "", func(r fitRow) any { return len(r.X) })
	add("batches", "", func(r fitRow) any { return len(r.sizes) })
	add("batch_min", "", func(r fitRow) any { return r.size(0) })
	add("batch_max", "", func(r fitRow) any { return r.size(len(r.sizes) - 1) })
	for _, name := range fitParameters {
		add(name, "", func(r fitRow) any { return r.parameter(name) })
	}
	add("", "Parameters", func(r fitRow) any { return r.parameterText() })
	add("not_identified", "", func(r fitRow) any { return strings.Join(r.Open(), " ") })
	add("rmse", "RMSE", func(r fitRow) any { return data.When(r.Model != "" && units.IsFinite(r.RMSE), r.RMSE).Any() })
	add("r2", "R²", func(r fitRow) any { return finiteOrNil(r.R2) })
	add("leave_one_out", "Leave-one-out", func(r fitRow) any { return finiteOrNil(r.LeaveOneOut) })
	add("leave_one_out_log", "", func(r fitRow) any { return finiteOrNil(r.LogError) })
	add("note", "Note", func(r fitRow) any { return r.Note })
	return columns
}

// size is a batch size of the curve, nil without any.
func (r fitRow) size(i int) any {
	if len(r.sizes) == 0 {
		return nil
	}
	return r.sizes[i]
}

// parameter is nil where the model has none of that name, and where the points leave
// it open; compat tells it all the same.
func (r fitRow) parameter(name string) any {
	for _, p := range r.Parameters {
		if p.Name == name && (p.Identified || r.method == string(fitting.Compat)) {
			return finiteOrNil(&p.Value)
		}
	}
	return nil
}

// finiteOrNil is nil too where the arithmetic of extreme values overflowed.
func finiteOrNil(v *float64) any {
	if v == nil || !units.IsFinite(*v) {
		return nil
	}
	return *v
}

// parameterText lists the parameters that are told.
func (r fitRow) parameterText() string {
	return strings.Join(lists.FilterMap(fitParameters, func(name string) (string, bool) {
		v, ok := r.parameter(name).(float64)
		return name + " " + units.Number(v), ok
	}), ", ")
}
