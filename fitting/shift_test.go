package fitting_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/jouleboard/jouleboard/fitting"
)

// year are 365 values around 2 with 3 % noise.
func year(seed uint64) []float64 {
	rng, values := rand.New(rand.NewPCG(seed, 1)), make([]float64, 365)
	for i := range values {
		values[i] = 2 * math.Exp(0.03*rng.NormFloat64())
	}
	return values
}

func TestShiftsOfAYear(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(values []float64)
		at     []int     // where levels begin, within 3
		ratio  []float64 // within 0.03
	}{
		{"noise", func([]float64) {}, nil, nil},
		{"two steps", func(values []float64) {
			for i := range values[100:] {
				values[100+i] *= 1.1
			}
			for i := range values[250:] {
				values[250+i] /= 1.2
			}
		}, []int{100, 250}, []float64{1.1, 1 / 1.2}},
		{"outliers", func(values []float64) {
			for i := 20; i < 365; i += 40 {
				values[i] *= 1.5
			}
		}, nil, nil},
		{"three wild nights", func(values []float64) { values[200], values[201], values[202] = 3, 3, 3 }, nil, nil},
	} {
		values := year(7)
		c.change(values)
		found := fitting.Shifts(values)
		if len(found) != len(c.at) {
			t.Errorf("%s: %v; want %d", c.name, found, len(c.at))
			continue
		}
		for i, s := range found {
			if math.Abs(float64(s.At-c.at[i])) > 3 || math.Abs(s.Ratio-c.ratio[i]) > 0.03 || s.Seen < s.At+3 || !(s.Low < s.Ratio && s.Ratio < s.High) {
				t.Errorf("%s: %+v; want %v at %d", c.name, s, c.ratio[i], c.at[i])
			}
		}
	}
}

// What was said of a series stays said as it grows.
func TestShiftsOfABeginningAreTheFirst(t *testing.T) {
	values := year(3)
	for i := range values[150:] {
		values[150+i] *= 0.8
	}
	all := fitting.Shifts(values)
	for n := range values {
		want := slices.DeleteFunc(slices.Clone(all), func(s fitting.Shift) bool { return s.Seen >= n })
		got := fitting.Shifts(values[:n])
		if same := func(a, b fitting.Shift) bool { return a.Seen == b.Seen && (a == b || n <= a.Seen+15) }; !slices.EqualFunc(got, want, same) {
			t.Fatalf("of %d values: %v; want %v", n, got, want)
		}
	}
	if len(all) == 0 {
		t.Error("no change is found")
	}
}
