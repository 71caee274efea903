package fitting

import (
	"math"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// The toolkit's grid: 40 positions outside, 60 steepnesses inside.
const (
	gridX0    = 40
	gridK     = 60
	minK      = 1e-2
	maxK      = 1e2
	x0Margin  = 1 // octaves beyond the points on either side
	epsilon64 = 0x1p-52
)

// gridLogistic is the first curve of the toolkit's grid with the least squared
// error. y holds at least two values, and not all alike.
func gridLogistic(x, y []float64) Logistic {
	best, bestError := Logistic{K: 1}, math.Inf(1)
	eachLogistic(x, y, func(m Logistic, sum float64) {
		if sum < bestError {
			best, bestError = m, sum
		}
	})
	return best
}

// eachLogistic visits the curves of the toolkit's grid, each with its sum of squared errors.
func eachLogistic(x, y []float64, visit func(m Logistic, sum float64)) {
	low, high := x0Range(x)
	ks := lists.Map(LinSpace(-2, 2, gridK), func(e float64) float64 { return math.Pow(10, e) })
	basis := make([]float64, len(x))
	for _, x0 := range LinSpace(low, high, gridX0) {
		for _, k := range ks {
			for i := range x {
				basis[i] = sigmoid(k * (x[i] - x0))
			}
			b0, l, sum := lineThrough(basis, y)
			visit(Logistic{L: l, X0: x0, K: k, B0: b0}, sum)
		}
	}
}

// x0Range is where a fit may place x0.
func x0Range(x []float64) (low, high float64) {
	low, high = span(x)
	return low - x0Margin, high + x0Margin
}

// lineThrough fits y = a + b·s by least squares and returns the sum of squared
// residuals. Where the columns 1 and s cannot be told apart in double precision
// (the smaller singular value is below eps·max(n, 2) of the larger, where numpy
// cuts) it is the solution of least norm.
func lineThrough(s, y []float64) (a, b, sum float64) {
	n := float64(len(s))
	meanS, meanY := meanOf(s), meanOf(y)
	ss, sy := 0.0, 0.0
	for i := range s {
		d := s[i] - meanS
		ss += d * d
		sy += d * (y[i] - meanY)
	}
	if alike(n, meanS, ss) {
		a = meanY / (1 + meanS*meanS)
		b = a * meanS
	} else {
		b = sy / ss
		a = meanY - b*meanS
	}
	for i := range s {
		r := y[i] - (a + b*s[i]) // as the curve is evaluated: huge terms cancel
		sum += r * r
	}
	return a, b, sum
}

// alike reports whether the smaller singular value of the columns (1, s) vanishes
// beside the larger: their product is √(n·ss), the sum of their squares
// n + n·mean² + ss.
func alike(n, mean, ss float64) bool {
	squares := n + n*mean*mean + ss
	product := math.Sqrt(n * ss)
	larger := math.Sqrt((squares + math.Sqrt(max(0, squares*squares-4*product*product))) / 2)
	return product/larger <= epsilon64*max(n, 2)*larger
}

// LinSpace returns n numbers with equal steps from low to high, by numpy's formula, whose rounding is visible in
// published files.
func LinSpace(low, high float64, n int) []float64 {
	step := (high - low) / float64(n-1)
	v := make([]float64, n)
	for i := range v {
		// the conversion keeps compilers from fusing the two operations
		v[i] = float64(float64(i)*step) + low
	}
	v[n-1] = high
	return v
}
