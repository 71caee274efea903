package fitting

import (
	"fmt"
	"math"
	"slices"
)

// Choice is the curve that the points support best, and what is known about it.
type Choice struct {
	Model      Model       `json:"model"`
	Points     int         `json:"points"`
	Parameters []Parameter `json:"parameters"`
	// RMSE is the root of the mean squared residual, in the unit of y.
	RMSE float64 `json:"rmse"`
	// R2 is the share of the variance that the curve explains; nil where y does
	// not vary.
	R2 *float64 `json:"r2"`
	// LeaveOneOut is the root mean squared error of predicting each point from
	// the others; nil where they are too few for the model.
	LeaveOneOut *float64 `json:"leave_one_out"`
	// From and To are the least and the largest measured x.
	From float64 `json:"from"`
	To   float64 `json:"to"`
	// Candidates are all models, in the order of their complexity.
	Candidates []Candidate `json:"candidates"`

	exponent int // of the power of two by which the curves were scaled
	curve    curve
	x        []float64
	y        []float64 // scaled
}

// Parameter is one number of a model. Where the points do not determine it (it
// lies on the edge of what a fit may choose, or moves freely with one that does)
// it is not identified, and Value is only what draws the curve: do not show it.
type Parameter struct {
	Name       string  `json:"name"`
	Value      float64 `json:"value"`
	Identified bool    `json:"identified"`
}

// Candidate is one model and its support.
type Candidate struct {
	Model Model   `json:"model"`
	RMSE  float64 `json:"rmse"`
	// AICc is Akaike's criterion with the small-sample correction, up to a
	// constant; nil with fewer than three points more than parameters, where it
	// is not defined, or fewer distinct x than parameters.
	AICc *float64 `json:"aicc"`
}

// Choose fits constant, linear, saturating power and logistic curves over
// x = log2(batch) and takes the one with the least AICc. With too few points for
// any AICc (three or fewer) it is the largest model that leaves at least one point
// to spare, and for a single point the constant. Points need no order and may
// repeat an x; none at all is an error, as are values that are not finite.
//
// The error's variance counts as a parameter in AICc, as in Burnham and Anderson,
// Model Selection and Multimodel Inference (2002), section 2.4.
func Choose(x, y []float64) (Choice, error) {
	if err := checkPoints(x, y); err != nil {
		return Choice{}, err
	}
	if len(x) == 0 {
		return Choice{}, fmt.Errorf("no point: want at least one to fit a curve")
	}
	unit, exponent := scaled(y)
	low, high := span(x)
	c := Choice{Points: len(x), From: low, To: high, exponent: exponent, x: slices.Clone(x), y: unit}
	c.pick(families(x))
	c.describe()
	return c, nil
}

// pick fits the models that have enough points and keeps the best.
func (c *Choice) pick(all []*family) {
	distinct := countDistinct(c.x)
	least := math.Inf(1)
	for _, f := range all {
		if f.parameters() > distinct {
			continue
		}
		fit := f.best(c.x, c.y)
		aicc, ok := c.aicc(fit)
		candidate := Candidate{Model: f.model, RMSE: unscaled(c.rmse(fit.sum), c.exponent)}
		if ok {
			candidate.AICc = &aicc
		}
		c.Candidates = append(c.Candidates, candidate)
		switch {
		case c.curve.family == nil, ok && aicc < least:
			c.curve = fit
		case math.IsInf(least, 1) && !ok && f.parameters() < c.Points:
			c.curve = fit
		}
		if ok {
			least = min(least, aicc)
		}
	}
}

// noise is the least standard error that is believed of scaled values: what
// rounding alone makes. Models that are both exact differ in their size alone.
const noise = 0x1p-48

// aicc is n·ln(RSS/n) + 2K + 2K(K+1)/(n−K−1), with K one more than the
// parameters; not ok where that is not defined.
func (c *Choice) aicc(fit curve) (float64, bool) {
	n, k := float64(c.Points), float64(fit.family.parameters()+1)
	if n-k-1 < 1 {
		return 0, false
	}
	variance := max(fit.sum/n, noise*noise)
	return n*math.Log(variance) + 2*k + 2*k*(k+1)/(n-k-1), true
}

func (c *Choice) rmse(sum float64) float64 { return math.Sqrt(sum / float64(c.Points)) }

func countDistinct(x []float64) int {
	return len(slices.Compact(slices.Sorted(slices.Values(x))))
}

// EvalX is the value of the curve at x = log2(batch).
func (c Choice) EvalX(x float64) float64 { return unscaled(c.curve.eval(x), c.exponent) }

// Extent is where the curve may be drawn: solid from From to To, dashed one octave
// beyond.
func (c Choice) Extent() (from, to float64) { return c.From - 1, c.To + 1 }
