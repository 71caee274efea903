package board

import (
	"math"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
)

// uncertainty are the columns of the interval of the metric that ranks. The pages'
// script reads the first two, since ranks rest on them (see [aggregate.Row.Ties]).
func uncertainty(metric data.Field) []Column {
	name := intervalOf(metric)
	label := "Energy"
	if metric.Role != data.RoleEnergy {
		label = metric.Label
	}
	column := func(suffix string, kind data.Kind, label, unit, help string, value func(aggregate.Row) any) Column {
		f := data.Field{Name: name + suffix, Kind: kind, Label: label, Unit: unit, Anchor: "uncertainty", Nullable: true, Help: help}
		return Column{Field: f, value: value}
	}
	end := func(which func(low, high float64) float64) func(aggregate.Row) any {
		return func(r aggregate.Row) any {
			low, high, ok := r.Interval()
			return data.When(ok, which(low, high)).Any()
		}
	}
	within := func(end func(aggregate.Row) float64) func(aggregate.Row) any {
		return func(r aggregate.Row) any {
			if r.Within == nil {
				return nil
			}
			return end(r)
		}
	}
	return []Column{
		column("_low", data.Float, label+", lower bound", metric.Unit,
			"Lower bound of the 95% interval, which does not include the error of the power sensor.",
			end(func(low, _ float64) float64 { return low })),
		column("_high", data.Float, label+", upper bound", metric.Unit,
			"Upper bound of the 95% interval, which does not include the error of the power sensor.",
			end(func(_, high float64) float64 { return high })),
		column("_runs", data.Int, "Runs", "", "Number of repeated runs whose mean is shown.",
			func(r aggregate.Row) any { return r.Measured() }),
		column("_within_low", data.Float, label+" within the run, lower bound", metric.Unit,
			"Lower bound of the 95% interval for the variation within the run.",
			within(func(r aggregate.Row) float64 { return r.Within.Low })),
		column("_within_high", data.Float, label+" within the run, upper bound", metric.Unit,
			"Upper bound of the 95% interval for the variation within the run.",
			within(func(r aggregate.Row) float64 { return r.Within.High })),
	}
}

// normalizedInterval are the columns of the interval of a measure, where it has one.
func normalizedInterval(n data.Normalized) []Column {
	if !n.Accuracy {
		return nil
	}
	bound := func(suffix, label string, sign float64) Column {
		f := n.Field()
		f.Name, f.Label, f.Anchor, f.Better = f.Name+suffix, f.Label+label, "uncertainty", data.Neutral
		f.Help = "Bound of the 95% interval, from the intervals of the energy and of the accuracy, whose errors count as independent."
		return Column{Field: f, value: func(r aggregate.Row) any {
			low, high, ok := NormalizedInterval(r, n)
			return data.When(ok, map[bool]float64{true: low, false: high}[sign < 0]).Any()
		}}
	}
	return []Column{bound("_low", ", lower bound", -1), bound("_high", ", upper bound", 1)}
}

// NormalizedInterval is the 95% interval of a measure of a row that divides by the accuracy, in its unit; ok is false for other
// measures, and if the error of the energy or that of the accuracy is not known. Energy is taken to vary per response as it does
// per output.
func NormalizedInterval(r aggregate.Row, n data.Normalized) (low, high float64, ok bool) {
	if !n.Accuracy {
		return 0, 0, false
	}
	x, ok := r.Normalized(n.Name)
	rank := r.RankField().Role
	if !ok || !(r.Margin > 0) || rank == data.RoleAccuracy || rank == data.RoleEnergy && r.AccuracyMargin == 0 {
		return 0, 0, false
	}
	margin := math.Hypot(r.Margin, r.AccuracyMargin)
	return x * math.Exp(-margin), x * math.Exp(margin), true
}

// Interval names the columns of the interval of the metric that ranks.
func (b *Board) Interval() []string {
	name := intervalOf(b.Rows[0].RankField())
	return []string{name + "_low", name + "_high"}
}

// intervalOf is how the columns of the metric's interval begin.
func intervalOf(metric data.Field) string {
	if metric.Role == data.RoleEnergy {
		return "energy"
	}
	return metric.Name
}
