package main

import (
	"fmt"
	"strings"

	"github.com/jouleboard/jouleboard/data"
)

// Denoising is bound by the tensor cores. An output is tokens = height/16 ×
// width/16 × (frames − 1)/4 + 1 patches, and a step works on it twice, with the
// prompt and without it (classifier-free guidance):
//
//	flops   = 2 × outputs × (2 × parameters × tokens + 4 × layers × tokens² × hidden)
//	compute = flops / (GPUs × rate × use), use = 0.6 × work / (work + 2,500)
//	comm    = layers × (4 exchanges × (latency + bytes / link))
//	latency = steps × (compute + comm + 1 ms) + 0.15 s for encoder and decoder
//
// with work = outputs × tokens / GPUs: small batches on many GPUs leave the
// cores idle. In a ring the exchange overlaps with the attention, so that half
// of its bytes count.
const (
	denoiseEfficiency = 0.6
	halfWork          = 2500.0
	hostPerDenoise    = 1e-3
	encodeDecode      = 0.15
	rest              = 12e9   // bytes of text encoder, decoder and buffers
	perToken          = 0.45e6 // bytes of activations for a token, at hidden 3072
)

func (m *diffuser) tokens() float64 {
	latentFrames := 1.0
	if m.frames > 0 {
		latentFrames = float64((m.frames-1)/4 + 1)
	}
	return float64(m.height/16) * float64(m.width/16) * latentFrames
}

// latency of a batch in seconds, and the share of it that the tensor cores work.
func (m *diffuser) latency(p place, batch, ring int) (seconds, busy float64) {
	tokens, outputs := m.tokens(), float64(batch)
	attention := 4 * float64(m.layers) * tokens * tokens * m.hidden
	flops := 2 * outputs * (2*m.params*1e9*tokens + attention)
	work := outputs * tokens / p.gpus
	use := denoiseEfficiency * work / (work + halfWork)
	compute := flops / (p.gpus * p.flops["bfloat16"] * use)
	step := compute + m.communication(p, outputs*tokens, ring) + hostPerDenoise
	seconds = float64(m.steps)*step + encodeDecode
	return seconds, float64(m.steps) * compute / seconds * use / denoiseEfficiency
}

func (m *diffuser) communication(p place, tokens float64, ring int) float64 {
	if p.gpus == 1 {
		return 0
	}
	bytes := tokens * m.hidden * 2 / p.gpus
	if ring > 1 {
		bytes /= 2
	}
	return float64(m.layers) * 4 * (allReduceLatency + bytes/p.link)
}

// fits reports whether a GPU holds its part: all weights, its share of tokens.
func (m *diffuser) fits(p place, batch int) bool {
	activations := float64(batch) * m.tokens() / p.gpus * perToken * m.hidden / 3072
	return m.params*2e9+rest+activations < usable*p.memory
}

func diffusionRuns() []data.DiffusionRun {
	var runs []data.DiffusionRun
	for i := range diffusers {
		for _, g := range gpus {
			for _, n := range []int{1, 2, 4, 8} {
				for _, batch := range []int{1, 2, 4, 8, 16} {
					p := place{g, float64(n)}
					if diffusers[i].fits(p, batch) {
						runs = append(runs, diffusers[i].runs(p, batch)...)
					}
				}
			}
		}
	}
	return runs
}

// runs of one batch: with ulysses alone, and on eight GPUs also in a ring of two.
func (m *diffuser) runs(p place, batch int) []data.DiffusionRun {
	runs := []data.DiffusionRun{m.run(p, batch, 1)}
	if p.gpus >= 8 {
		runs = append(runs, m.run(p, batch, 2))
	}
	return runs
}

func (m *diffuser) run(p place, batch, ring int) data.DiffusionRun {
	r := generator(m.id, p.name, p.gpus, batch, ring)
	ideal, busy := m.latency(p, batch, ring)
	latency := measured(ideal * near(r, 0.01))
	watts := measured(min(p.tdp*p.gpus, p.power(0.4*busy, busy)*near(r, 0.006)))
	return data.DiffusionRun{
		Domain: "diffusion", Task: m.task, ModelID: m.id, Nickname: m.nickname,
		TotalParamsBillions: m.params, ActivatedParamsBillions: m.params, WeightPrecision: "bfloat16",
		GPUModel: p.name, NumGPUs: int(p.gpus), BatchSize: batch,
		InferenceSteps: data.Some(m.steps), Height: m.height, Width: m.width,
		NumFrames: data.Positive(data.Some(m.frames)), FPS: data.Positive(data.Some(m.fps)), // none of an image
		UlyssesDegree: data.Some(int(p.gpus) / ring), RingDegree: data.Some(ring),
		UseTorchCompile:             compiled(r.Float64()),
		BatchLatencySeconds:         latency,
		AvgPowerWatts:               watts,
		EnergyPerGenerationJoules:   watts * latency / float64(batch),
		ThroughputGenerationsPerSec: float64(batch) / latency,
		ResultsPath:                 data.Some(m.path(p, batch, ring)),
	}
}

func (m *diffuser) path(p place, batch, ring int) string {
	return fmt.Sprintf("diffusion/%s/current/run/diffusion/%s/%s/batch-%d+size-%dx%d+steps-%d+seed-%d+uly-%d+ring-%d+tc-False/results.json",
		strings.ToLower(p.name), m.task, m.id, batch, m.height, m.width, m.steps, firstSeed, int(p.gpus)/ring, ring)
}

// compiled is false, or missing where an old result does not tell.
func compiled(chance float64) data.Opt[bool] {
	if chance < 0.05 {
		return data.Opt[bool]{}
	}
	return data.Some(false)
}
