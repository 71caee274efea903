package fitting

import "github.com/jouleboard/jouleboard/internal/lists"

// theta holds the parameters of a family that do not enter linearly.
type theta [2]float64

// box is the range in which a fit may place theta.
type box struct{ low, high theta }

func (b box) width(j int) float64 { return b.high[j] - b.low[j] }

// family is a set of curves y = a + b·φ(x; θ). The linear parts a and b follow
// from θ by least squares, so that a search has at most two dimensions (variable
// projection).
type family struct {
	model     Model
	unit      bool // b is 1; else it is fitted
	falling   bool // a bent line falls
	nonlinear int  // how many of theta are used: none or both
	box       box
	basis     func(phi, x []float64, t theta)                    // φ at each x; nil: the curve is a alone
	slopes    func(cols [2][]float64, phi, x []float64, t theta) // ∂φ/∂θ at each x
	names     []string                                           // of the parameters, as values gives them
	values    func(c curve) []float64
	grids     *grids // that others share; nil for none
}

// curve is one member of a family.
type curve struct {
	family *family
	a, b   float64
	at     theta
	sum    float64 // of squared residuals at the points it was fitted to
}

// parameters is how many numbers are fitted.
func (f *family) parameters() int { return len(f.names) }

// eval gives the values of the curve at x.
func (c curve) eval(values, x []float64) {
	if c.family.basis == nil {
		for i := range values {
			values[i] = c.a
		}
		return
	}
	c.family.basis(values, x, c.at)
	for i, phi := range values {
		values[i] = c.a + c.b*phi
	}
}

// project gives the curve at t that is closest to the points. basis is scratch of
// their length and holds φ afterwards.
func (f *family) project(x, y []float64, t theta, basis []float64) curve {
	if f.basis == nil {
		c := curve{family: f, at: t}
		c.a, c.sum = levelOf(y)
		return c
	}
	f.basis(basis, x, t)
	return f.through(basis, y, t)
}

// through is the curve at t, whose φ is given, that is closest to y.
func (f *family) through(phi, y []float64, t theta) curve {
	c := curve{family: f, at: t}
	if f.unit {
		c.a, c.b, c.sum = levelAbove(phi, y)
	} else {
		c.a, c.b, c.sum = lineThrough(phi, y)
	}
	return c
}

// levelOf is the mean of y and the sum of squared distances from it.
func levelOf(y []float64) (a, sum float64) {
	a = meanOf(y)
	return a, lists.Sum(y, func(v float64) float64 { return (v - a) * (v - a) })
}

// levelAbove fits y = a + s by least squares.
func levelAbove(s, y []float64) (a, b, sum float64) {
	for i := range s {
		a += (y[i] - s[i]) / float64(len(s))
	}
	for i := range s {
		r := y[i] - (a + s[i])
		sum += r * r
	}
	return a, 1, sum
}
