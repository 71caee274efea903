package raw

import (
	"math"

	"github.com/jouleboard/jouleboard/fitting"
)

// withinLevel is the confidence level of the intervals from within a run.
const withinLevel = 0.95

// within is the interval of an LLM run's energy per token that its power leaves
// open, nil where the file tells too little. Power is the mean of each second of
// the steady state; the tokens of a second are not in the file, so the interval
// takes their number as known.
func (x *llmFacts) within(perToken float64) *fitting.Interval {
	if x.power.fault() != nil {
		return nil
	}
	samples, err := x.power.samples(false)
	if err != nil {
		return nil
	}
	return relative(secondMeans(samples, x.power.end.value-x.power.start.value), perToken)
}

// within is the interval of a diffusion run's energy per output that its
// iterations leave open, nil with too few of them.
func (x iterations) within(perOutput float64) *fitting.Interval {
	return relative(x.energies, perOutput)
}

// relative gives value the relative width of the interval of a series' mean.
func relative(series []float64, value float64) *fitting.Interval {
	i, err := fitting.SeriesMean(series, withinLevel)
	if err != nil || !(i.Center > 0) {
		return nil
	}
	i.Low, i.High = value*(max(i.Low, 0)/i.Center), value*(i.High/i.Center)
	i.Center = value
	if !(i.High < math.Inf(1)) {
		return nil
	}
	return &i
}

// mostSeconds is far above any steady state.
const mostSeconds = 1 << 20

// secondMeans are the means of the whole seconds of a window whose first sample
// holds from its start and each other one from its moment on.
func secondMeans(samples []Sample, window float64) []float64 {
	seconds := int(min(window, mostSeconds))
	if len(samples) == 0 || seconds < 1 {
		return nil
	}
	means := make([]float64, seconds)
	for i, s := range samples {
		from, to := s.RelativeSeconds, window
		if i == 0 {
			from = 0
		}
		if i+1 < len(samples) {
			to = samples[i+1].RelativeSeconds
		}
		hold(means, from, to, s.Value)
	}
	return means
}

// hold adds to each second its share of a value that held from one moment to
// another.
func hold(seconds []float64, from, to, value float64) {
	to = min(to, float64(len(seconds)))
	for at := max(from, 0); at < to; {
		i := int(at)
		next := min(float64(i+1), to)
		seconds[i] += value * (next - at)
		at = next
	}
}
