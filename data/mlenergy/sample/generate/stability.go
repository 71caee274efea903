package main

import (
	"slices"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// judge marks the unstable runs of one model, task and place.
func judge(group []*benchmark) {
	verdicts := raw.Judge(lists.Map(group, func(b *benchmark) raw.Evidence {
		b.loseEnergy()
		r, batch := &b.run, data.Some(b.batch)
		reason := raw.Unstable(r.SteadyStateDurationSeconds, data.Some(r.EnergyPerTokenJoules), r.AvgBatchSize, batch)
		return raw.Evidence{MaxNumSeqs: batch, Reason: reason}
	}))
	for i, b := range group {
		b.run.UnstableReason, b.run.IsStable = verdicts[i], verdicts[i] == ""
	}
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
