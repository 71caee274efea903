package fitting

import "math"

// Model names a family of curves over x = log2(batch).
type Model string

// The models, the simplest first.
const (
	Constant  Model = "constant"   // y = a
	Linear    Model = "linear"     // y = a + b·x
	Power     Model = "power"      // y = a + b·batch^(−c), c > 0: it levels off at a
	Logistic3 Model = "logistic-3" // y = L·sigmoid(k·(x − x0))
	Logistic4 Model = "logistic-4" // y = b0 + L·sigmoid(k·(x − x0))
)

// The exponents of the power law that a fit may choose: below, it is a straight
// line over x for every range of batch sizes there is, above, a step after the
// first point.
const minC, maxC = 0.05, 8

// families are all models for points at x, in the order of the list above.
func families(x []float64) []*family {
	return []*family{
		constantFamily(), linearFamily(), powerFamily(x),
		logisticFamily(x, false), logisticFamily(x, true),
	}
}

func constantFamily() *family {
	return &family{
		model: Constant, level: true,
		names:  []string{"a"},
		values: func(c curve) []float64 { return []float64{c.a} },
	}
}

func linearFamily() *family {
	return &family{
		model: Linear, level: true,
		basis:  func(phi, x []float64, _ theta) { copy(phi, x) },
		names:  []string{"a", "b"},
		values: func(c curve) []float64 { return []float64{c.a, c.b} },
	}
}

// powerFamily has θ = (ln c). Its basis is 1 at the least x, so that it neither
// overflows nor vanishes there; nor may it far to the left.
func powerFamily(x []float64) *family {
	low, _ := span(x)
	return &family{
		model: Power, level: true, nonlinear: 1,
		box: box{theta{math.Log(minC)}, theta{math.Log(maxC)}},
		basis: func(phi, x []float64, t theta) {
			c := math.Exp(t[0])
			for i := range x {
				phi[i] = math.Exp2(min(c*(low-x[i]), 1000))
			}
		},
		slopes: func(cols [2][]float64, phi, x []float64, t theta) {
			c := math.Exp(t[0])
			for i := range x {
				cols[0][i] = -math.Ln2 * c * (x[i] - low) * phi[i]
			}
		},
		names:   []string{"a", "b", "c"},
		thetaAt: []int{2},
		values: func(c curve) []float64 {
			e := min(max(math.Exp(c.at[0]), minC), maxC)
			return []float64{c.a, c.b * math.Exp2(e*low), e}
		},
	}
}

// logisticFamily has θ = (x0, ln k); level adds b0.
func logisticFamily(x []float64, level bool) *family {
	low, high := x0Range(x)
	f := &family{
		model: Logistic3, level: level, nonlinear: 2,
		box:     box{theta{low, math.Log(minK)}, theta{high, math.Log(maxK)}},
		basis:   logisticBasis,
		slopes:  logisticSlopes,
		names:   []string{"L", "x0", "k"},
		thetaAt: []int{1, 2},
		values:  func(c curve) []float64 { return []float64{c.b, c.at[0], steepness(c.at)} },
	}
	if level {
		f.model, f.names = Logistic4, append(f.names, "b0")
		f.values = func(c curve) []float64 { return []float64{c.b, c.at[0], steepness(c.at), c.a} }
	}
	return f
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
	low, high = x[0], x[0]
	for _, v := range x {
		low, high = min(low, v), max(high, v)
	}
	return low, high
}
