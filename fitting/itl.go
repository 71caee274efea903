package fitting

import "math"

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

// Parameters returns the seven values with their names, in the order loc, pi, sigma and scale of the steady
// component, then of the stalls.
func (m ITLMixture) Parameters() []Parameter {
	return []Parameter{
		{"loc", m.Loc, true},
		{"pi_steady", m.PiSteady, true},
		{"sigma_steady", m.SigmaSteady, true},
		{"scale_steady", m.ScaleSteady, true},
		{"pi_stall", m.PiStall, true},
		{"sigma_stall", m.SigmaStall, true},
		{"scale_stall", m.ScaleStall, true},
	}
}

// CDF returns the probability of values of at most x.
func (m ITLMixture) CDF(x float64) float64 {
	if !(x > m.Loc) {
		return 0
	}
	z := math.Log(x - m.Loc)
	return m.PiSteady*normalCDF(z, m.SigmaSteady, m.ScaleSteady) + m.PiStall*normalCDF(z, m.SigmaStall, m.ScaleStall)
}

func normalCDF(z, sigma, scale float64) float64 {
	if !(sigma > 0 && scale > 0) {
		return 0
	}
	return math.Erfc(-(z-math.Log(scale))/(sigma*math.Sqrt2)) / 2
}
