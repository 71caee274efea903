package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/data"
)

// The benchmark's rules: a steady state of 20 s, 85 % of the batch in use, a
// positive energy, and no batch size from the smallest unstable one on.
const (
	shortestSteady = 20.0
	leastUse       = 0.85
)

// judge marks the unstable runs of one model, task and place.
func judge(group []*benchmark) {
	smallest := 0
	for _, b := range group {
		b.loseEnergy()
		if b.run.UnstableReason = reason(&b.run); b.run.UnstableReason != "" && (smallest == 0 || b.batch < smallest) {
			smallest = b.batch
		}
	}
	for _, b := range group {
		if smallest > 0 && b.batch >= smallest && b.run.UnstableReason == "" {
			b.run.UnstableReason = fmt.Sprintf("cascade_from_unstable_batch:%d", smallest)
		}
		b.run.IsStable = b.run.UnstableReason == ""
	}
}

func reason(r *data.LLMRun) string {
	if r.EnergyPerTokenJoules <= 0 {
		return "invalid_energy_per_token:" + float(r.EnergyPerTokenJoules)
	}
	if d, ok := r.SteadyStateDurationSeconds.Value(); ok && d < shortestSteady {
		return "short_steady_state:" + float(d)
	}
	if running, ok := r.AvgBatchSize.Value(); ok && running/float64(r.MaxNumSeqs) < leastUse {
		return fmt.Sprintf("low_batch_utilization:%.6f", running/float64(r.MaxNumSeqs))
	}
	return ""
}

// loseEnergy lets the energy counter of a few runs at the largest batch fail.
func (b *benchmark) loseEnergy() {
	if b.batch != slices.Max(b.task.batches) || generator("energy counter", b.run.ResultsPath.Or("")).Float64() > 0.03 {
		return
	}
	r := &b.run
	r.EnergyPerTokenJoules, r.AvgPowerWatts = 0, 0
	r.SteadyStateEnergyJoules = data.Some(0.0)
	r.EnergyPerRequestJoules, r.RequestThroughputReqPerSec = data.Opt[float64]{}, data.Opt[float64]{}
}

// float writes a number as the benchmark, a Python program, does.
func float(x float64) string {
	s := strconv.FormatFloat(x, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}
