package main

import (
	"math"
	"os"
	"testing"
)

// runs is few data sets; seeds are fixed, and the slack is three standard errors.
const runs = 120

// sample is of a table every other number of values, without the largest, which takes longest, and at most so many sets as
// tell 3 %; with JOULEBOARD_LARGE, all of it.
func sample(t table) (sizes []int, sets int) {
	if os.Getenv("JOULEBOARD_LARGE") != "" {
		return t.sizes, runs * t.times
	}
	for i := max(len(t.sizes)-2, 0); i >= 0; i -= 2 {
		sizes = append(sizes, t.sizes[i])
	}
	return sizes, runs * min(t.times, 4)
}

func TestIntervalsCoverWhatTheyState(t *testing.T) {
	for _, table := range tables() {
		sizes, sets := sample(table)
		for _, c := range table.cases {
			found, err := c.across(sizes, sets)
			if err != nil {
				t.Fatalf("%s: %s: %v", table.title, c.name, err)
			}
			for i, n := range sizes {
				_, stated := c.stated[n]
				switch {
				case !stated && !table.keep(n, found[i], 3*chance(sets)):
					t.Errorf("%s: %s, n=%d: %.1f %% covered", table.title, c.name, n, 100*found[i])
				case stated && table.keep(n, found[i], 0):
					t.Errorf("%s: %s, n=%d: stated as outside the limits, %.1f %% covered", table.title, c.name, n, 100*found[i])
				}
			}
		}
	}
}

func TestMarkedSharesNeedAReason(t *testing.T) {
	s := simulation{name: "x", stated: map[int]string{30: "why"}}
	columns := table{sizes: []int{8, 12, 30, 40, 50}, limits: usual}
	missed := s.line(columns, []float64{0.98, 0.95, 0.80, 0.98, math.NaN()}, 0)
	if len(missed) != 2 || missed[0] != "x, n=30: why" || unstated(missed[:1]) != nil || unstated(missed) == nil {
		t.Errorf("got %q", missed)
	}
}

func TestFiveGroupsHaveNoInterval(t *testing.T) {
	if share, err := matched()[0].coverage(5, runs); share != 0 || err != nil {
		t.Errorf("%.1f %% of five groups have an interval, %v", 100*share, err)
	}
}
