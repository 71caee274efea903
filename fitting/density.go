package fitting

import (
	"math"

	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// Density estimates the probability density of the values at each of the given places: a Gaussian kernel on every
// value, with a width by Scott's rule: the sample's standard deviation (n−1) times n^(−1/5). This is the definition
// of scipy.stats.gaussian_kde and of matplotlib's violins. It is nil without variation: for fewer than two values, or
// equal ones.
//
// Source: D. W. Scott, Multivariate Density Estimation, 1992.
func Density(values, at []float64) []float64 {
	n := float64(len(values))
	mean := lists.Sum(values, func(v float64) float64 { return v / n })
	squares := lists.Sum(values, func(v float64) float64 { return (v - mean) * (v - mean) })
	width := math.Sqrt(squares/(n-1)) * math.Pow(n, -0.2)
	if len(values) < 2 || width <= 0 || !units.IsFinite(width) {
		return nil
	}
	density := make([]float64, len(at))
	for i, x := range at {
		for _, v := range values {
			d := (x - v) / width
			density[i] += math.Exp(-d*d/2) / (n * width * math.Sqrt(2*math.Pi))
		}
	}
	return density
}
