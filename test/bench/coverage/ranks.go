package main

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
)

// How boards are uncertain: some configurations were measured twice, all others once. The
// publisher assumes a spread of 8 %.

// repeated are how many configurations have two runs.
var repeated = []int{0, 3, 10, 20, 40}

const (
	wrongAssumption = "too few repeats to correct the assumed 8 %"
	tooLoose        = "runs that vary by 12 % need repeats of their own to tell this"
)

// spreads are true standard deviations of the logarithm of a run. Where the assumption is
// too small, few repeats cannot correct it.
func spreads(hit func(spread float64, rng *rand.Rand, repeated int) float64, loose map[int]string) (all []simulation) {
	for _, spread := range []float64{0.08, 0.05, 0.12} {
		s := simulation{
			name: fmt.Sprintf("runs vary by %.0f %%", 100*spread),
			hit:  func(rng *rand.Rand, n int) (float64, error) { return hit(spread, rng, n), nil },
		}
		if spread == 0.12 {
			s.stated = loose
		}
		all = append(all, s)
	}
	return all
}

var (
	uncorrected = map[int]string{0: wrongAssumption, 3: wrongAssumption, 10: wrongAssumption}
	powerless   = map[int]string{3: tooLoose, 10: tooLoose, 20: tooLoose, 40: tooLoose}
)

// measured are the rows of a board: two single runs whose true energies are 1 and times,
// and so many configurations with two runs each.
func measured(spread, times float64, rng *rand.Rand, repeated int) (one, other aggregate.Row) {
	rows, _ := rowsOf(spread, times, rng, repeated)
	return rows[0], rows[1]
}

func rowsOf(spread, times float64, rng *rand.Rand, repeated int) ([]aggregate.Row, aggregate.Uncertainty) {
	var runs []data.LLMRun
	add := func(model string, energy float64) {
		runs = append(runs, data.LLMRun{
			Task: "gpqa", ModelID: model, GPUModel: "H100", NumGPUs: 1, MaxNumSeqs: 8,
			EnergyPerTokenJoules: energy * math.Exp(spread*rng.NormFloat64()),
		})
	}
	add("lab/one", 1)
	add("lab/other", times)
	for i := range 2 * repeated {
		add(fmt.Sprint("lab/", i/2), 1)
	}
	var settings content.Content
	settings.Site.Uncertainty.BetweenRuns = 8
	table := data.NewRuns(runs, true).Table
	return aggregate.RowsOf(table, settings), aggregate.UncertaintyOf(table, settings)
}

// assumptions are true spreads of half, once and twice what is assumed, and which tie two equal rows have if ranks are
// resolved under an assumption that is as many times as large.
func assumptions() (all []simulation) {
	for _, times := range []float64{0.5, 1, 2} {
		all = append(all, simulation{
			name: fmt.Sprintf("runs vary by %.0f %%, %g × the assumption", 8*times, times),
			hit: func(rng *rand.Rand, n int) (float64, error) {
				rows, u := rowsOf(0.08*times, 1, rng, n)
				pair := rows[:2]
				slices.SortFunc(pair, func(a, b aggregate.Row) int { return cmp.Compare(a.Score, b.Score) })
				return share(aggregate.Resolutions(pair, u.Assuming(times))[0].First == 2, true), nil
			},
		})
	}
	return all
}

func intervalHolds(spread float64, rng *rand.Rand, repeated int) float64 {
	row, _ := measured(spread, 1, rng, repeated)
	low, high, _ := row.Interval()
	return covers(low, 1, high)
}

func equalsTie(spread float64, rng *rand.Rand, repeated int) float64 {
	return share(toldApart(spread, 1, rng, repeated), false)
}

func halfMoreIsTold(spread float64, rng *rand.Rand, repeated int) float64 {
	return share(toldApart(spread, 1.5, rng, repeated), true)
}

func toldApart(spread, times float64, rng *rand.Rand, repeated int) bool {
	one, other := measured(spread, times, rng, repeated)
	return !one.Ties(other)
}

func share(got, want bool) float64 {
	if got == want {
		return 1
	}
	return 0
}
