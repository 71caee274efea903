package main

import (
	"math"
	"math/rand/v2"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/test/sweep"
)

// writeLarge writes a compiled directory with n invented configurations of one
// task, of 60 models on 3 GPU models: a board far larger than any that is
// published.
func writeLarge(dir string, n int) error {
	random := rand.New(rand.NewPCG(1, uint64(n)))
	gpus := []string{"H100", "B200", "MI355X"}
	runs := make([]data.LLMRun, n)
	for i := range runs {
		model, batch := i%60, i/60%4096+1
		size := float64(model + 1)
		latency := (5 + size/4) * math.Exp(random.NormFloat64()/3) * math.Sqrt(float64(batch)/50+1)
		throughput := float64(batch) / latency * 1000
		count := 1 << random.IntN(4)
		power := float64(count) * (300 + 300*random.Float64())
		energy := power / throughput
		r := sweep.Run(model, 0, 0, 0)
		r.Task, r.GPUModel, r.NumGPUs, r.MaxNumSeqs = "gpqa", gpus[random.IntN(3)], count, batch
		r.TotalParamsBillions, r.ActivatedParamsBillions = size, size
		r.EnergyPerTokenJoules, r.EnergyPerRequestJoules, r.AvgPowerWatts = energy, data.Some(energy*500), power
		r.OutputThroughputTokensPerSec, r.AvgBatchSize = throughput, data.Some(float64(batch))
		for k, times := range []float64{1, 1, 1.2, 1.3, 1.6} {
			*sweep.Latencies(&r)[k] = latency * times
		}
		runs[i] = r
	}
	return sweep.Save(dir, runs)
}
