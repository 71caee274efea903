package fitting

import "math"

// search is the likelihood of a mixture as a function of six free numbers: the
// gap, the lower component's weight, and each component's mean and sigma.
type search struct {
	gathered
	low, high float64 // the range of the gap
	z         []float64
}

// free turns a candidate into free numbers: a sine for the logarithm of the gap, as
// box does it, log odds for the weight, and the logarithm of what sigma has above
// its least value.
func (s *search) free(c candidate) []float64 {
	at := 0.0
	if s.high > s.low {
		at = 2*math.Log(c.gap/s.low)/math.Log(s.high/s.low) - 1
	}
	weight := min(max(c.parts[0].weight, 1e-6), 1-1e-6)
	return []float64{
		math.Asin(min(max(at, -0.99), 0.99)),
		math.Log(weight / (1 - weight)),
		c.parts[0].mu, math.Log(max(c.parts[0].sigma-refinedSD, refinedSD/10)),
		c.parts[1].mu, math.Log(max(c.parts[1].sigma-refinedSD, refinedSD/10)),
	}
}

func (s *search) inside(u []float64) (gap float64, c [2]normal) {
	gap = s.low * math.Pow(s.high/s.low, (1+math.Sin(u[0]))/2)
	weight := 1 / (1 + math.Exp(-u[1]))
	return gap, [2]normal{
		{weight, u[2], refinedSD + math.Exp(u[3])},
		{1 - weight, u[4], refinedSD + math.Exp(u[5])},
	}
}

// likelihood is the logarithm of the likelihood at u. Unless grad is nil it becomes
// the gradient of the negative mean of it.
func (s *search) likelihood(u, grad []float64) float64 {
	gap, c := s.inside(u)
	sum := -s.shifted(s.z, gap)
	var slope [6]float64
	for i, w := range s.weight {
		l, lower := mix(logNormal(s.z[i], c[0]), logNormal(s.z[i], c[1]))
		sum += w * l
		if grad != nil {
			s.slopes(&slope, i, gap, lower, c)
		}
	}
	if grad != nil {
		slope[0] *= gap * math.Log(s.high/s.low) * math.Cos(u[0]) / 2
		slope[3] *= math.Exp(u[3])
		slope[5] *= math.Exp(u[5])
		for j := range grad {
			grad[j] = -slope[j] / s.n
		}
	}
	if math.IsNaN(sum) {
		return math.Inf(-1)
	}
	return sum
}

// slopes adds sample i's derivatives by gap, log odds, and each component's mean
// and sigma; lower is the lower component's responsibility.
func (s *search) slopes(slope *[6]float64, i int, gap, lower float64, c [2]normal) {
	w := s.weight[i]
	pull := 0.0 // of the density by z
	for j, r := range [2]float64{w * lower, w * (1 - lower)} {
		v := (s.z[i] - c[j].mu) / c[j].sigma
		slope[2+2*j] += r * v / c[j].sigma
		slope[3+2*j] += r * (v*v - 1) / c[j].sigma
		pull -= r * v / c[j].sigma
	}
	slope[0] += (pull - w) / (s.x[i] - s.least + gap)
	slope[1] += w * (lower - c[0].weight)
}
