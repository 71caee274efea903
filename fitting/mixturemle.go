package fitting

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/optimize"
)

const (
	refinedSD     = 0.01 // the least sigma: what is narrower is the rounding of a clock
	leastGap      = 1e-3 // of the distance from the least sample to the median: loc comes no nearer
	locations     = 12   // tried for loc
	locationsOne  = 20   // with one component, in each of some rows
	zooms         = 4
	startSteps    = 25 // of expectation maximization before a search
	mostSearches  = 4
	leastSupport  = 5 // samples that a component must stand for
	parametersOne = 3
	parametersTwo = 6
)

// candidate is a mixture with its location and log-likelihood.
type candidate struct {
	gap        float64 // from loc to the least sample
	parts      [2]normal
	likelihood float64
}

// refineMixture maximizes the likelihood over location and components, and takes
// two of these only if the second lowers BIC. The likelihood has no maximum where
// loc meets the least sample or a component shrinks to a point, so both are kept
// away from there: see leastGap and refinedSD.
func refineMixture(x []float64) ITLMixture {
	g := gather(x)
	one := g.bestOne()
	two, ok := g.bestTwo()
	if !ok || 2*(two.likelihood-one.likelihood) <= (parametersTwo-parametersOne)*math.Log(g.n) {
		return oneComponent(g.loc(one.gap), one.parts[0].mu, one.parts[0].sigma)
	}
	return mixtureOf(g.loc(two.gap), two.parts)
}

func (g gathered) loc(gap float64) float64 { return max(0, g.least-gap) }

// gaps is the range of the distance from loc to the least sample; loc is not
// negative.
func (g gathered) gaps() (low, high float64) {
	width := g.median - g.least
	if width <= 0 {
		width = (g.x[len(g.x)-1] - g.least) / 2
	}
	low = max(leastGap*width, math.SmallestNonzeroFloat64)
	return min(low, g.least), g.least
}

// gapAt is place i of n in a range of gaps, on a logarithmic axis.
func gapAt(low, high float64, i, n int) float64 {
	return low * math.Pow(high/low, float64(i)/float64(n-1))
}

// bestOne is the best single lognormal: the best of a row of locations, then of
// ever closer rows around it.
func (g gathered) bestOne() candidate {
	z := make([]float64, len(g.x))
	best := candidate{likelihood: math.Inf(-1)}
	low, high := g.gaps()
	for range zooms {
		for i := range locationsOne {
			if c := g.one(gapAt(low, high, i, locationsOne), z); c.likelihood > best.likelihood {
				best = c
			}
		}
		step := math.Pow(high/low, 1.0/(locationsOne-1))
		low, high = max(low, best.gap/step), min(high, best.gap*step)
	}
	return best
}

// one is the best lognormal at a gap.
func (g gathered) one(gap float64, z []float64) candidate {
	sum := g.shifted(z, gap)
	mean, deviation := g.spread(z)
	part := normal{1, mean, max(deviation, refinedSD)}
	return candidate{gap, [2]normal{part}, g.likelihood(z, func(z float64) float64 { return logNormal(z, part) }) - sum}
}

// likelihood is the logarithm of that of the samples, of whose density the logarithm is given.
func (g gathered) likelihood(z []float64, density func(z float64) float64) (sum float64) {
	for i, w := range g.weight {
		sum += w * density(z[i])
	}
	return sum
}

// logNormal is the logarithm of a component's weighted density.
func logNormal(z float64, c normal) float64 {
	u := (z - c.mu) / c.sigma
	return math.Log(c.weight/c.sigma) - u*u/2 - logRoot2Pi
}

const logRoot2Pi = 0.918938533204672741780329736405617639861397473637783

// bestTwo is the best pair of lognormals that both stand for some samples; not ok
// if there is none.
func (g gathered) bestTwo() (candidate, bool) {
	starts := g.starts()
	best, found := candidate{likelihood: math.Inf(-1)}, false
	for _, start := range starts[:min(mostSearches, len(starts))] {
		c := g.climb(start)
		least := min(c.parts[0].weight, c.parts[1].weight) * g.n
		if least >= leastSupport && c.likelihood > best.likelihood {
			best, found = c, true
		}
	}
	return best, found
}

// splits are where the components start: quantiles of the samples and the weight
// of the lower one.
var splits = [][3]float64{{0.35, 0.85, 0.8}, {0.5, 0.98, 0.97}, {0.5, 0.998, 0.997}, {0.15, 0.65, 0.4}}

// starts are pairs of components after some steps of expectation maximization,
// the most likely first.
func (g gathered) starts() []candidate {
	var all []candidate
	z := make([]float64, len(g.x))
	low, high := g.gaps()
	for i := range locations {
		gap := gapAt(low, high, i, locations)
		sum := g.shifted(z, gap)
		_, deviation := g.spread(z)
		for _, s := range splits {
			c := candidate{gap: gap, parts: [2]normal{
				{s[2], g.quantile(z, s[0]), max(deviation/2, 2*refinedSD)},
				{1 - s[2], g.quantile(z, s[1]), max(deviation, 2*refinedSD)},
			}}
			c.parts = g.approach(z, c.parts)
			c.likelihood = g.likelihood(z, func(z float64) float64 {
				l, _ := mix(logNormal(z, c.parts[0]), logNormal(z, c.parts[1]))
				return l
			}) - sum
			all = append(all, c)
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(b.likelihood, a.likelihood) })
	return distinct(all)
}

// distinct leaves out starts that ended where a better one did.
func distinct(all []candidate) []candidate {
	return slices.CompactFunc(all, func(a, b candidate) bool {
		return a.gap == b.gap && math.Abs(a.likelihood-b.likelihood) < 1e-3*math.Abs(a.likelihood)/1e3
	})
}

// approach runs some steps of expectation maximization.
func (g gathered) approach(z []float64, c [2]normal) [2]normal {
	for range startSteps {
		next, ok := maximize(c, g.expect(z, c), g.n, 2*refinedSD)
		if !ok {
			return c
		}
		c = next
	}
	return c
}

// expect sums the responsibilities over the gathered samples.
func (g gathered) expect(z []float64, c [2]normal) total {
	var t total
	for i, w := range g.weight {
		_, lower := mix(logNormal(z[i], c[0]), logNormal(z[i], c[1]))
		for j, r := range [2]float64{w * lower, w * (1 - lower)} {
			d := z[i] - c[j].mu
			t[j].weight += r
			t[j].first += r * d
			t[j].second += r * d * d
		}
	}
	return t
}

// mix adds two densities given by their logarithms: the logarithm of the sum and
// the first one's share.
func mix(a, b float64) (sum, share float64) {
	if a < b {
		sum, share = mix(b, a)
		return sum, 1 - share
	}
	e := math.Exp(b - a)
	return a + math.Log1p(e), 1 / (1 + e)
}

// climb follows the gradient of the likelihood in all six parameters.
func (g gathered) climb(start candidate) candidate {
	s := &search{gathered: g, z: make([]float64, len(g.x))}
	s.low, s.high = g.gaps()
	problem := optimize.Problem{
		Func: func(u []float64) float64 { return -s.likelihood(u, nil) / g.n },
		Grad: func(grad, u []float64) { s.likelihood(u, grad) },
	}
	highest := minimize(problem, s.free(start), optimize.Settings{
		MajorIterations:   150,
		GradientThreshold: 1e-8,
		Converger:         &optimize.FunctionConverge{Absolute: 1e-12, Iterations: 5},
	})
	if !(-highest.F*g.n >= start.likelihood) {
		return start
	}
	gap, parts := s.inside(highest.X)
	return candidate{gap, parts, -highest.F * g.n}
}
