package fitting

import (
	"math/rand/v2"
	"testing"

	"github.com/jouleboard/jouleboard/internal/shared"
)

func BenchmarkLogisticReferences(b *testing.B) {
	curves := referenceCurves(b, shared.Whole(b))
	for _, method := range []Method{Compat, Refined} {
		b.Run(string(method), func(b *testing.B) {
			for b.Loop() {
				for _, c := range curves {
					if _, err := FitLogistic(c.X, c.Y, method); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}

func BenchmarkSketches(b *testing.B) {
	var sweeps []Sweep
	for _, c := range referenceCurves(b, shared.Whole(b)) {
		sweeps = append(sweeps, Sweep{c.X, c.Y})
	}
	for b.Loop() {
		Sketches(sweeps)
	}
}

func BenchmarkMixtureOfAMillion(b *testing.B) {
	m := ITLMixture{Loc: 0.004, PiSteady: 0.97, SigmaSteady: 0.2, ScaleSteady: 0.01, PiStall: 0.03, SigmaStall: 0.5, ScaleStall: 0.2}
	rng := rand.New(rand.NewPCG(1, 2))
	samples := make([]float64, 1e6)
	for i := range samples {
		samples[i] = m.Sample(rng)
	}
	for _, method := range []Method{Compat, Refined} {
		b.Run(string(method), func(b *testing.B) {
			for b.Loop() {
				if _, err := FitITLMixture(samples, 0, 0, method); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
