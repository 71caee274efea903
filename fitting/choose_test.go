package fitting

import (
	"cmp"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
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

func mustChoose(t *testing.T, x, y []float64) Choice {
	t.Helper()
	c, err := Choose(x, y)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestChooseFindsTheModel(t *testing.T) {
	x := halfOctaves(2, 10)
	for want, curve := range map[Model]func(float64) float64{
		Constant:  func(float64) float64 { return 5 },
		Linear:    func(x float64) float64 { return 5 - 0.3*x },
		Power:     func(x float64) float64 { return 0.4 + 9*math.Exp2(-0.8*x) },
		Logistic3: Logistic{L: 4, X0: 7, K: 0.9}.EvalX,
		Logistic4: Logistic{L: 4, X0: 6, K: 1.4, B0: 2}.EvalX,
	} {
		if c := mustChoose(t, x, noisy(curve, x, 0.01, 2)); c.Model != want {
			t.Errorf("chose %s for the values of a %s curve: %+v", c.Model, want, c.Candidates)
		}
		// without noise the smallest of the models that are exact
		if c := mustChoose(t, x, valuesOf(curve, x)); c.Model != want {
			t.Errorf("chose %s for the exact values of a %s curve: %+v", c.Model, want, c.Candidates)
		}
	}
}

func TestChooseRecoversParameters(t *testing.T) {
	x := halfOctaves(2, 10)
	c := mustChoose(t, x, valuesOf(func(x float64) float64 { return 0.4 + 9*math.Exp2(-0.8*x) }, x))
	for i, want := range []Parameter{{"a", 0.4, true}, {"b", 9, true}, {"c", 0.8, true}} {
		if got := c.Parameters[i]; got.Name != want.Name || got.Identified != want.Identified || !near(got.Value, want.Value, 1e-4) {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
}

// With few points noise alone must not make a curve, and a curve that stands out
// of the noise must be found.
func TestFewPointsGetWhatTheyCanTell(t *testing.T) {
	for _, c := range []struct {
		name  string
		curve func(float64) float64
		noise float64
		want  map[int]Model // by number of points
	}{
		{"a constant", func(float64) float64 { return 5 }, 0, map[int]Model{
			1: Constant, 2: Constant, 3: Constant, 4: Constant, 5: Constant, 6: Constant, 7: Constant, 12: Constant,
		}},
		{"a line", func(x float64) float64 { return 5 - 0.3*x }, 0.002, map[int]Model{
			1: Constant, 2: Constant, 3: Linear, 4: Linear, 5: Linear, 6: Linear, 7: Linear, 12: Linear,
		}},
		{"a power law", func(x float64) float64 { return 0.4 + 9*math.Exp2(-0.8*x) }, 0.002, map[int]Model{
			4: Power, 5: Power, 6: Power, 7: Power, 12: Power,
		}},
		{"a logistic curve", Logistic{L: 4, X0: 2, K: 1.5, B0: 1}.EvalX, 0.002, map[int]Model{
			5: Logistic4, 6: Logistic4, 8: Logistic4, 12: Logistic4,
		}},
	} {
		for n, want := range c.want {
			x := make([]float64, n)
			for i := range x {
				x[i] = float64(i)
			}
			if got := mustChoose(t, x, noisy(c.curve, x, c.noise, 3)); got.Model != want {
				t.Errorf("%d points of %s: %s, want %s: %+v", n, c.name, got.Model, want, got.Candidates)
			}
		}
	}
}

// Of twenty sets of noise one may look like more than it is, and another because
// several models are tried; AICc allows some more.
func TestNoiseAloneIsSeldomACurve(t *testing.T) {
	const sets = 200
	for _, truth := range []struct {
		model Model
		curve func(float64) float64
	}{
		{Constant, func(float64) float64 { return 3 }},
		{Linear, func(x float64) float64 { return 3 + 0.5*x }},
	} {
		for _, n := range []int{4, 5, 6, 7, 8, 12} {
			x := make([]float64, n)
			for i := range x {
				x[i] = float64(i + 3)
			}
			found := 0
			for seed := range uint64(sets) {
				if mustChoose(t, x, noisy(truth.curve, x, 0.02, seed)).Model == truth.model {
					found++
				}
			}
			if found < sets*8/10 {
				t.Errorf("%d points: %s was chosen in %d of %d", n, truth.model, found, sets)
			}
		}
	}
}

func TestAICcDecidesWhereAllModelsHaveOne(t *testing.T) {
	x := halfOctaves(2, 8)
	c := mustChoose(t, x, noisy(Logistic{L: 4, X0: 6, K: 1.4, B0: 2}.EvalX, x, 0.3, 5))
	for _, m := range c.Candidates {
		if m.AICc == nil {
			t.Fatalf("%s has none with %d points", m.Model, c.Points)
		}
	}
	least := slices.MinFunc(c.Candidates, func(a, b Candidate) int { return cmp.Compare(*a.AICc, *b.AICc) })
	if c.Model != least.Model {
		t.Errorf("chose %s, the least AICc has %s", c.Model, least.Model)
	}
}

func TestRepeatedBatchSizesSupportNoMoreParametersThanTheyAre(t *testing.T) {
	x := []float64{3, 3, 3, 3, 5, 5, 5, 5}
	c := mustChoose(t, x, []float64{1, 1.1, 0.9, 1, 4, 4.1, 3.9, 4})
	if c.Model != Linear || len(c.Candidates) != 2 {
		t.Errorf("chose %s of %+v", c.Model, c.Candidates)
	}
}

func TestQualityIsWhatItSays(t *testing.T) {
	x, y := []float64{0, 1, 2}, []float64{0, 9.9, 20.1}
	c := mustChoose(t, x, y) // a line: −0.05 + 10.05x, residuals 0.05, −0.1, 0.05
	if c.Model != Linear || !near(c.RMSE, math.Sqrt(0.005), 1e-9) || !near(*c.R2, 1-0.015/202.02, 1e-12) {
		t.Errorf("%s, RMSE %v, R² %v", c.Model, c.RMSE, *c.R2)
	}
	// each point from the line through the other two: off by 0.3, −0.15 and 0.3
	if want := math.Sqrt((0.09 + 0.0225 + 0.09) / 3); !near(*c.LeaveOneOut, want, 1e-9) {
		t.Errorf("leave-one-out %v, want %v", *c.LeaveOneOut, want)
	}
	single := mustChoose(t, []float64{4}, []float64{7})
	if single.R2 != nil || single.LeaveOneOut != nil || single.RMSE != 0 || single.Eval(100) != 7 {
		t.Errorf("one point: %+v", single)
	}
	if from, to := c.Extent(); from != -1 || to != 3 {
		t.Errorf("drawn from %v to %v, want one octave beyond 0 and 2", from, to)
	}
}

func TestParametersOnTheEdgeAreNotIdentified(t *testing.T) {
	known := func(c Choice) string {
		var names []string
		for _, p := range c.Parameters {
			if p.Identified {
				names = append(names, p.Name)
			}
		}
		return strings.Join(names, " ")
	}
	x := halfOctaves(3, 7)
	for _, c := range []struct {
		name, want string
		y          []float64
	}{
		{"a step: its place and steepness lie between two points", "L b0", valuesOf(func(x float64) float64 {
			if x < 5.2 {
				return 1
			}
			return 3
		}, x)},
		{"a curve that is still speeding up", "k", valuesOf(func(x float64) float64 { return math.Exp(x) }, x)},
		{"a logistic curve", "L x0 k b0", valuesOf(Logistic{L: 4, X0: 5, K: 2, B0: 1}.EvalX, x)},
	} {
		choice := mustChoose(t, x, c.y)
		if got := known(choice); got != c.want {
			t.Errorf("%s: %s identifies %q, want %q: %+v", c.name, choice.Model, got, c.want, choice.Parameters)
		}
	}
}

func TestChooseScalesWithItsUnit(t *testing.T) {
	x := halfOctaves(2, 8)
	y := noisy(Logistic{L: 4, X0: 5, K: 1, B0: 2}.EvalX, x, 0.05, 3)
	a := mustChoose(t, x, y)
	for i := range y {
		y[i] *= 0x1p900
	}
	b := mustChoose(t, x, y)
	if a.Model != b.Model || a.RMSE*0x1p900 != b.RMSE || a.EvalX(5)*0x1p900 != b.EvalX(5) || a.Parameters[1] != b.Parameters[1] {
		t.Errorf("%+v in another unit: %+v", a, b)
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
	f.Fuzz(func(t *testing.T, seed uint64, n int, a, b float64) {
		if n < 1 || n > 30 || !finite(a) || !finite(b) {
			return
		}
		rng := rand.New(rand.NewPCG(seed, 0))
		x, y := make([]float64, n), make([]float64, n)
		for i := range x {
			x[i], y[i] = float64(rng.IntN(40))-20, []float64{a, b, a * rng.Float64(), b * rng.Float64()}[rng.IntN(4)]
		}
		c := mustChoose(t, x, y)
		all := []float64{c.RMSE, c.EvalX(0), c.Eval(0), c.Eval(math.NaN())}
		for _, p := range c.Parameters {
			all = append(all, p.Value)
		}
		for _, v := range []*float64{c.R2, c.LeaveOneOut} {
			if v != nil {
				all = append(all, *v)
			}
		}
		if n > 1 {
			low, high, err := c.Band(x, 0.95)
			if err != nil && !errors.Is(err, ErrNoBand) {
				t.Fatal(err)
			}
			all = append(append(all, low...), high...)
		}
		for _, method := range []Method{Compat, Refined} {
			m, err := FitLogistic(x, y, method)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, m.L, m.X0, m.K, m.B0)
		}
		for i, v := range all {
			if !finite(v) {
				t.Fatalf("x %v, y %v: number %d is %v: %+v", x, y, i, v, c)
			}
		}
	})
}
