package data

import (
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/fitting"
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
	o := &OutputLengths{Lengths: make([]int, 0, len(counts)), Counts: make([]int, 0, len(counts))}
	for length, count := range counts {
		if count > 0 {
			o.Lengths = append(o.Lengths, length)
		}
	}
	slices.Sort(o.Lengths)
	for _, length := range o.Lengths {
		o.Counts = append(o.Counts, counts[length])
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

// HistogramBins is how many bins an output-length histogram has.
const HistogramBins = 50

// CommonEdges are the edges of one histogram over all of the exact distributions: HistogramBins bins of equal width
// from the least to the greatest length, computed as numpy.histogram does, to the last bit. Distributions that are
// already binned are ignored.
//
// As in numpy, a single length is in the middle of a range of width 1, and without any length the bins are from 0 to
// 1.
func CommonEdges(all []*OutputLengths) []float64 {
	first, last := math.Inf(1), math.Inf(-1)
	for _, o := range all {
		for i, length := range o.Lengths {
			if o.Counts[i] > 0 {
				first, last = min(first, float64(length)), max(last, float64(length))
			}
		}
	}
	switch {
	case first > last:
		first, last = 0, 1
	case first == last:
		first, last = first-0.5, last+0.5
	}
	return fitting.LinSpace(first, last, HistogramBins+1)
}
