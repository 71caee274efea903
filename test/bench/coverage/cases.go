package main

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/jouleboard/jouleboard/fitting"
)

func tables() []table {
	return []table{
		{"Student t over repeats", []int{3, 5, 8, 12, 30}, 40, repeats()},
		{"moving-block bootstrap of a series", []int{20, 48, 100, 200, 2000}, 8, series()},
		{"band of the chosen curve, at the measured points", []int{3, 4, 5, 6, 8, 12, 16, 24}, 1, bands()},
	}
}

func repeats() []simulation {
	return []simulation{
		{name: "normal errors", hit: repeatsOf(func(rng *rand.Rand) float64 { return rng.NormFloat64() }, 0)},
		{name: "lognormal errors, sigma 0.3", hit: repeatsOf(func(rng *rand.Rand) float64 {
			return math.Exp(0.3 * rng.NormFloat64())
		}, math.Exp(0.045))},
	}
}

func repeatsOf(draw func(*rand.Rand) float64, mean float64) func(*rand.Rand, int) (float64, error) {
	return func(rng *rand.Rand, n int) (float64, error) {
		values := make([]float64, n)
		for i := range values {
			values[i] = draw(rng)
		}
		v, err := fitting.Repeats(values, level)
		return covers(v.Low, mean, v.High), err
	}
}

func series() []simulation {
	var all []simulation
	for _, memory := range []float64{0, 0.3, 0.6, 0.9} {
		all = append(all, simulation{
			name: fmt.Sprintf("mean, each value keeps %.1f of the last", memory),
			hit:  meanOf(func(rng *rand.Rand, n int) []float64 { return autoregression(rng, n, memory) }),
		})
	}
	return append(all,
		simulation{name: "ratio of two, each value keeps 0.3", hit: ratio},
		simulation{name: "mean, 0.9 of the last under as much noise", hit: meanOf(hidden), stated: map[int]string{
			20: "so few values cannot show a memory under noise", 48: "so few values cannot show a memory under noise",
		}},
		simulation{name: "mean of moving means of ten", hit: meanOf(movingMeans), stated: map[int]string{
			48: "wider than need be: its memory ends, which few values cannot show", 100: "wider than need be: its memory ends, which few values cannot show",
		}},
	)
}

func meanOf(draw func(*rand.Rand, int) []float64) func(*rand.Rand, int) (float64, error) {
	return func(rng *rand.Rand, n int) (float64, error) {
		v, err := fitting.SeriesMean(draw(rng, n), level)
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
	values := make([]float64, n)
	for i := range values {
		values[i] = sums[i+window] - sums[i]
	}
	return values
}

// ratio is of a power that follows, in part, the rate it is divided by.
func ratio(rng *rand.Rand, n int) (float64, error) {
	above, below := autoregression(rng, n, 0.3), autoregression(rng, n, 0.3)
	for i := range above {
		below[i] = 10 + below[i]
		above[i] = 20 + below[i] + above[i]
	}
	v, err := fitting.SeriesRatio(above, below, level)
	return covers(v.Low, 3, v.High), err
}

// truths are curves of every model, all between about 0 and 3.
var truths = []struct {
	name string
	at   func(x float64) float64
}{
	{"constant", func(float64) float64 { return 1 }},
	{"linear", func(x float64) float64 { return 1 + 0.2*x }},
	{"power law", func(x float64) float64 { return 0.2 + 3*math.Exp2(-0.6*(x-3)) }},
	{"logistic from 0", fitting.Logistic{L: 2, X0: 9, K: 0.8}.EvalX},
	{"logistic, middle measured", fitting.Logistic{L: 2, X0: 7, K: 1, B0: 1}.EvalX},
	{"logistic, end not measured", fitting.Logistic{L: 2, X0: 11, K: 0.7, B0: 1}.EvalX},
}

func bands() []simulation {
	var all []simulation
	for _, truth := range truths {
		for _, noise := range []float64{0.01, 0.05, 0.2} {
			all = append(all, simulation{
				name: fmt.Sprintf("%s, noise %g %% of the step", truth.name, 50*noise),
				hit:  func(rng *rand.Rand, n int) (float64, error) { return band(rng, n, truth.at, noise) },
			})
		}
	}
	return all
}

// band measures n batch sizes, octaves apart from 8 on, and from eleven on closer
// over nine octaves.
func band(rng *rand.Rand, n int, truth func(float64) float64, noise float64) (float64, error) {
	x, y := make([]float64, n), make([]float64, n)
	octaves := min(float64(n-1), 9)
	for i := range x {
		x[i] = 3 + octaves*float64(i)/float64(n-1)
		y[i] = truth(x[i]) + noise*rng.NormFloat64()
	}
	choice, err := fitting.Choose(x, y)
	if err != nil {
		return 0, err
	}
	low, high, err := choice.Band(x, level)
	if err != nil {
		return 0, err
	}
	sum := 0.0
	for i := range x {
		sum += covers(low[i], truth(x[i]), high[i]) / float64(n)
	}
	return sum, nil
}
