package command

import (
	"math"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// fitParameters are the parameters of all models, in the order of the columns.
var fitParameters = []string{"L", "x0", "k", "b0", "a", "b", "c"}

// fitRow is a curve with the method it is by.
type fitRow struct {
	aggregate.Curve
	method string
}

// fitTable is the rows for programs: the same columns whatever was fitted.
func fitTable(grouped []string, curves []aggregate.Curve, method string) grouping {
	g := grouping{names: slices.Concat(
		grouped,
		[]string{"metric", "method", "model", "n", "batches", "batch_min", "batch_max"},
		fitParameters,
		[]string{"not_identified", "rmse", "r2", "leave_one_out", "leave_one_out_log", "note"},
	)}
	g.rows = append(g.rows, lists.Map(curves, func(c aggregate.Curve) []any { return fitRow{c, method}.values() })...)
	return g
}

// values are the row's cells; nil is missing.
func (r fitRow) values() []any {
	row := append([]any{}, r.Key...)
	sizes := r.Sizes()
	row = append(row, r.Metric.Name, r.method)
	if len(sizes) == 0 {
		row = append(row, nil, 0, 0, nil, nil)
	} else {
		row = append(row, r.model(), len(r.X), len(sizes), sizes[0], sizes[len(sizes)-1])
	}
	row = append(row, lists.Map(fitParameters, r.parameter)...)
	return append(row, strings.Join(r.Open(), " "), r.rmse(), finiteOrNil(r.R2), finiteOrNil(r.LeaveOneOut), finiteOrNil(r.LogError), r.Note)
}

// model is nil without a curve.
func (r fitRow) model() any {
	if r.Model == "" {
		return nil
	}
	return string(r.Model)
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

func (r fitRow) rmse() any {
	if r.Model == "" {
		return nil
	}
	return finiteOrNil(&r.RMSE)
}

// finiteOrNil is nil too where the arithmetic of extreme values overflowed.
func finiteOrNil(v *float64) any {
	if v == nil || math.IsNaN(*v) || math.IsInf(*v, 0) {
		return nil
	}
	return *v
}

// fitSheet is the rows for people: what is not told of a group in the main columns
// of runs is left out, and the parameters are one cell.
func fitSheet(schema *data.Schema, curves []aggregate.Curve, method string) sheet {
	var s sheet
	for _, name := range schema.Sweep {
		f, _ := schema.Field(name)
		s.columns = append(s.columns, fieldColumn(f))
	}
	for _, label := range []string{"Metric", "Unit", "Points", "Curve", "Parameters", "RMSE", "R²", "Leave-one-out", "Note"} {
		s.columns = append(s.columns, sheetColumn{label: label})
	}
	for _, c := range curves {
		r := fitRow{c, method}
		row := append([]any{}, r.Key...)
		row = append(row, r.Metric.Label, r.Metric.Unit, len(r.X), r.model(), r.parameterText())
		s.rows = append(s.rows, append(row, r.rmse(), finiteOrNil(r.R2), finiteOrNil(r.LeaveOneOut), r.Note))
	}
	return s
}

// parameterText lists the parameters that are told.
func (r fitRow) parameterText() string {
	var parts []string
	for _, name := range fitParameters {
		if v, ok := r.parameter(name).(float64); ok {
			parts = append(parts, name+" "+units.Number(v))
		}
	}
	return strings.Join(parts, ", ")
}
