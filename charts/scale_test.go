package charts

import (
	"math"
	"slices"
	"testing"
)

func TestTicksAreRoundAndStandApart(t *testing.T) {
	for _, c := range []struct {
		name     string
		scale    scale
		from, to float64
		want     []float64
	}{
		{"wide log axis", logScale([]float64{4, 250}, 0.03, 0.03), 60, 930, []float64{5, 10, 20, 50, 100, 200}},
		{"log y axis", logScale([]float64{0.03, 11}, 0.05, 0.05), 390, 10, []float64{0.03, 0.1, 0.3, 1, 3, 10}},
		{"one decade", logScale([]float64{10, 60}, 0.03, 0.03), 40, 334, []float64{10, 15, 20, 30, 50}},
		{"many decades", logScale([]float64{1e-3, 1e7}, 0, 0), 40, 334, []float64{0.001, 1, 1000, 1e6}},
		{"one value", logScale([]float64{70}, 0.03, 0.03), 40, 334, []float64{50, 70, 100}},
		{"batch sizes", batchScale([]float64{8, 4096}), 40, 334, []float64{8, 32, 128, 512, 2048}},
		{"batch size one", batchScale([]float64{1}), 40, 334, []float64{1}},
		{"linear", linearScale([]float64{0.7, 3.1}, true), 200, 10, []float64{0, 1, 2, 3, 4}},
		{"nothing but zero", linearScale([]float64{0, 0}, true), 200, 10, []float64{0, 0.2, 0.4, 0.6, 0.8, 1}},
	} {
		c.scale.place(c.from, c.to)
		if !slices.Equal(c.scale.ticks, c.want) {
			t.Errorf("%s from %v to %v: got %v, want %v", c.name, c.scale.Least, c.scale.Most, c.scale.ticks, c.want)
		}
	}
}

func TestAnAxisHoldsItsValues(t *testing.T) {
	for _, v := range [][]float64{{1, 1}, {0.002, 0.0021}, {3, 9e5}, {7, 7.0001, 6.9999}} {
		s := logScale(v, 0.05, 0.05)
		s.place(0, 300)
		for _, x := range v {
			if at := s.At(x); at < 10 || at > 290 {
				t.Errorf("%v of %v stands at %v", x, v, at)
			}
		}
	}
}

func TestRoundKeepsFiveDigits(t *testing.T) {
	for x, want := range map[float64]float64{123456.7: 123457, 0.0123456789: 0.012346, -3.14159265: -3.1416, 0: 0, 100: 100, 5e-324: 5e-324} {
		if got := round(x); got != want {
			t.Errorf("%v: got %v, want %v", x, got, want)
		}
	}
	if !math.IsInf(round(math.Inf(1)), 1) {
		t.Error("infinity is not kept")
	}
}
