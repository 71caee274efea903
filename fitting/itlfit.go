package fitting

import (
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// FitITLMixture fits the mixture to samples, such as seconds between tokens. Samples that are not finite positive
// numbers are left out. If there are more than maxSamples, a random subset of that size is used, the same as numpy's
// default_rng(seed).choice returns; if maxSamples is 0 or less, all are used.
//
// Without samples the result is that of the toolkit: loc 0, weights 1 and 0, sigmas 0.1, scales 0.001 and 0.002. For
// fewer than five samples, or equal ones, it is one component with a sigma of at least 0.1.
//
// Compat is the toolkit's expectation maximization, 80 steps with the location fixed just below the lowest sample.
// Refined is the maximum of the likelihood with a free location, and has one component if BIC does not support a
// second; it gathers more than 8192 samples in bins of equal width on a logarithmic axis.
func FitITLMixture(samples []float64, maxSamples int, seed uint64, method Method) (ITLMixture, error) {
	if err := checkMethod(method); err != nil {
		return ITLMixture{}, err
	}
	x := subset(positive(samples), maxSamples, seed)
	if len(x) == 0 {
		return ITLMixture{PiSteady: 1, SigmaSteady: 0.1, ScaleSteady: 1e-3, SigmaStall: 0.1, ScaleStall: 2e-3}, nil
	}
	loc := max(0, slices.Min(x)-1e-6)
	z := lists.Map(x, func(v float64) float64 { return math.Log(max(v-loc, 1e-12)) })
	mean, deviation := meanDeviation(z)
	if len(z) < 5 || deviation < 1e-6 {
		return oneComponent(loc, mean, max(deviation, 0.1)), nil
	}
	if method == Refined {
		return refineMixture(x), nil
	}
	return mixtureOf(loc, expectationMaximization(z, deviation)), nil
}

func positive(samples []float64) []float64 {
	return lists.Filter(samples, func(v float64) bool { return v > 0 && units.IsFinite(v) })
}

func subset(x []float64, most int, seed uint64) []float64 {
	if most <= 0 || len(x) <= most {
		return x
	}
	return lists.Map(newNumpyRandom(seed).choice(len(x), most), func(at uint32) float64 { return x[at] })
}

// meanDeviation is the mean and the population's standard deviation.
func meanDeviation(z []float64) (mean, deviation float64) {
	mean, sum := levelOf(z)
	return mean, math.Sqrt(sum / float64(len(z)))
}

// oneComponent has no stalls; the unused scale is one sigma above the other.
func oneComponent(loc, mu, sigma float64) ITLMixture {
	return ITLMixture{
		Loc: loc, PiSteady: 1, SigmaSteady: sigma, ScaleSteady: expFinite(mu),
		SigmaStall: sigma, ScaleStall: expFinite(mu + sigma),
	}
}

// normal is one weighted component on the logarithmic axis.
type normal struct{ weight, mu, sigma float64 }

// mixtureOf names the component with the lower mean steady.
func mixtureOf(loc float64, c [2]normal) ITLMixture {
	if c[1].mu < c[0].mu {
		c[0], c[1] = c[1], c[0]
	}
	return ITLMixture{
		Loc:      loc,
		PiSteady: c[0].weight, SigmaSteady: c[0].sigma, ScaleSteady: expFinite(c[0].mu),
		PiStall: c[1].weight, SigmaStall: c[1].sigma, ScaleStall: expFinite(c[1].mu),
	}
}

func expFinite(v float64) float64 { return clampFinite(math.Exp(v)) }
