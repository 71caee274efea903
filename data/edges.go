package data

import (
	"math"

	"github.com/jouleboard/jouleboard/fitting"
)

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
