package plausible_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/plausible"
)

var swept = data.MustDeclare([]byte(`domain: s
basis: {window: the whole run, scope: GPU, token: output tokens}
board: {system: S, about: A., license: CC-BY-4.0}
fields:
- {name: model, role: model}
- {name: batch, role: batch}
- {name: energy, role: energy, unit: J/token}
- {name: p50, role: latency_p50, unit: ms}
- {name: p99, role: latency_p99, unit: ms}
`))

// A run whose energy is wrong is not told to have a wrong batch size, in all but 1% of sweeps if runs vary by 3% or 5% and 10% if
// by 8%; one whose batch size is ten times too large is told so in most sweeps whose latency rises with it.
func TestBatchSizesThatAreWrongAreToldFromEnergies(t *testing.T) {
	const sweeps = 400
	for _, c := range []struct {
		spread, energy float64
		batch          int
		least, most    int // sweeps in which the batch size is named
	}{
		{0.03, 0.1, 1, 0, 4},
		{0.05, 3, 1, 0, 4},
		{0.08, 3, 1, 0, 40},
		{0.03, 1, 1, 0, 0},
		{0.08, 1, 1, 0, 2},
		{0.03, 1, 10, 240, sweeps},
	} {
		rng, named := rand.New(rand.NewPCG(1, 2)), 0
		for range sweeps {
			in, flat, wrong := data.NewIntake(swept), 10+100*rng.Float64(), rng.IntN(7)
			for i := range 7 {
				batch := 4 << i
				vary := func() float64 { return math.Exp(c.spread * rng.NormFloat64()) }
				latency := (1 + float64(batch)/flat) * 8 * vary()
				energy := (0.05 + latency/float64(batch)) * vary()
				if i == wrong {
					batch, energy = batch*c.batch, energy*c.energy
				}
				row := data.NewRow(swept)
				for field, v := range map[string]any{"model": "lab/a", "batch": batch, "energy": energy, "p50": latency, "p99": 2 * latency} {
					if err := row.Set(field, v); err != nil {
						t.Fatal(err)
					}
				}
				in.Add(row, "runs.csv", i+1)
			}
			for found := range (plausible.Rules{}).Findings(in.Table(false)) {
				if found[0].Field == "batch" {
					named++
					break
				}
			}
		}
		if named < c.least || named > c.most {
			t.Errorf("%+v: named in %d of %d", c, named, sweeps)
		}
	}
}
