package main

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/plausible"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// What needs no law: energy × throughput is the power, and runs of one configuration have about the same energy.

// metered are how many configurations a benchmark has.
var metered = []int{20, 60, 200}

// benchmark is one whose runs no batch size tells apart, unless they state several.
var benchmark = data.MustDeclare([]byte(`domain: t
basis: {window: the whole run, scope: GPU, token: output tokens}
board: {system: T, about: A., license: CC-BY-4.0}
fields:
- {name: model, role: model}
- {name: gpu, role: gpu}
- {name: gpus, role: gpu_count, type: whole}
- {name: batch, role: batch}
- {name: energy, role: energy, unit: J/token}
- {name: rate, role: throughput, unit: tokens/s}
- {name: power, role: power, unit: W}
`))

// reading is one run of a benchmark: its energy (J/token), throughput (tokens/s) and power (W).
type reading struct{ energy, rate, power float64 }

// measured are n readings of which the energy is so many times power ÷ throughput, and varies by a spread.
func measured(rng *rand.Rand, n int, times, spread float64) []reading {
	return lists.Times(n, func(int) reading {
		rate, power := 100*math.Exp2(6*rng.Float64()), 200+400*rng.Float64()
		return reading{times * power / rate * math.Exp(spread*rng.NormFloat64()), rate, power}
	})
}

// named are how many runs of models are suspicious, of which each has so many; all state one batch size.
func named(readings []reading, each int) int {
	in := data.NewIntake(benchmark)
	for i, r := range readings {
		row := data.NewRow(benchmark)
		for field, value := range map[string]any{
			"model": fmt.Sprint("lab/", i/each), "batch": 300, "gpu": "H100", "gpus": 1, "energy": r.energy, "rate": r.rate, "power": r.power,
		} {
			if err := row.Set(field, value); err != nil {
				panic(err)
			}
		}
		in.Add(row, "runs.csv", i+1)
	}
	count := 0
	for range (plausible.Rules{}).Findings(in.Table(false)) {
		count++
	}
	return count
}

// right are benchmarks whose meter sees more or less than the power is of, and nothing is wrong.
func right() []simulation {
	return []simulation{
		metering("energy of the same GPUs, varies by 10 %", 1, 0.1, 0),
		metering("energy of the machine, 1.5 times, varies by 20 %", 1.5, 0.2, 0),
		metering("energy of the machine, twice, varies by 20 %", 2, 0.2, 0),
		metering("energy of a part, a half, varies by 20 %", 0.5, 0.2, 0),
	}
}

// mistaken are benchmarks whose energy is in another unit than it says, or of fewer or more GPUs; all runs must be named.
func mistaken() []simulation {
	return []simulation{
		metering("mJ as J", 1000, 0.1, 1), metering("J as mJ", 1e-3, 0.1, 1), metering("Wh as J", 1./3600, 0.1, 1),
		metering("energy of one GPU in eight", 1./8, 0.1, 1), metering("energy of all of eight GPUs", 8, 0.1, 1),
	}
}

// metering are benchmarks of which a share of the runs, none or all, must be named.
func metering(name string, times, spread float64, share int) simulation {
	return simulation{name: name, hit: when(func(rng *rand.Rand, n int) bool {
		return named(measured(rng, n, times, spread), 1) == share*n
	})}
}

// repeats are benchmarks with some runs of each configuration; of some, one run differs in a setting that is not stated,
// which makes another energy, and those of its configuration must be named alone.
func repeats() (all []simulation) {
	for _, c := range []struct {
		each          int
		spread, apart float64
		stated        map[int]string
	}{
		{2, 0.03, 1, nil},
		{2, 0.05, 1, nil},
		{2, 0.08, 1, nil},
		{2, 0.12, 1, nil},
		{5, 0.03, 1, nil},
		{5, 0.08, 1, nil},
		{5, 0.12, 1, at("of its 2,000 pairs of runs, each is as far apart once in 20,000 times", 200)},
		{2, 0.08, 3, nil},
		{5, 0.08, 3, nil},
		{2, 0.08, 2, at("what is as far apart as the rule asks for is named in every other case", metered...)},
	} {
		name := fmt.Sprintf("%d runs vary by %.0f %%", c.each, 100*c.spread)
		if c.apart != 1 {
			name += fmt.Sprintf(", one × %g", c.apart)
		}
		all = append(all, simulation{name: name, stated: c.stated, hit: when(func(rng *rand.Rand, n int) bool {
			runs := measured(rng, c.each*n, 1, 0)
			for i := range runs {
				energy := math.Exp(c.spread * rng.NormFloat64())
				if i == 0 {
					energy *= c.apart
				}
				first := runs[i-i%c.each]
				runs[i] = reading{energy * first.power / first.rate, first.rate, first.power}
			}
			return named(runs, c.each) == c.each*lists.One(c.apart != 1)
		})})
	}
	return all
}
