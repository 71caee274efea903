package fitting

import (
	"math"
	"slices"
	"strings"
	"testing"
)

func TestParametersThatThePointsLeaveOpenAreNamed(t *testing.T) {
	x := []float64{3, 4, 5, 6, 7}
	all := "L x0 k b0"
	for name, c := range map[string]struct {
		curve Logistic
		x     []float64
		want  string
	}{
		"within":                  {Logistic{L: 1, X0: 5, K: 1}, x, ""},
		"three sizes":             {Logistic{L: 1, X0: 4, K: 1}, x[:3], all},
		"repeats are no sizes":    {Logistic{L: 1, X0: 4, K: 1}, []float64{3, 4, 5, 5, 5}, all},
		"no step":                 {Logistic{L: 0, X0: 3, K: 1, B0: 7}, x, "x0 k"},
		"a step between sizes":    {Logistic{L: 1, X0: 4.5, K: 100}, x, "x0 k"},
		"a straight line":         {Logistic{L: 1, X0: 5, K: 0.01}, x, all},
		"centre on the low edge":  {Logistic{L: 1, X0: 2, K: 1}, x, all},
		"centre on the high edge": {Logistic{L: 1, X0: 8, K: 1}, x, all},
	} {
		t.Run(name, func(t *testing.T) {
			if got := strings.Join(undetermined(c.curve, c.x), " "); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// Between the points of a sharp step the least squares have no single minimum, whatever the fit picks.
func TestCurvesThatFitEquallyWellAreNotIdentified(t *testing.T) {
	x := []float64{3, 4, 5, 6, 7, 8}
	for _, method := range []Method{Compat, Refined} {
		d, err := Describe(x, []float64{300, 290, 310, 295, 650, 630}, method)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range d.Parameters {
			if want := p.Name == "L" || p.Name == "b0"; p.Identified != want {
				t.Errorf("%v: %s = %v is identified: %v", method, p.Name, p.Value, p.Identified)
			}
		}
	}
}

func TestLeaveOneOutPredictsEachPointFromTheOthers(t *testing.T) {
	truth := Logistic{L: 200, X0: 5, K: 1.5, B0: 300}
	var xs, ys []float64
	for x := range 9 {
		xs, ys = append(xs, float64(x+1)), append(ys, truth.EvalX(float64(x+1)))
	}
	exact, err := leaveOneOut(xs, ys, Refined)
	if err != nil || exact == nil || *exact > 1e-3 {
		t.Errorf("points on a curve: %v, %v", exact, err)
	}
	ys[4] += 100
	off, err := leaveOneOut(xs, ys, Refined)
	if err != nil || off == nil || *off < 100/math.Sqrt(9) {
		t.Errorf("a point 100 above the curve: %v, %v", off, err)
	}
	few, err := leaveOneOut(xs[:4], ys[:4], Refined)
	if err != nil || few != nil {
		t.Errorf("four points: %v, %v", few, err)
	}
	if few, err = leaveOneOut(slices.Concat(xs[:4], xs[:1]), slices.Concat(ys[:4], ys[:1]), Refined); err != nil || few != nil {
		t.Errorf("four sizes, one of them twice: %v, %v", few, err)
	}
}
