package plausible_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/plausible"
)

var repeated = data.MustDeclare([]byte(`domain: t
basis: {window: the whole run, scope: GPU, token: output tokens}
board: {system: T, about: A., license: CC-BY-4.0}
fields:
- {name: model, role: model}
- {name: batch, role: batch}
- {name: energy, role: energy, unit: J/token}
`))

// unlike are how many of the runs of one configuration at these batch sizes, 0 for none, do not have the energy of the same work.
func unlike(t *testing.T, batches []int, energies []float64) (n int) {
	t.Helper()
	in := data.NewIntake(repeated)
	for i, energy := range energies {
		row := data.NewRow(repeated)
		values := map[string]any{"model": "lab/a", "energy": energy}
		if b := batches[i%len(batches)]; b > 0 {
			values["batch"] = b
		}
		for field, v := range values {
			if err := row.Set(field, v); err != nil {
				t.Fatal(err)
			}
		}
		in.Add(row, "runs.csv", i+1)
	}
	for found := range (plausible.Rules{}).Findings(in.Table(false)) {
		for _, f := range found {
			if f.Code == plausible.CodeRepeats {
				n++
			}
		}
	}
	return n
}

// A batch size that all runs state tells none apart: it may be another column.
func TestRepeatsAreJudgedWhereTheBatchSizeIsEqual(t *testing.T) {
	for _, c := range []struct {
		batches  []int
		energies []float64
		want     int
	}{
		{[]int{300}, []float64{1, 6, 2}, 3},
		{[]int{300}, []float64{1, 1.9}, 0},
		{[]int{8, 16}, []float64{1, 6, 1, 6}, 0},
		{[]int{8, 0}, []float64{1, 6}, 0},
		{[]int{8, 16, 32}, []float64{6, 4, 3, 3, 2, 1.5}, 6}, // two sessions at all sizes
		{[]int{8, 16, 32}, []float64{6, 4, 3, 3, 2, 2.5}, 0}, // not at one
		{[]int{0}, []float64{1, 6}, 0},                       // which the declaration is told for
	} {
		if got := unlike(t, c.batches, c.energies); got != c.want {
			t.Errorf("%v %v: %d runs, want %d", c.batches, c.energies, got, c.want)
		}
	}
}

// Runs that only vary are not named: none of 3,000 configurations of five runs that vary by 3% or 8%, and at most 1% of those that vary by
// 12%.
func TestRepeatsThatVaryAreNotNamed(t *testing.T) {
	const configurations = 3000
	rng := rand.New(rand.NewPCG(1, 2))
	for spread, most := range map[float64]int{0.03: 0, 0.08: 0, 0.12: configurations / 100} {
		named := 0
		for range configurations {
			energies := make([]float64, 5)
			for i := range energies {
				energies[i] = math.Exp(spread * rng.NormFloat64())
			}
			if unlike(t, []int{300}, energies) > 0 {
				named++
			}
		}
		if named > most {
			t.Errorf("runs vary by %.0f%%: %d of %d configurations", 100*spread, named, configurations)
		}
		named, found := 0, 0
		for range configurations / 3 { // three batch sizes, with five runs each and with two of which one is 1.9 times the other
			energies := make([]float64, 15)
			for i := range energies {
				energies[i] = math.Exp(spread * rng.NormFloat64())
			}
			named += min(1, unlike(t, []int{8, 16, 32}, energies))
			for i := range 3 {
				energies[i] *= 1.9
			}
			found += min(1, unlike(t, []int{8, 16, 32}, energies[:6]))
		}
		if share := configurations / 3; named > most/3 || found < share*6/10 || spread < 0.05 && found < share*99/100 {
			t.Errorf("runs vary by %.0f%%: %d of %d sweeps, %d of two sessions", 100*spread, named, share, found)
		}
	}
}
