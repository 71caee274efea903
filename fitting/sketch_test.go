package fitting

import (
	"math"
	"reflect"
	"slices"
	"testing"
)

func swept(n int, y func(x float64) float64) Sweep {
	var s Sweep
	for x := range n {
		s.X, s.Y = append(s.X, float64(x+3)), append(s.Y, y(float64(x+3)))
	}
	return s
}

func TestASketchReachesAnOctaveBeyondAndLiesInItsBand(t *testing.T) {
	k := Sketches([]Sweep{swept(8, func(x float64) float64 { return x + math.Cos(9*x) })})[0]
	for name, at := range map[string][]float64{"curve": k.X, "band": k.BandX} {
		if !slices.IsSorted(at) || at[0] != 2 || at[len(at)-1] != 11 || !slices.Contains(at, k.From) || !slices.Contains(at, k.To) {
			t.Errorf("%s at %v", name, at)
		}
	}
	for i, x := range k.BandX {
		if j := slices.Index(k.X, x); j >= 0 && (k.Y[j] < k.Low[i] || k.Y[j] > k.High[i]) {
			t.Errorf("at %v: %v is not from %v to %v", x, k.Y[j], k.Low[i], k.High[i])
		}
	}
}

func TestACurveThatJumpsHasNoBand(t *testing.T) {
	k := Sketches([]Sweep{swept(8, func(x float64) float64 { return math.Floor(x/7) + math.Sin(9*x)/1e3 })})[0]
	if len(k.X) == 0 || len(k.BandX)+len(k.Low)+len(k.High) > 0 {
		t.Errorf("got %+v", k)
	}
}

func TestTooFewOrUnfitPointsHaveNoSketch(t *testing.T) {
	for name, s := range map[string]Sweep{
		"none":            {},
		"three points":    swept(3, func(x float64) float64 { return x }),
		"no number":       swept(6, func(x float64) float64 { return math.NaN() }),
		"no logarithm":    {X: []float64{math.Inf(-1), 1, 2, 3}, Y: []float64{1, 2, 3, 4}},
		"beyond all size": swept(6, func(x float64) float64 { return math.Copysign(math.MaxFloat64, x-5.5) }),
	} {
		if k := Sketches([]Sweep{s})[0]; !reflect.DeepEqual(k, Sketch{}) && !k.finite() {
			t.Errorf("%s: got %+v", name, k)
		} else if len(s.X) < 4 && k.X != nil {
			t.Errorf("%s: a curve through %d points", name, len(s.X))
		}
	}
}
