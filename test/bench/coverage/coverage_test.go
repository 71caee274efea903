package main

import (
	"strings"
	"testing"
)

// Fixed seeds and a hundred data sets: the bounds are those of the promise,
// 93 to 97 % from 12 values on and 90 % below, and three standard errors of the
// simulation.
const (
	runs  = 120
	least = 0.93
	most  = 0.97
	few   = 0.90
)

// short of what is promised, as the package says: errors that are not normal, and
// series shorter than twenty times their memory.
var short = map[string]map[int]bool{
	"lognormal errors, sigma 0.3":            {3: true, 5: true, 8: true, 12: true, 30: true},
	"mean, each value keeps 0.6 of the last": {12: true},
	"mean, each value keeps 0.9 of the last": {12: true, 24: true, 50: true},
}

func TestIntervalsCoverWhatTheyState(t *testing.T) {
	slack := 3 * chance(runs)
	for _, table := range tables() {
		for _, c := range table.cases {
			if strings.Contains(c.name, "noise") && !strings.Contains(c.name, "noise 2.5 %") {
				continue // one size of noise is enough for a test
			}
			found, err := c.across(table.sizes, runs)
			if err != nil {
				t.Fatalf("%s: %s: %v", table.title, c.name, err)
			}
			for i, n := range table.sizes {
				low, high := least, most
				if n < 12 {
					low, high = few, 1
				}
				if !short[c.name][n] && (found[i] < low-slack || found[i] > high+slack) {
					t.Errorf("%s: %s, n=%d: %.1f %% covered", table.title, c.name, n, 100*found[i])
				}
			}
		}
	}
}
