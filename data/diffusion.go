package data

import (
	_ "embed"
	"sync"
)

// DiffusionRun is one benchmark run of an image or video model on one
// configuration. Energy is GPU energy in joules, summed over the GPUs.
type DiffusionRun struct {
	Domain                      string      `run:"domain"`
	Task                        string      `run:"task"`
	ModelID                     string      `run:"model_id"`
	Nickname                    string      `run:"nickname"`
	TotalParamsBillions         float64     `run:"total_params_billions"`
	ActivatedParamsBillions     float64     `run:"activated_params_billions"`
	WeightPrecision             string      `run:"weight_precision"`
	GPUModel                    string      `run:"gpu_model"`
	NumGPUs                     int         `run:"num_gpus"`
	BatchSize                   int         `run:"batch_size"`
	InferenceSteps              Opt[int]    `run:"inference_steps"`
	Height                      int         `run:"height"`
	Width                       int         `run:"width"`
	NumFrames                   Opt[int]    `run:"num_frames"`
	FPS                         Opt[int]    `run:"fps"`
	UlyssesDegree               Opt[int]    `run:"ulysses_degree"`
	RingDegree                  Opt[int]    `run:"ring_degree"`
	UseTorchCompile             Opt[bool]   `run:"use_torch_compile"`
	BatchLatencySeconds         float64     `run:"batch_latency_s"`
	AvgPowerWatts               float64     `run:"avg_power_watts"`
	EnergyPerGenerationJoules   float64     `run:"energy_per_generation_joules"`
	ThroughputGenerationsPerSec float64     `run:"throughput_generations_per_sec"`
	ResultsPath                 Opt[string] `run:"results_path"`
}

// DiffusionRuns is a collection of diffusion runs.
type DiffusionRuns = Runs[DiffusionRun]

// Schema is the field table of diffusion runs.
func (DiffusionRun) Schema() *Schema { return diffusionSchema() }

const diffusionDomain = "diffusion"

//go:embed diffusion.yaml
var diffusionTable []byte

var diffusionSchema = sync.OnceValue(func() *Schema { return MustDeclare(diffusionTable) })

// The two tasks of diffusion models.
const (
	TextToImage = "text-to-image"
	TextToVideo = "text-to-video"
)

// IsTextToImage reports whether the run made images.
func (r DiffusionRun) IsTextToImage() bool { return r.Task == TextToImage }

// IsTextToVideo reports whether the run made videos.
func (r DiffusionRun) IsTextToVideo() bool { return r.Task == TextToVideo }
