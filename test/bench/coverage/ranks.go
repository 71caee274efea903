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
	"github.com/jouleboard/jouleboard/internal/lists"
)

// How boards are uncertain: some configurations were measured twice, all others once. The
// publisher assumes a spread of 8 %.

// repeated are how many configurations have two runs.
var repeated = []int{0, 3, 10, 20, 40}

// spreads are true standard deviations of the logarithm of a run. Where the assumption is
// too small, few repeats cannot correct it.
func spreads(holds func(spread float64, rng *rand.Rand, repeated int) bool, loose map[int]string) []simulation {
	all := lists.Map([]float64{0.08, 0.05, 0.12}, func(spread float64) simulation {
		return simulation{
			name: fmt.Sprintf("runs vary by %.0f %%", 100*spread),
			hit:  when(func(rng *rand.Rand, n int) bool { return holds(spread, rng, n) }),
		}
	})
	all[2].stated = loose
	return all
}

var (
	uncorrected = at("too few repeats to correct the assumed 8 %", 0, 3, 10)
	powerless   = at("runs that vary by 12 % need repeats of their own to tell this", 3, 10, 20, 40)
)

// rowsOf are the rows of a board: two single runs whose true energies are 1 and times,
// and so many configurations with two runs each.
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
func assumptions() []simulation {
	return lists.Map([]float64{0.5, 1, 2}, func(times float64) simulation {
		return simulation{
			name: fmt.Sprintf("runs vary by %.0f %%, %g × the assumption", 8*times, times),
			hit: when(func(rng *rand.Rand, n int) bool {
				rows, u := rowsOf(0.08*times, 1, rng, n)
				pair := rows[:2]
				slices.SortFunc(pair, func(a, b aggregate.Row) int { return cmp.Compare(a.Score, b.Score) })
				return aggregate.Resolutions(pair, u.Assuming(times))[0].First == 2
			}),
		}
	})
}

func intervalHolds(spread float64, rng *rand.Rand, repeated int) bool {
	rows, _ := rowsOf(spread, 1, rng, repeated)
	low, high, _ := rows[0].Interval()
	return low <= 1 && 1 <= high
}

// tied is whether the two single runs of a board tie, or do not, as they should.
func tied(times float64, should bool) func(spread float64, rng *rand.Rand, repeated int) bool {
	return func(spread float64, rng *rand.Rand, repeated int) bool {
		rows, _ := rowsOf(spread, times, rng, repeated)
		return rows[0].Ties(rows[1]) == should
	}
}
