package data_test

import (
	"bytes"
	"slices"
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
	typed := threeRuns().Filter("max_num_seqs >= 16").Sorted("-energy_per_token_joules")
	table := threeRuns().Table.Filter("max_num_seqs >= 16").Sorted("-energy_per_token_joules")
	var records, want, got bytes.Buffer
	if err := data.NewRuns(slices.Collect(typed.All()), true).WriteJSON(&records); err != nil {
		t.Fatal(err)
	}
	if err := typed.WriteJSON(&want); err != nil {
		t.Fatal(err)
	}
	if err := table.WriteJSON(&got); err != nil {
		t.Fatal(err)
	}
	if want.Len() < 100 || got.String() != want.String() || records.String() != want.String() {
		t.Errorf("got\n%s\nand from records\n%s\nwant\n%s", &got, &records, &want)
	}
	want.Reset()
	got.Reset()
	if err := typed.WriteParquet(&want, nil); err != nil {
		t.Fatal(err)
	}
	if err := table.WriteParquet(&got, nil); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want.Bytes(), got.Bytes()) {
		t.Error("the Parquet files differ")
	}
}

func TestRunsWithoutTheirTypeKeepTheirErrors(t *testing.T) {
	runs := threeRuns().Table
	if err := runs.Unstable().Err(); err == nil {
		t.Error("unstable runs that were never loaded are no error")
	}
	if err := runs.Filter("max_num_seq > 1").Err(); err == nil || !bytes.Contains([]byte(err.Error()), []byte("max_num_seqs")) {
		t.Errorf("an unknown field: %v", err)
	}
	if groups, err := runs.Filter("max_num_seq > 1").GroupBy("task"); err == nil || groups != nil {
		t.Errorf("groups of an empty answer that is an error: %v", groups)
	}
	if groups, err := data.Empty(runs.Schema()).GroupBy("task"); err != nil || len(groups) != 0 {
		t.Errorf("no run in groups: %v, %v", groups, err)
	}
}

func TestMergeTakesRunsOnceAndSortsThem(t *testing.T) {
	part := data.NewDataset(data.Source{Name: "a", Runs: 3}, threeRuns().Table)
	all := data.Merge(part, part)
	if all.Len() != 3 || len(all.Tables) != 1 {
		t.Fatalf("%d runs in %d tables, want 3 in 1", all.Len(), len(all.Tables))
	}
	if all.Tables[0].Value(0, "max_num_seqs") != 8 {
		t.Error("the runs are not in the schema's order")
	}
	if twins := all.Sources[1]; twins.Runs != 0 || twins.LeftOut != 3 || len(twins.Problems) != 1 {
		t.Errorf("the second source says %+v", twins)
	}
}

func TestOnlyKeepsTheOrderAskedFor(t *testing.T) {
	for _, runs := range []data.Table{threeRuns().Table, threeRuns().Only([]int{0, 1, 2}).Table} {
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
