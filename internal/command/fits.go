package command

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/fitting"
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
		var lines []string
		for part := range slices.Chunk(s.Sweep, 5) {
			lines = append(lines, strings.Join(part, ", "))
		}
		fmt.Fprintf(&b, "  %-15s %s\n", s.Domain, strings.Join(lines, ",\n"+strings.Repeat(" ", 18)))
	}
	return b.String()
}

// fits prints a fitted curve for each group and metric.
func (c *console) fits(ctx context.Context, o fitsOptions) error {
	ds, err := c.dataset(ctx, o.Sources, false)
	if err != nil {
		return err
	}
	runs, err := runsOf(ds, o.Domain)
	if err != nil {
		return err
	}
	return printFits(ctx, c, runs, o)
}

// printFits fits and prints the selected runs of one record type.
func printFits(ctx context.Context, c *console, runs data.Table, o fitsOptions) error {
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
		names = slices.DeleteFunc(names, func(name string) bool { return name == "" })
	}
	fields, err := s.Columns(names...)
	for _, f := range fields {
		if f.Kind != data.Int && f.Kind != data.Float {
			return nil, fmt.Errorf("%s is of type %s and cannot be fitted; name numeric fields", f.Name, f.Kind)
		}
	}
	return fields, err
}
