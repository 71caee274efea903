package main

import "testing"

// Seeds are fixed: few sets, with three standard errors of slack, find what is broken.
func TestIntervalsOfMedianChangesCoverTheTruth(t *testing.T) {
	const sets = 150
	for _, s := range settings {
		for _, n := range sizes[:4] {
			if share := s.coverage(n, sets); share < least-3*0.018 {
				t.Errorf("%s, %d groups: %.1f %% covered", s.name, n, 100*share)
			}
		}
	}
	if share := settings[0].coverage(5, sets); share != 0 {
		t.Errorf("five groups have an interval: %.1f %%", 100*share)
	}
}
