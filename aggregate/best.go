package aggregate

import (
	"cmp"
	"slices"
)

// Query says which rows count. The zero value accepts all.
type Query struct {
	Deadline     float64    // most latency, in the unit of [Row.Latency]; 0 is no limit
	Percentile   Percentile // where the latency is read
	EnergyBudget float64    // most energy in J per output; 0 is no limit
	GPUs         []string   // GPU models; none is all
}

// Accepts reports whether the row passes every filter of the query.
func (q Query) Accepts(r Row) bool {
	return (q.Deadline <= 0 || r.Latency(q.Percentile) <= q.Deadline) &&
		(q.EnergyBudget <= 0 || r.Energy <= q.EnergyBudget) &&
		(len(q.GPUs) == 0 || slices.Contains(q.GPUs, r.GPU))
}

// Select keeps the accepted rows in order.
func (q Query) Select(rows []Row) []Row {
	var kept []Row
	for _, r := range rows {
		if q.Accepts(r) {
			kept = append(kept, r)
		}
	}
	return kept
}

// Best is the best configuration of each model among the rows that the query
// accepts, least energy first: the least energy per output; ties by latency,
// then by number of GPUs, then by the order of the rows.
func Best(rows []Row, q Query) []Row {
	return firstPerModel(q.Select(rows), func(a, b Row) int {
		return cmp.Or(
			cmp.Compare(a.Energy, b.Energy),
			cmp.Compare(a.Latency(q.Percentile), b.Latency(q.Percentile)),
			cmp.Compare(a.NumGPUs, b.NumGPUs),
		)
	})
}

// Late is the fastest configuration of each model that has rows, but none that
// the query's deadline accepts; fastest first.
func Late(rows []Row, q Query) []Row {
	inTime := map[string]bool{}
	for _, r := range rows {
		if q.Accepts(r) {
			inTime[r.ModelID] = true
		}
	}
	var others []Row
	for _, r := range rows {
		if !inTime[r.ModelID] {
			others = append(others, r)
		}
	}
	return firstPerModel(others, func(a, b Row) int {
		return cmp.Or(
			cmp.Compare(a.Latency(q.Percentile), b.Latency(q.Percentile)),
			cmp.Compare(a.Energy, b.Energy),
			cmp.Compare(a.NumGPUs, b.NumGPUs),
		)
	})
}

// firstPerModel orders the rows and keeps the first of each model.
func firstPerModel(rows []Row, order func(a, b Row) int) []Row {
	sorted := slices.Clone(rows)
	slices.SortStableFunc(sorted, order)
	seen := map[string]bool{}
	return slices.DeleteFunc(sorted, func(r Row) bool {
		again := seen[r.ModelID]
		seen[r.ModelID] = true
		return again
	})
}
