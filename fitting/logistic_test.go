package fitting

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/internal/shared"
)

var octaves = []float64{3, 4, 5, 6, 7, 8, 9, 10}

func valuesOf(curve func(float64) float64, x []float64) []float64 {
	y := make([]float64, len(x))
	for i := range x {
		y[i] = curve(x[i])
	}
	return y
}

func TestRefinedLogisticRecoversTheCurve(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		want := Logistic{
			L:  (rng.Float64() - 0.5) * 2000,
			X0: 4 + 5*rng.Float64(),
			K:  math.Exp(rng.Float64()*2 - 1),
			B0: rng.Float64() * 500,
		}
		got, err := FitLogistic(octaves, valuesOf(want.EvalX, octaves), Refined)
		if err != nil {
			t.Fatal(err)
		}
		if !sameCurve(got, want, 1e-3) {
			t.Errorf("fitted %+v to the values of %+v", got, want)
		}
	}
}

func TestRefinedLogisticIsNeverWorseThanCompat(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		n := 2 + rng.IntN(12)
		x, y := make([]float64, n), make([]float64, n)
		for i := range x {
			x[i], y[i] = float64(rng.IntN(12)), rng.NormFloat64()*math.Exp(5*rng.NormFloat64())
		}
		compat, err := FitLogistic(x, y, Compat)
		if err != nil {
			t.Fatal(err)
		}
		refined, err := FitLogistic(x, y, Refined)
		if err != nil {
			t.Fatal(err)
		}
		if was, is := rmse(compat.EvalX, x, y), rmse(refined.EvalX, x, y); is > was {
			t.Errorf("x %v, y %v: RMSE %v, with the grid %v", x, y, is, was)
		}
	}
}

func TestLogisticIgnoresTheOrderOfPoints(t *testing.T) {
	x, y := []float64{3, 4, 5, 6, 7, 7}, []float64{10, 12, 19, 31, 35, 36}
	mixedX, mixedY := []float64{7, 3, 6, 7, 5, 4}, []float64{36, 10, 31, 35, 19, 12}
	for _, method := range []Method{Compat, Refined} {
		a, err := FitLogistic(x, y, method)
		if err != nil {
			t.Fatal(err)
		}
		b, err := FitLogistic(mixedX, mixedY, method)
		if err != nil {
			t.Fatal(err)
		}
		if !sameCurve(a, b, 1e-6) {
			t.Errorf("%s: %+v in order, %+v mixed", method, a, b)
		}
	}
}

// The grid's curve for six points: a golden case of our own. x0 is its place 21 of
// 39 in 2…9, k its place 33 of 59.
func TestCompatLogisticStandsOnTheGrid(t *testing.T) {
	m, err := FitLogistic([]float64{3, 4, 5, 6, 7, 8}, []float64{5, 6, 9, 17, 23, 25}, Compat)
	if err != nil {
		t.Fatal(err)
	}
	place := (m.X0 - 2) / 7 * (gridX0 - 1)
	power := (math.Log10(m.K) + 2) / 4 * (gridK - 1)
	for _, v := range []float64{place, power} {
		if math.Abs(v-math.Round(v)) > 1e-9 {
			t.Errorf("%+v is off the grid: place %v, power %v", m, place, power)
		}
	}
	if want := (Logistic{L: 20.39328479391063, X0: 5.769230769230769, K: 1.7269832906594345, B0: 4.875436112792377}); !sameCurve(m,
		want, 1e-9) {
		t.Errorf("got %+v, want %+v", m, want)
	}
}

func TestLogisticOfPointsWithoutAStep(t *testing.T) {
	for name, c := range map[string]struct {
		x, y []float64
		want Logistic
	}{
		"no point":        {nil, nil, Logistic{K: 1}},
		"one point":       {[]float64{4}, []float64{7}, Logistic{X0: 4, K: 1, B0: 7}},
		"all alike":       {[]float64{5, 3, 4}, []float64{2, 2, 2}, Logistic{X0: 5, K: 1, B0: 2}},
		"nearly alike":    {[]float64{5, 3}, []float64{100, 100.0005}, Logistic{X0: 5, K: 1, B0: 100.00025}},
		"all zero":        {[]float64{5, 3}, []float64{0, 0}, Logistic{X0: 5, K: 1}},
		"largest numbers": {[]float64{5, 3}, []float64{math.MaxFloat64, math.MaxFloat64}, Logistic{X0: 5, K: 1, B0: math.MaxFloat64}},
		"nearly zero":     {[]float64{5, 3}, []float64{0, 1e-9}, Logistic{X0: 5, K: 1, B0: 5e-10}},
	} {
		for _, method := range []Method{Compat, Refined} {
			got, err := FitLogistic(c.x, c.y, method)
			if method == Refined && strings.HasPrefix(name, "nearly") {
				continue
			}
			if err != nil || got != c.want {
				t.Errorf("%s, %s: %+v, %v; want %+v", name, method, got, err, c.want)
			}
		}
	}
}

// The toolkit's tolerance is absolute: in a small unit it takes any step for none.
func TestRefinedLogisticSeesSmallSteps(t *testing.T) {
	want := Logistic{L: 4e-10, X0: 6, K: 1.5, B0: 1e-10}
	got, err := FitLogistic(octaves, valuesOf(want.EvalX, octaves), Refined)
	if err != nil || !sameCurve(got, want, 1e-3) {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
}

func TestUnusablePointsAreNamed(t *testing.T) {
	for _, c := range []struct {
		x, y []float64
		want string
	}{
		{[]float64{1, 2}, []float64{1}, "2 values of x but 1 of y"},
		{[]float64{1, 2}, []float64{1, math.NaN()}, "point 2: y = NaN"},
		{[]float64{1, 2}, []float64{math.Inf(1), 1}, "point 1: y = +Inf"},
		{[]float64{1, math.NaN()}, []float64{1, 2}, "point 2: x = NaN"},
		{[]float64{math.Inf(-1), 2}, []float64{1, 2}, "point 1: x = -Inf"},
		{[]float64{1e9, 2}, []float64{1, 2}, "point 1: x = 1e+09"},
	} {
		if _, err := FitLogistic(c.x, c.y, Refined); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("FitLogistic(%v, %v): %v, want %q", c.x, c.y, err, c.want)
		}
		if _, err := Choose(c.x, c.y); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Choose(%v, %v): %v, want %q", c.x, c.y, err, c.want)
		}
	}
	if _, err := FitLogistic(nil, nil, "best"); err == nil || !strings.Contains(err.Error(), `fitting method "best"`) {
		t.Errorf("unknown method: %v", err)
	}
}

func TestLogisticScalesWithItsUnit(t *testing.T) {
	y := []float64{10, 12, 19, 31, 35, 36, 37, 37}
	for _, unit := range []float64{0x1p-10, 0x1p1000} {
		scaled := make([]float64, len(y))
		for i := range y {
			scaled[i] = y[i] * unit
		}
		for _, method := range []Method{Compat, Refined} {
			a, _ := FitLogistic(octaves, y, method)
			b, err := FitLogistic(octaves, scaled, method)
			a.L, a.B0 = a.L*unit, a.B0*unit
			if err != nil || a != b {
				t.Errorf("unit %v, %s: %+v, want %+v (%v)", unit, method, b, a, err)
			}
		}
	}
}

func TestLogisticIsNeverNaN(t *testing.T) {
	inf := math.Inf(1)
	for _, m := range []Logistic{{}, {L: 2, X0: 3, K: 1, B0: 1}, {L: -1, K: 1e300}, {L: 1, X0: -1e300, K: 1e300}} {
		for _, batch := range []float64{0, -1, math.NaN(), inf, -inf, 1e-300, math.MaxFloat64} {
			if v := m.Eval(batch); math.IsNaN(v) {
				t.Errorf("%+v at batch %v: NaN", m, batch)
			}
		}
	}
}

func TestLogisticAtABatchSize(t *testing.T) {
	if m := (Logistic{L: 5, X0: 6, K: 1.3, B0: 2}); m.Eval(64) != m.EvalX(6) {
		t.Errorf("Eval(64) = %v, EvalX(6) = %v", m.Eval(64), m.EvalX(6))
	}
}

func TestLogisticJSON(t *testing.T) {
	m := Logistic{L: 5, X0: 6, K: 1.25, B0: -2}
	text, err := json.Marshal(m)
	if err != nil || string(text) != `{"L":5,"x0":6,"k":1.25,"b0":-2}` {
		t.Errorf("%s, %v", text, err)
	}
	var back Logistic
	if err := json.Unmarshal(text, &back); err != nil || back != m {
		t.Errorf("read back %+v, %v", back, err)
	}
	for text, want := range map[string]string{
		`{"L":1,"x0":2,"k":3}`:            "b0 is missing",
		`{"L":1,"x0":2,"k":null,"b0":1}`:  "k is missing",
		`{"L":"1"}`:                       "logistic curve:",
		`{"L":1e999,"x0":2,"k":3,"b0":0}`: "logistic curve:",
	} {
		if err := json.Unmarshal([]byte(text), &back); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func TestRefinedLogisticBeatsTheToolkit(t *testing.T) {
	shared.Each(t, func(t *testing.T, root string) {
		better := 0
		curves := referenceCurves(t, root)
		for _, c := range curves {
			compat, err := FitLogistic(c.X, c.Y, Compat)
			if err != nil {
				t.Fatal(err)
			}
			refined, err := FitLogistic(c.X, c.Y, Refined)
			if err != nil {
				t.Fatal(err)
			}
			was, is := rmse(compat.EvalX, c.X, c.Y), rmse(refined.EvalX, c.X, c.Y)
			if is > was {
				t.Errorf("%s %s %s: RMSE %v, with the grid %v", c.ModelID, c.Task, c.Metric, is, was)
			}
			if is < 0.99*was {
				better++
			}
		}
		if t.Logf("%d of %d better by more than 1 %%", better, len(curves)); 2*better < len(curves) {
			t.Errorf("%d of %d better by more than 1 %%, want half", better, len(curves))
		}
	})
}
