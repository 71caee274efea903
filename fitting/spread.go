package fitting

import (
	"math"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// Spread is the variation of repeated measurements of one quantity by ratio: the standard deviation of the natural
// logarithm of one measurement.
type Spread struct {
	SD float64
	// Freedom is the degrees of freedom of SD: infinite if it is assumed, 0 if nothing is known.
	Freedom float64
}

// PooledSpread pools the variance of the logarithms within groups of repeats, each weighted by its degrees of freedom
// (ISO 5725-2, 7.4.5.1). Groups of one value, or with a value that is not positive and finite, are ignored. The zero
// Spread means that there is no usable group.
func PooledSpread(groups [][]float64) Spread {
	squares, freedom := 0.0, 0
	for _, g := range groups {
		if own, ok := logSquares(g); ok {
			squares += own
			freedom += len(g) - 1
		}
	}
	if freedom == 0 {
		return Spread{}
	}
	return Spread{SD: math.Sqrt(squares / float64(freedom)), Freedom: float64(freedom)}
}

// Assumed returns a spread that is assumed without repeats.
func Assumed(sd float64) Spread { return Spread{SD: sd, Freedom: math.Inf(1)} }

// logSquares is the sum of squared distances of the logarithms from their mean; ok is
// false where there is no such sum.
func logSquares(values []float64) (sum float64, ok bool) {
	if len(values) < 2 {
		return 0, false
	}
	logs, mean := make([]float64, len(values)), 0.0
	for i, v := range values {
		if !(v > 0) || math.IsInf(v, 1) {
			return 0, false
		}
		logs[i] = math.Log(v)
		mean += logs[i] / float64(len(values))
	}
	return lists.Sum(logs, func(x float64) float64 { return (x - mean) * (x - mean) }), true
}

// Known reports whether the spread is known.
func (s Spread) Known() bool { return s.Freedom > 0 }

// Margin is the half-width, on a log scale, of the confidence interval of the mean of n measurements: the interval of
// a mean m is from m·exp(−Margin) to m·exp(Margin). The quantile is Student's with the degrees of freedom of the
// spread, the normal one if it is assumed.
func (s Spread) Margin(level float64, n int) float64 {
	return s.quantile(level) * s.SD / math.Sqrt(float64(n))
}

func (s Spread) quantile(level float64) float64 {
	if math.IsInf(s.Freedom, 1) {
		return math.Sqrt2 * math.Erfinv(level)
	}
	return studentT(level, s.Freedom)
}

// Enough is the number of degrees of freedom from which on only repeats determine the spread.
const Enough = 20

// FilledUp supplements a spread with fewer than [Enough] degrees of freedom with a wider one, so that few repeats do
// not decide alone: their variances are averaged by weight (Smyth, Stat. Appl. Genet. Mol. Biol. 3, 2004, eq. 3).
func (s Spread) FilledUp(wider Spread) Spread {
	if !s.Known() || !wider.Known() {
		return Spread{max(s.SD, wider.SD), max(s.Freedom, wider.Freedom)} // the one that is known
	}
	weight := min(Enough-s.Freedom, wider.Freedom)
	if weight <= 0 {
		return s
	}
	variance := (s.Freedom*s.SD*s.SD + weight*wider.SD*wider.SD) / (s.Freedom + weight)
	return Spread{SD: math.Sqrt(variance), Freedom: s.Freedom + weight}
}
