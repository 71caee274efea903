package fitting

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/units"
)

func noisy(curve func(float64) float64, x []float64, sigma float64, seed uint64) []float64 {
	rng := rand.New(rand.NewPCG(seed, 0))
	y := valuesOf(curve, x)
	for i := range y {
		y[i] += sigma * rng.NormFloat64()
	}
	return y
}

func halfOctaves(from, to float64) []float64 {
	var x []float64
	for v := from; v <= to; v += 0.5 {
		x = append(x, v)
	}
	return x
}

func mustChoose(t *testing.T, x, y []float64) BestFit {
	t.Helper()
	c, err := Choose(x, y)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// varied are values with errors that are alike as ratios.
func varied(curve func(float64) float64, x []float64, sigma float64, seed uint64) []float64 {
	rng := rand.New(rand.NewPCG(seed, 0))
	y := valuesOf(curve, x)
	for i := range y {
		y[i] *= math.Exp(sigma * rng.NormFloat64())
	}
	return y
}

// truths are curves of every model, in the order of families.
var truths = []struct {
	model Model
	at    func(float64) float64
}{
	{Constant, func(float64) float64 { return 5 }},
	{Power, func(x float64) float64 { return 50 * math.Exp2(-0.7*x) }},
	{Offset, func(x float64) float64 { return 0.4 + 9*math.Exp2(-0.8*x) }},
	{Logistic3, Logistic{L: 4, X0: 6, K: 0.7}.EvalX},
	{Step, func(x float64) float64 { return 2 * math.Pow(4, sigmoid(1.4*(x-6))) }},
}

func TestChooseFindsTheModel(t *testing.T) {
	x := halfOctaves(2, 10)
	for _, truth := range truths {
		if c := mustChoose(t, x, varied(truth.at, x, 0.003, 3)); c.Model != truth.model || c.Reason != "" {
			t.Errorf("chose %s for the values of a %s curve: %s %+v", c.Model, truth.model, c.Reason, c.Candidates)
		}
		// without noise the smallest of the models that are exact
		if c := mustChoose(t, x, valuesOf(truth.at, x)); c.Model != truth.model {
			t.Errorf("chose %s for the exact values of a %s curve: %s %+v", c.Model, truth.model, c.Reason, c.Candidates)
		}
	}
}

func TestChooseRecoversParameters(t *testing.T) {
	x := halfOctaves(2, 10)
	for k, want := range [][]Parameter{
		{{"a", 5, true}},
		{{"b", 50, true}, {"c", -0.7, true}},
		{{"a", 0.4, true}, {"b", 9, true}, {"c", -0.8, true}},
		{{"L", 4, true}, {"x0", 6, true}, {"k", 0.7, true}},
		{{"a", 2, true}, {"b", 4, true}, {"x0", 6, true}, {"k", 1.4, true}},
	} {
		c := mustChoose(t, x, valuesOf(truths[k].at, x))
		for i, got := range c.Parameters {
			if got.Name != want[i].Name || !got.Identified || !near(got.Value, want[i].Value, 1e-4) {
				t.Errorf("%s: %+v, want %+v", c.Model, got, want[i])
			}
		}
	}
}

// A curve that falls and levels off and its reciprocal, which rises and levels off, are
// the same for logarithms.
func TestReciprocalsHaveReciprocalCurves(t *testing.T) {
	x := halfOctaves(3, 9)
	y := varied(truths[2].at, x, 0.02, 4)
	c := mustChoose(t, x, y)
	for i := range y {
		y[i] = 1 / y[i]
	}
	r := mustChoose(t, x, y)
	if c.Model != Offset || r.Model != Logistic3 || !near(r.EvalX(5), 1/c.EvalX(5), 1e-6) || !near(*r.LogError, *c.LogError, 1e-4) {
		t.Errorf("%s and %s: %v and 1/%v", c.Model, r.Model, r.EvalX(5), c.EvalX(5))
	}
}

func TestAModelNeedsTwoSizesMoreThanParameters(t *testing.T) {
	for n, want := range map[int]Model{3: Constant, 4: Power, 5: Offset, 6: Step} {
		var x []float64
		for i := range n {
			x = append(x, float64(i+3), float64(i+3)) // repeats are no sizes
		}
		c := mustChoose(t, x, varied(truths[4].at, x, 0.01, 2))
		largest := Constant
		for _, m := range c.Candidates {
			if m.Model != Logistic3 {
				largest = m.Model
			}
		}
		if largest != want {
			t.Errorf("%d sizes: up to %s of %+v, want %s", n, largest, c.Candidates, want)
		}
	}
}

func TestPointsWithoutACurveAreToldWhy(t *testing.T) {
	x := []float64{3, 4, 5, 6, 7, 8}
	for want, y := range map[string][]float64{
		"too few batch sizes (2)":     {1, 2},
		"not all values are positive": {1, 2, 3, 0, 5, 6},
		"leave-one-out error of the best fit (constant) is 39.6%, above 10%": {1, 2, 1.3, 1.2, 2.1, 1.8},
		"too few batch sizes (3)": {1, 1.01, 0.99},
		"leave-one-out error of the best fit (power) is 49.6%, above 20%": {32, 9, 10, 3, 2.4, 0.8},
		"the 95% band would be wider than the range of the points":        {10, 10.6, 10.1, 10.5, 10.2},
	} {
		c := mustChoose(t, x[:len(y)], y)
		if c.Reason != want || c.Model != "" || c.Parameters != nil || c.LogError != nil || c.EvalX(5) != 0 {
			t.Errorf("%v: %+v, want %q", y, c.Description, want)
		}
		if c.Points != len(y) || c.From != 3 || c.To != x[len(y)-1] {
			t.Errorf("%v: %+v", y, c.Description)
		}
	}
}

func TestTheSimplerOfEqualsIsTaken(t *testing.T) {
	c := BestFit{Candidates: []Candidate{{Model: Constant, LogError: 0.2}, {Model: Power, LogError: 0.109}, {Model: Offset, LogError: 0.1}}}
	if got := c.simplest().Model; got != Power {
		t.Errorf("took %s", got)
	}
	if c.Candidates[1].LogError = 0.111; c.simplest().Model != Offset {
		t.Errorf("took %s", c.simplest().Model)
	}
}

// Of twenty sets of noise some look like more than they are, since several models are
// tried.
func TestNoiseAloneIsSeldomABend(t *testing.T) {
	const sets = 200
	for _, truth := range truths[:2] {
		for _, n := range []int{6, 8, 12} {
			x := make([]float64, n)
			for i := range x {
				x[i] = float64(i + 3)
			}
			bent := 0
			for seed := range uint64(sets) {
				c := mustChoose(t, x, varied(truth.at, x, 0.02, seed))
				if c.Reason == "" && c.Model != Constant && c.Model != Power {
					bent++
				}
			}
			if bent > sets/5 {
				t.Errorf("%d points of a %s: %d of %d bend", n, truth.model, bent, sets)
			}
		}
	}
}

// Each point is predicted from the others: what is off at one shows there, and a model
// of the others alone is not disturbed.
func TestChosenCurvesSayHowWellTheyPredict(t *testing.T) {
	x, y := []float64{0, 1, 2, 3}, []float64{8, 4, 2, 1.1}
	c := mustChoose(t, x, y)
	slope := func(leave int) (a, b float64) {
		var xs, logs []float64
		for i := range x {
			if i != leave {
				xs, logs = append(xs, x[i]), append(logs, math.Log(y[i]))
			}
		}
		a, b, _ = lineThrough(xs, logs)
		return a, b
	}
	log, unit := 0.0, 0.0
	for i := range x {
		a, b := slope(i)
		log += math.Pow(math.Log(y[i])-a-b*x[i], 2) / 4
		unit += math.Pow(y[i]-math.Exp(a+b*x[i]), 2) / 4
	}
	if c.Model != Power || !near(*c.LogError, math.Sqrt(log), 1e-9) || !near(*c.LeaveOneOut, math.Sqrt(unit), 1e-9) {
		t.Errorf("%s %s: %v and %v, want %v and %v", c.Model, c.Reason, *c.LogError, *c.LeaveOneOut, math.Sqrt(log), math.Sqrt(unit))
	}
	residuals, total, mean := 0.0, 0.0, meanOf(y)
	for i := range x {
		residuals += math.Pow(y[i]-c.EvalX(x[i]), 2)
		total += math.Pow(y[i]-mean, 2)
	}
	if !near(c.RMSE, math.Sqrt(residuals/4), 1e-9) || !near(*c.R2, 1-residuals/total, 1e-9) {
		t.Errorf("RMSE %v, R² %v", c.RMSE, *c.R2)
	}
}

func TestChooseScalesWithItsUnit(t *testing.T) {
	x := halfOctaves(2, 8)
	y := varied(truths[4].at, x, 0.02, 3)
	a := mustChoose(t, x, y)
	for i := range y {
		y[i] *= 0x1p900
	}
	b := mustChoose(t, x, y)
	if a.Model != b.Model || !near(a.RMSE*0x1p900, b.RMSE, 1e-6) || !near(a.EvalX(5)*0x1p900, b.EvalX(5), 1e-6) ||
		!near(a.Parameters[1].Value, b.Parameters[1].Value, 1e-6) {
		t.Errorf("%+v in another unit: %+v", a.Description, b.Description)
	}
}

func TestChoosingNeedsAPoint(t *testing.T) {
	if _, err := Choose(nil, nil); err == nil || !strings.Contains(err.Error(), "no point") {
		t.Errorf("no point: %v", err)
	}
}

// Whatever the points, no result is NaN or infinite.
func FuzzChoose(f *testing.F) {
	f.Add(uint64(1), 7, 3.0, 1.0)
	f.Add(uint64(2), 12, 1e300, 1e-300)
	f.Add(uint64(3), 2, 0.0, 0.0)
	f.Add(uint64(4), 9, math.MaxFloat64, -math.MaxFloat64)
	f.Add(uint64(5), 9, math.MaxFloat64, 1e-320)
	f.Add(uint64(6), 20, 3.0, 3.1)
	f.Fuzz(func(t *testing.T, seed uint64, n int, a, b float64) {
		if n < 1 || n > 30 || !units.IsFinite(a) || !units.IsFinite(b) {
			return
		}
		rng := rand.New(rand.NewPCG(seed, 0))
		x, y := make([]float64, n), make([]float64, n)
		for i := range x {
			x[i], y[i] = float64(rng.IntN(40))-20, []float64{a, b, a * rng.Float64(), b * rng.Float64()}[rng.IntN(4)]
		}
		c := mustChoose(t, x, y)
		all := []float64{c.RMSE, c.EvalX(0), c.EvalX(math.Inf(1))}
		for _, p := range c.Parameters {
			all = append(all, p.Value)
		}
		for _, v := range []*float64{c.R2, c.LeaveOneOut, c.LogError} {
			if v != nil {
				all = append(all, *v)
			}
		}
		low, high, err := c.Band(x)
		if err != nil && !errors.Is(err, ErrNoBand) {
			t.Fatal(err)
		}
		all = append(append(all, low...), high...)
		for _, method := range []Method{Compat, Refined} {
			m, err := FitLogistic(x, y, method)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, m.L, m.X0, m.K, m.B0)
		}
		for i, v := range all {
			if !units.IsFinite(v) {
				t.Fatalf("x %v, y %v: number %d is %v: %+v", x, y, i, v, c)
			}
		}
	})
}

// Of many points parts are left out, so that the time grows with their number; of more there is no curve.
func TestManyPointsTakeATimeInProportion(t *testing.T) {
	x := make([]float64, 2000)
	for i := range x {
		x[i] = math.Log2(float64(i + 1))
	}
	c := mustChoose(t, x, varied(func(v float64) float64 { return 3 * math.Exp2(-0.4*v) }, x, 0.01, 1))
	if c.Model != Power || *c.LogError < 0.008 || *c.LogError > 0.012 {
		t.Errorf("%s, %v", c.Model, *c.LogError)
	}
	var left int
	for f := range folds(x, x) {
		left += len(f.out)
		if len(f.out) != 20 || len(f.x) != 1980 {
			t.Fatalf("%d points of %d", len(f.out), len(f.x))
		}
	}
	if left != len(x) {
		t.Errorf("%d points are left out", left)
	}
	x = append(x, 12)
	if c := mustChoose(t, x, valuesOf(math.Exp2, x)); !strings.HasPrefix(c.Reason, "too many points (2001)") {
		t.Errorf("of 2,001 points: %q", c.Reason)
	}
}
