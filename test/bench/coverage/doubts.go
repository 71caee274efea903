package main

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/plausible"
	"github.com/jouleboard/jouleboard/test/sweep"
)

// sound are the least share of smooth sweeps of which no run may be suspicious.
var sound = limits{0.99, 1}

// smooth are sweeps over n batch sizes whose runs vary, and nothing is wrong with any of them.
func smooth() (all []simulation) {
	for _, spread := range []float64{0.03, 0.05, 0.08, 0.12} {
		s := simulation{
			name: fmt.Sprintf("runs vary by %.0f %%", 100*spread),
			hit: func(rng *rand.Rand, n int) (float64, error) {
				return share(suspicious(swept(rng, n, spread)) == none, true), nil
			},
		}
		if spread == 0.12 {
			s.stated = map[int]string{}
			for _, n := range points {
				s.stated[n] = "runs that vary by 12 % leave the curve in about one sweep of 17"
			}
		}
		all = append(all, s)
	}
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
		all = append(all, simulation{name: w.name, hit: func(rng *rand.Rand, n int) (float64, error) {
			runs := swept(rng, n, 0.05)
			at := rng.IntN(n)
			w.change(&runs[at])
			return share(suspicious(runs) == at, true), nil
		}})
	}
	return all
}

// swept are runs of a model at n batch sizes, each twice the last. What a fleet varies in is drawn: where power and latency
// begin and how they rise. Of each run the energy and the pace vary, and the power with them.
func swept(rng *rand.Rand, n int, spread float64) []data.LLMRun {
	idle, busy, half := 150+100*rng.Float64(), 500+200*rng.Float64(), 8*math.Exp2(5*rng.Float64())
	first, each := 8+20*rng.Float64(), 0.02+0.2*rng.Float64()
	runs := make([]data.LLMRun, n)
	for i := range runs {
		batch := float64(int(8) << i)
		energy, pace := math.Exp(spread*rng.NormFloat64()), math.Exp(spread*rng.NormFloat64())
		power := idle + (busy-idle)*batch/(batch+half)
		latency := (first + each*batch) * pace
		throughput := 1000 * batch / latency
		r := sweep.Run(0, 0, 0, i)
		r.AvgPowerWatts, r.OutputThroughputTokensPerSec, r.EnergyPerTokenJoules = power*energy, throughput, power*energy/throughput
		r.EnergyPerRequestJoules, r.AvgOutputLen = data.Opt[float64]{}, data.Some(300.0)
		for k, times := range []float64{1, 1, 1.2, 1.3, 1.5 + rng.Float64()} {
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
