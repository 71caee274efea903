package fitting

import (
	"math"
	"slices"
)

const (
	mostRaw = 8192 // samples that are used one by one
	bins    = 4096 // of more samples
)

// gathered are samples in order, with the number that each stands for.
type gathered struct {
	x, weight []float64
	n         float64
	least     float64 // of the samples, not of the bins
	median    float64
}

// gather keeps few samples as they are and puts many into bins of equal width on a
// logarithmic axis, each at the mean of its samples. The likelihood of the bins is
// that of the samples to a few parts in a million, in a hundredth of the time.
func gather(samples []float64) gathered {
	x := slices.Sorted(slices.Values(samples))
	g := gathered{n: float64(len(x)), least: x[0], median: x[len(x)/2]}
	if len(x) <= mostRaw {
		g.x, g.weight = x, slices.Repeat([]float64{1}, len(x))
		return g
	}
	perLog := bins / math.Log(x[len(x)-1]/x[0])
	bin := func(v float64) int { return int(math.Log(v/x[0]) * perLog) }
	for i := 0; i < len(x); {
		from, this, sum := i, bin(x[i]), 0.0
		for ; i < len(x) && bin(x[i]) == this; i++ {
			sum += x[i] - x[from]
		}
		g.x = append(g.x, x[from]+sum/float64(i-from))
		g.weight = append(g.weight, float64(i-from))
	}
	return g
}

// shifted are the logarithms of the distances from loc, which lies below the
// samples by the given gap, and their weighted sum.
func (g gathered) shifted(z []float64, gap float64) (sum float64) {
	for i, v := range g.x {
		z[i] = math.Log(v - g.least + gap)
		sum += g.weight[i] * z[i]
	}
	return sum
}

// quantile is the value below which the share p of the weight lies, of values in
// the order of the samples.
func (g gathered) quantile(z []float64, p float64) float64 {
	below := 0.0
	for i, w := range g.weight {
		if below += w; below >= p*g.n {
			return z[i]
		}
	}
	return z[len(z)-1]
}

// spread is the weighted mean and standard deviation.
func (g gathered) spread(z []float64) (mean, deviation float64) {
	for i, w := range g.weight {
		mean += w / g.n * z[i]
	}
	for i, w := range g.weight {
		deviation += w / g.n * (z[i] - mean) * (z[i] - mean)
	}
	return mean, math.Sqrt(deviation)
}
