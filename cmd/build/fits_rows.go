package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
)

// fitRow is one curve and what is known about it.
type fitRow struct {
	group  []any // the values of the grouping fields
	metric data.Field
	method string
	points
	fitted
	note string
}

// points are what a curve is fitted to.
type points struct{ x, y []float64 }

// batches are the different sizes, ascending.
func (p points) batches() []float64 {
	return slices.Compact(slices.Sorted(slices.Values(p.x)))
}

// fitRows fits every metric of every group, in the order of the runs.
func fitRows(ctx context.Context, runs data.Table, metrics []data.Field, method string) ([]fitRow, error) {
	grouped := runs.Schema().Sweep
	groups, err := runs.GroupBy(grouped...)
	if err != nil {
		return nil, err
	}
	var rows []fitRow
	for _, g := range groups {
		pooled := differing(g.Runs, grouped)
		for _, metric := range metrics {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			row, err := newFitRow(g, metric, method)
			if err != nil {
				return nil, fmt.Errorf("%s of %s: %w", metric.Name, groupText(g.Key), err)
			}
			row.addNotes(g.Runs.Len(), pooled)
			rows = append(rows, row)
		}
	}
	return rows, nil
}

func newFitRow(g data.Group, metric data.Field, method string) (row fitRow, err error) {
	row = fitRow{group: g.Key, metric: metric, method: method, points: pointsOf(g.Runs, metric.Name)}
	if len(row.x) > 0 {
		row.fitted, err = fitCurve(row.points, method)
	}
	return row, err
}

// pointsOf are the metric over log2 of the batch size, for the runs that state it.
func pointsOf(runs data.Table, metric string) (p points) {
	size := runs.Schema().Name(data.RoleBatch)
	for i := range runs.Len() {
		batch, ok := runs.Number(i, size)
		y, there := runs.Number(i, metric)
		if ok && there && batch > 0 {
			p.x, p.y = append(p.x, math.Log2(batch)), append(p.y, y)
		}
	}
	return p
}

// number is a numeric value that is there and finite.
// differing are the fields of a configuration in which the runs of a group differ,
// although the batch size alone should.
func differing(runs data.Table, grouped []string) (names []string) {
	for _, f := range runs.Schema().Fields() {
		if !f.Key || f.Role == data.RoleBatch || slices.Contains(grouped, f.Name) {
			continue
		}
		if parts, err := runs.GroupBy(f.Name); err == nil && len(parts) > 1 {
			names = append(names, f.Name)
		}
	}
	return names
}

func groupText(key []any) string {
	parts := make([]string, len(key))
	for i, v := range key {
		parts[i] = cell(v)
	}
	return strings.Join(parts, ", ")
}

// addNotes says what a reader must know before using the row.
func (r *fitRow) addNotes(runs int, pooled []string) {
	var notes []string
	say := func(format string, args ...any) { notes = append(notes, fmt.Sprintf(format, args...)) }
	switch n := len(r.x); {
	case n == 0:
		say("no run states it")
	case n < runs:
		say("%s without it left out", counted(runs-n, "run"))
	}
	if len(r.unknown) > 0 {
		say("not identified: %s", strings.Join(r.unknown, ", "))
	}
	if n := len(r.batches()); n > 0 && n < r.needs {
		say("%s for %d parameters", counted(n, "batch size"), r.needs)
	}
	if len(pooled) > 0 {
		say("runs differ in %s", strings.Join(pooled, ", "))
	}
	r.note = strings.Join(notes, "; ")
}
