package charts

import (
	"cmp"
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
)

// choose keeps at most so many rows: those of must in their order, then others as
// if by chance, but always the same ones, whatever the order of the rows.
func choose(rows []aggregate.Row, most int, must ...[]aggregate.Row) []aggregate.Row {
	if len(rows) <= most {
		return slices.Clone(rows)
	}
	others := slices.Clone(rows)
	// run ids are hashes: their order is chance, and it never changes
	slices.SortFunc(others, func(a, b aggregate.Row) int { return cmp.Compare(a.Run, b.Run) })
	kept := make([]aggregate.Row, 0, most)
	taken := map[string]bool{}
	for _, r := range slices.Concat(append(must, others)...) {
		if len(kept) < most && !taken[r.Run] {
			taken[r.Run] = true
			kept = append(kept, r)
		}
	}
	return kept
}
