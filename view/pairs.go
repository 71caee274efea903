package view

import (
	"math"
	"slices"
)

// Effect sums up the pairs of a change.
type Effect struct {
	Pairs, Lower, Ties int     // how many there are, in how many the alternative is lower, how many cannot be told apart
	Median             float64 // of the ratios, as a change in percent
	// Turns reports whether an error of the power sensors that all runs of one side share could turn the sign of the
	// median.
	Turns bool
}

// Ends are all values of a sorted list, or of many those at both ends; more counts the others.
func Ends[T any](sorted []T, most int) (shown []T, more int) {
	if len(sorted) <= most {
		return sorted, 0
	}
	head := (most + 1) / 2
	return slices.Concat(sorted[:head], sorted[len(sorted)-(most-head):]), len(sorted) - most
}

func effectOf(pairs []Pair) Effect {
	e := Effect{Pairs: len(pairs)}
	for _, p := range pairs {
		if p.Ratio() < 1 {
			e.Lower++
		}
		if p.Ties() {
			e.Ties++
		}
	}
	if n := len(pairs); n > 0 { // sorted by ratio
		p := pairs[n/2]
		e.Turns = math.Abs(math.Log(p.Ratio())) <= math.Log1p(max(p.Base.Sensor, p.Alt.Sensor)) && p.Base.GPU != p.Alt.GPU
		e.Median = 100 * (math.Exp((math.Log(pairs[(n-1)/2].Ratio())+math.Log(pairs[n/2].Ratio()))/2) - 1)
	}
	return e
}
