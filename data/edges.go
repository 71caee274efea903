package data

import "math"

// HistogramBins is how many bins an output-length histogram has.
const HistogramBins = 50

// CommonEdges are the edges of one histogram over all of the exact
// distributions: HistogramBins bins of equal width from the least to the
// greatest length, computed as numpy.histogram does, to the last bit. Already
// binned distributions have no say.
//
// As there, a single length lies in the middle of a range of width 1, and no
// length at all gives bins from 0 to 1.
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
	return linspace(first, last, HistogramBins+1)
}

// linspace is n numbers from first to last: numpy's formula, whose rounding
// shows in the published edges.
func linspace(first, last float64, n int) []float64 {
	step := (last - first) / float64(n-1)
	values := make([]float64, n)
	for i := range values {
		// the conversion keeps compilers from fusing the two operations
		values[i] = float64(float64(i)*step) + first
	}
	values[n-1] = last
	return values
}
