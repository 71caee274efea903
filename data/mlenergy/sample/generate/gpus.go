package main

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
