package fitting

import (
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// The toolkit's expectation maximization.
const (
	emSteps   = 80
	emChunk   = 1 << 14 // samples summed at a time, so that sums do not depend on the number of processors
	tinyDense = 1e-12
	tinyTotal = 1e-9
	leastSD   = 0.05
)

// expectationMaximization fits two normals to z, whose standard deviation is given.
func expectationMaximization(z []float64, deviation float64) [2]normal {
	sorted := slices.Clone(z)
	slices.Sort(sorted)
	c := [2]normal{
		{0.8, lists.Quantile(sorted, 0.35), max(deviation/2, 0.1)},
		{0.2, lists.Quantile(sorted, 0.85), max(deviation, 0.1)},
	}
	for range emSteps {
		next, ok := maximize(c, expect(z, c), float64(len(z)), leastSD)
		if !ok || next == c {
			return c
		}
		c = next
	}
	return c
}

// total holds what one step sums over the samples for each component: the
// responsibilities, and them times the distance from the component's mean and its
// square.
type total [2]struct{ weight, first, second float64 }

func (t *total) add(u total) {
	for i := range t {
		t[i].weight += u[i].weight
		t[i].first += u[i].first
		t[i].second += u[i].second
	}
}

// expect sums over all samples, chunk by chunk, on all processors.
func expect(z []float64, c [2]normal) total {
	var sum total
	for _, p := range lists.MapAtOnce(slices.Collect(slices.Chunk(z, emChunk)), func(chunk []float64) total { return expectChunk(chunk, c) }) {
		sum.add(p)
	}
	return sum
}

// expectChunk sums over some samples. The density of a component is
// π·exp(−½((z − μ)/σ)²)/(σ + 1e-12), without the constant.
func expectChunk(z []float64, c [2]normal) total {
	var t total
	mu0, mu1 := c[0].mu, c[1].mu
	half0, half1 := -0.5/(c[0].sigma*c[0].sigma), -0.5/(c[1].sigma*c[1].sigma)
	high0, high1 := c[0].weight/(c[0].sigma+tinyDense), c[1].weight/(c[1].sigma+tinyDense)
	for _, v := range z {
		d0, d1 := v-mu0, v-mu1
		p0 := high0 * expNegative(half0*d0*d0)
		p1 := high1 * expNegative(half1*d1*d1)
		scale := 1 / (p0 + p1 + tinyDense)
		r0, r1 := p0*scale, p1*scale
		t[0].weight += r0
		t[0].first += r0 * d0
		t[0].second += r0 * d0 * d0
		t[1].weight += r1
		t[1].first += r1 * d1
		t[1].second += r1 * d1 * d1
	}
	return t
}

// maximize gives the next components, no narrower than the least sigma; not ok
// where one is empty.
func maximize(c [2]normal, t total, n, least float64) ([2]normal, bool) {
	if t[0].weight <= tinyTotal || t[1].weight <= tinyTotal {
		return c, false
	}
	for i := range c {
		shift := t[i].first / t[i].weight
		c[i].mu += shift
		c[i].sigma = max(math.Sqrt(max(0, t[i].second/t[i].weight-shift*shift)), least)
	}
	c[0].weight = t[0].weight / n
	c[1].weight = 1 - c[0].weight
	return c, true
}
