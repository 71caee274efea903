package main

import (
	"math"
	"math/rand/v2"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// medians are the least share of intervals of a median change between matched pairs that holds the true one. Five groups
// have none.
var medians = limits{0.93, 1}

// matched are changes of pairs around a true median of 0, and how they come about.
func matched() (all []simulation) {
	one := func(draw func(*rand.Rand) float64) func(*rand.Rand) []float64 {
		return func(rng *rand.Rand) []float64 { return []float64{draw(rng)} }
	}
	for _, s := range []struct {
		name string
		draw func(rng *rand.Rand) []float64 // changes of one group
	}{
		{"one pair per group, normal", one((*rand.Rand).NormFloat64)},
		{"one pair per group, skewed", one(func(rng *rand.Rand) float64 { return math.Exp(rng.NormFloat64()) - 1 })},
		{"one pair per group, heavy tails", one(func(rng *rand.Rand) float64 { return math.Tan(math.Pi * (rng.Float64() - 0.5)) })},
		{"five pairs per group, alike", func(rng *rand.Rand) []float64 { return alike(rng, 5, 1, 0.3) }},
		{"five pairs per group, loose", func(rng *rand.Rand) []float64 { return alike(rng, 5, 0.3, 1) }},
		{"one to twelve pairs per group, alike", func(rng *rand.Rand) []float64 { return alike(rng, 1+rng.IntN(12), 1, 0.5) }},
	} {
		all = append(all, simulation{name: s.name, hit: when(func(rng *rand.Rand, groups int) bool {
			var pairs []aggregate.Pair
			for g := range groups {
				for _, x := range s.draw(rng) {
					pairs = append(pairs, aggregate.Pair{Model: g, Change: x})
				}
			}
			i := aggregate.EffectOf(pairs, 0).Interval
			return i != nil && i.Low <= 0 && i.High >= 0
		})})
	}
	return all
}

// alike are changes that share what is their group's.
func alike(rng *rand.Rand, n int, between, within float64) []float64 {
	shared := between * rng.NormFloat64()
	return lists.Times(n, func(int) float64 { return shared + within*rng.NormFloat64() })
}
