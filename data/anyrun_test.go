package data_test

import (
	"bytes"
	"testing"

	"github.com/jouleboard/jouleboard/data"
)

func threeRuns() data.LLMRuns {
	var runs []data.LLMRun
	for i, batch := range []int{32, 8, 16} {
		runs = append(runs, data.LLMRun{
			Domain: "llm", Task: "gpqa", ModelID: "lab/model", MaxNumSeqs: batch, EnergyPerTokenJoules: float64(i + 1), IsStable: true,
		})
	}
	return data.NewRuns(runs, true)
}

// What serves all record types must say the same as what knows the type.
func TestRunsWithoutTheirTypeReadTheSame(t *testing.T) {
	typed := threeRuns()
	var want, got bytes.Buffer
	if err := typed.Filter("max_num_seqs >= 16").Sorted("-energy_per_token_joules").WriteJSON(&want); err != nil {
		t.Fatal(err)
	}
	if err := typed.Any().Filter("max_num_seqs >= 16").Sorted("-energy_per_token_joules").WriteJSON(&got); err != nil {
		t.Fatal(err)
	}
	if want.Len() < 100 || got.String() != want.String() {
		t.Errorf("got\n%s\nwant\n%s", &got, &want)
	}
	want.Reset()
	got.Reset()
	if err := typed.WriteParquet(&want, nil); err != nil {
		t.Fatal(err)
	}
	if err := typed.Any().WriteParquet(&got, nil); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want.Bytes(), got.Bytes()) {
		t.Error("the Parquet files differ")
	}
}

func TestRunsWithoutTheirTypeKeepTheirErrors(t *testing.T) {
	runs := threeRuns().Any()
	if err := runs.Unstable().Err(); err == nil {
		t.Error("unstable runs that were never loaded are no error")
	}
	if err := runs.Filter("max_num_seq > 1").Err(); err == nil || !bytes.Contains([]byte(err.Error()), []byte("max_num_seqs")) {
		t.Errorf("an unknown field: %v", err)
	}
	r := runs.At(0)
	if err := r.Schema().Set(&r, "task", "x"); err == nil {
		t.Error("a run of any type was changed")
	}
	if groups, err := data.None(runs.Schema()).GroupBy("task"); err != nil || len(groups) != 0 {
		t.Errorf("no run in groups: %v, %v", groups, err)
	}
}

func TestMergeTakesRunsOfFurtherTypesOnce(t *testing.T) {
	part := data.Dataset{More: []data.Table{threeRuns().Any()}, Sources: []data.Source{{Name: "a", Runs: 3}}}
	all := data.Merge(part, part)
	if all.Len() != 3 || len(all.More) != 1 {
		t.Fatalf("%d runs in %d collections, want 3 in 1", all.Len(), len(all.More))
	}
	if first := all.More[0].At(0); first.Schema().Value(first, "max_num_seqs") != 8 {
		t.Error("the runs are not in the schema's order")
	}
	if twins := all.Sources[1]; twins.Runs != 0 || twins.LeftOut != 3 || len(twins.Problems) != 1 {
		t.Errorf("the second source says %+v", twins)
	}
}

func TestOnlyKeepsTheOrderAskedFor(t *testing.T) {
	for _, runs := range []data.Table{threeRuns().Any(), threeRuns().Only([]int{0, 1, 2}).Any()} {
		chosen := runs.Only([]int{2, 0})
		batches, err := chosen.Evaluate("max_num_seqs")
		if err != nil || len(batches) != 2 || batches[0] != 16 || batches[1] != 32 {
			t.Errorf("batch sizes %v, %v; want 16 and 32", batches, err)
		}
	}
	if err := threeRuns().Only(nil).Unstable().Err(); err == nil {
		t.Error("unstable runs that were never loaded are no error among none")
	}
}
