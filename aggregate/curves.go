package aggregate

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// Curve is a metric of a group of runs over the batch size.
type Curve struct {
	Key    []any // the values of the fields in which the group's runs agree: Sweep of their traits
	Metric data.Field
	// X is log2 of the batch sizes, Y the metric, of the runs that report both.
	X, Y []float64
	// Description is the fitted curve; zero without a point.
	fitting.Description
	Note string // limitations of the curve
}

// Sizes are the different batch sizes, ascending.
func (c Curve) Sizes() []int {
	return lists.Map(lists.Ascending(c.X), func(x float64) int {
		return int(math.Round(math.Exp2(x)))
	})
}

// Open names the parameters that the points do not determine.
func (c Curve) Open() []string {
	open := lists.Filter(c.Parameters, func(p fitting.Parameter) bool { return !p.Identified })
	return lists.Map(open, func(p fitting.Parameter) string { return p.Name })
}

// Fit is a way to fit a curve to at least one point: y over x = log2(batch).
type Fit func(x, y []float64) (fitting.Description, error)

// Curves fits every metric of every group of runs that differ only in their batch size, in the order of the runs.
func Curves(ctx context.Context, runs data.Table, metrics []data.Field, fit Fit) ([]Curve, error) {
	groups, err := runs.GroupBy(runs.Schema().Sweep...)
	if err != nil {
		return nil, err
	}
	var curves []Curve
	for _, g := range groups {
		pooled := differing(g.Runs)
		for _, metric := range metrics {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			c := newCurve(g, metric)
			if len(c.X) > 0 {
				if c.Description, err = fit(c.X, c.Y); err != nil {
					return nil, fmt.Errorf("%s of %s: %w", metric.Name, keyText(g.Key), err)
				}
			}
			c.addNotes(g.Runs.Len(), pooled)
			curves = append(curves, c)
		}
	}
	return curves, nil
}

// newCurve is the points of the runs that state the metric.
func newCurve(g data.Group, metric data.Field) Curve {
	c := Curve{Key: g.Key, Metric: metric}
	size := g.Runs.Schema().Name(data.RoleBatch)
	for i := range g.Runs.Len() {
		batch, ok := g.Runs.Number(i, size)
		y, there := g.Runs.Number(i, metric.Name)
		if ok && there && batch > 0 {
			c.X, c.Y = append(c.X, math.Log2(batch)), append(c.Y, y)
		}
	}
	return c
}

// differing are the fields of a configuration in which the runs of a group differ,
// although the batch size alone should.
func differing(runs data.Table) (names []string) {
	s := runs.Schema()
	for _, f := range s.Fields() {
		if !f.Key || f.Role == data.RoleBatch || slices.Contains(s.Sweep, f.Name) {
			continue
		}
		if parts, err := runs.GroupBy(f.Name); err == nil && len(parts) > 1 {
			names = append(names, f.Name)
		}
	}
	return names
}

func keyText(key []any) string {
	parts := lists.Map(key, func(v any) string { return units.Printable(data.Text(v)) })
	return strings.Join(parts, ", ")
}

// addNotes says what a reader must know before using the curve.
func (c *Curve) addNotes(runs int, pooled []string) {
	var notes []string
	say := func(format string, args ...any) { notes = append(notes, fmt.Sprintf(format, args...)) }
	switch n := len(c.X); {
	case n == 0:
		say("no run contains it")
	case n < runs:
		say("%s without it left out", units.Counted(runs-n, "run"))
	}
	if c.Reason != "" {
		say("no curve: %s", c.Reason)
	}
	if open := c.Open(); len(open) > 0 {
		say("not identified: %s", strings.Join(open, ", "))
	}
	if n := len(c.Sizes()); n > 0 && n < len(c.Parameters) {
		say("%s for %d parameters", units.Counted(n, "batch size"), len(c.Parameters))
	}
	if len(pooled) > 0 {
		say("runs differ in %s", strings.Join(pooled, ", "))
	}
	c.Note = strings.Join(notes, "; ")
}
