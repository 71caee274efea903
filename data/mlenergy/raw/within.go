package raw

import (
	"math"
	"sort"

	"github.com/jouleboard/jouleboard/fitting"
)

// within is the interval of an LLM run's energy per token that its steady state leaves
// open: of the ratio of energy and tokens between the moments at which the server told
// its counter. It is nil where the files tell too little; without the counter nothing
// is known of how many tokens each moment brought.
func (x *llmFacts) within(perToken float64, counts []count) *fitting.Interval {
	if x.power.fault() != nil {
		return nil
	}
	samples, err := x.power.samples(false)
	if err != nil {
		return nil
	}
	edges, tokens := steps(counts, x.power.start.value, x.power.end.value)
	i, err := fitting.SeriesRatio(energies(samples, edges), tokens)
	return relative(i, err, perToken)
}

// within is the interval of a diffusion run's energy per output that its
// iterations leave open, nil with too few of them. Each makes as many outputs.
func (x iterations) within(perOutput float64) *fitting.Interval {
	i, err := fitting.SeriesMean(x.energies)
	return relative(i, err, perOutput)
}

// relative gives value the relative width of an interval, if there is one.
func relative(i fitting.Interval, err error, value float64) *fitting.Interval {
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

// steps are the seconds since start at which the counter was told within a window, and
// the tokens between them; none if the server began again.
func steps(counts []count, start, end float64) (edges, tokens []float64) {
	last := 0.0
	for _, c := range counts {
		if !(c.at >= start && c.at <= end) || len(edges) > 0 && c.at-start <= edges[len(edges)-1] {
			continue
		}
		if c.tokens < last {
			return nil, nil
		}
		if edges = append(edges, c.at-start); len(edges) > 1 {
			tokens = append(tokens, c.tokens-last)
		}
		last = c.tokens
	}
	return edges, tokens
}

// energies are those between the edges, of power whose first sample holds from the
// start and each other one from its moment on.
func energies(samples []Sample, edges []float64) []float64 {
	if len(samples) == 0 || len(edges) < 2 {
		return nil
	}
	sums := make([]float64, len(edges)-1)
	for i, s := range samples {
		from, to := s.RelativeSeconds, edges[len(edges)-1]
		if i == 0 {
			from = 0
		}
		if i+1 < len(samples) {
			to = samples[i+1].RelativeSeconds
		}
		hold(sums, edges, from, to, s.Value)
	}
	return sums
}

// hold adds to each step its share of a value that held from one moment to another.
func hold(sums, edges []float64, from, to, value float64) {
	first := max(sort.SearchFloat64s(edges, from)-1, 0)
	for i := first; i < len(sums) && edges[i] < to; i++ {
		sums[i] += value * max(min(to, edges[i+1])-max(from, edges[i]), 0)
	}
}
