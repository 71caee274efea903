package aggregate

import "math"

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
