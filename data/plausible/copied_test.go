package plausible_test

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/plausible"
)

var copies = data.MustDeclare([]byte(`domain: t
basis: {window: the whole run, scope: GPU, token: output tokens}
board: {system: T, about: A., license: CC-BY-4.0}
fields:
- {name: model, role: model}
- {name: batch, role: batch}
- {name: seed, role: seed}
- {name: energy, role: energy}
- {name: throughput, role: throughput}
- {name: latency, role: latency_p50}
- {name: accuracy, role: accuracy}
`))

// copied is how many runs are said to be copies. Values have so many digits; every tenth run is one of the run before it if planted.
func copied(t *testing.T, rng *rand.Rand, runs int, spread float64, digits int, planted bool) (n int) {
	t.Helper()
	in := data.NewIntake(copies)
	var last [3]float64
	for i := range runs {
		row, values := data.NewRow(copies), [3]float64{1.2, 850, 17}
		for k := range values {
			values[k] = rounded(values[k]*math.Exp(spread*rng.NormFloat64()), digits)
		}
		if planted && i%10 == 9 {
			values = last
		}
		last = values
		for field, v := range map[string]any{
			"model": "lab/a", "batch": 8, "seed": i, "energy": values[0], "throughput": values[1], "latency": values[2], "accuracy": 0.75,
		} {
			if err := row.Set(field, v); err != nil {
				t.Fatal(err)
			}
		}
		in.Add(row, "runs.csv", i+1)
	}
	for found := range (plausible.Rules{}).Findings(in.Table(false)) {
		for _, f := range found {
			if f.Code == plausible.CodeCopied {
				n++
			}
		}
	}
	return n
}

func rounded(x float64, digits int) float64 {
	x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'e', digits-1, 64), 64)
	return x
}

// Repeats that vary by 0.5% or more are never taken for copies, whatever the digits of their values; copies with seven digits always
// are, and with two never.
func TestCopiedRuns(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, spread := range []float64{0.005, 0.02, 0.08} {
		for digits := 1; digits <= 7; digits++ {
			if n := copied(t, rng, 3000, spread, digits, false); n > 0 {
				t.Errorf("runs vary by %g, %d digits: %d of 3000 are copies", spread, digits, n)
			}
			if n := copied(t, rng, 1000, spread, digits, true); digits >= 7 && n != 100 || digits <= 2 && n > 0 {
				t.Errorf("runs vary by %g, %d digits: %d of 100 copies are named", spread, digits, n)
			}
		}
	}
}
