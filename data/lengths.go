package data

import (
	"slices"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// OutputLengths is the distribution of the output lengths of a run's requests, in
// tokens. A source states it exactly (Lengths, ascending, one count each) or
// already binned (Edges, one more than counts); the other slice is nil.
type OutputLengths struct {
	Lengths []int
	Edges   []float64
	Counts  []int
}

// Requests is the number of requests counted.
func (o *OutputLengths) Requests() int {
	return lists.Sum(o.Counts, func(c int) int { return c })
}

// Binned is the histogram over the edges (ascending, the last bin closed on both
// sides, as numpy.histogram counts). An already binned distribution answers
// only for its own edges, otherwise ok is false.
func (o *OutputLengths) Binned(edges []float64) (counts []int, ok bool) {
	if o.Lengths == nil {
		return o.Counts, slices.Equal(o.Edges, edges)
	}
	counts = make([]int, len(edges)-1)
	for i, length := range o.Lengths {
		bin, found := slices.BinarySearch(edges, float64(length))
		if !found {
			bin--
		}
		bin = min(bin, len(counts)-1)
		if bin >= 0 && float64(length) <= edges[len(edges)-1] {
			counts[bin] += o.Counts[i]
		}
	}
	return counts, true
}
