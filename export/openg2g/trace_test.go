package openg2g

import (
	"math"
	"slices"
	"strings"
	"testing"
)

func TestATraceInterpolatesAndStaysAtItsEnds(t *testing.T) {
	watts, err := trace([]Series{{Seconds: []float64{0.15, 0.35, 0.55}, Watts: []float64{100, 300, 200}}})
	if err != nil {
		t.Fatal(err)
	}
	want := []float64{100, 100, 150, 250, 275, 225}
	if len(watts) != len(want) {
		t.Fatalf("got %v", watts)
	}
	for i := range want {
		if math.Abs(watts[i]-want[i]) > 1e-9 {
			t.Errorf("at %.1f s: %v W, want %v", float64(i)/10, watts[i], want[i])
		}
	}
}

func TestATraceIsTheMedianOfTheRunsUpToTheMedianOfTheirEnds(t *testing.T) {
	flat := func(end, watts float64) Series {
		return Series{Seconds: []float64{0, end}, Watts: []float64{watts, watts}}
	}
	for name, c := range map[string]struct {
		runs   []Series
		points int
		watts  float64
	}{
		"one":                    {[]Series{flat(1, 100)}, 11, 100},
		"two":                    {[]Series{flat(1, 100), flat(2, 300)}, 16, 200},
		"three":                  {[]Series{flat(1, 100), flat(2, 900), flat(5, 200)}, 21, 200},
		"a single sample is out": {[]Series{flat(1, 100), {Seconds: []float64{9}, Watts: []float64{900}}, {}}, 11, 100},
	} {
		t.Run(name, func(t *testing.T) {
			watts, err := trace(c.runs)
			if err != nil || len(watts) != c.points || slices.ContainsFunc(watts, func(w float64) bool { return w != c.watts }) {
				t.Errorf("got %v, %v", watts, err)
			}
		})
	}
}

func TestTheLastPointLiesWithinTheRun(t *testing.T) {
	for end, points := range map[float64]int{0.4: 5, 0.49: 5, 0.5: 6, 2.0000001: 21} {
		watts, err := trace([]Series{{Seconds: []float64{0, end}, Watts: []float64{1, 2}}})
		if err != nil || len(watts) != points {
			t.Errorf("%v s: %d points, %v; want %d", end, len(watts), err, points)
		}
	}
}

func TestTracesThatCannotBeAreErrors(t *testing.T) {
	for name, c := range map[string]struct {
		run  Series
		want string
	}{
		"no sample":   {Series{}, "no run has two samples of power"},
		"one sample":  {Series{Seconds: []float64{1}, Watts: []float64{1}}, "no run has two samples of power"},
		"too short":   {Series{Seconds: []float64{0, 0.3}, Watts: []float64{1, 1}}, "power over 0.3 s: expected at least 0.4 s"},
		"too long":    {Series{Seconds: []float64{0, 1e9}, Watts: []float64{1, 1}}, "at most 10000000 points of 0.1 s"},
		"not ordered": {Series{Seconds: []float64{1, 0}, Watts: []float64{1, 1}}, "power sample 2 is earlier than sample 1"},
		"not finite": {
			Series{Seconds: []float64{0, 1}, Watts: []float64{1, math.NaN()}},
			"power sample 2: expected finite numbers, got NaN W at 1 s",
		},
		"no watts": {Series{Seconds: []float64{0, 1}, Watts: []float64{1}}, "2 times but 1 values of power"},
	} {
		t.Run(name, func(t *testing.T) {
			err := c.run.check()
			if err == nil {
				_, err = trace([]Series{c.run})
			}
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

func TestNumbersAreWrittenAsPythonDoes(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0.0", 505: "505.0", 0.1: "0.1", 0.30000000000000004: "0.30000000000000004", 1e-5: "1e-05", 0.0001: "0.0001",
		1e15: "1000000000000000.0", 1e16: "1e+16", 1.5e-300: "1.5e-300", -2.5: "-2.5",
	} {
		if got := number(x).String(); got != want {
			t.Errorf("%g: got %s, want %s", x, got, want)
		}
	}
}
