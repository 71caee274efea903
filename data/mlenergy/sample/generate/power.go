package main

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
