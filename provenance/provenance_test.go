package provenance_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/provenance"
)

// sweep is a model at four batch sizes, one of which was measured twice.
func sweep() data.Dataset {
	in := data.NewIntake(data.LLMRun{}.Schema())
	for i, batch := range []int{8, 16, 16, 32, 64} {
		r := data.LLMRun{
			Domain: "llm", Task: "gpqa", ModelID: "lab/model", Nickname: "Model", Architecture: "Dense", WeightPrecision: "fp8",
			TotalParamsBillions: 8, ActivatedParamsBillions: 8, GPUModel: "H100", NumGPUs: 1, MaxNumSeqs: batch, TensorParallel: 1,
			ExpertParallel: 1, DataParallel: 1, Seed: data.Some(i), EnergyPerTokenJoules: 2, OutputThroughputTokensPerSec: 100, AvgPowerWatts: 200,
			AvgOutputLen: data.Some(50.0), EnergyPerRequestJoules: data.Some(100.0),
			MedianITLMillis: 10, P50ITLMillis: 10, P90ITLMillis: 11, P95ITLMillis: 12, P99ITLMillis: 13, IsStable: true,
		}
		if !in.Add(data.RowOf(r), "llm.parquet", i+1) {
			panic(in.Problems[0].Error())
		}
	}
	source := data.Source{Name: "results", Kind: "compiled", Problems: []data.Problem{
		{File: "llm.parquet", Row: 4, Message: "uses more power than its limit", Accepted: "checked by hand"},
		{File: "llm.parquet", Row: 5, Message: "another"},
	}}
	return data.NewDataset(source, in.Table(true))
}

func TestARunSaysWhereItsNumbersComeFrom(t *testing.T) {
	ds := sweep()
	runs := provenance.Of(ds)
	llm := ds.Tables[0]
	i := slices.IndexFunc(llm.Values("max_num_seqs"), func(v any) bool { return v == 32 })
	run, ok := runs.Run(llm.Run(i))
	if !ok || runs.Len() != 5 || runs.Has("none") {
		t.Fatalf("%d runs, found %t", runs.Len(), ok)
	}
	if run.Place.File != "llm.parquet" || run.Place.Row != 4 || run.Sources[0].Name != "results" {
		t.Errorf("read from %v of %v", run.Place, run.Sources)
	}
	if len(run.Problems) != 1 || run.Problems[0].Accepted != "checked by hand" {
		t.Errorf("problems %v", run.Problems)
	}
	var batches []string
	for k := range run.Sweep.Len() {
		batches = append(batches, run.Sweep.Text(k, "max_num_seqs"))
	}
	if !slices.Equal(batches, []string{"8", "16", "32", "64"}) {
		t.Errorf("neighbors with batch sizes %v: one for each configuration, in order", batches)
	}
	if got, want := fmt.Sprint(run.Unstated), "[time environment origin published]"; got != want {
		t.Errorf("unstated %s, want %s", got, want)
	}
	for _, r := range run.Relations() {
		for _, term := range r.Terms {
			if term.Result != r.Terms[0].Result {
				t.Errorf("%s: %v", r.Code, r.Terms)
			}
		}
	}
	if len(run.Relations()) != 2 { // power, and energy per response: the others lack a number
		t.Errorf("%d relations: %v", len(run.Relations()), run.Relations())
	}
}

func TestRepeatsKnowEachOther(t *testing.T) {
	ds := sweep()
	runs := provenance.Of(ds)
	seen := 0
	for i := range ds.Tables[0].Len() {
		run, _ := runs.Run(ds.Tables[0].Run(i))
		if run.Repeats.Len() == 2 {
			seen++
		}
		if run.Repeats.Len() < 1 || run.Sweep.Len() != 4 {
			t.Errorf("%s: %d repeats, %d neighbors", run.Run(0), run.Repeats.Len(), run.Sweep.Len())
		}
	}
	if seen != 2 {
		t.Errorf("%d runs have a repeat, want 2", seen)
	}
}

func TestAddressesFollowTheNumberOfRuns(t *testing.T) {
	for runs, want := range map[int]string{1: "runs/abc/", provenance.MostPages: "runs/abc/", provenance.MostPages + 1: "runs/?run=abc"} {
		if got := provenance.Address("abc", runs); got != want {
			t.Errorf("%d runs: %s, want %s", runs, got, want)
		}
		if id := provenance.ID(want); id != "abc" {
			t.Errorf("%s is of the run %s", want, id)
		}
	}
}
