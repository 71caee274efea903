package plausible_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/plausible"
)

// fleet are models of some sizes under the same conditions, with energy and latency in proportion to their active weights
// times a factor.
func fleet(sizes []float64, factors map[int]float64) (runs []data.LLMRun) {
	for i, size := range sizes {
		times := size / 8
		if f, is := factors[i]; is {
			times *= f
		}
		runs = append(runs, data.LLMRun{
			Domain: "llm", Task: "gpqa", ModelID: fmt.Sprint("lab/", i), TotalParamsBillions: size, ActivatedParamsBillions: size,
			WeightPrecision: "bfloat16", GPUModel: "H100", NumGPUs: 1, MaxNumSeqs: 8, TensorParallel: 1, ExpertParallel: 1, DataParallel: 1,
			EnergyPerTokenJoules: times, OutputThroughputTokensPerSec: 300 / times, AvgPowerWatts: 300,
			MedianITLMillis: 10 * times, P50ITLMillis: 10 * times, P90ITLMillis: 11 * times, P95ITLMillis: 12 * times, P99ITLMillis: 13 * times,
			IsStable: true,
		})
	}
	return runs
}

// Two others of about its size, and most of those, tell of a model that its energy and latency are wrong.
func TestAModelIsHeldAgainstOthersOfItsSize(t *testing.T) {
	oneOther := fleet([]float64{8, 8, 8}, map[int]float64{0: 10})
	oneOther[2].ModelID = oneOther[1].ModelID
	for name, c := range map[string]struct {
		runs []data.LLMRun
		want []int
	}{
		"as the others":              {fleet([]float64{8, 9, 12, 14, 32}, nil), nil},
		"ten times as much":          {fleet([]float64{8, 9, 12, 14, 32}, map[int]float64{1: 10}), []int{1}},
		"a tenth":                    {fleet([]float64{8, 9, 12, 14, 32}, map[int]float64{2: 0.1}), []int{2}},
		"less than three times":      {fleet([]float64{8, 8, 8}, map[int]float64{1: 2.9}), nil},
		"one other alone":            {fleet([]float64{8, 9}, map[int]float64{1: 10}), nil},
		"two runs of one other":      {oneOther, nil},
		"others that are far larger": {fleet([]float64{1, 30, 40, 50}, map[int]float64{0: 0.1}), nil},
		"two of five are wrong":      {fleet([]float64{8, 8, 8, 8, 8}, map[int]float64{1: 10, 3: 10}), []int{1, 3}},
	} {
		var got []int
		for found := range (plausible.Rules{}).Findings(data.NewRuns(c.runs, false).Table) {
			for _, f := range found {
				if f.Code == plausible.CodeSize && f.Doubt {
					got = append(got, f.Run)
				}
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", name, got, c.want)
		}
	}
	onlyTime := fleet([]float64{8, 8, 8, 8}, map[int]float64{1: 10})
	onlyTime[1].EnergyPerTokenJoules, onlyTime[1].AvgPowerWatts = 1, 30
	for found := range (plausible.Rules{}).Findings(data.NewRuns(onlyTime, false).Table) {
		t.Errorf("a latency that the energy does not share is no error of the unit: %+v", found)
	}
}
