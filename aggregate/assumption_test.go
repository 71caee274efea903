package aggregate_test

import (
	"testing"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
)

// Models 12% apart are tied at an assumed 8%, but not at half of it; repeats of both would decide the first place.
func TestRanksDependOnTheAssumption(t *testing.T) {
	var runs []data.LLMRun
	for i, energy := range []float64{1, 1.12, 1.6} {
		name := string(rune('a' + i))
		runs = append(runs, data.LLMRun{
			Domain: "llm", Task: "gpqa", ModelID: "lab/" + name, Nickname: name, GPUModel: "H100", NumGPUs: 1, MaxNumSeqs: 8,
			EnergyPerTokenJoules: energy, MedianITLMillis: 20, P50ITLMillis: 20, IsStable: true,
		})
	}
	var settings content.Content
	settings.Site.Uncertainty.BetweenRuns = 8
	table := data.NewRuns(runs, false).Table
	u := aggregate.UncertaintyOf(table, settings)
	best := aggregate.Best(aggregate.Rows(table, u), aggregate.Query{})
	if !u.Assumes() {
		t.Fatalf("%+v", u)
	}
	for times, want := range map[float64]aggregate.Resolution{0.5: {Places: 3, First: 1}, 1: {Places: 2, First: 2}, 4: {Places: 1, First: 3}} {
		if got := aggregate.Resolutions(best, u.Assuming(times))[0]; got != want {
			t.Errorf("%v times: got %+v, want %+v", times, got, want)
		}
	}
	if once := aggregate.Unrepeated(best, 9); len(once) != 2 || once[0].Nickname != "a" || once[1].Nickname != "b" {
		t.Errorf("%+v", once)
	}
	if once := aggregate.Unrepeated(best[1:], 9); len(once) > 0 {
		t.Errorf("a first place alone: %+v", once)
	}
}
