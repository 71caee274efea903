package fitting

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

func mustBand(t *testing.T, c Choice, at []float64) (low, high []float64) {
	t.Helper()
	low, high, err := c.Band(at, 0.95)
	if err != nil {
		t.Fatal(err)
	}
	return low, high
}

// Two sizes allow no more than a line, and one so steep no less.
func TestBandOfALineIsTheTextbooks(t *testing.T) {
	x := []float64{3, 3, 3, 5, 5, 5, 5}
	y := []float64{1.01, 0.98, 1.02, 4.01, 3.97, 4, 4.02}
	c := mustChoose(t, x, y)
	at := []float64{2, 3, 4.2, 5, 6}
	low, high := mustBand(t, c, at)
	n, mean, squares := float64(len(x)), meanOf(x), 0.0
	for _, v := range x {
		squares += (v - mean) * (v - mean)
	}
	s := c.RMSE * math.Sqrt(n/(n-2))
	for i, v := range at {
		half := studentT(0.95, n-2) * s * math.Sqrt(1/n+(v-mean)*(v-mean)/squares)
		if !near(low[i], c.EvalX(v)-half, 1e-9) || !near(high[i], c.EvalX(v)+half, 1e-9) {
			t.Errorf("at %v from %v to %v, want %v ± %v", v, low[i], high[i], c.EvalX(v), half)
		}
	}
}

func TestBandAtOneSizeIsTheIntervalOfRepeats(t *testing.T) {
	y := []float64{9, 10, 11, 10.5}
	low, high := mustBand(t, mustChoose(t, []float64{4, 4, 4, 4}, y), []float64{4})
	want, err := Repeats(y, 0.95)
	if err != nil || !near(low[0], want.Low, 1e-12) || !near(high[0], want.High, 1e-12) {
		t.Errorf("from %v to %v, want %+v, %v", low[0], high[0], want, err)
	}
}

// The formula with the derivatives as differences and the matrix inverted.
func TestDeviationsAreThoseOfTheDeltaMethod(t *testing.T) {
	x, at := halfOctaves(3, 9), []float64{2, 3, 4.7, 6, 9, 10}
	for k, f := range families(x) {
		fit := f.best(x, noisy(truths[k], x, 0.001, 4))
		p := f.parameters()
		jacobian := slopesByDifference(fit, x)
		var inverse mat.Dense
		var information mat.SymDense
		information.SymOuterK(1, jacobian.T())
		if err := inverse.Inverse(&information); err != nil {
			t.Fatal(err)
		}
		g, errors := slopesByDifference(fit, at), fit.deviations(x, at)
		for i := range at {
			want := math.Sqrt(fit.sum / float64(len(x)-p) * mat.Inner(g.RowView(i), &inverse, g.RowView(i)))
			if !near(errors[i]/want, 1, 1e-4) {
				t.Errorf("%s at %v: %v, want %v", f.model, at[i], errors[i], want)
			}
		}
	}
}

// slopesByDifference are the derivatives at x by a, b and theta as far as the family
// has them.
func slopesByDifference(fit curve, x []float64) *mat.Dense {
	const step = 1e-5
	var moves []func(c *curve, by float64)
	if fit.family.level {
		moves = append(moves, func(c *curve, by float64) { c.a += by })
	}
	if fit.family.basis != nil {
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

// truths are curves of every model, in the order of families.
var truths = []func(float64) float64{
	func(float64) float64 { return 5 },
	func(x float64) float64 { return 5 - 0.3*x },
	func(x float64) float64 { return 0.4 + 9*math.Exp2(-0.8*x) },
	Logistic{L: 4, X0: 7, K: 0.9}.EvalX,
	Logistic{L: 4, X0: 6, K: 1.4, B0: 2}.EvalX,
}

func TestBandEnclosesTheCurve(t *testing.T) {
	for k, truth := range truths {
		for seed := range uint64(20) {
			x := halfOctaves(3, 5+float64(seed)/2)
			c := mustChoose(t, x, noisy(truth, x, 0.1, seed))
			at := c.places(9)
			low, high := mustBand(t, c, at)
			for i, v := range at {
				if mid := c.EvalX(v); !(low[i] < mid && mid < high[i]) {
					t.Errorf("curve %d, %d points, at %v: %v is not between %v and %v", k, len(x), v, mid, low[i], high[i])
				}
			}
		}
	}
}

func TestBandIsMirroredWithTheValues(t *testing.T) {
	for k, truth := range truths {
		x := halfOctaves(3, 9)
		y := noisy(truth, x, 0.1, 4)
		low, high := mustBand(t, mustChoose(t, x, y), x)
		for i := range y {
			y[i] = -y[i]
		}
		down, up := mustBand(t, mustChoose(t, x, y), x)
		for i := range x {
			if !near(down[i], -high[i], 1e-6) || !near(up[i], -low[i], 1e-6) {
				t.Errorf("curve %d at %v: from %v to %v, mirrored from %v to %v", k, x[i], low[i], high[i], down[i], up[i])
			}
		}
	}
}

func TestBandNarrowsWithPointsAndWidensOutside(t *testing.T) {
	for k, truth := range truths[1:] {
		few := halfOctaves(3, 9)
		var many []float64
		for range 4 {
			many = append(many, few...)
		}
		at := []float64{6, 10}
		low, high := mustBand(t, mustChoose(t, few, noisy(truth, few, 0.05, 4)), at)
		closerLow, closerHigh := mustBand(t, mustChoose(t, many, noisy(truth, many, 0.05, 4)), at)
		for i := range at {
			if ratio := (closerHigh[i] - closerLow[i]) / (high[i] - low[i]); ratio > 0.7 {
				t.Errorf("curve %d at %v: four times the points make it %v times as wide", k+1, at[i], ratio)
			}
		}
		if high[1]-low[1] < 1.2*(high[0]-low[0]) {
			t.Errorf("curve %d: %v wide inside, %v an octave outside", k+1, high[0]-low[0], high[1]-low[1])
		}
	}
}

func TestBandOfExactPointsIsTheCurve(t *testing.T) {
	x := halfOctaves(3, 9)
	low, high := mustBand(t, mustChoose(t, x, valuesOf(func(x float64) float64 { return 3 + x }, x)), x)
	for i := range x {
		if high[i]-low[i] > 1e-9 {
			t.Errorf("at %v from %v to %v", x[i], low[i], high[i])
		}
	}
}

func TestBandIsFiniteAnywhere(t *testing.T) {
	for k, truth := range truths {
		x := halfOctaves(3, 7)
		low, high := mustBand(t, mustChoose(t, x, noisy(truth, x, 0.01, 1)), []float64{-maxX, -300, 300, maxX})
		for _, v := range slices.Concat(low, high) {
			if !finite(v) {
				t.Errorf("curve %d: %v, %v", k, low, high)
				break
			}
		}
	}
}

func TestBandSaysWhyThereIsNone(t *testing.T) {
	one := mustChoose(t, []float64{3}, []float64{1})
	if _, _, err := one.Band([]float64{3}, 0.95); err == nil || !strings.Contains(err.Error(), "1 point: a band needs two") {
		t.Errorf("one point: %v", err)
	}
	two := mustChoose(t, []float64{3, 4}, []float64{1, 2})
	for _, level := range []float64{0, 1, -1, 95, math.NaN()} {
		if _, _, err := two.Band([]float64{3}, level); err == nil || !strings.Contains(err.Error(), "confidence level") {
			t.Errorf("level %v: %v", level, err)
		}
	}
	if _, _, err := two.Band([]float64{math.NaN()}, 0.95); err == nil || !strings.Contains(err.Error(), "place 1") {
		t.Errorf("no place: %v", err)
	}
	step := mustChoose(t, octaves, noisy(func(x float64) float64 { return math.Floor(x / 7) }, octaves, 0.001, 1))
	if _, _, err := step.Band(octaves, 0.95); !errors.Is(err, ErrNoBand) {
		t.Errorf("a %s curve that jumps between two points: %v", step.Model, err)
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
