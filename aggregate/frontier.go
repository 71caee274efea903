package aggregate

import (
	"cmp"
	"slices"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Frontier returns the rows that no other row of equal work dominates in energy and latency, by group and rising latency. A row
// is dominated if another is no worse in both and better in one: two equal rows both stay. Suspicious rows are left out.
func Frontier(rows []Row, p Percentile) []Row {
	rows = slices.Clone(Trusted(rows))
	slices.SortStableFunc(rows, func(a, b Row) int { return cmp.Compare(a.Group, b.Group) })
	return lists.FlatMap(ByGroup(rows), func(own []Row) []Row { return frontier(own, p) })
}

func frontier(rows []Row, p Percentile) []Row {
	latency, energy := make([]float64, len(rows)), make([]float64, len(rows))
	for i, r := range rows {
		latency[i], energy[i] = r.Latency(p), r.Energy
	}
	return lists.Map(Undominated(latency, energy, data.Lower, data.Lower), func(i int) Row { return rows[i] })
}

// Undominated returns the indexes of the points that no other point dominates, by x, the better first; see
// [Frontier]. Without a direction, lower is better.
func Undominated(xs, ys []float64, x, y data.Direction) []int {
	order := lists.Indices(len(xs))
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case better(xs[a], xs[b], x), xs[a] == xs[b] && better(ys[a], ys[b], y):
			return -1
		case better(xs[b], xs[a], x), xs[a] == xs[b] && better(ys[b], ys[a], y):
			return 1
		}
		return 0
	})
	var front []int
	for _, i := range order {
		if n := len(front); n == 0 || better(ys[i], ys[front[n-1]], y) || xs[i] == xs[front[n-1]] && ys[i] == ys[front[n-1]] {
			front = append(front, i)
		}
	}
	return front
}

// better reports whether x is better than y; without a direction, less is.
func better(x, y float64, d data.Direction) bool {
	if d == data.Higher {
		return x > y
	}
	return x < y
}
