package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sync"

	"gonum.org/v1/gonum/floats"

	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// points are how many batch sizes a sweep has.
var points = []int{5, 6, 8, 12, 16, 24}

// fleetSizes are how many models have runs under the same conditions.
var fleetSizes = []int{3, 5, 8, 12, 24}

func tables() []table {
	return append([]table{
		{"interval of a single run; n configurations have two", repeated, 4, usual, spreads(intervalHolds, uncorrected)},
		{"ties of two configurations that are equal", repeated, 4, usual, spreads(tied(1, true), uncorrected)},
		{"no tie of two configurations, one 50 % above the other", repeated, 4, powerful, spreads(tied(1.5, false), powerless)},
		{"ties of two configurations that are equal, at half, once and twice the assumption", []int{0, 3, 10}, 4, usual, assumptions()},
		{"no warning about a smooth sweep of n batch sizes", points, 2, sound, smooth()},
		{"no warning about a smooth sweep of n batch sizes that are far apart", []int{3, 4}, 4, sound, sparse()},
		{"the wrong run alone is named, runs vary by 5 %", points, 2, powerful, wrong()},
		{"no warning about the mean batch of n sizes; the wrong one alone", points, 2, limits{0.98, 1}, filling()},
		{"no warning about n models under the same conditions", fleetSizes, 4, sound, fleets(1)},
		{"a model that is ten times off alone is named", fleetSizes, 4, limits{0.5, 1}, append(fleets(10), fleets(0.1)...)},
		{"no warning about energy × throughput of n runs", metered, 2, sound, right()},
		{"n runs whose energy is not that of power and throughput are all named", metered, 2, powerful, mistaken()},
		{"no warning about repeats of n configurations; those that are apart alone", metered, 2, limits{0.98, 1}, repeats()},
		{"no lasting change in n nights without one, 3 % noise", []int{365}, 12, rare, quiet()},
		{"a change of 10 % is told after 5 nights, n nights before", []int{20, 60, 100, 200}, 2, limits{0.9, 1}, stepped()},
		{"moving-block bootstrap of a series", []int{20, 48, 100, 200, 2000}, 8, usual, series()},
		{"J per token of one run, tokens vary too", []int{20, 48, 100, 200}, 8, usual, perToken()},
		{"energy per correct answer, n questions", asked, 2, usual, correct()},
		{"median change between matched pairs in n groups", []int{6, 8, 12, 20, 40}, 2, medians, matched()},
	}, bands()...)
}

func series() []simulation {
	all := lists.Map([]float64{0, 0.3, 0.6, 0.9}, func(memory float64) simulation {
		return simulation{
			name: fmt.Sprintf("mean, each value keeps %.1f of the last", memory),
			hit:  meanOf(func(rng *rand.Rand, n int) []float64 { return autoregression(rng, n, memory) }),
		}
	})
	return append(all,
		simulation{name: "ratio of two, each value keeps 0.3", hit: ratio},
		simulation{name: "mean, 0.9 of the last under as much noise", hit: meanOf(hidden), stated: at("so few values cannot show a memory under noise", 20, 48)},
		simulation{
			name: "mean of moving means of ten", hit: meanOf(movingMeans),
			stated: at("wider than need be: its memory ends, which few values cannot show", 48, 100),
		},
	)
}

func meanOf(draw func(*rand.Rand, int) []float64) func(*rand.Rand, int) (float64, error) {
	return func(rng *rand.Rand, n int) (float64, error) {
		v, err := fitting.SeriesMean(draw(rng, n))
		return covers(v.Low, 0, v.High), err
	}
}

// autoregression is a stationary series with mean 0.
func autoregression(rng *rand.Rand, n int, memory float64) []float64 {
	values := make([]float64, n)
	last := rng.NormFloat64() / math.Sqrt(1-memory*memory)
	for i := range values {
		last = memory*last + rng.NormFloat64()
		values[i] = last
	}
	return values
}

// hidden is a slow drift under independent noise of the same size, as a sensor
// makes it: neighbours agree half as much as their memory is.
func hidden(rng *rand.Rand, n int) []float64 {
	const memory = 0.9
	values := autoregression(rng, n, memory)
	for i := range values {
		values[i] += rng.NormFloat64() / math.Sqrt(1-memory*memory)
	}
	return values
}

// movingMeans are what a sensor reports that looks back ten steps.
func movingMeans(rng *rand.Rand, n int) []float64 {
	const window = 10
	sums := make([]float64, n+window+1)
	for i := 1; i < len(sums); i++ {
		sums[i] = sums[i-1] + rng.NormFloat64()
	}
	return lists.Times(n, func(i int) float64 { return sums[i+window] - sums[i] })
}

// ratio is of a power that follows, in part, the rate it is divided by.
func ratio(rng *rand.Rand, n int) (float64, error) {
	above, below := autoregression(rng, n, 0.3), autoregression(rng, n, 0.3)
	for i := range above {
		below[i] = 10 + below[i]
		above[i] = 20 + below[i] + above[i]
	}
	v, err := fitting.SeriesRatio(above, below)
	return covers(v.Low, 3, v.High), err
}

// perToken is the energy per token of a run whose power is even and noisy and whose
// tokens vary from second to second by a share of their mean.
func perToken() []simulation {
	var all []simulation
	for _, share := range []float64{0.05, 0.2} {
		for _, memory := range []float64{0, 0.6} {
			all = append(all, simulation{
				name: fmt.Sprintf("tokens vary by %g %% and keep %.1f", 100*share, memory),
				hit: func(rng *rand.Rand, n int) (float64, error) {
					tokens, energy := autoregression(rng, n, memory), make([]float64, n)
					for i := range tokens {
						tokens[i] = 1000 * max(1+share*math.Sqrt(1-memory*memory)*tokens[i], 0)
						energy[i] = 500 * (1 + 0.02*rng.NormFloat64())
					}
					v, err := fitting.SeriesRatio(energy, tokens)
					return covers(v.Low, 0.5, v.High), err
				},
			})
		}
	}
	return all
}

// truths are positive curves over x = log2(batch) as metrics have them.
var truths = []struct {
	name string
	at   func(x float64) float64
}{
	{"constant", func(float64) float64 { return 1 }},
	{"power law", func(x float64) float64 { return 3 * math.Exp2(-0.5*(x-3)) }},
	{"energy, levels off soon", func(x float64) float64 { return 0.2 + 3*math.Exp2(-0.6*(x-3)) }},
	{"energy, levels off late", func(x float64) float64 { return 0.05 + 8*math.Exp2(-x) }},
	{"latency, a + b·batch", func(x float64) float64 { return 10 + 0.1*math.Exp2(x) }},
	{"throughput, saturates", func(x float64) float64 { return 1e4 / (1 + math.Exp2(7-x)) }},
	{"power, between two levels", fitting.Logistic{L: 400, X0: 6, K: 0.9, B0: 300}.EvalX},
}

// bands simulates errors that are alike as ratios, with a standard deviation of 5 %, and
// as differences, of 5 % of what lies between the ends by ratio. The tables look at parts of the same bands.
func bands() []table {
	all := []table{
		{"band of the chosen curve, mean of all sizes", points, 1, usual, nil},
		{"the same, smallest size", points, 1, ends, nil},
		{"the same, largest size", points, 1, ends, nil},
	}
	for _, truth := range truths {
		for _, errors := range []struct {
			name string
			add  func(mean, middle, normal float64) float64
		}{
			{"multiplicative", func(mean, _, normal float64) float64 { return mean * math.Exp(0.05*normal) }},
			{"additive", func(mean, middle, normal float64) float64 { return mean + 0.05*middle*normal }},
		} {
			held := band(truth.at, errors.add)
			for i, part := range []func(covered []float64) float64{
				func(covered []float64) float64 { return floats.Sum(covered) / float64(len(covered)) },
				func(covered []float64) float64 { return covered[0] },
				func(covered []float64) float64 { return covered[len(covered)-1] },
			} {
				all[i].cases = append(all[i].cases, simulation{
					name: truth.name + ", 5 % " + errors.name,
					hit: func(rng *rand.Rand, n int) (float64, error) {
						covered, err := held(rng, n)
						if err != nil {
							return 0, err
						}
						return part(covered), nil
					},
				})
			}
		}
	}
	return all
}

// band measures n batch sizes, octaves apart from 8 on, and from nine on closer over
// eight octaves, and tells at which of them the band covers the truth. The same measurements are fitted once.
func band(
	truth func(float64) float64, err func(mean, middle, normal float64) float64,
) func(*rand.Rand, int) ([]float64, error) {
	var fitted sync.Map // by the first two measurements
	return func(rng *rand.Rand, n int) ([]float64, error) {
		x, y := make([]float64, n), make([]float64, n)
		octaves := min(float64(n-1), 8)
		middle := math.Sqrt(truth(3) * truth(3+octaves))
		for i := range x {
			x[i] = 3 + octaves*float64(i)/float64(n-1)
			y[i] = err(truth(x[i]), middle, rng.NormFloat64())
		}
		fit, _ := fitted.LoadOrStore([2]float64(y), sync.OnceValues(func() ([]float64, error) {
			choice, err := fitting.Choose(x, y)
			if err != nil {
				return nil, err
			}
			low, high, err := choice.Band(x)
			covered := lists.Times(len(low), func(i int) float64 { return covers(low[i], truth(x[i]), high[i]) })
			return covered, err
		}))
		return fit.(func() ([]float64, error))()
	}
}
