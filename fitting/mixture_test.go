package fitting

import (
	"math"
	"math/rand/v2"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// MeanVar returns the mean and the variance. Values beyond the range of float64 are replaced by the largest float64.
func (m ITLMixture) MeanVar() (mean, variance float64) {
	mean1, var1 := lognormalMoments(m.SigmaSteady, m.ScaleSteady)
	mean2, var2 := lognormalMoments(m.SigmaStall, m.ScaleStall)
	shifted := share(m.PiSteady, mean1) + share(m.PiStall, mean2)
	between := share(m.PiSteady, (mean1-shifted)*(mean1-shifted)) + share(m.PiStall, (mean2-shifted)*(mean2-shifted))
	variance = share(m.PiSteady, var1) + share(m.PiStall, var2) + between
	return clampFinite(m.Loc + shifted), clampFinite(variance)
}

// lognormalMoments are scale·e^(σ²/2) and scale²·e^(σ²)·(e^(σ²) − 1).
func lognormalMoments(sigma, scale float64) (mean, variance float64) {
	mean = clampFinite(scale * math.Exp(sigma*sigma/2))
	return mean, clampFinite(mean * mean * math.Expm1(sigma*sigma))
}

// share is p·v, and 0 for p = 0 however large v is.
func share(p, v float64) float64 {
	if p == 0 {
		return 0
	}
	return p * v
}

// Sample draws one value.
func (m ITLMixture) Sample(rng *rand.Rand) float64 {
	sigma, scale := m.SigmaStall, m.ScaleStall
	if rng.Float64() < m.PiSteady {
		sigma, scale = m.SigmaSteady, m.ScaleSteady
	}
	return clampFinite(m.Loc + scale*math.Exp(sigma*rng.NormFloat64()))
}

// Density returns the probability density at x, per unit of the samples.
func (m ITLMixture) Density(x float64) float64 {
	if !(x > m.Loc) {
		return 0
	}
	z := math.Log(x - m.Loc)
	d := share(m.PiSteady, normalDensity(z, m.SigmaSteady, m.ScaleSteady)) +
		share(m.PiStall, normalDensity(z, m.SigmaStall, m.ScaleStall))
	return clampFinite(d / (x - m.Loc))
}

func normalDensity(z, sigma, scale float64) float64 {
	if !(sigma > 0 && scale > 0) {
		return 0
	}
	u := (z - math.Log(scale)) / sigma
	return math.Exp(-u*u/2) / (sigma * math.Sqrt(2*math.Pi))
}

// LogLikelihood returns the sum of the logarithms of the density at the samples. For a sample with a density of 0,
// the logarithm of the smallest positive float64 is used.
func (m ITLMixture) LogLikelihood(samples []float64) float64 {
	return lists.Sum(samples, func(x float64) float64 { return math.Log(max(m.Density(x), math.SmallestNonzeroFloat64)) })
}
