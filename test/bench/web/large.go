package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"

	"github.com/jouleboard/jouleboard/data"
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
		runs[i] = data.LLMRun{
			Domain: "llm", Task: "gpqa", ModelID: fmt.Sprintf("lab/model-%d", model), Nickname: fmt.Sprintf("Model %d", model),
			TotalParamsBillions: size, ActivatedParamsBillions: size, Architecture: "Dense", WeightPrecision: "bfloat16",
			GPUModel: gpus[random.IntN(3)], NumGPUs: count, MaxNumSeqs: batch, TensorParallel: 1, ExpertParallel: 1, DataParallel: 1,
			EnergyPerTokenJoules: energy, EnergyPerRequestJoules: data.Some(energy * 500), AvgOutputLen: data.Some(500.0),
			AvgPowerWatts:                power,
			OutputThroughputTokensPerSec: throughput, RequestThroughputReqPerSec: data.Some(throughput / 500),
			SteadyStateEnergyJoules: data.Some(power * 100), SteadyStateDurationSeconds: data.Some(100.0), AvgBatchSize: data.Some(float64(batch)),
			MeanITLMillis: data.Some(latency), MedianITLMillis: latency, P50ITLMillis: latency, P90ITLMillis: latency * 1.2,
			P95ITLMillis: latency * 1.3, P99ITLMillis: latency * 1.6,
			IsStable: true, NumRequestRepeats: data.Some(1),
		}
	}
	path := filepath.Join(dir, "runs", "llm.parquet")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	return data.NewRuns(runs, true).WriteStated(file, nil)
}
