// Command matched measures how often the interval of a median change holds the true
// median: it draws groups of pairs whose truth is known and prints the share of
// intervals that cover it, beside its limit. It ends with an error where a share is
// below the limit by more than chance.
package main

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"

	"github.com/jouleboard/jouleboard/aggregate"
)

// least is the share of nominal 95 % intervals that has to cover.
const least = 0.93

// setting is how changes come about.
type setting struct {
	name string
	draw func(rng *rand.Rand, group int) []float64 // changes of one group, around a true median of 0
}

var settings = []setting{
	{"one pair per group, normal", func(rng *rand.Rand, _ int) []float64 { return []float64{rng.NormFloat64()} }},
	{"one pair per group, skewed", func(rng *rand.Rand, _ int) []float64 { return []float64{math.Exp(rng.NormFloat64()) - 1} }},
	{"one pair per group, heavy tails", func(rng *rand.Rand, _ int) []float64 { return []float64{math.Tan(math.Pi * (rng.Float64() - 0.5))} }},
	{"five pairs per group, alike", func(rng *rand.Rand, _ int) []float64 { return alike(rng, 5, 1, 0.3) }},
	{"five pairs per group, loose", func(rng *rand.Rand, _ int) []float64 { return alike(rng, 5, 0.3, 1) }},
	{"one to twelve pairs per group, alike", func(rng *rand.Rand, _ int) []float64 { return alike(rng, 1+rng.IntN(12), 1, 0.5) }},
}

// alike are changes that share what is their group's.
func alike(rng *rand.Rand, n int, between, within float64) []float64 {
	shared := between * rng.NormFloat64()
	changes := make([]float64, n)
	for i := range changes {
		changes[i] = shared + within*rng.NormFloat64()
	}
	return changes
}

var sizes = []int{6, 8, 12, 20, 40}

func main() {
	sets := flag.Int("sets", 2000, "simulated comparisons for each share")
	flag.Parse()
	if err := report(*sets); err != nil {
		fmt.Fprintln(os.Stderr, "matched:", err)
		os.Exit(1)
	}
}

func report(sets int) error {
	slack := 2 * math.Sqrt(0.95*0.05/float64(sets))
	fmt.Printf("share of nominal 95 %% intervals of a median change that cover the truth (%d sets each, ± %.1f %%)\n", sets, 100*slack)
	fmt.Printf("%-40s", "")
	for _, n := range sizes {
		fmt.Printf("%9s", fmt.Sprint("n=", n))
	}
	fmt.Printf("%9s\n", "at least")
	var missed []error
	for _, s := range settings {
		fmt.Printf("  %-38s", s.name)
		for _, n := range sizes {
			share := s.coverage(n, sets)
			fmt.Printf("%8.1f%%", 100*share)
			if share < least-slack {
				missed = append(missed, fmt.Errorf("%s, %d groups: %.1f %% covered", s.name, n, 100*share))
			}
		}
		fmt.Printf("%8.1f%%\n", 100*least)
	}
	return errors.Join(missed...)
}

// coverage is the share of comparisons whose interval holds 0.
func (s setting) coverage(groups, sets int) float64 {
	hits := 0
	for set := range sets {
		rng := rand.New(rand.NewPCG(uint64(set), uint64(groups)))
		var pairs []aggregate.Pair
		for g := range groups {
			for _, x := range s.draw(rng, g) {
				pairs = append(pairs, aggregate.Pair{Model: g, Change: x})
			}
		}
		if i := aggregate.EffectOf(pairs, 0).Interval; i != nil && i.Low <= 0 && 0 <= i.High {
			hits++
		}
	}
	return float64(hits) / float64(sets)
}
