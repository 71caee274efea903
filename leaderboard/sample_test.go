package leaderboard

import (
	"fmt"
	"slices"

	"github.com/jouleboard/jouleboard/data"
)

// llmRun is a plausible run; tests change what they are about.
func llmRun(task, model string, gpus, batch int, energy float64) data.LLMRun {
	return data.LLMRun{
		Domain: "llm", Task: task, ModelID: model, Nickname: "The " + model, Architecture: "MoE", WeightPrecision: "fp8",
		TotalParamsBillions: 30, ActivatedParamsBillions: 3.3, GPUModel: "B200", NumGPUs: gpus, MaxNumSeqs: batch,
		TensorParallel: gpus, ExpertParallel: 1, DataParallel: 1, EnergyPerTokenJoules: energy,
		EnergyPerRequestJoules: data.Some(energy * 250), AvgOutputLen: data.Some(250.0), AvgBatchSize: data.Some(float64(batch) - 0.25),
		OutputThroughputTokensPerSec: 400 / energy, AvgPowerWatts: 400,
		MedianITLMillis: 10, P50ITLMillis: 10, P90ITLMillis: 11.5, P95ITLMillis: 12, P99ITLMillis: 13, IsStable: true,
	}
}

func diffusionRun(task, model string, batch int, energy float64) data.DiffusionRun {
	r := data.DiffusionRun{
		Domain: "diffusion", Task: task, ModelID: model, Nickname: "The " + model, WeightPrecision: "bfloat16",
		TotalParamsBillions: 2.5, ActivatedParamsBillions: 2.5, GPUModel: "H100", NumGPUs: 1, BatchSize: batch,
		InferenceSteps: data.Some(20), Height: 1024, Width: 768, UlyssesDegree: data.Some(1), RingDegree: data.Some(1),
		BatchLatencySeconds: energy / 600, AvgPowerWatts: 600, EnergyPerGenerationJoules: energy, ThroughputGenerationsPerSec: 600 / energy,
	}
	if task == data.TextToVideo {
		r.NumFrames, r.FPS = data.Some(81), data.Some(15)
	}
	return r
}

func dataset(llm []data.LLMRun, diffusion ...data.DiffusionRun) data.Dataset {
	return data.NewDataset(data.Source{}, data.NewRuns(llm, false).InOrder().Table, data.NewRuns(diffusion, true).InOrder().Table)
}

// withLengths hangs output lengths on the LLM runs of a dataset.
func withLengths(ds data.Dataset, lengths map[data.LLMRun]*data.OutputLengths) data.Dataset {
	in := data.NewIntake(ds.LLM().Schema())
	for r := range ds.LLM().All() {
		if !in.Add(data.RowOf(r), "", 0) {
			panic(in.Problems[0].Error())
		}
		in.SetLengths(in.Len()-1, lengths[r])
	}
	return ds.With(in.Table(false))
}

// lengthsIn are the output lengths of the LLM runs that have some.
func lengthsIn(ds data.Dataset) map[data.LLMRun]*data.OutputLengths {
	all := map[data.LLMRun]*data.OutputLengths{}
	for i, r := range slices.Collect(ds.LLM().All()) {
		if l := ds.LLM().Lengths(i); l != nil {
			all[r] = l
		}
	}
	return all
}

// sample has every kind of task, repeats, missing values, exact lengths and a
// run without any.
func sample() data.Dataset {
	var llm []data.LLMRun
	for _, task := range []string{"gpqa", "image-chat", "riddles"} {
		for m := range 3 {
			for batch := 8; batch <= 64; batch *= 2 {
				llm = append(llm, llmRun(task, fmt.Sprintf("org/model-%d", m), 1+m, batch, 1/float64(batch)))
			}
		}
	}
	repeat := llm[0]
	repeat.EnergyPerTokenJoules *= 1.05
	bare := llmRun("gpqa", "bare", 8, 4, 3)
	bare.AvgBatchSize, bare.AvgOutputLen, bare.EnergyPerRequestJoules = data.Opt[float64]{}, data.Opt[float64]{}, data.Opt[float64]{}
	llm = append(llm, repeat, bare)
	noFrames := diffusionRun(data.TextToVideo, "org/video", 2, 90000)
	noFrames.NumFrames, noFrames.InferenceSteps = data.Opt[int]{}, data.Opt[int]{}
	ds := dataset(llm, diffusionRun(data.TextToImage, "org/image", 1, 500), diffusionRun(data.TextToImage, "org/image", 4, 450),
		diffusionRun(data.TextToVideo, "org/video", 1, 100000), noFrames)
	lengths := map[data.LLMRun]*data.OutputLengths{}
	for i, r := range llm {
		if r != bare {
			lengths[r] = &data.OutputLengths{Lengths: []int{5 + i, 100, 3000 - i}, Counts: []int{7, 90 + i, 3}}
		}
	}
	ds = withLengths(ds, lengths)
	ds.Sources = []data.Source{{Name: "/home/someone/results", Kind: "compiled", Date: "2026-02-16", Runs: ds.Len()}}
	return ds
}
