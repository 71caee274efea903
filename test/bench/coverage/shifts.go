package main

import (
	"math"
	"math/rand/v2"

	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/test/sweep"
)

// rare is the least share of years of nights without a change of which none is told: 1 in 1,000 may be.
var rare = limits{0.999, 1}

const (
	unknownNoise = "the noise of so few nights is not known well"
	together     = "several far nights come together"
	dependent    = "how much nights depend on each other is estimated from as many nights"
	beyond       = "a step of 10 % is hardly more than the noise of a night"
	inflated     = "outliers count as noise"
)

// noise draws that of a night with a standard deviation of 1, after that of the night before.
type noise struct {
	name   string
	draw   func(rng *rand.Rand, before float64) float64
	told   string         // why changes are told in a year without any
	missed map[int]string // why a change is missed, by the number of nights before
}

var noises = []noise{
	{"normal", func(rng *rand.Rand, _ float64) float64 { return rng.NormFloat64() }, "", at(unknownNoise, 20, 60)},
	{"heavy tails (Student's t, 3)", func(rng *rand.Rand, _ float64) float64 { return sweep.Student(rng) }, together, at(unknownNoise, 20)},
	{"skewed (exponential)", func(rng *rand.Rand, _ float64) float64 { return rng.ExpFloat64() - 1 }, together, at(unknownNoise, 20)},
	{"normal, 8 %", func(rng *rand.Rand, _ float64) float64 { return 8.0 / 3 * rng.NormFloat64() }, "", at(beyond, 20, 60, 100, 200)},
	{
		"each night keeps half of the last",
		func(rng *rand.Rand, before float64) float64 { return 0.5*before + math.Sqrt(0.75)*rng.NormFloat64() },
		dependent,
		map[int]string{20: unknownNoise, 60: unknownNoise, 100: dependent, 200: dependent},
	},
	{"one night of 20 is 1.3 times as much", outliers, together, at(inflated, 20, 60, 100, 200)},
}

func outliers(rng *rand.Rand, _ float64) float64 {
	x := rng.NormFloat64()
	if rng.IntN(20) == 0 {
		x += math.Log(1.3) / 0.03
	}
	return x
}

// nights are values around 1 with noise in units of 3 %, and from one night on as much more.
func nights(rng *rand.Rand, draw func(*rand.Rand, float64) float64, n, from int, step float64) []float64 {
	values, noise := make([]float64, n), 0.0
	for i := range values {
		noise = draw(rng, noise)
		values[i] = math.Exp(0.03 * noise)
		if i >= from {
			values[i] *= 1 + step
		}
	}
	return values
}

// quiet are n nights without a change.
func quiet() []simulation {
	return lists.Map(noises, func(noise noise) simulation {
		return simulation{name: noise.name, stated: at(noise.told, 365), hit: when(func(rng *rand.Rand, n int) bool {
			return len(fitting.Shifts(nights(rng, noise.draw, n, n, 0))) == 0
		})}
	})
}

// stepped are nights of which the last 5 are 10 % above n others; the change must be told, and dated to within 2 nights.
func stepped() []simulation {
	return lists.Map(noises, func(noise noise) simulation {
		return simulation{name: noise.name, stated: noise.missed, hit: when(func(rng *rand.Rand, n int) bool {
			found := fitting.Shifts(nights(rng, noise.draw, n+5, n, 0.1))
			return len(found) == 1 && math.Abs(float64(found[0].At-n)) <= 2
		})}
	})
}
