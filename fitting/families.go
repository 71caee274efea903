package fitting

import (
	"math"
	"slices"
)

// Model names a family of curves over x = log2(batch).
type Model string

// The models, the simplest first. All but the last are positive everywhere, since a, b
// of a power law and L are: [Choose] takes one of them, and [Describe] fits the last.
const (
	Constant  Model = "constant"   // y = a
	Power     Model = "power"      // y = b·batch^c
	Offset    Model = "offset"     // y = a + b·batch^c: a power law that levels off at its lower end
	Logistic3 Model = "logistic-3" // y = L·sigmoid(k·(x − x0)): one that levels off at its upper end
	Step      Model = "step"       // y = a·b^sigmoid(k·(x − x0)): from a to a·b
	Logistic4 Model = "logistic-4" // y = b0 + L·sigmoid(k·(x − x0))
)

// The exponents that a curve that levels off may have, and the steepness of a step:
// less cannot be told from a straight line, and more from a jump between two points.
const (
	minC, maxC       = 0.1, 4
	minStep, maxStep = 0.2, 4
)

// families are the families of positive curves, for ln y at x, in the order of the list
// above. Curves that level off fall or rise as a straight line through the points does.
func families(x, logs []float64) []*family {
	direction := 1.0
	if _, b, _ := lineThrough(x, logs); b < 0 {
		direction = -1
	}
	return []*family{constantFamily(), powerFamily(), bentFamily(x, 1, direction), bentFamily(x, -1, direction), stepFamily(x)}
}

func constantFamily() *family {
	return &family{
		model: Constant, names: []string{"a"},
		values: func(c curve) []float64 { return []float64{math.Exp(c.a)} },
	}
}

// powerFamily is straight lines, since x is a logarithm too.
func powerFamily() *family {
	return &family{
		model: Power, basis: func(phi, x []float64, _ theta) { copy(phi, x) },
		names:  []string{"b", "c"},
		values: func(c curve) []float64 { return []float64{math.Exp(c.a), c.b / math.Ln2} },
	}
}

// bentFamily is a level and a straight line that merge at x0: φ = ±ln(1 + 2^(c·(x − x0))),
// θ = (x0, ln |c|). With the sign 1 the level is the lower end, which is offset; with −1
// it is the upper end, which is logistic-3.
func bentFamily(x []float64, sign, direction float64) *family {
	low, high := x0Range(x)
	exponent := func(t theta) float64 { return sign * direction * math.Exp(t[1]) }
	f := &family{
		model: Offset, unit: true, nonlinear: 2, falling: direction < 0,
		box: box{theta{low, math.Log(minC)}, theta{high, math.Log(maxC)}},
		basis: func(phi, x []float64, t theta) {
			slope := math.Ln2 * exponent(t)
			for i := range x {
				phi[i] = sign * softplus(slope*(x[i]-t[0]))
			}
		},
		slopes: func(cols [2][]float64, _, x []float64, t theta) {
			e := exponent(t)
			for i := range x {
				u := math.Ln2 * e * (x[i] - t[0])
				s := sigmoid(u)
				cols[0][i] = -sign * s * math.Ln2 * e
				cols[1][i] = sign * s * u
			}
		},
		names: []string{"a", "b", "c"},
		values: func(c curve) []float64 {
			e := exponent(c.at)
			return []float64{math.Exp(c.a), math.Exp(c.a - math.Ln2*e*c.at[0]), e}
		},
	}
	if sign < 0 {
		f.model, f.names = Logistic3, []string{"L", "x0", "k"}
		f.values = func(c curve) []float64 { return []float64{math.Exp(c.a), c.at[0], -math.Ln2 * exponent(c.at)} }
	}
	return f
}

// softplus is ln(1 + exp(u)); exp never overflows.
func softplus(u float64) float64 { return max(u, 0) + math.Log1p(math.Exp(-math.Abs(u))) }

// stepFamily is the logistic curve of ln y, which lies between two levels.
func stepFamily(x []float64) *family {
	f := logisticFamily(x)
	f.model, f.names = Step, []string{"a", "b", "x0", "k"}
	f.box.low[1], f.box.high[1] = math.Log(minStep), math.Log(maxStep)
	f.values = func(c curve) []float64 { return []float64{math.Exp(c.a), math.Exp(c.b), c.at[0], math.Exp(c.at[1])} }
	return f
}

// logisticFamily is all logistic curves, with θ = (x0, ln k).
func logisticFamily(x []float64) *family {
	low, high := x0Range(x)
	return &family{
		model: Logistic4, nonlinear: 2,
		box:    box{theta{low, math.Log(minK)}, theta{high, math.Log(maxK)}},
		basis:  logisticBasis,
		slopes: logisticSlopes,
	}
}

func logisticBasis(phi, x []float64, t theta) {
	k := math.Exp(t[1])
	for i := range x {
		phi[i] = sigmoid(k * (x[i] - t[0]))
	}
}

func logisticSlopes(cols [2][]float64, phi, x []float64, t theta) {
	k := math.Exp(t[1])
	for i, s := range phi {
		d := k * s * (1 - s)
		cols[0][i] = -d
		cols[1][i] = d * (x[i] - t[0])
	}
}

// span is the least and the largest x.
func span(x []float64) (low, high float64) {
	return slices.Min(x), slices.Max(x)
}
