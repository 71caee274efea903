package ipw

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// set is a data set of single turns, a struct a row and model as JSON.
type set struct {
	text    arrow.DataType
	metrics []map[string]string // of each row: JSON by model
}

// file writes the data set as a stream. Its types are those of the first row's
// values, as that system's writer has it.
func (s set) file(t testing.TB) string {
	t.Helper()
	var models []arrow.Field
	seen := map[string]bool{}
	for _, row := range s.metrics {
		for _, name := range []string{"lab/a", "b:1"} {
			if text, ok := row[name]; ok && !seen[name] {
				seen[name] = true
				var v any
				if err := json.Unmarshal([]byte(text), &v); err != nil {
					t.Fatal(err)
				}
				models = append(models, arrow.Field{Name: name, Type: s.typeOf(v), Nullable: true})
			}
		}
	}
	schema := arrow.NewSchema([]arrow.Field{
		{Name: "problem", Type: s.text, Nullable: true},
		{Name: "model_metrics", Type: arrow.StructOf(models...), Nullable: true},
	}, nil)
	var b bytes.Buffer
	w := ipc.NewWriter(&b, ipc.WithSchema(schema))
	for i, row := range s.metrics { // a batch a row
		object := map[string]json.RawMessage{}
		for _, f := range models {
			object[f.Name] = json.RawMessage("null")
			if text, ok := row[f.Name]; ok {
				object[f.Name] = json.RawMessage(text)
			}
		}
		text, err := json.Marshal([]any{map[string]any{"problem": fmt.Sprint("SECRET ", i), "model_metrics": object}})
		if err != nil {
			t.Fatal(err)
		}
		batch, _, err := array.RecordFromJSON(memory.DefaultAllocator, schema, bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Write(batch); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func (s set) typeOf(v any) arrow.DataType {
	switch v := v.(type) {
	case float64:
		return arrow.PrimitiveTypes.Float64
	case string:
		return s.text
	case bool:
		return arrow.FixedWidthTypes.Boolean
	case map[string]any:
		var fields []arrow.Field
		for _, key := range slices.Sorted(maps.Keys(v)) {
			fields = append(fields, arrow.Field{Name: key, Type: s.typeOf(v[key]), Nullable: true})
		}
		return arrow.StructOf(fields...)
	}
	return arrow.Null
}

// metrics are those of a query of so many joules, seconds and output tokens.
func metrics(joules, seconds, output string, more string) string {
	return fmt.Sprintf(`{"energy_metrics": {"per_query_joules": %s}, "latency_metrics": {"total_query_seconds": %s,
	"time_to_first_token_seconds": 0.5},
	"token_metrics": {"input": 10, "output": %s}, "lm_correctness": false, "lm_response": "SECRET answer",
	"system_info": {"host_name": "secret-host"}%s}`, joules, seconds, output, more)
}

const oneShard = `{"_data_files": [{"filename": "data-00000-of-00001.arrow"}]}`

func TestSingleTurnsAddUpForEachModel(t *testing.T) {
	right := `, "evaluation": {"is_correct": true, "config": {}}, "phase_metrics": {"prefill_energy_j": 4.0, "decode_energy_j": 6.0, ` +
		`"prefill_energy_components_j": {"gpu": 3.0, "cpu": 1.0}}, "temperature_metrics": {"avg": -1.0}`
	wrong := strings.NewReplacer("true", "false", "4.0", "2.0").Replace(right)
	for name, text := range map[string]arrow.DataType{"string": arrow.BinaryTypes.String, "large string": arrow.BinaryTypes.LargeString} {
		t.Run(name, func(t *testing.T) {
			file := set{text: text, metrics: []map[string]string{
				{"lab/a": metrics("100.0", "2.0", "10", right), "b:1": metrics("1.0", "1.0", "5", "")},
				{"lab/a": metrics("300.0", "4.0", "30", wrong)},
				{"lab/a": metrics("0.0", "4.0", "30", right), "b:1": metrics("-1.0", "1.0", "5", "")},
			}}.file(t)
			got, problems := opened(t, map[string]string{
				"run/data-00000-of-00001.arrow": file, "run/state.json": oneShard,
				"run/summary.json": `{"dataset": "set", "client": "ollama", "total_queries": 3, "hardware": {"gpu_name": "RTX"}, "output_dir": ` +
					`"/home/secret", "start_time": "2025-11-15T10:30:00Z"}`,
			})
			if problems != "" || len(got) != 2 {
				t.Fatalf("%d profiles, %s", len(got), problems)
			}
			if got[0]["model"] != "b:1" {
				got[0], got[1] = got[1], got[0]
			}
			want(t, got[1], map[string]any{
				"model": "lab/a", "form": "single-turn", "dataset": "set", "engine": "ollama", "gpu": "RTX", "date": "2025-11-15", "rows": 3,
				"queries":        3,
				"energy_samples": 2, "sum_energy_j": 400.0, "energy_per_query_j": 200.0, "energy_per_output_token_j": 10.0, "output_tokens": 70,
				"energy_metrics_per_query_joules": 200.0, "energy_per_query_error_j": 100.0, // 0 J is no reading, in neither mean
				"scored": 3, "correct": 2, "accuracy": 2.0 / 3, "power_w": 62.5, "query_seconds": 4.0, "ttft_ms": 500.0, "throughput_output_tok_s": 7.0,
				"phase_metrics_prefill_energy_j": 10.0 / 3, "phase_metrics_decode_energy_j": 6.0, "temperature_metrics_avg": nil,
				"phase_metrics_prefill_energy_components_j": `{"cpu":1,"gpu":3}`, "lm_response": 3, "lm_correctness": 0.0,
			})
			want(t, got[0], map[string]any{
				"queries": 2, "energy_samples": 1, "scored": 0, "accuracy": nil, "ipj": nil, "phase_metrics_prefill_energy_j": nil,
			})
		})
	}
}

func TestDataSetsThatCannotBeReadAreNamed(t *testing.T) {
	const twoShards = `{"_data_files": [{"filename": "data-0.arrow"}, {"filename": "data-1.arrow"}]}`
	const missing = `r/state.json: _data_files: "data-1.arrow" is missing`
	good := set{text: arrow.BinaryTypes.String, metrics: []map[string]string{{"lab/a": metrics("100.0", "2.0", "10", "")}}}.file(t)
	for name, c := range map[string]struct {
		files map[string]string
		left  int
		want  string
	}{
		"pointer": {
			map[string]string{"r/data-0.arrow": "version https://git-lfs.github.com/spec/v1\n"},
			1,
			"r/data-0.arrow: the file is a Git LFS pointer",
		},
		"missing shard":   {map[string]string{"r/data-0.arrow": good, "r/state.json": twoShards}, 1, missing + "; download it; run left out"},
		"missing, broken": {map[string]string{"r/data-0.arrow": "", "r/state.json": twoShards}, 1, missing},
		"missing, outside": {
			map[string]string{"r/data-0.arrow": good, "r/state.json": strings.Replace(twoShards, "data-0", "../x", 1)},
			1, missing,
		},
		"shard outside": {
			map[string]string{"r/data-0.arrow": good, "r/state.json": `{"_data_files": [{"filename": "../data-0.arrow"}]}`},
			0, "is not a plain file name",
		},
		"fewer rows": {
			map[string]string{"r/data-0.arrow": good, "r/summary.json": `{"total_queries": 2}`},
			0,
			"reports 2 queries, the dataset has 1 rows",
		},
		"no end": {map[string]string{"r/data-0.arrow": good[:len(good)-8]}, 0, "the end marker is missing"},
		"summary alone": {
			map[string]string{"r/summary.json": agentSummary, "s/traces.jsonl": line("a")},
			1,
			"r/summary.json: neither traces.jsonl nor",
		},
	} {
		t.Run(name, func(t *testing.T) {
			ds, err := Open(context.Background(), written(t, c.files))
			if err != nil {
				t.Fatal(err)
			}
			var all []string
			for _, p := range ds.Problems() {
				all = append(all, p.Error())
			}
			if s := ds.Sources[0]; s.LeftOut != c.left || !strings.Contains(strings.Join(all, "\n"), c.want) {
				t.Errorf("%d left out, %q; want %d, %s", s.LeftOut, all, c.left, c.want)
			}
		})
	}
}
