package main

import (
	"math"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/units"
)

// fitParameters are the parameters of all models, in the order of the columns.
var fitParameters = []string{"L", "x0", "k", "b0", "a", "b", "c"}

// fitTable is the rows for programs: the same columns whatever was fitted.
func fitTable(grouped []string, rows []fitRow) grouping {
	g := grouping{}
	for _, list := range [][]string{
		grouped,
		{"metric", "method", "model", "n", "batches", "batch_min", "batch_max"},
		fitParameters,
		{"not_identified", "rmse", "r2", "leave_one_out", "note"},
	} {
		for _, name := range list {
			g.add(name, sheetColumn{})
		}
	}
	for _, r := range rows {
		g.rows = append(g.rows, r.values())
	}
	return g
}

// values are the row's cells; nil is missing.
func (r fitRow) values() []any {
	row := append([]any{}, r.group...)
	sizes := r.batches()
	row = append(row, r.metric.Name, r.method)
	if len(sizes) == 0 {
		row = append(row, nil, 0, 0, nil, nil)
	} else {
		row = append(row, string(r.model), len(r.x), len(sizes), batchSize(sizes[0]), batchSize(sizes[len(sizes)-1]))
	}
	for _, name := range fitParameters {
		row = append(row, r.parameter(name))
	}
	row = append(row, strings.Join(r.unknown, " "))
	if len(sizes) == 0 {
		row = append(row, nil)
	} else {
		row = append(row, finiteOrNil(&r.rmse))
	}
	return append(row, finiteOrNil(r.r2), finiteOrNil(r.left), r.note)
}

// batchSize undoes the logarithm of a whole number.
func batchSize(x float64) int { return int(math.Round(math.Exp2(x))) }

func (r fitRow) parameter(name string) any {
	v, ok := r.parameters[name]
	if !ok || !r.shown[name] {
		return nil
	}
	return finiteOrNil(&v)
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
func fitSheet(schema *data.Schema, rows []fitRow) sheet {
	var s sheet
	for _, name := range schema.Sweep {
		f, _ := schema.Field(name)
		s.columns = append(s.columns, fieldColumn(f))
	}
	for _, label := range []string{"Metric", "Unit", "Points", "Model", "Parameters", "RMSE", "R²", "Leave one out", "Note"} {
		s.columns = append(s.columns, sheetColumn{label: label})
	}
	for _, r := range rows {
		row := append([]any{}, r.group...)
		row = append(row, r.metric.Label, r.metric.Unit, len(r.x), string(r.model), r.parameterText())
		var rmse any
		if len(r.x) > 0 {
			rmse = finiteOrNil(&r.rmse)
		}
		s.rows = append(s.rows, append(row, rmse, finiteOrNil(r.r2), finiteOrNil(r.left), r.note))
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
