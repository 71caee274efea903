package fitting

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// ITLMixture is a mixture of two shifted lognormals, in the unit of the samples: with probability PiSteady a value is
// Loc + ScaleSteady·exp(SigmaSteady·N), else Loc + ScaleStall·exp(SigmaStall·N), where N is standard normal. The
// steady component is the one with the smaller median. It describes the time between tokens: a steady pace, and
// stalls. With only one component, PiStall is 0.
type ITLMixture struct {
	Loc         float64 `json:"loc"`
	PiSteady    float64 `json:"pi_steady"`
	SigmaSteady float64 `json:"sigma_steady"`
	ScaleSteady float64 `json:"scale_steady"`
	PiStall     float64 `json:"pi_stall"`
	SigmaStall  float64 `json:"sigma_stall"`
	ScaleStall  float64 `json:"scale_stall"`
}

// ITLPrefix precedes the names of a mixture's parameters in tables with other columns.
const ITLPrefix = "itl_mix_"

type mixtureParameter struct {
	name  string
	value *float64
}

// parameters are the values and their names, in the order of the fields.
func (m *ITLMixture) parameters() []mixtureParameter {
	return []mixtureParameter{
		{"loc", &m.Loc},
		{"pi_steady", &m.PiSteady},
		{"sigma_steady", &m.SigmaSteady},
		{"scale_steady", &m.ScaleSteady},
		{"pi_stall", &m.PiStall},
		{"sigma_stall", &m.SigmaStall},
		{"scale_stall", &m.ScaleStall},
	}
}

// Parameters returns the seven values with their names, in the order loc, pi, sigma and scale of the steady
// component, then of the stalls.
func (m ITLMixture) Parameters() []Parameter {
	return lists.Map(m.parameters(), func(p mixtureParameter) Parameter { return Parameter{Name: p.name, Value: *p.value, Identified: true} })
}

// MarshalPrefixed returns the mixture as a JSON object with [ITLPrefix] before each key; json.Marshal writes it
// without the prefix.
func (m ITLMixture) MarshalPrefixed() ([]byte, error) {
	return json.Marshal(lists.By(m.parameters(), func(p mixtureParameter) (string, float64) { return ITLPrefix + p.name, *p.value }))
}

// UnmarshalJSON reads an object with the seven keys, each with or without [ITLPrefix]. All keys are required; others
// are ignored.
func (m *ITLMixture) UnmarshalJSON(text []byte) error {
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(text, &keys); err != nil {
		return fmt.Errorf("latency mixture: %w", err)
	}
	var read ITLMixture
	for _, p := range read.parameters() {
		value, ok := keys[p.name]
		if !ok {
			value, ok = keys[ITLPrefix+p.name]
		}
		if !ok || string(value) == "null" {
			return fmt.Errorf("latency mixture: %s is missing, with or without %s", p.name, strings.TrimSuffix(ITLPrefix, "_"))
		}
		if err := json.Unmarshal(value, p.value); err != nil {
			return fmt.Errorf("latency mixture: %s: %w", p.name, err)
		}
	}
	*m = read
	return nil
}

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

// mostExact is the most replicas whose average is drawn value by value.
const mostExact = 30

// SampleAverage draws the average over n replicas: for up to 30 replicas as the average of n draws, for more from the
// lognormal distribution above Loc that has the mean and the variance of such averages. The toolkit draws from a normal
// distribution instead and raises what is below Loc to it, so its averages have a higher mean than the mixture, the more
// the wider the mixture is. For n ≤ 0 there is no average, and the result is NaN.
func (m ITLMixture) SampleAverage(n int, rng *rand.Rand) float64 {
	if n <= 0 {
		return math.NaN()
	}
	if n > mostExact {
		mean, variance := m.MeanVar()
		above := max(0, mean-m.Loc)
		if above == 0 {
			return clampFinite(mean)
		}
		relative := math.Sqrt(variance/float64(n)) / above
		sigma := math.Sqrt(math.Log1p(clampFinite(relative * relative)))
		return clampFinite(m.Loc + above*math.Exp(sigma*rng.NormFloat64()-sigma*sigma/2))
	}
	average := 0.0
	for range n {
		average += m.Sample(rng) / float64(n)
	}
	return average
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

// CDF returns the probability of values of at most x.
func (m ITLMixture) CDF(x float64) float64 {
	if !(x > m.Loc) {
		return 0
	}
	z := math.Log(x - m.Loc)
	return share(m.PiSteady, normalCDF(z, m.SigmaSteady, m.ScaleSteady)) + share(m.PiStall, normalCDF(z, m.SigmaStall, m.ScaleStall))
}

func normalCDF(z, sigma, scale float64) float64 {
	if !(sigma > 0 && scale > 0) {
		return 0
	}
	return math.Erfc(-(z-math.Log(scale))/(sigma*math.Sqrt2)) / 2
}

// LogLikelihood returns the sum of the logarithms of the density at the samples. For a sample with a density of 0,
// the logarithm of the smallest positive float64 is used.
func (m ITLMixture) LogLikelihood(samples []float64) float64 {
	return lists.Sum(samples, func(x float64) float64 { return math.Log(max(m.Density(x), math.SmallestNonzeroFloat64)) })
}
