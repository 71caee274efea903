package aggregate

import (
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// Summary is the distribution of the energies of a group of rows, in J per output.
type Summary struct {
	Key                               string
	Configurations, Models            int
	Best                              Row
	Least, Lower, Median, Upper, Most float64 // extremes and quartiles
}

// Summarize describes rows of one task grouped by key (the GPU, the architecture); rows with an empty key are left
// out. Groups are in the order of their keys, so that several tasks have the same order.
func Summarize(rows []Row, key func(Row) string) []Summary {
	groups := map[string][]Row{}
	for _, r := range rows {
		if k := key(r); k != "" {
			groups[k] = append(groups[k], r)
		}
	}
	summaries := make([]Summary, 0, len(groups))
	for k, group := range groups {
		summaries = append(summaries, summary(k, group))
	}
	slices.SortFunc(summaries, func(a, b Summary) int { return units.Natural(a.Key, b.Key) })
	return summaries
}

func summary(key string, rows []Row) Summary {
	energies := lists.Map(rows, func(r Row) float64 { return r.Energy })
	slices.Sort(energies)
	best := Best(rows, Query{})
	return Summary{
		Key: key, Configurations: len(rows), Models: len(best), Best: best[0],
		Least: energies[0], Lower: Quantile(energies, 0.25), Median: Quantile(energies, 0.5),
		Upper: Quantile(energies, 0.75), Most: energies[len(energies)-1],
	}
}

// Quantile is the q-quantile (0 ≤ q ≤ 1) of ascending values by linear
// interpolation at (n−1)·q, the definition that numpy and pandas use by default.
// It is NaN for no values.
func Quantile(sorted []float64, q float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	place := q * float64(len(sorted)-1)
	below := int(place)
	above := min(below+1, len(sorted)-1)
	return sorted[below] + (sorted[above]-sorted[below])*(place-float64(below))
}
