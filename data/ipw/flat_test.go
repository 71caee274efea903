package ipw

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// A run that is there in three forms counts once, and the flat form tells the same.
func TestFlatFormTellsTheSame(t *testing.T) {
	text := line("a", turn(0, `, "input_tokens": 100, "output_tokens": 20, "gpu_energy_joules": 300.5`)) + line("b") +
		strings.Replace(line("c", turn(0, `, "error": "x"`)), `"completed": true`, `"is_resolved": true, "score_metadata": {"a": [1, "é"]}`, 1)
	dir := t.TempDir()
	done, err := WriteFlat(context.Background(), strings.NewReader(text+"{}\n"), dir)
	if err != nil || done.Rows != 3 || len(done.Faults) != 1 || done.Faults[0].Row != 4 {
		t.Fatalf("%+v, %v", done, err)
	}
	files := map[string]string{"run/summary.json": agentSummary, "run/traces.jsonl": text}
	traces, _ := opened(t, files)
	for _, name := range []string{"data-00000-of-00001.arrow", "state.json", "dataset_info.json"} {
		content, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		files["run/hf_dataset/"+name] = string(content)
	}
	if both, _ := opened(t, files); len(both) != 1 || !reflect.DeepEqual(both, traces) {
		t.Errorf("with the flat form beside it: %v", both)
	}
	delete(files, "run/traces.jsonl")
	flat, problems := opened(t, files)
	if len(flat) != 1 || problems != "" {
		t.Fatalf("%d profiles of the flat form, %s", len(flat), problems)
	}
	flat[0]["run"] = traces[0]["run"]
	if !reflect.DeepEqual(flat, traces) {
		t.Errorf("the flat form tells %v\nthe traces %v", flat, traces)
	}
}

// Where the JSON of a row is empty its columns count, to the same end.
func TestFlatColumnsStandInForTheirJSON(t *testing.T) {
	schema := arrow.NewSchema([]arrow.Field{
		{Name: "query_id", Type: arrow.BinaryTypes.LargeString},
		{Name: "workload_type", Type: arrow.BinaryTypes.LargeString},
		{Name: "total_gpu_energy_joules", Type: arrow.PrimitiveTypes.Float64},
		{Name: "total_output_tokens", Type: arrow.PrimitiveTypes.Int64},
		{Name: "completed", Type: arrow.FixedWidthTypes.Boolean},
		{Name: traceColumn, Type: arrow.BinaryTypes.LargeString, Nullable: true},
	}, nil)
	rows := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	add := func(id string, joules float64, tokens int64, done bool) {
		rows.Field(0).(*array.LargeStringBuilder).Append(id)
		rows.Field(1).(*array.LargeStringBuilder).Append("gaia")
		rows.Field(2).(*array.Float64Builder).Append(joules)
		rows.Field(3).(*array.Int64Builder).Append(tokens)
		rows.Field(4).(*array.BooleanBuilder).Append(done)
	}
	traces := rows.Field(5).(*array.LargeStringBuilder)
	add("a", 100, 10, true)
	traces.AppendNull()
	add("b", 300, 30, false)
	traces.Append("{}")
	add("c", -1, 30, false)
	traces.Append("")
	add("d", 1, 1, false)
	traces.Append(`{"query_id": "d", "workload_type": "gaia", "turns": [{}]}`)
	var file bytes.Buffer
	w := ipc.NewWriter(&file, ipc.WithSchema(schema))
	if err := errors.Join(w.Write(rows.NewRecordBatch()), w.Close()); err != nil {
		t.Fatal(err)
	}
	got, problems := opened(t, map[string]string{"run/data-0.arrow": file.String(), "run/summary.json": agentSummary})
	if len(got) != 1 {
		t.Fatal(problems)
	}
	for name, v := range map[string]any{"traces": 2, "completed": 1, "gpu_energy_j": 400.0, "energy_per_query_j": 200.0, "output_tokens": 40} {
		if got[0][name] != v {
			t.Errorf("%s is %v, want %v", name, got[0][name], v)
		}
	}
	for _, want := range []string{
		"row 3: total_gpu_energy_joules: expected a number that is finite and not negative, got -1",
		"row 4: trace_json: turns[0].turn_index: is missing",
	} {
		if !strings.Contains(problems, want) {
			t.Errorf("%q lacks %q", problems, want)
		}
	}
}
