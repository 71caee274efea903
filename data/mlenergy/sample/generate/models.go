package main

import "slices"

// llm is an invented language model.
type llm struct {
	id, nickname, architecture, precision string

	total, active float64 // parameters in billions
	layers        int
	hidden        float64
	kvBytes       float64 // keys and values of one token, all layers
	experts, topK float64 // of a mixture of experts
	wordy         float64 // answer length relative to the task's
	tasks         string  // separated by spaces
}

const (
	dense  = "Dense Transformer"
	moe    = "MoE"
	hybrid = "Mamba-Transformer Hybrid"
	bf16   = "bfloat16"
	chat   = "gpqa lm-arena-chat"
	visual = "image-chat video-chat"
)

// kv is the size of the keys and values of one token: two of them in bfloat16
// for each layer and key head.
func kv(layers, heads, size float64) float64 { return 2 * 2 * layers * heads * size }

// The two 8B models are near twins on purpose, and so are two of the image
// models: rankings have to show ties.
var llms = []llm{
	{"aurora/Lumen-8B", "Lumen 8B", dense, bf16, 8, 8, 36, 4096, kv(36, 8, 128), 0, 0, 1.0, chat + " sourcegraph-fim"},
	{"aurora/Lumen-32B", "Lumen 32B", dense, bf16, 32, 32, 64, 5120, kv(64, 8, 128), 0, 0, 1.1, chat},
	{"aurora/Lumen-70B-FP8", "Lumen 70B", dense, "fp8", 70, 70, 80, 8192, kv(80, 8, 128), 0, 0, 0.8, chat},
	{"borealis-lab/Skerry-8B", "Skerry 8B", dense, bf16, 8.1, 8.1, 36, 4096, kv(36, 8, 128), 0, 0, 0.9, chat + " sourcegraph-fim"},
	{"borealis-lab/Skerry-20B-A3B", "Skerry 20B A3B", moe, "mxfp4", 21, 3.4, 24, 2880, kv(24, 8, 64), 32, 4, 1.3, chat},
	{"borealis-lab/Skerry-120B-A6B", "Skerry 120B A6B", moe, "mxfp4", 118, 5.8, 36, 2880, kv(36, 8, 64), 128, 4, 1.2, chat},
	{"fjordworks/Tern-30B-A3B", "Tern 30B A3B", moe, bf16, 30, 3.2, 48, 2048, kv(48, 4, 128), 128, 8, 1.4, chat + " sourcegraph-fim"},
	{"fjordworks/Tern-235B-A22B-FP8", "Tern 235B A22B", moe, "fp8", 235, 22, 94, 4096, kv(94, 4, 128), 128, 8, 1.5, chat},
	{"fjordworks/Tern-Code-14B", "Tern Code 14B", dense, bf16, 14, 14, 40, 5120, kv(40, 8, 128), 0, 0, 1.0, "sourcegraph-fim"},
	{"halcyon-bay/Drift-12B", "Drift 12B", hybrid, bf16, 12, 12, 62, 5120, kv(6, 8, 128), 0, 0, 1.1, chat},
	{"halcyon-bay/Drift-420B-A30B-FP8", "Drift 420B A30B", moe, "fp8", 420, 30, 61, 7168, 61 * 2 * 576, 256, 8, 1.7, chat},
	{"tidepool-ml/Iris-VL-8B", "Iris VL 8B", dense, bf16, 8.8, 8.8, 36, 4096, kv(36, 8, 128), 0, 0, 1.0, visual},
	{"tidepool-ml/Iris-VL-30B-A3B", "Iris VL 30B A3B", moe, bf16, 31, 3.3, 48, 2048, kv(48, 4, 128), 128, 8, 1.2, visual},
	{"tidepool-ml/Iris-VL-72B-FP8", "Iris VL 72B", dense, "fp8", 72, 72, 80, 8192, kv(80, 8, 128), 0, 0, 0.8, "image-chat"},
	{"quarrystone/Pebble-Omni-27B", "Pebble Omni 27B", dense, bf16, 27, 27, 62, 5376, kv(62, 16, 128), 0, 0, 0.7, "lm-arena-chat " + visual},
}

// diffuser is an invented image or video model.
type diffuser struct {
	id, nickname, task string

	params        float64 // of the denoiser, in billions
	layers        int
	hidden        float64
	steps         int
	height, width int
	frames, fps   int
}

var diffusers = []diffuser{
	{"lanternworks/Prism-2B", "Prism 2B", "text-to-image", 2.0, 28, 2240, 28, 1024, 1024, 0, 0},
	{"lanternworks/Prism-XL-12B", "Prism XL 12B", "text-to-image", 12, 57, 3072, 50, 1024, 1024, 0, 0},
	{"inkwell-studio/Vellum-0.6B", "Vellum 0.6B", "text-to-image", 0.6, 28, 1152, 20, 1024, 1024, 0, 0},
	{"inkwell-studio/Vellum-2B", "Vellum 2B", "text-to-image", 2.05, 28, 2240, 28, 1024, 1024, 0, 0},
	{"inkwell-studio/Vellum-8B", "Vellum 8B", "text-to-image", 8, 38, 2432, 50, 1024, 1024, 0, 0},
	{"mothwing/Reel-1.5B", "Reel 1.5B", "text-to-video", 1.5, 30, 1536, 50, 480, 832, 81, 15},
	{"mothwing/Reel-14B", "Reel 14B", "text-to-video", 14, 40, 5120, 50, 480, 832, 81, 15},
	{"lanternworks/Prism-Motion-5B", "Prism Motion 5B", "text-to-video", 5, 42, 3072, 50, 768, 1360, 49, 8},
}

// gpu is what the model needs to know of a GPU. Rates are peaks without
// sparsity.
type gpu struct {
	name      string
	memory    float64 // bytes
	bandwidth float64 // bytes/s of the memory
	link      float64 // bytes/s to the other GPUs, one direction
	tdp       float64 // W
	idle      float64 // W, nothing running
	flops     map[string]float64
}

// Sources: NVIDIA's data sheets of the A100 80GB SXM, H100 SXM and DGX B200 (per
// GPU): memory, bandwidth, NVLink, TDP, dense tensor-core rates. The A100 has no
// FP8 and neither A100 nor H100 has FP4, so weights of these formats are
// expanded and calculated with in the next wider one. Idle power is assumed,
// near what such boards report.
var gpus = []gpu{
	{
		name: "A100", memory: 80e9, bandwidth: 2.039e12, link: 300e9, tdp: 400, idle: 55,
		flops: map[string]float64{"bfloat16": 312e12, "fp8": 312e12, "mxfp4": 312e12},
	},
	{
		name: "H100", memory: 80e9, bandwidth: 3.35e12, link: 450e9, tdp: 700, idle: 75,
		flops: map[string]float64{"bfloat16": 989e12, "fp8": 1979e12, "mxfp4": 989e12},
	},
	{
		name: "B200", memory: 180e9, bandwidth: 8e12, link: 900e9, tdp: 1000, idle: 140,
		flops: map[string]float64{"bfloat16": 2250e12, "fp8": 4500e12, "mxfp4": 9000e12},
	},
}

// usable is the share of the memory that a server may fill, vLLM's default.
const usable = 0.9

// bytesPerWeight by number format; MXFP4 has an 8-bit scale for 32 weights of 4
// bits (OCP Microscaling Formats specification 1.0).
var bytesPerWeight = map[string]float64{"bfloat16": 2, "fp8": 1, "mxfp4": (4 + 8.0/32) / 8}

// task is what language models are asked to do, with invented lengths in the
// range of published benchmarks of the same kind.
type task struct {
	id, suite, dataset string

	input      float64 // mean tokens of a request, images and video included
	output     float64 // median tokens of an answer
	spread     float64 // sigma of the answers' lognormal length
	prompts    int     // distinct requests
	mostRepeat int     // how often the set is sent at most
	batches    []int
}

var tasks = []task{
	{"gpqa", "llm", "dataset_subset+gpqa_diamond+dataset_split+train", 220, 2600, 0.6, 66, 32, []int{1, 8, 32, 64, 128, 256}},
	{"lm-arena-chat", "llm", "dataset_split+train", 110, 480, 0.8, 96, 32, []int{8, 32, 128, 256, 512, 1024}},
	{"sourcegraph-fim", "llm", "dataset_split+train", 1900, 210, 0.7, 96, 16, []int{8, 32, 128, 512, 1024}},
	{"image-chat", "mllm", "dataset_split+train", 1300, 380, 0.7, 96, 32, []int{8, 32, 64, 128, 256, 512}},
	{"video-chat", "mllm", "dataset_split+train", 5200, 300, 0.7, 64, 16, []int{8, 16, 32, 64, 128, 256}},
}

func taskNamed(id string) *task {
	return &tasks[slices.IndexFunc(tasks, func(t task) bool { return t.id == id })]
}
