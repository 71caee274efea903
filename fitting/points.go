package fitting

import (
	"fmt"
	"math"

	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// maxX bounds |x|: x is the base-2 logarithm of a size, and no float64 has a
// larger one than 1100. The bound keeps every difference and product of x finite.
const maxX = 1100

// checkPoints tells the first point that cannot be fitted.
func checkPoints(x, y []float64) error {
	if len(x) != len(y) {
		return fmt.Errorf("%d values of x but %d of y: give one y for each x", len(x), len(y))
	}
	for i := range x {
		if !(math.Abs(x[i]) <= maxX) {
			return fmt.Errorf("point %d: x = %v: expected the base-2 logarithm of a size, within ±%d", i+1, x[i], maxX)
		}
		if !units.IsFinite(y[i]) {
			return fmt.Errorf("point %d: y = %v: leave out what was not measured", i+1, y[i])
		}
	}
	return nil
}

// scaled returns y divided by a power of two that brings the largest |y| to
// [1/2, 1), so that squares neither overflow nor vanish, and that power's
// exponent. Only values 300 decades below the largest lose digits by it.
func scaled(y []float64) (unit []float64, exponent int) {
	_, exponent = math.Frexp(lists.Most(y, math.Abs))
	unit = lists.Map(y, func(v float64) float64 { return math.Ldexp(v, -exponent) })
	return unit, exponent
}

// unscaled undoes scaled for one value. What would overflow becomes the largest
// number there is.
func unscaled(v float64, exponent int) float64 {
	return clampFinite(math.Ldexp(v, exponent))
}

func clampFinite(v float64) float64 {
	return min(max(v, -math.MaxFloat64), math.MaxFloat64)
}

// meanOf is the mean of values whose sum stays finite.
func meanOf(v []float64) float64 {
	sum := lists.Sum(v, func(a float64) float64 { return a })
	return sum / float64(len(v))
}
