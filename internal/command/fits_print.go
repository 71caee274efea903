package command

import (
	"math"
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
	sizes  []int
}

// fitTable is the curves: for programs with the same columns whatever was fitted, for people with the parameters in one cell.
func fitTable(schema *data.Schema, curves []aggregate.Curve, method string, forPrograms bool) grouping {
	rows := lists.Map(curves, func(c aggregate.Curve) fitRow { return fitRow{c, method, c.Sizes()} })
	return tableOf(rows, fitColumns(schema), forPrograms)
}

func fitColumns(schema *data.Schema) (columns []columnOf[fitRow]) {
	add := func(name, label string, value func(fitRow) any) {
		columns = append(columns, columnOf[fitRow]{name, sheetColumn{label: label}, value})
	}
	for i, name := range schema.Sweep {
		f, _ := schema.Field(name)
		columns = append(columns, columnOf[fitRow]{name, fieldColumn(f), func(r fitRow) any { return r.Key[i] }})
	}
	add("metric", "", func(r fitRow) any { return r.Metric.Name })
	add("", "Metric", func(r fitRow) any { return r.Metric.Label })
	add("", "Unit", func(r fitRow) any { return r.Metric.Unit })
	add("", "Points", func(r fitRow) any { return len(r.X) })
	add("method", "", func(r fitRow) any { return r.method })
	add("model", "Curve", fitRow.model)
	add("n", "", func(r fitRow) any { return len(r.X) })
	add("batches", "", func(r fitRow) any { return len(r.sizes) })
	add("batch_min", "", func(r fitRow) any { return r.size(0) })
	add("batch_max", "", func(r fitRow) any { return r.size(len(r.sizes) - 1) })
	for _, name := range fitParameters {
		add(name, "", func(r fitRow) any { return r.parameter(name) })
	}
	add("", "Parameters", func(r fitRow) any { return r.parameterText() })
	add("not_identified", "", func(r fitRow) any { return strings.Join(r.Open(), " ") })
	add("rmse", "RMSE", fitRow.rmse)
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
