package fitting

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Choice is the curve that the points support best, and what is known about it.
type Choice struct {
	Description
	// Candidates are the models with enough points, the simplest first.
	Candidates []Candidate `json:"candidates"`

	x        []float64
	y        []float64 // divided by 2^exponent
	exponent int
	curve    curve   // the chosen one
	curves   []curve // of the candidates
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
	Model Model `json:"model"`
	// RMSE is the root of the mean squared residual, in the unit of y.
	RMSE float64 `json:"rmse"`
	// AICc is Akaike's criterion with the small-sample correction, up to a
	// constant; nil with fewer than three points more than parameters, where it
	// is not defined.
	AICc *float64 `json:"aicc"`
}

// Choose fits a constant, a straight line, a saturating power law and logistic
// curves of three and four parameters over x = log2(batch), and takes the model
// with the least AICc. A model needs one point more than it has parameters, so
// that something is left to judge it by, and as many different x as parameters; a
// single point is its own constant.
//
// With few points AICc is not defined for all of them (below seven, for the
// four-parameter curve) and cannot compare them. Then a larger model is taken only
// if the points tell it from the smaller one: if it leaves so much less error that
// chance alone would do so in less than one of twenty cases, by the F test of the
// extra sum of squares. Values that do not vary are a constant, however many.
//
// The points need no order and may repeat an x. No point at all is an error, as
// are values that are not finite.
//
// The variance of the error counts as a parameter in AICc, as in Burnham and
// Anderson, Model Selection and Multimodel Inference (2002), section 2.4. The F
// test is that of Bates and Watts, Nonlinear Regression Analysis (1988), section
// 3.10: exact for lines, near to it for the others.
func Choose(x, y []float64) (Choice, error) {
	if err := checkPoints(x, y); err != nil {
		return Choice{}, err
	}
	if len(x) == 0 {
		return Choice{}, errNoPoint
	}
	unit, exponent := scaled(y)
	low, high := span(x)
	c := Choice{Description: Description{Points: len(x), From: low, To: high}, x: slices.Clone(x), y: unit, exponent: exponent}
	c.fitAll()
	c.curve = c.pick()
	c.describe()
	return c, nil
}

// fitAll fits the models that have enough points.
func (c *Choice) fitAll() {
	distinct := countDistinct(c.x)
	for _, f := range families(c.x) {
		p := f.parameters()
		if p > distinct || p >= c.Points && f.model != Constant {
			continue
		}
		fit := f.best(c.x, c.y)
		c.curves = append(c.curves, fit)
		c.Candidates = append(c.Candidates, Candidate{f.model, unscaled(c.rmse(fit), c.exponent), c.aicc(fit)})
	}
}

// pick takes the least AICc where all candidates have one, else the largest model
// that the points tell from a smaller one.
func (c *Choice) pick() curve {
	if slices.ContainsFunc(c.Candidates, func(m Candidate) bool { return m.AICc == nil }) {
		return c.largestTold()
	}
	best := 0
	for i, m := range c.Candidates {
		if *m.AICc < *c.Candidates[best].AICc {
			best = i
		}
	}
	return c.curves[best]
}

// largestTold climbs from the constant; of equally large models the one with the
// smaller error is tried.
func (c *Choice) largestTold() curve {
	told := c.curves[0]
	for size := 2; size <= mostParameters; size++ {
		var next *curve
		for i, fit := range c.curves {
			if fit.family.parameters() == size && (next == nil || fit.sum < next.sum) {
				next = &c.curves[i]
			}
		}
		if next != nil && c.chance(told, *next) < significant {
			told = *next
		}
	}
	return told
}

const (
	mostParameters = 4
	// significant is how rarely chance alone may make a larger model look needed.
	significant = 0.05
)

// chance is the probability that a curve with more parameters leaves so much less
// error though the smaller one is true.
func (c *Choice) chance(small, large curve) float64 {
	more := float64(large.family.parameters() - small.family.parameters())
	freedom := float64(c.Points - large.family.parameters())
	left := max(large.sum, noise*noise*float64(c.Points))
	ratio := (small.sum - large.sum) / more / (left / freedom)
	if !(ratio > 0) {
		return 1
	}
	return distuv.F{D1: more, D2: freedom}.Survival(ratio)
}

// noise is the least standard error that is believed of scaled values: what
// rounding alone makes. Models that are both exact differ by their size alone.
const noise = 0x1p-46

// aic is n·ln(RSS/n) + 2K, with K one more than the parameters.
func (c *Choice) aic(fit curve) float64 {
	n := float64(c.Points)
	return n*math.Log(max(fit.sum/n, noise*noise)) + 2*float64(fit.family.parameters()+1)
}

// aicc is AIC + 2K(K+1)/(n−K−1), and nil where that is not defined.
func (c *Choice) aicc(fit curve) *float64 {
	n, k := c.Points, fit.family.parameters()+1
	if n-k-1 < 1 {
		return nil
	}
	v := c.aic(fit) + float64(2*k*(k+1))/float64(n-k-1)
	return &v
}

func (c *Choice) rmse(fit curve) float64 { return math.Sqrt(fit.sum / float64(c.Points)) }

func countDistinct(x []float64) int {
	return len(slices.Compact(slices.Sorted(slices.Values(x))))
}

// EvalX is the value of the curve at x = log2(batch).
func (c Choice) EvalX(x float64) float64 {
	v := make([]float64, 1)
	c.curve.eval(v, []float64{min(max(x, -maxX), maxX)})
	return unscaled(v[0], c.exponent)
}

// Eval is the value of the curve at a batch size; zero, negative and NaN count as
// the smallest there is.
func (c Choice) Eval(batch float64) float64 {
	if !(batch > 0) {
		return c.EvalX(-maxX)
	}
	return c.EvalX(math.Log2(batch))
}

// Extent is where the curve may be drawn: solid from From to To, dashed up to one
// octave beyond on either side, and not at all outside.
func (c Choice) Extent() (from, to float64) { return c.From - 1, c.To + 1 }
