package fitting

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// leastResamples is how many resampled curves a band has at least; mostResamples
// bounds it for levels close to 1.
const (
	leastResamples = 400
	mostResamples  = 20000
)

// Band is a confidence band of the curve at the places at, pointwise: each place
// by itself has the level, such as 0.95. It is a seeded bootstrap over all
// candidate models, weighted by AIC: each gives its share of curves, refitted to
// its own values plus normal noise of a size drawn from what its residuals leave
// open. So it covers two doubts, where the curve lies and which model it is; a
// band of the chosen model alone, as if it had been known before, covers the truth
// far less often than it says. The chosen curve always lies in it. (Turek and Fletcher, Model-averaged Wald
// confidence intervals, 2012, is this with formulas in place of resampling.)
//
// It is an error if the level is not between 0 and 1, a place is no number, or
// there is one point only.
func (c Choice) Band(at []float64, level float64, seed uint64) (low, high []float64, err error) {
	if err := c.checkBand(at, level); err != nil {
		return nil, nil, err
	}
	curves := c.resample(at, int(min(max(leastResamples, 20/(1-level)), mostResamples)), seed)
	low, high = make([]float64, len(at)), make([]float64, len(at))
	values := make([]float64, len(curves))
	middle := make([]float64, len(at))
	c.curve.eval(middle, at)
	for i := range at {
		for j, v := range curves {
			values[j] = v[i]
		}
		slices.Sort(values)
		low[i] = unscaled(min(quantile(values, (1-level)/2), middle[i]), c.exponent)
		high[i] = unscaled(max(quantile(values, (1+level)/2), middle[i]), c.exponent)
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
	return nil
}

func checkLevel(level float64) error {
	if !(level > 0 && level < 1) {
		return fmt.Errorf("confidence level %v: want a share between 0 and 1, such as 0.95", level)
	}
	return nil
}

// resample draws about n curves from the candidates, each model its share, and
// gives the values of each at the places.
func (c Choice) resample(at []float64, n int, seed uint64) [][]float64 {
	var drawn [][]float64
	shares := c.weights()
	for i, fit := range c.curves {
		d := newRedraw(c, fit, rand.New(rand.NewPCG(seed, uint64(i))))
		for range int(math.Round(shares[i] * float64(n))) {
			values := make([]float64, len(at))
			d.next().eval(values, at)
			drawn = append(drawn, values)
		}
	}
	return drawn
}

// weights are the candidates' AIC weights. They are not those of AICc: its
// correction is for predicting, and would exclude with few points what these
// points cannot exclude.
func (c Choice) weights() []float64 {
	least := math.Inf(1)
	for _, fit := range c.curves {
		least = min(least, c.aic(fit))
	}
	shares, sum := make([]float64, len(c.curves)), 0.0
	for i, fit := range c.curves {
		shares[i] = math.Exp((least - c.aic(fit)) / 2)
		sum += shares[i]
	}
	for i := range shares {
		shares[i] /= sum
	}
	return shares
}

// redraw refits one model to its own values plus noise.
type redraw struct {
	fit      curve
	x        []float64
	own, y   []float64 // the fit's values, and with noise
	rng      *rand.Rand
	variance distuv.ChiSquared
	work     *work
}

func newRedraw(c Choice, fit curve, rng *rand.Rand) *redraw {
	freedom := float64(c.Points - fit.family.parameters())
	d := &redraw{
		fit: fit, x: c.x, own: make([]float64, c.Points), y: make([]float64, c.Points),
		rng: rng, variance: distuv.ChiSquared{K: freedom, Src: rng}, work: newWork(c.Points),
	}
	fit.eval(d.own, c.x)
	return d
}

// next draws a curve. The variance of the noise is drawn anew each time, RSS/χ²,
// which makes the spread of a straight line's values exactly Student's.
func (d *redraw) next() curve {
	sigma := math.Sqrt(d.fit.sum / max(d.variance.Rand(), math.SmallestNonzeroFloat64))
	for i, v := range d.own {
		d.y[i] = v + min(sigma, mostNoise)*d.rng.NormFloat64()
	}
	return d.fit.family.relax(d.x, d.y, d.fit.at, rough, d.work)
}

// mostNoise keeps resampled values finite; scaled values are below 1.
const mostNoise = 1e100

// quantile is the p-quantile of sorted values by the rule (n+1)p, which leaves as
// much outside as it says for the values of a sample.
func quantile(sorted []float64, p float64) float64 {
	at := p*float64(len(sorted)+1) - 1
	at = min(max(at, 0), float64(len(sorted)-1))
	i := min(int(at), len(sorted)-2)
	if i < 0 {
		return sorted[0]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}
