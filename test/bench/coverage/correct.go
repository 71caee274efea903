package main

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// asked are how many questions were scored.
var asked = []int{50, 200, 1000}

// correct are intervals of the energy per correct answer: of a run whose energy varies by what is assumed, and a share of correct
// answers found with n questions.
func correct() []simulation {
	return lists.Map([]float64{0.3, 0.7, 0.95}, func(share float64) simulation {
		return simulation{
			name: fmt.Sprintf("%.0f %% of answers are correct, runs vary by 8 %%", 100*share),
			hit:  func(rng *rand.Rand, n int) (float64, error) { return perCorrectHolds(share, rng, n) },
		}
	})
}

func perCorrectHolds(share float64, rng *rand.Rand, n int) (float64, error) {
	right := lists.Count(lists.Indices(n), func(int) bool { return rng.Float64() < share })
	energy := math.Exp(0.08 * rng.NormFloat64())
	settings := content.Content{Scores: []content.Score{{
		Model: "lab/one", Benchmark: "quiz", Task: "gpqa", Accuracy: float64(right) / float64(n), Questions: float64(n),
	}}}
	settings.Site.Uncertainty.BetweenRuns = 8
	runs := data.NewRuns([]data.LLMRun{{
		Task: "gpqa", ModelID: "lab/one", GPUModel: "H100", NumGPUs: 1, MaxNumSeqs: 8, EnergyPerTokenJoules: energy,
		EnergyPerRequestJoules: data.Some(energy),
	}}, true).Table
	row := aggregate.RowsOf(aggregate.Assessed(runs, settings), settings)[0]
	low, high, ok := board.NormalizedInterval(row, row.Schema().Normalized[0])
	if !ok {
		return 0, fitting.ErrNoBand
	}
	return covers(low, 1/share, high), nil
}
