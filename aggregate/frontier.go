package aggregate

import (
	"cmp"
	"slices"
)

// Frontier is the rows that no other dominates in energy and latency, by rising
// latency. A row is dominated when another is no worse in both and better in
// one; so equal rows both stay, and of two rows with one equal value only the
// better in the other stays.
func Frontier(rows []Row, p Percentile) []Row {
	latency, energy := make([]float64, len(rows)), make([]float64, len(rows))
	for i, r := range rows {
		latency[i], energy[i] = r.Latency(p), r.Energy
	}
	var frontier []Row
	for _, i := range Undominated(latency, energy) {
		frontier = append(frontier, rows[i])
	}
	return frontier
}

// Undominated are the indices of the points that no other dominates, less being
// better in x and in y, by rising x; see [Frontier].
func Undominated(x, y []float64) []int {
	sorted := make([]int, len(x))
	for i := range sorted {
		sorted[i] = i
	}
	slices.SortStableFunc(sorted, func(a, b int) int {
		return cmp.Or(cmp.Compare(x[a], x[b]), cmp.Compare(y[a], y[b]))
	})
	var kept []int
	for _, i := range sorted {
		if n := len(kept); n == 0 || y[i] < y[kept[n-1]] || x[i] == x[kept[n-1]] && y[i] == y[kept[n-1]] {
			kept = append(kept, i)
		}
	}
	return kept
}
