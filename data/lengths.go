package data

import (
	"maps"
	"slices"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// OutputLengths is the distribution of the output lengths of a run's requests, in tokens. It is either exact
// (Lengths, ascending, one count each) or binned (Edges, one more than counts); the other slice is nil.
type OutputLengths struct {
	Lengths []int
	Edges   []float64
	Counts  []int
}

// LengthsOf is an exact distribution: how many outputs had each length.
func LengthsOf(counts map[int]int) *OutputLengths {
	o := &OutputLengths{Lengths: []int{}, Counts: []int{}}
	for _, length := range slices.Sorted(maps.Keys(counts)) {
		if counts[length] > 0 {
			o.Lengths, o.Counts = append(o.Lengths, length), append(o.Counts, counts[length])
		}
	}
	return o
}

// Requests is the number of requests counted.
func (o *OutputLengths) Requests() int {
	return lists.Sum(o.Counts, func(c int) int { return c })
}

// Binned returns the histogram over the edges (ascending, the last bin closed on both sides, as numpy.histogram
// counts). For a distribution that is already binned, ok is false for all but its own edges.
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
