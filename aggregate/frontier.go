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
	sorted := slices.Clone(rows)
	slices.SortStableFunc(sorted, func(a, b Row) int {
		return cmp.Or(cmp.Compare(a.Latency(p), b.Latency(p)), cmp.Compare(a.Energy, b.Energy))
	})
	var frontier []Row
	for _, r := range sorted {
		if n := len(frontier); n == 0 || r.Energy < frontier[n-1].Energy || equal(r, frontier[n-1], p) {
			frontier = append(frontier, r)
		}
	}
	return frontier
}

func equal(a, b Row, p Percentile) bool {
	return a.Energy == b.Energy && a.Latency(p) == b.Latency(p)
}
