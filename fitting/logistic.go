package fitting

import (
	"encoding/json"
	"fmt"
	"math"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// Logistic is the four-parameter curve y = b0 + L / (1 + exp(−k·(x − x0))) over
// x = log2(batch). A falling curve has a negative L; k is positive after a fit.
type Logistic struct {
	L  float64 `json:"L"`  // the height of the step, in the unit of y
	X0 float64 `json:"x0"` // where half the step is climbed, in octaves
	K  float64 `json:"k"`  // the steepness, per octave
	B0 float64 `json:"b0"` // the value far to the left, in the unit of y
}

// FitLogistic fits the curve to the points by least squares. The points can be in any order and may repeat an x.
//
// Without points the curve is y = 0; for one point, or values of y that all equal the first one (Compat: within 1e-8
// + 1e-5 of it), it is their mean; both have L = 0. Fewer points than parameters are fitted, as in the toolkit, but
// do not determine the parameters: see [Choose] for a curve that the data support. Values that are not finite are an
// error.
//
// Compat takes x0 and k from the toolkit's grid. Refined minimizes over the same
// range of x0 and k continuously, and never has a larger error.
func FitLogistic(x, y []float64, method Method) (Logistic, error) {
	if err := checkMethod(method); err != nil {
		return Logistic{}, err
	}
	if err := checkPoints(x, y); err != nil {
		return Logistic{}, err
	}
	unit, exponent := scaled(y)
	if len(y) < 2 || method == Compat && allNear(y) || method == Refined && allAlike(unit) {
		return flatLogistic(x, unit, exponent), nil
	}
	m := gridLogistic(x, unit)
	if method == Refined {
		m = refineLogistic(x, unit, m)
	}
	m.L, m.B0 = unscaled(m.L, exponent), unscaled(m.B0, exponent)
	return m, nil
}

// flatLogistic is the answer for points that hold no step.
func flatLogistic(x, unit []float64, exponent int) Logistic {
	if len(x) == 0 {
		return Logistic{K: 1}
	}
	return Logistic{X0: x[0], K: 1, B0: unscaled(meanOf(unit), exponent)}
}

// allNear reports whether all values equal the first within 1e-8 + 1e-5 of it,
// the toolkit's tolerance.
func allNear(y []float64) bool {
	return lists.All(y, func(v float64) bool { return !(math.Abs(v-y[0]) > 1e-8+1e-5*math.Abs(y[0])) })
}

// allAlike reports whether scaled values differ by rounding alone.
func allAlike(unit []float64) bool {
	return lists.All(unit, func(v float64) bool { return !(math.Abs(v-unit[0]) > noise) })
}

// Eval returns the value of the curve at a batch size. For a batch size without a logarithm (zero, negative, NaN) it
// is the limit for small batch sizes.
func (m Logistic) Eval(batch float64) float64 {
	if !(batch > 0) {
		return m.EvalX(math.Inf(-1))
	}
	return m.EvalX(math.Log2(batch))
}

// EvalX returns the value of the curve at x = log2(batch).
func (m Logistic) EvalX(x float64) float64 {
	return m.B0 + m.L*sigmoid(m.slope(x))
}

// slope is k·(x − x0), and 0 where that is undefined (k = 0 at infinity).
func (m Logistic) slope(x float64) float64 {
	z := m.K * (x - m.X0)
	if math.IsNaN(z) {
		return 0
	}
	return z
}

// sigmoid is 1 / (1 + exp(−z)); exp never overflows.
func sigmoid(z float64) float64 {
	if z >= 0 {
		return 1 / (1 + math.Exp(-z))
	}
	e := math.Exp(z)
	return e / (1 + e)
}

// UnmarshalJSON reads an object with the keys L, x0, k and b0. All four are required; others are ignored.
func (m *Logistic) UnmarshalJSON(text []byte) error {
	var keys struct {
		L, X0, K, B0 *float64
	}
	if err := json.Unmarshal(text, &keys); err != nil {
		return fmt.Errorf("logistic curve: %w", err)
	}
	for _, part := range []struct {
		key   string
		value *float64
	}{{"L", keys.L}, {"x0", keys.X0}, {"k", keys.K}, {"b0", keys.B0}} {
		if part.value == nil {
			return fmt.Errorf("logistic curve: %s is missing: expected the keys L, x0, k and b0", part.key)
		}
	}
	*m = Logistic{L: *keys.L, X0: *keys.X0, K: *keys.K, B0: *keys.B0}
	return nil
}
