package data

import (
	_ "embed"
	"sync"
)

// LLMRun is one benchmark run of a language model on one configuration: a model
// with one number format on a number of GPUs at one maximum batch size.
//
// Energy is GPU energy in joules, summed over the GPUs, during the steady state.
type LLMRun struct {
	Domain                       string       `run:"domain"`
	Task                         string       `run:"task"`
	ModelID                      string       `run:"model_id"`
	Nickname                     string       `run:"nickname"`
	Architecture                 string       `run:"architecture"`
	TotalParamsBillions          float64      `run:"total_params_billions"`
	ActivatedParamsBillions      float64      `run:"activated_params_billions"`
	WeightPrecision              string       `run:"weight_precision"`
	GPUModel                     string       `run:"gpu_model"`
	NumGPUs                      int          `run:"num_gpus"`
	MaxNumSeqs                   int          `run:"max_num_seqs"`
	Seed                         Opt[int]     `run:"seed"`
	NumRequestRepeats            Opt[int]     `run:"num_request_repeats"`
	TensorParallel               int          `run:"tensor_parallel"`
	ExpertParallel               int          `run:"expert_parallel"`
	DataParallel                 int          `run:"data_parallel"`
	SteadyStateEnergyJoules      Opt[float64] `run:"steady_state_energy_joules"`
	SteadyStateDurationSeconds   Opt[float64] `run:"steady_state_duration_seconds"`
	EnergyPerTokenJoules         float64      `run:"energy_per_token_joules"`
	EnergyPerRequestJoules       Opt[float64] `run:"energy_per_request_joules"`
	OutputThroughputTokensPerSec float64      `run:"output_throughput_tokens_per_sec"`
	RequestThroughputReqPerSec   Opt[float64] `run:"request_throughput_req_per_sec"`
	AvgPowerWatts                float64      `run:"avg_power_watts"`
	TotalOutputTokens            Opt[float64] `run:"total_output_tokens"`
	CompletedRequests            Opt[float64] `run:"completed_requests"`
	AvgOutputLen                 Opt[float64] `run:"avg_output_len"`
	MeanITLMillis                Opt[float64] `run:"mean_itl_ms"`
	MedianITLMillis              float64      `run:"median_itl_ms"`
	P50ITLMillis                 float64      `run:"p50_itl_ms"`
	P90ITLMillis                 float64      `run:"p90_itl_ms"`
	P95ITLMillis                 float64      `run:"p95_itl_ms"`
	P99ITLMillis                 float64      `run:"p99_itl_ms"`
	AvgBatchSize                 Opt[float64] `run:"avg_batch_size"`
	TotalInputTokens             Opt[float64] `run:"total_input_tokens"`
	EnergyPerTotalTokenJoules    Opt[float64] `run:"energy_per_total_token_joules"`
	MedianTTFTMillis             Opt[float64] `run:"median_ttft_ms"`
	P90TTFTMillis                Opt[float64] `run:"p90_ttft_ms"`
	P95TTFTMillis                Opt[float64] `run:"p95_ttft_ms"`
	P99TTFTMillis                Opt[float64] `run:"p99_ttft_ms"`
	MedianE2ELatencyMillis       Opt[float64] `run:"median_e2e_latency_ms"`
	P90E2ELatencyMillis          Opt[float64] `run:"p90_e2e_latency_ms"`
	P95E2ELatencyMillis          Opt[float64] `run:"p95_e2e_latency_ms"`
	P99E2ELatencyMillis          Opt[float64] `run:"p99_e2e_latency_ms"`
	IsStable                     bool         `run:"is_stable"`
	UnstableReason               string       `run:"unstable_reason"`
	ResultsPath                  Opt[string]  `run:"results_path"`
	PrometheusPath               Opt[string]  `run:"prometheus_path"`
}

// LLMRuns is a collection of LLM runs.
type LLMRuns = Runs[LLMRun]

// Schema is the field table of LLM runs.
func (LLMRun) Schema() *Schema { return llmSchema() }

const llmDomain = "llm"

//go:embed llm.yaml
var llmTable []byte

var llmSchema = sync.OnceValue(func() *Schema { return MustDeclare(llmTable) })

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
