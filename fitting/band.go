package fitting

import (
	"errors"
	"fmt"
	"math"
)

// ErrNoBand is that of a curve which may lie anywhere between the points: one of
// its parameters changes nothing at them, such as where it jumps.
var ErrNoBand = errors.New("the points leave the curve between them open: it has no band")

// Band is a confidence band of the curve at the places at, pointwise: each place
// by itself has the level, such as 0.95. It covers two doubts, where the curve lies
// and which model it is; a band of the chosen model alone, as if it had been known
// before, covers the truth far less often than it says. So a limit is where the tail
// areas of Student's t around all candidates, weighted by AIC, add up to
// (1 − level)/2 (Turek and Fletcher, Model-averaged Wald confidence intervals, 2012),
// or that of the chosen curve alone where this is further out.
//
// It is an error if the level is not between 0 and 1, a place is no number or there
// is one point only, and [ErrNoBand] if the points leave the chosen curve open. A
// candidate that they leave open does not count.
func (c Choice) Band(at []float64, level float64) (low, high []float64, err error) {
	if err := c.checkBand(at, level); err != nil {
		return nil, nil, err
	}
	all := c.estimates(at, level)
	low, high = make([]float64, len(at)), make([]float64, len(at))
	for i := range at {
		low[i] = unscaled(all.limit(i, 1, (1-level)/2), c.exponent)
		high[i] = unscaled(all.limit(i, -1, (1-level)/2), c.exponent)
	}
	return low, high, nil
}

func (c Choice) checkBand(at []float64, level float64) error {
	if err := checkLevel(level); err != nil {
		return err
	}
	for i, x := range at {
		if !(math.Abs(x) <= maxX) {
			return fmt.Errorf("place %d of the band: x = %v: want the base-2 logarithm of a size", i+1, x)
		}
	}
	if c.Points < 2 {
		return fmt.Errorf("%d point: a band needs two at least", c.Points)
	}
	if c.open(c.curve) {
		return ErrNoBand
	}
	return nil
}

func checkLevel(level float64) error {
	if !(level > 0 && level < 1) {
		return fmt.Errorf("confidence level %v: want a share between 0 and 1, such as 0.95", level)
	}
	return nil
}

// estimate is what one candidate says of the places.
type estimate struct {
	chosen           bool
	weight, freedom  float64
	quantile         float64 // of Student's t, for the level
	value, deviation []float64
}

type estimates []estimate

// estimates weights the candidates by AIC. The weights are not those of AICc: its
// correction is for predicting, and would exclude with few points what these points
// cannot exclude.
func (c Choice) estimates(at []float64, level float64) estimates {
	var all estimates
	sum := 0.0
	for _, fit := range c.curves {
		if c.open(fit) {
			continue
		}
		freedom := float64(c.Points - fit.family.parameters())
		e := estimate{
			chosen: fit.family == c.curve.family,
			weight: math.Exp((c.aic(c.curve) - c.aic(fit)) / 2), freedom: freedom,
			quantile: studentT(level, freedom),
			value:    make([]float64, len(at)), deviation: fit.deviations(c.x, at),
		}
		fit.eval(e.value, at)
		all = append(all, e)
		sum += e.weight
	}
	for i := range all {
		all[i].weight /= sum
	}
	return all
}

// limit is where the tail areas of the estimates at place i add up to tail, or the
// limit of the chosen curve alone if that is further out: the lower one for side 1,
// the upper one for side -1.
func (all estimates) limit(i int, side, tail float64) float64 {
	own, least, most := 0.0, math.Inf(1), math.Inf(-1)
	for _, e := range all {
		z := side*e.value[i] - e.quantile*e.deviation[i]
		least, most = min(least, z), max(most, z)
		if e.chosen {
			own = z
		}
	}
	return side * min(own, crossing(own, least, most, func(z float64) (more, slope float64) {
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
