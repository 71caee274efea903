package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/plausible"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/test/sweep"
)

// sound are the least share of smooth sweeps of which no run may be suspicious.
var sound = limits{0.99, 1}

// smooth are sweeps over n batch sizes whose runs vary, and nothing is wrong with any of them.
func smooth() []simulation {
	all := lists.Map([]float64{0.03, 0.05, 0.08, 0.12}, func(spread float64) simulation {
		return simulation{
			name: fmt.Sprintf("runs vary by %.0f %%", 100*spread),
			hit:  when(func(rng *rand.Rand, n int) bool { return suspicious(swept(rng, n, spread)) == none }),
		}
	})
	all[3].stated = at("runs that vary by 12 % leave the curve in about one sweep of 17", points...)
	return all
}

// sparse are smooth sweeps over few batch sizes, each many times the last, and nothing is wrong with any of them.
func sparse() []simulation {
	all := lists.Map([]int{2, 3, 4}, func(octaves int) simulation {
		return simulation{
			name: fmt.Sprintf("each is %d times the last, runs vary by 5 %%", 1<<octaves),
			hit:  when(func(rng *rand.Rand, n int) bool { return suspicious(sweptBy(rng, n, 0.05, 1, octaves)) == none }),
		}
	})
	all[2].stated = at("a throughput 100 times the median of the nearest ones is implausible, whatever their batch sizes", 4)
	return all
}

// wrong are sweeps of which one run is wrong by a factor in its energy and power, or in its latencies; it must be named.
func wrong() (all []simulation) {
	for _, w := range []struct {
		name   string
		change func(*data.LLMRun)
	}{
		{"energy and power of one run × 0.1", func(r *data.LLMRun) {
			r.EnergyPerTokenJoules, r.AvgPowerWatts = r.EnergyPerTokenJoules/10, r.AvgPowerWatts/10
		}},
		{"energy and power of one run × 0.3", func(r *data.LLMRun) {
			r.EnergyPerTokenJoules, r.AvgPowerWatts = r.EnergyPerTokenJoules*0.3, r.AvgPowerWatts*0.3
		}},
		{"latencies of one run ÷ 10", func(r *data.LLMRun) {
			for _, x := range sweep.Latencies(r) {
				*x /= 10
			}
		}},
	} {
		all = append(all, simulation{name: w.name, hit: when(func(rng *rand.Rand, n int) bool {
			runs := swept(rng, n, 0.05)
			at := rng.IntN(n)
			w.change(&runs[at])
			return suspicious(runs) == at
		})})
	}
	return all
}

// swept are runs of a model at n batch sizes, each twice the last. What a fleet varies in is drawn: where power and latency
// begin and how they rise. Of each run the energy and the pace vary, and the power with them.
func swept(rng *rand.Rand, n int, spread float64) []data.LLMRun { return sweptBy(rng, n, spread, 8, 1) }

// sweptBy are those at n batch sizes from the first on, each so many octaves above the last.
func sweptBy(rng *rand.Rand, n int, spread float64, least, octaves int) []data.LLMRun {
	idle, busy, half := 150+100*rng.Float64(), 500+200*rng.Float64(), 8*math.Exp2(5*rng.Float64())
	first, each := 8+20*rng.Float64(), 0.02+0.2*rng.Float64()
	runs := make([]data.LLMRun, n)
	for i := range runs {
		batch := float64(least << (i * octaves))
		energy, pace := math.Exp(spread*rng.NormFloat64()), math.Exp(spread*rng.NormFloat64())
		power := idle + (busy-idle)*batch/(batch+half)
		latency := (first + each*batch) * pace
		throughput := 1000 * batch / latency
		r := sweep.Run(0, 0, 0, 0)
		r.MaxNumSeqs, r.AvgBatchSize = int(batch), data.Some(batch)
		r.AvgPowerWatts, r.OutputThroughputTokensPerSec, r.EnergyPerTokenJoules = power*energy, throughput, power*energy/throughput
		r.EnergyPerRequestJoules, r.AvgOutputLen = data.Opt[float64]{}, data.Some(300.0)
		for k, times := range []float64{1, 1, 1.2, 1.3, 1.5 + rng.Float64()} {
			*sweep.Latencies(&r)[k] = latency * times
		}
		runs[i] = r
	}
	return runs
}

// filling are sweeps whose mean batch is that of a simulated server; of the last, one run is that of a quarter of its batch
// size.
func filling() (all []simulation) {
	for _, c := range []struct {
		name   string
		drain  bool
		wrong  float64 // of the stated batch size of one run, 1 if right
		stated string
	}{
		{"steady state, 8 requests for each place", false, 1, ""},
		{"whole run, 8 requests for each place", true, 1, "three runs of 100 drain for most of their time, which is no steady state"},
		{"one run's batch size is 4 times too large", false, 4, ""},
	} {
		all = append(all, simulation{name: c.name, stated: at(c.stated, points...), hit: when(func(rng *rand.Rand, n int) bool {
			runs, at := swept(rng, n, 0.05), none
			for i := range runs {
				r, full := &runs[i], filled(rng, c.drain)
				r.AvgBatchSize = data.Some(full * float64(r.MaxNumSeqs))
				r.OutputThroughputTokensPerSec, r.EnergyPerTokenJoules = r.OutputThroughputTokensPerSec*full, r.EnergyPerTokenJoules/full
			}
			if c.wrong != 1 {
				at = rng.IntN(n)
				runs[at].MaxNumSeqs = int(c.wrong * float64(runs[at].MaxNumSeqs))
			}
			return suspicious(runs) == at
		})})
	}
	return all
}

// filled is the mean share of a batch of 64 places that is in use, by requests whose lengths vary by e^(0.8z) and that are
// admitted one after the other: until the last one begins, or with the end, when places stay empty.
func filled(rng *rand.Rand, drain bool) float64 {
	const places, requests = 64, 8  // for each place
	free := make([]float64, places) // when each place is
	for i := range free {
		free[i] = 0.02 * float64(i)
	}
	var busy, began, ended float64
	for range places * requests {
		at := slices.Index(free, slices.Min(free))
		length := math.Exp(0.8 * rng.NormFloat64())
		began, busy = free[at], busy+length
		free[at] += length
		ended = max(ended, free[at])
	}
	if !drain {
		for _, end := range free {
			busy -= max(0, end-began)
		}
		ended = began
	}
	return busy / (places * ended)
}

// fleets are n models under the same conditions, whose efficiency varies from model to model; of some, one has ten times, or
// a tenth of, its energy and latency, and must be named alone.
func fleets(wrong float64) (all []simulation) {
	var stated map[int]string
	if wrong != 1 {
		stated = at("so few models seldom have two others of about their size", 3, 5)
	}
	for _, spread := range []float64{0.1, 0.2, 0.3} {
		all = append(all, simulation{
			name: fmt.Sprintf("efficiency varies by %.0f %%, × %g", 100*spread, wrong), stated: stated,
			hit: when(func(rng *rand.Rand, n int) bool {
				runs, at := fleet(rng, n, spread), none
				if wrong != 1 {
					at = rng.IntN(n)
					r := &runs[at]
					r.EnergyPerTokenJoules, r.OutputThroughputTokensPerSec = r.EnergyPerTokenJoules*wrong, r.OutputThroughputTokensPerSec/wrong
					for _, x := range sweep.Latencies(r) {
						*x *= wrong
					}
				}
				return suspicious(runs) == at
			}),
		})
	}
	return all
}

// fleet are runs of models with 8 to 128 billion weights, of which half use an eighth for a token.
func fleet(rng *rand.Rand, n int, spread float64) []data.LLMRun {
	runs := make([]data.LLMRun, n)
	for i := range runs {
		r := sweep.Run(i, 0, 0, 3)
		r.TotalParamsBillions = 8 * math.Exp2(4*rng.Float64())
		r.ActivatedParamsBillions = r.TotalParamsBillions / []float64{1, 8}[rng.IntN(2)]
		work := math.Pow(r.ActivatedParamsBillions, 0.8)
		r.EnergyPerTokenJoules = 0.1 * work * math.Exp(spread*rng.NormFloat64())
		r.OutputThroughputTokensPerSec = r.AvgPowerWatts / r.EnergyPerTokenJoules
		r.EnergyPerRequestJoules, r.AvgOutputLen, r.AvgBatchSize = data.Opt[float64]{}, data.Some(300.0), data.Opt[float64]{}
		latency := (4 + work) * math.Exp(spread*rng.NormFloat64())
		for k, times := range []float64{1, 1, 1.2, 1.3, 1.6} {
			*sweep.Latencies(&r)[k] = latency * times
		}
		runs[i] = r
	}
	return runs
}

const none, several = -1, -2

// suspicious is the run that is found, or none, or several.
func suspicious(runs []data.LLMRun) int {
	at := none
	for found := range (plausible.Rules{}).Findings(data.NewRuns(runs, false).Table) {
		if at != none {
			return several
		}
		at = found[0].Run
	}
	return at
}
