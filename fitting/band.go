package fitting

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// ErrNoBand is the error for points without a curve.
var ErrNoBand = errors.New("points without a curve have no band")

// Band is a pointwise confidence band of the curve at the places at: each place has the [Level]. It
// covers three uncertainties: the parameters of the curve, the choice of the model, and whether errors are constant
// as ratios or as differences. A band of only the chosen model, as if it had been known before, covers the truth far
// less often than its level. A limit is therefore where the tail areas of Student's t around all candidates, weighted
// by their support, add up to (1 − level)/2 (Turek and Fletcher, Model-averaged Wald confidence intervals, 2012), or
// that of the chosen curve if it is farther out.
//
// It is an error if a place is not a number, and [ErrNoBand] if there is no curve.
func (c BestFit) Band(at []float64) (low, high []float64, err error) {
	for i, x := range at {
		if !(math.Abs(x) <= maxX) {
			return nil, nil, fmt.Errorf("point %d of the band: x = %v: expected the base-2 logarithm of a size", i+1, x)
		}
	}
	if c.Reason != "" {
		return nil, nil, ErrNoBand
	}
	b := c.bandAt(at)
	return exponentials(b.low), exponentials(b.high), nil
}

func exponentials(logs []float64) []float64 {
	return lists.Map(logs, func(v float64) float64 { return clampFinite(math.Exp(v)) })
}

// band holds the logarithms of the limits at places x.
type band struct{ x, low, high []float64 }

func (c BestFit) bandAt(at []float64) band {
	level := float64(Level)
	all, drawn := c.estimates(at), make([]float64, len(at))
	c.curve.eval(drawn, at)
	b := band{x: at}
	for i, v := range drawn {
		b.low = append(b.low, all.limit(i, 1, v, (1-level)/2))
		b.high = append(b.high, all.limit(i, -1, v, (1-level)/2))
	}
	return b
}

// likely is how probable a kind of errors must be for the limits of the chosen curve
// under it to count.
const likely = 0.1

// estimates weights the candidates: each kind of errors by its restricted likelihood
// around the chosen curve, and under each the models by AIC. The weights are not those of
// AICc: its correction is for predicting, and would exclude with few points what these
// points cannot exclude. Of the logarithm of the likelihood ratio half counts, since it
// comes from as few points as the curve.
func (c BestFit) estimates(at []float64) estimates {
	var kinds [2]estimates
	var evidence [2]float64
	for k, additive := range []bool{false, true} {
		for _, fit := range c.curves {
			e := fit.estimate(c.x, c.logs, at, additive)
			e.quantile = studentT(Level, e.freedom)
			if e.chosen = fit.family == c.curve.family; e.chosen {
				evidence[k] = e.restricted
			}
			kinds[k] = append(kinds[k], e)
		}
	}
	chance := 1 / (1 + math.Exp((evidence[1]-evidence[0])/4)) // of additive errors
	kinds[0].share(1 - chance)
	kinds[1].share(chance)
	return slices.Concat(kinds[0], kinds[1])
}

// share gives the models weights by AIC that add up to total.
func (all estimates) share(total float64) {
	least, sum := math.Inf(1), 0.0
	for _, e := range all {
		least = min(least, e.aic)
	}
	for i, e := range all {
		all[i].weight = math.Exp((least - e.aic) / 2)
		sum += all[i].weight
	}
	for i := range all {
		all[i].weight *= total / sum
		all[i].chosen = all[i].chosen && total >= likely
	}
}

// limit is where the tail areas of the estimates at place i add up to tail, or the
// outermost of the chosen curve's own and the curve as drawn if that is further out: the
// lower limit for side 1, the upper one for side -1.
func (all estimates) limit(i int, side, drawn, tail float64) float64 {
	own, least, most := side*drawn, math.Inf(1), math.Inf(-1)
	for _, e := range all {
		z := side*e.value[i] - e.quantile*e.deviation[i]
		least, most = min(least, z), max(most, z)
		if e.chosen {
			own = min(own, z)
		}
	}
	return side * min(own, crossing(min(max(own, least), most), least, most, func(z float64) (more, slope float64) {
		for _, e := range all {
			below, density := student((z-side*e.value[i])/e.deviation[i], e.freedom)
			more += e.weight * below
			slope += e.weight * density / e.deviation[i]
		}
		return more - tail, slope
	}))
}

// crossing is where between low and high a rising function is zero: by Newton's
// steps from x, and by halving where one leads outside.
func crossing(x, low, high float64, f func(float64) (value, slope float64)) float64 {
	for range 100 {
		value, slope := f(x)
		if value < 0 {
			low = x
		} else {
			high = x
		}
		next := x - value/slope
		if !(low < next && next < high) {
			next = (low + high) / 2
		}
		if math.Abs(next-x) <= 1e-12*math.Abs(x) {
			return next
		}
		x = next
	}
	return x
}
