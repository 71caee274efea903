package fitting

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// estimate is what one model says of the places, if errors are of one kind.
type estimate struct {
	chosen           bool
	weight           float64
	freedom          float64
	quantile         float64 // of Student's t, for the level
	aic, restricted  float64 // −2 ln of the likelihood, up to a constant of the points
	value, deviation []float64
}

type estimates []estimate

// The least and the largest standard error of a logarithm: that of exact points, which is
// not 0 since it divides, and that so far from the points that numbers overflow.
const leastError, mostError = 1e-50, 1e100

// farthest bounds the distances of logarithms that exponentials are taken of.
const farthest = 50

// estimate gives the values of the curve at the places and their standard errors by the
// delta method: √(g′Cg), with the derivatives g of a value by the parameters, and their
// covariance C = s²(J′WJ)⁻¹, where J are the derivatives at the points (Seber and Wild,
// Nonlinear Regression, 1989, section 5.1). Errors that are alike as ratios have the
// weights W = 1. Additive ones, alike as differences of y, have those of y², and move the
// values by one step of Gauss and Newton to where these weights have them.
//
// That each of θ lies about its box, with an error of twice the box's width, counts as
// one more point: what the points hardly tell is as unsure as what a fit may choose, not
// without end.
//
// Once the columns of J are made orthonormal (by Gram and Schmidt) and g goes along
// with them, g′(J′WJ)⁻¹g is g′g.
func (c curve) estimate(x, logs, at []float64, additive bool) estimate {
	n, p := float64(len(x)), float64(c.family.parameters())
	e := estimate{freedom: n - p, value: make([]float64, len(at)), deviation: make([]float64, len(at))}
	c.eval(e.value, at)
	told := len(theta{}) + len(x) // the rows of J; below are those of g
	columns := c.derivatives(slices.Concat(x, at), math.Sqrt(max(c.sum/n, noise*noise)))
	left := c.residuals(x, logs, columns, additive)
	determinant := 0.0 // ln |J′WJ|
	for k, col := range columns {
		for _, other := range columns[:k] {
			floats.AddScaled(col, -floats.Dot(col[:told], other[:told]), other)
		}
		norm := max(floats.Norm(col[:told], 2), leastError)
		determinant += 2 * math.Log(norm)
		floats.Scale(1/norm, col)
		step := 0.0
		if additive {
			step = floats.Dot(col[:told], left)
		}
		floats.AddScaled(left, -step, col[:told])
		for i, g := range col[told:] {
			e.value[i] += step * g
			e.deviation[i] = math.Hypot(e.deviation[i], g)
		}
	}
	sum := max(floats.Dot(left, left), noise*noise*n)
	e.aic, e.restricted = n*math.Log(sum/n)+2*p, e.freedom*math.Log(sum)+determinant
	for i, d := range e.deviation {
		e.value[i] = min(max(e.value[i], -mostError), mostError)
		if d *= math.Sqrt(sum / e.freedom); !(d < mostError) {
			d = mostError
		}
		e.deviation[i] = max(d, leastError)
	}
	return e
}

// residuals are what the curve leaves of the points, below zeros for the rows of θ.
// Additive ones are differences of y over its geometric mean; the columns get the same
// scale.
func (c curve) residuals(x, logs []float64, columns [][]float64, additive bool) []float64 {
	left := make([]float64, len(theta{})+len(x))
	own := left[len(theta{}):]
	c.eval(own, x)
	center := meanOf(logs)
	for i, v := range own {
		own[i] = logs[i] - v
		if !additive {
			continue
		}
		scale := math.Exp(min(max(v-center, -farthest), farthest))
		own[i] = scale * math.Expm1(min(own[i], farthest))
		for _, col := range columns {
			col[len(theta{})+i] *= scale
		}
	}
	return left
}

// derivatives are those of the curve at x by a, b and θ, a column each. Above are the
// rows that hold each of θ to its box, on the scale of points with the error s.
func (c curve) derivatives(x []float64, s float64) [][]float64 {
	f, above := c.family, len(theta{})
	column := func() []float64 { return make([]float64, above+len(x)) }
	one, phi, slopes := column(), column(), [2][]float64{column(), column()}
	for i := range x {
		one[above+i] = 1
	}
	columns := [][]float64{one}
	if f.basis == nil {
		return columns
	}
	f.basis(phi[above:], x, c.at)
	if f.nonlinear > 0 {
		f.slopes([2][]float64{slopes[0][above:], slopes[1][above:]}, phi[above:], x, c.at)
	}
	if !f.unit {
		columns = append(columns, phi)
	}
	for j := range f.nonlinear {
		floats.Scale(c.b, slopes[j])
		slopes[j][j] = s / (2 * f.box.width(j))
		columns = append(columns, slopes[j])
	}
	return columns
}
