package fitting

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func swept(n int, y func(x float64) float64) Sweep {
	var s Sweep
	for x := range n {
		s.X, s.Y = append(s.X, float64(x+3)), append(s.Y, y(float64(x+3)))
	}
	return s
}

func TestASketchEndsWhereThePointsDoAndLiesInItsBand(t *testing.T) {
	k := Sketches([]Sweep{swept(8, func(x float64) float64 { return math.Exp(x/3 + math.Cos(9*x)/30) })})[0]
	for name, at := range map[string][]float64{"curve": k.X, "band": k.BandX} {
		if !slices.IsSorted(at) || len(at) < 9 || at[0] != 3 || at[len(at)-1] != 10 {
			t.Errorf("%s at %v", name, at)
		}
	}
	for i, x := range k.BandX {
		if j := slices.Index(k.X, x); j >= 0 && (k.Y[j] < k.Low[i] || k.Y[j] > k.High[i]) {
			t.Errorf("at %v: %v is not from %v to %v", x, k.Y[j], k.Low[i], k.High[i])
		}
	}
}

// No place of a band is wider, by ratio, than the points are apart.
func TestNoBandSpansMoreThanThePoints(t *testing.T) {
	for seed := range uint64(60) {
		for _, truth := range truths {
			s := swept(4+int(seed%6), func(float64) float64 { return 0 })
			s.Y = varied(truth.at, s.X, 0.02+0.002*float64(seed), seed)
			k := Sketches([]Sweep{s})[0]
			for i := range k.Low {
				if k.High[i]/k.Low[i] > slices.Max(s.Y)/slices.Min(s.Y)*(1+1e-6) {
					t.Errorf("%s at %v: from %v to %v, the points %v", truth.model, k.BandX[i], k.Low[i], k.High[i], s.Y)
				}
			}
		}
	}
}

func TestPointsThatGetNoSketchSayWhy(t *testing.T) {
	for want, s := range map[string]Sweep{
		"no point":                    {},
		"too few batch sizes (2)":     swept(2, func(x float64) float64 { return x }),
		"point 1: y = NaN":            swept(6, func(x float64) float64 { return math.NaN() }),
		"point 1: x = -Inf":           {X: []float64{math.Inf(-1), 1, 2, 3}, Y: []float64{1, 2, 3, 4}},
		"not all values are positive": swept(6, func(x float64) float64 { return x - 5 }),
	} {
		if k := Sketches([]Sweep{s})[0]; !strings.HasPrefix(k.Reason, want) || k.X != nil || k.BandX != nil {
			t.Errorf("%+v, want %q", k, want)
		}
	}
}

// Sweeps over the same sizes share what is computed of them; another direction or other sizes between them change nothing.
func TestSweepsBesideOthersHaveTheSameCurves(t *testing.T) {
	var all []Sweep
	for _, x := range [][]float64{halfOctaves(3, 9), halfOctaves(3, 9), halfOctaves(4, 9), halfOctaves(3, 9)} {
		for k, truth := range truths {
			y := varied(truth.at, x, 0.02, uint64(k))
			mirrored := make([]float64, len(y))
			for i, v := range y {
				mirrored[i] = 1 / v
			}
			all = append(all, Sweep{x, y}, Sweep{x, mirrored})
		}
	}
	for i, got := range Sketches(all) {
		if want := Sketches(all[i : i+1])[0]; !reflect.DeepEqual(got, want) {
			t.Errorf("sweep %d beside others: %+v, alone %+v", i, got, want)
		}
	}
}
