package main

import "math"

// The time of one decoding step, in which every running sequence gains a token,
// is a roofline (Williams, Waterman, Patterson 2009; for transformers Pope et
// al. 2022, "Efficiently Scaling Transformer Inference"):
//
//	memory  = (weights + sequences × context × kv bytes) / (GPUs × bandwidth × 0.75)
//	compute = 2 × active parameters × sequences / (GPUs × rate × 0.55)
//	prefill = 2 × active parameters × sequences × input/output / (GPUs × rate × 0.55)
//	comm    = 2 all-reduces a layer × (8 µs × log2 GPUs + 2 (GPUs−1)/GPUs × bytes / link)
//	host    = 1.5 ms + 8 µs × sequences
//
// Of memory and compute the longer one counts, with a soft corner. Prefill is
// the share of the prompts' work that falls on each output token. A mixture of
// experts reads the experts that a batch touches: 1 − (1 − k/E)^sequences of
// them. 0.75 and 0.55 are the shares of the peaks that servers reach.
const (
	memoryEfficiency  = 0.75
	computeEfficiency = 0.55
	allReduceLatency  = 8e-6
	hostPerStep       = 1.5e-3
	hostPerSequence   = 8e-6
	corner            = 4 // exponent of the soft maximum
)

// step is how long the parts of a decoding step take, in seconds.
type step struct {
	memory, compute, prefill, comm, host float64
}

// total is the mean time of a step.
func (s step) total() float64 {
	roof := math.Pow(math.Pow(s.memory, corner)+math.Pow(s.compute, corner), 1.0/corner)
	return roof + s.prefill + s.comm + s.host
}

// place is where a model runs.
type place struct {
	gpu
	gpus float64
}

// stepOf is one step with so many sequences whose mean lengths are given.
func (m *llm) stepOf(p place, sequences, input, output float64) step {
	context := input + output/2
	rate := p.gpus * p.flops[m.precision] * computeEfficiency
	flops := 2 * m.active * 1e9 * sequences
	return step{
		memory:  (m.weightsTouched(sequences) + sequences*context*m.kvBytes) / (p.gpus * p.bandwidth * memoryEfficiency),
		compute: flops / rate,
		prefill: flops * input / output / rate,
		comm:    m.communication(p, sequences),
		host:    hostPerStep + hostPerSequence*sequences,
	}
}

// weights is the size of the model in bytes.
func (m *llm) weights() float64 { return m.total * 1e9 * bytesPerWeight[m.precision] }

// weightsTouched is how much of the weights a step reads.
func (m *llm) weightsTouched(sequences float64) float64 {
	if m.experts == 0 {
		return m.weights()
	}
	chosen := m.topK / m.experts
	inExperts := (m.total - m.active) / (1 - chosen) // active = shared + experts × chosen
	shared := m.total - inExperts
	covered := 1 - math.Pow(1-chosen, sequences)
	return (shared + inExperts*covered) * 1e9 * bytesPerWeight[m.precision]
}

func (m *llm) communication(p place, sequences float64) float64 {
	if p.gpus == 1 {
		return 0
	}
	bytes := sequences * m.hidden * 2
	once := allReduceLatency*math.Log2(p.gpus) + 2*(p.gpus-1)/p.gpus*bytes/p.link
	return 2 * float64(m.layers) * once
}

// mostSequences is how many sequences the memory beside the weights holds.
func (m *llm) mostSequences(p place, input, output float64) float64 {
	free := usable*p.memory*p.gpus - m.weights()
	return free / ((input + 0.75*output) * m.kvBytes)
}

// A GPU draws its idle power, a base as soon as kernels run, and shares that
// grow with the time in which memory and tensor cores are busy, up to its TDP.
// That decoding stays far below the TDP and prompts and denoising reach it is
// what Patel et al. 2024 ("Characterizing Power Management Opportunities for
// LLMs in the Cloud") report; the shares are chosen to give that picture.
const (
	baseShare    = 0.12
	memoryShare  = 0.45
	computeShare = 0.70
)

// power is the mean draw of all GPUs in watts; the busy shares are from 0 to 1.
func (p place) power(memoryBusy, computeBusy float64) float64 {
	load := min(1, baseShare+memoryShare*memoryBusy+computeShare*computeBusy)
	return p.gpus * (p.idle + (p.tdp-p.idle)*load)
}

// power of a step: what each part's time is of the whole.
func (s step) power(p place) float64 {
	t := s.total()
	return p.power(s.memory/t, (s.compute+s.prefill)/t)
}
