package fitting

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// BestFit is the positive curve that predicts the points best, with its description. If there is no curve, Reason
// contains why, and it has no model.
type BestFit struct {
	Description
	// Candidates are the models for which there are enough points, the simplest first.
	Candidates []Candidate `json:"candidates"`

	x, logs []float64 // of the points: ln y
	curve   curve     // the chosen one
	curves  []curve   // that may be true
	band    band      // over the measured range
}

// Candidate is one model and its error in predicting ln y of each point from the others
// (root mean square).
type Candidate struct {
	Model    Model   `json:"model"`
	LogError float64 `json:"leave_one_out_log"`
	curve    curve
	left     []float64 // of ln y of each point by the curve through the others
}

const (
	// mostPoints are those of a curve, which a sweep of batch sizes does not come near.
	mostPoints = 2000
	// leastSizes are those that a power law needs: of fewer, a constant is all there is.
	leastSizes = 4
	// spare is how many batch sizes a model needs beyond its parameters.
	spare = 2
	// simpler is how many times the least error a simpler model may have.
	simpler = 1.1
	// mostOff is the ratio by which a curve may be off, typically, from a point that it
	// was not fitted to.
	mostOff = 1.2
	// mostScatter is that of a constant: values without a trend that vary by more are no
	// level under noise.
	mostScatter = 1.1
)

// Choose fits curves to ln y over x = log2(batch) by least squares: a constant, a power law, power laws that level
// off at one end, and a step between two levels. All are positive everywhere. It chooses the curve that best predicts
// ln y of each point from the others: the simplest one whose error is at most 10% above the lowest. A model requires
// two batch sizes more than it has parameters.
//
// There is no curve, and [Description.Reason] contains why, if there are fewer than four batch sizes or more than 2,000 points, if a value is
// not positive, if that error is above the logarithm of 1.2 (for a constant: 1.1), or if the 95% band is wider, at
// any place within the measured range, than the range of the points.
//
// The points can be in any order and may repeat an x. It is an error if there are no points, or if a value is not
// finite.
func Choose(x, y []float64) (BestFit, error) { return choose(x, y, &grids{}) }

func choose(x, y []float64, shared *grids) (BestFit, error) {
	if err := checkPoints(x, y); err != nil {
		return BestFit{}, err
	}
	if len(x) == 0 {
		return BestFit{}, errNoPoint
	}
	c := BestFit{Description: Description{Points: len(x)}, x: slices.Clone(x)}
	c.From, c.To = span(x)
	c.logs = lists.Map(y, math.Log)
	if slices.Min(y) <= 0 {
		c.Reason = "not all values are positive"
		return c, nil
	}
	if len(x) > mostPoints {
		c.Reason = fmt.Sprintf("too many points (%d), of at most %d", len(x), mostPoints)
		return c, nil
	}
	c.fitAll(shared)
	if c.Reason = c.objection(); c.Reason == "" {
		c.describe(y)
	}
	return c, nil
}

// fitAll fits the models that have enough points and takes one. A step whose place or
// steepness is open may be true as any other, but nothing would be known about it.
func (c *BestFit) fitAll(shared *grids) {
	distinct := countDistinct(c.x)
	for _, f := range families(c.x, c.logs) {
		if distinct <= f.parameters() {
			continue
		}
		f.grids = shared
		fit := f.best(c.x, c.logs)
		if fit.atEdge() && f.model == Step {
			continue
		}
		c.curves = append(c.curves, fit)
		if !fit.atEdge() && distinct >= f.parameters()+spare {
			left := c.unpredicted(fit)
			c.Candidates = append(c.Candidates, Candidate{f.model, rootMeanSquare(left), fit, left})
		}
	}
	if len(c.Candidates) > 0 {
		c.curve = c.simplest().curve
	}
	if c.curve.family != nil && c.curve.family.model == Constant { // what does not vary has no bend
		c.curves = slices.DeleteFunc(c.curves, curve.atEdge)
	}
}

// simplest is the first candidate that is about as good as the best.
func (c *BestFit) simplest() Candidate {
	best := slices.MinFunc(c.Candidates, func(a, b Candidate) int { return cmp.Compare(a.LogError, b.LogError) })
	i := slices.IndexFunc(c.Candidates, func(m Candidate) bool { return m.LogError <= max(simpler*best.LogError, noise) })
	return c.Candidates[i]
}

// objection is why the points get no curve, "" if they get one.
func (c *BestFit) objection() string {
	const rounding = 1e-9
	if n := countDistinct(c.x); n < leastSizes {
		return fmt.Sprintf("too few batch sizes (%d)", n)
	}
	limit := mostOff
	if c.curve.family.model == Constant {
		limit = mostScatter
	}
	if off := math.Exp(min(c.simplest().LogError, farthest)); off > limit {
		return fmt.Sprintf("leave-one-out error of the best fit (%s) is %.1f%%, above %.0f%%", c.curve.family.model, 100*(off-1), 100*(limit-1))
	}
	c.band = c.bandAt(append(steps(c.From, c.To, bandPlaces), c.To))
	low, high := span(c.logs)
	for i := range c.band.x {
		if c.band.high[i]-c.band.low[i] > high-low+rounding {
			return fmt.Sprintf("the %.0f%% band would be wider than the range of the points", 100*Level)
		}
	}
	return ""
}

// describe fills in what is known about the chosen curve.
func (c *BestFit) describe(y []float64) {
	c.Model = c.curve.family.model
	for i, v := range c.curve.family.values(c.curve) {
		c.Parameters = append(c.Parameters, Parameter{c.curve.family.names[i], clampFinite(v), true})
	}
	c.RMSE, c.R2 = quality(c.EvalX, c.x, y)
	chosen := c.simplest()
	log, errors := chosen.LogError, make([]float64, len(y))
	for i, e := range chosen.left {
		errors[i] = y[i] - clampFinite(math.Exp(c.logs[i]-e))
	}
	unit := rootMeanSquare(errors)
	c.LogError, c.LeaveOneOut = &log, &unit
}

// noise is the least standard error that is believed of logarithms and of scaled
// values: what rounding alone makes.
const noise = 0x1p-46

// atEdge reports whether the points leave open where the curve bends or how sharply: the
// fit lies on the edge of what it may choose.
func (c curve) atEdge() bool {
	const onEdge = 1e-3 // of the box's width
	for j, b := 0, c.family.box; j < c.family.nonlinear; j++ {
		if min(c.at[j]-b.low[j], b.high[j]-c.at[j]) < onEdge*b.width(j) {
			return true
		}
	}
	return false
}

// unpredicted is what a curve through the other points leaves of ln y of each.
func (c *BestFit) unpredicted(fit curve) []float64 {
	left := make([]float64, c.Points)
	for f := range folds(c.x, c.logs) {
		through := fit.family.relax(f.x, f.y, fit.at, newWork(len(f.x)))
		predicted := make([]float64, 1)
		for _, i := range f.out {
			through.eval(predicted, c.x[i:i+1])
			left[i] = c.logs[i] - predicted[0]
		}
	}
	return left
}

// mostFolds are in how many parts points are left out.
const mostFolds = 100

// fold is what a curve is fitted to, and the indices of the points left out. Its slices are used again.
type fold struct {
	x, y []float64
	out  []int
}

// folds leave out each point once: one at a time, or of many points a part, so that all take a time in proportion.
func folds(x, y []float64) iter.Seq[fold] {
	return func(yield func(fold) bool) {
		var f fold
		parts := min(len(x), mostFolds)
		for part := range parts {
			f.x, f.y, f.out = f.x[:0], f.y[:0], f.out[:0]
			for i := range x {
				if i%parts == part {
					f.out = append(f.out, i)
				} else {
					f.x, f.y = append(f.x, x[i]), append(f.y, y[i])
				}
			}
			if !yield(f) {
				return
			}
		}
	}
}

func countDistinct(x []float64) int { return len(lists.Ascending(x)) }

// EvalX returns the value of the curve at x = log2(batch), 0 without a curve.
func (c BestFit) EvalX(x float64) float64 {
	if c.Reason != "" {
		return 0
	}
	v := make([]float64, 1)
	c.curve.eval(v, []float64{min(max(x, -maxX), maxX)})
	return clampFinite(math.Exp(v[0]))
}

var errNoPoint = errors.New("no points: a curve requires at least one")
