package fitting

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// The least and the largest error, in scaled units: that of exact points, which is not
// 0 since it divides, and that so far from the points that numbers overflow.
const leastError, mostError = 1e-50, 1e100

// deviations are the standard errors of the curve's values at the places by the
// delta method: √(g′Cg), with the derivatives g of a value by the parameters, and
// their covariance C = s²(J′J)⁻¹, where J are the derivatives at the points (Seber
// and Wild, Nonlinear Regression, 1989, section 5.1). That each of θ lies about its
// box, with an error of twice the box's width, counts as one more point: what the
// points hardly tell is as unsure as what a fit may choose, not without end.
//
// Once the columns of J are made orthonormal (by Gram and Schmidt) and g goes along
// with them, g′(J′J)⁻¹g is g′g.
func (c curve) deviations(x, at []float64) []float64 {
	s := math.Sqrt(c.sum / float64(len(x)-c.family.parameters()))
	told := len(theta{}) + len(x) // the rows of J; below are those of g
	errors := make([]float64, len(at))
	columns := c.derivatives(slices.Concat(x, at), s)
	for k, col := range columns {
		for _, other := range columns[:k] {
			floats.AddScaled(col, -floats.Dot(col[:told], other[:told]), other)
		}
		floats.Scale(1/floats.Norm(col[:told], 2), col)
		for i, g := range col[told:] {
			errors[i] = math.Hypot(errors[i], g)
		}
	}
	for i := range errors {
		errors[i] = max(s*errors[i], leastError)
		if !(errors[i] < mostError) {
			errors[i] = mostError
		}
	}
	return errors
}

// derivatives are those of the curve at x by a, b and θ, a column each. Above are the
// rows that hold each of θ to its box, on the scale of points with the error s.
func (c curve) derivatives(x []float64, s float64) [][]float64 {
	f, above := c.family, len(theta{})
	column := func() []float64 { return make([]float64, above+len(x)) }
	var columns [][]float64
	if f.level {
		one := column()
		for i := range x {
			one[above+i] = 1
		}
		columns = append(columns, one)
	}
	if f.basis == nil {
		return columns
	}
	phi, slopes := column(), [2][]float64{column(), column()}
	f.basis(phi[above:], x, c.at)
	if f.nonlinear > 0 {
		f.slopes([2][]float64{slopes[0][above:], slopes[1][above:]}, phi[above:], x, c.at)
	}
	columns = append(columns, phi)
	for j := range f.nonlinear {
		floats.Scale(c.b, slopes[j])
		slopes[j][j] = s / (2 * f.box.width(j))
		columns = append(columns, slopes[j])
	}
	return columns
}
