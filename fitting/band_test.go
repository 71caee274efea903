package fitting

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/jouleboard/jouleboard/units"
)

func mustBand(t *testing.T, c BestFit, at []float64) (low, high []float64) {
	t.Helper()
	low, high, err := c.Band(at)
	if err != nil {
		t.Fatal(err)
	}
	return low, high
}

// A line of logarithms, so steep that nothing simpler is true, and with errors that are
// as alike as ratios as they are as differences.
func TestBandOfAPowerLawIsTheTextbooks(t *testing.T) {
	x, logs := []float64{3, 3, 4, 4, 5, 5, 6, 6}, []float64{1.01, 0.99, 2.01, 1.99, 3.01, 2.99, 4.01, 3.99}
	c := BestFit{Description: Description{Points: len(x)}, x: x, logs: logs}
	c.curve = powerFamily().best(x, logs)
	c.curves = []curve{c.curve}
	at := []float64{3, 4.2, 6}
	b := c.bandAt(at)
	n, mean, squares := float64(len(x)), meanOf(x), 0.0
	for _, v := range x {
		squares += (v - mean) * (v - mean)
	}
	s := math.Sqrt(c.curve.sum / (n - 2))
	line := make([]float64, len(at))
	c.curve.eval(line, at)
	for i, v := range at {
		half := studentT(0.95, n-2) * s * math.Sqrt(1/n+(v-mean)*(v-mean)/squares)
		if e := c.curve.estimate(x, logs, at, false); !near(e.quantile, 0, 0) || !near(studentT(0.95, n-2)*e.deviation[i], half, 1e-9) {
			t.Errorf("at %v the standard error is %v", v, e.deviation[i])
		}
		if b.low[i] > line[i]-half+1e-9 || b.high[i] < line[i]+half-1e-9 {
			t.Errorf("at %v from %v to %v, want %v ± %v at least", v, b.low[i], b.high[i], line[i], half)
		}
	}
}

// The formula with the derivatives as differences and the matrix inverted.
func TestDeviationsAreThoseOfTheDeltaMethod(t *testing.T) {
	x, at := halfOctaves(3, 9), []float64{2, 3, 4.7, 6, 9, 10}
	for k, truth := range truths {
		logs := logsOf(varied(truth.at, x, 0.001, 4))
		fit := families(x, logs)[k].best(x, logs)
		values := make([]float64, len(x))
		fit.eval(values, x)
		for _, additive := range []bool{false, true} {
			jacobian, sum := slopesByDifference(fit, x), fit.sum
			if additive {
				sum = 0
				for i, v := range values {
					scale := math.Exp(v - meanOf(logs))
					for j := range jacobian.RawMatrix().Cols {
						jacobian.Set(i, j, scale*jacobian.At(i, j))
					}
					sum += math.Pow(scale*math.Expm1(logs[i]-v), 2)
				}
			}
			var inverse mat.Dense
			var information mat.SymDense
			information.SymOuterK(1, jacobian.T())
			if err := inverse.Inverse(&information); err != nil {
				t.Fatal(err)
			}
			g, e := slopesByDifference(fit, at), fit.estimate(x, logs, at, additive)
			for i := range at {
				want := math.Sqrt(sum / e.freedom * mat.Inner(g.RowView(i), &inverse, g.RowView(i)))
				// the step to the weighted minimum leaves a little less than sum
				if ratio := e.deviation[i] / want; !near(ratio, 1, 1e-3) && !(additive && ratio > 0.5 && ratio < 1) {
					t.Errorf("%s at %v, additive %v: %v, want %v", fit.family.model, at[i], additive, e.deviation[i], want)
				}
			}
		}
	}
}

func logsOf(y []float64) []float64 {
	logs := make([]float64, len(y))
	for i, v := range y {
		logs[i] = math.Log(v)
	}
	return logs
}

// With errors that are alike as differences the small values are known worst, with
// those alike as ratios all are known alike.
func TestBandFollowsTheKindOfErrors(t *testing.T) {
	x := halfOctaves(3, 10)
	truth := truths[1].at
	width := func(y []float64) float64 {
		low, high := mustBand(t, mustChoose(t, x, y), []float64{3.5, 9.5})
		return math.Log(high[1]/low[1]) / math.Log(high[0]/low[0])
	}
	additive, multiplicative := 0.0, 0.0
	for seed := range uint64(20) {
		additive += width(noisy(truth, x, 0.05, seed)) / 20
		multiplicative += width(varied(truth, x, 0.04, seed)) / 20
	}
	if additive < 3*multiplicative || multiplicative > 2 {
		t.Errorf("the band at small values is %v times as wide with additive errors, %v times with multiplicative ones", additive, multiplicative)
	}
}

// slopesByDifference are the derivatives at x by a, b and theta as far as they are
// fitted.
func slopesByDifference(fit curve, x []float64) *mat.Dense {
	const step = 1e-5
	var moves []func(c *curve, by float64)
	moves = append(moves, func(c *curve, by float64) { c.a += by })
	if fit.family.basis != nil && !fit.family.unit {
		moves = append(moves, func(c *curve, by float64) { c.b += by })
	}
	for j := range fit.family.nonlinear {
		moves = append(moves, func(c *curve, by float64) { c.at[j] += by })
	}
	slopes := mat.NewDense(len(x), len(moves), nil)
	for k, move := range moves {
		down, up := fit, fit
		move(&down, -step)
		move(&up, step)
		before, after := make([]float64, len(x)), make([]float64, len(x))
		down.eval(before, x)
		up.eval(after, x)
		for i := range x {
			slopes.Set(i, k, (after[i]-before[i])/(2*step))
		}
	}
	return slopes
}

func TestBandEnclosesTheCurve(t *testing.T) {
	for _, truth := range truths {
		for seed := range uint64(20) {
			x := halfOctaves(3, 6+float64(seed)/2)
			c := mustChoose(t, x, varied(truth.at, x, 0.03, seed))
			if c.Reason != "" {
				continue
			}
			low, high := mustBand(t, c, x)
			for i, v := range x {
				if mid := c.EvalX(v); !(0 < low[i] && low[i] < mid && mid < high[i]) {
					t.Errorf("%s, %d points, at %v: %v is not between %v and %v", truth.model, len(x), v, mid, low[i], high[i])
				}
			}
		}
	}
}

func TestBandNarrowsWithPoints(t *testing.T) {
	for _, truth := range truths[1:] {
		few := halfOctaves(3, 9)
		many := slices.Repeat(few, 4)
		low, high := mustBand(t, mustChoose(t, few, varied(truth.at, few, 0.02, 4)), []float64{6})
		closerLow, closerHigh := mustBand(t, mustChoose(t, many, varied(truth.at, many, 0.02, 4)), []float64{6})
		if ratio := (closerHigh[0] - closerLow[0]) / (high[0] - low[0]); ratio > 0.7 {
			t.Errorf("%s: four times the points make it %v times as wide", truth.model, ratio)
		}
	}
}

func TestBandOfExactPointsIsTheCurve(t *testing.T) {
	x := halfOctaves(3, 9)
	low, high := mustBand(t, mustChoose(t, x, valuesOf(truths[1].at, x)), x)
	for i := range x {
		if high[i]-low[i] > 1e-9 {
			t.Errorf("at %v from %v to %v", x[i], low[i], high[i])
		}
	}
}

func TestBandIsFiniteAnywhere(t *testing.T) {
	for _, truth := range truths {
		x := halfOctaves(3, 9)
		low, high := mustBand(t, mustChoose(t, x, varied(truth.at, x, 0.01, 1)), []float64{-maxX, -300, 300, maxX})
		for _, v := range slices.Concat(low, high) {
			if !units.IsFinite(v) {
				t.Errorf("%s: %v, %v", truth.model, low, high)
				break
			}
		}
	}
}

func TestBandSaysWhyThereIsNone(t *testing.T) {
	one := mustChoose(t, []float64{3}, []float64{1})
	if _, _, err := one.Band([]float64{3}); !errors.Is(err, ErrNoBand) {
		t.Errorf("one point: %v", err)
	}
	x := halfOctaves(3, 9)
	c := mustChoose(t, x, varied(truths[1].at, x, 0.01, 1))
	if _, _, err := c.Band([]float64{math.NaN()}); err == nil || !strings.Contains(err.Error(), "point 1") {
		t.Errorf("no place: %v", err)
	}
}

func TestStudentIsTheDistribution(t *testing.T) {
	for freedom := 1.0; freedom < 40; freedom++ {
		want := distuv.StudentsT{Sigma: 1, Nu: freedom}
		for _, v := range []float64{-1000, -7, -1.5, -0.1, 0, 0.4, 2, 30} {
			below, density := student(v, freedom)
			if math.Abs(below-want.CDF(v)) > 1e-14 || !near(density, want.Prob(v), 1e-12) {
				t.Errorf("t = %v with %v degrees: %v, %v; want %v, %v", v, freedom, below, density, want.CDF(v), want.Prob(v))
			}
		}
	}
}
