package fitting

import "math"

// student is the share of Student's t distribution below t and its density there, for
// a whole number of degrees of freedom: the finite sums of Abramowitz and Stegun,
// Handbook of Mathematical Functions, 1964, 26.7.3 and 26.7.4.
func student(t, freedom float64) (below, density float64) {
	length := math.Sqrt(freedom + t*t)
	sin, cos := t/length, math.Sqrt(freedom)/length
	below, term, from := 0.5, 1.0, 0
	if int(freedom)%2 == 1 {
		below, term, from = 0.5+math.Atan(sin/cos)/math.Pi, 2/math.Pi*cos, 1
	}
	for k := from; k < int(freedom)-1; k += 2 {
		below += sin / 2 * term
		term *= cos * cos * float64(k+1) / float64(k+2)
	}
	return below, term * math.Sqrt(freedom) * cos / 2
}
