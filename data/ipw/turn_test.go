package ipw

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/apache/arrow-go/v18/arrow/ipc"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/shared"
)

// Each turn of the fixtures' traces is as its file states it, member by member.
func TestTurnsAreThoseOfTheTraces(t *testing.T) {
	root := filepath.Join(shared.Small(t), "fixtures", "ipw")
	_, all, _ := queriesOf(t, root, true)
	turns := 0
	for _, q := range all {
		if filepath.Base(q.File) != tracesFile {
			continue
		}
		var stated struct{ Turns []map[string]any }
		if err := json.Unmarshal(lineAt(t, filepath.Join(root, q.File), q.Row), &stated); err != nil {
			t.Fatal(err)
		}
		if len(stated.Turns) != len(q.Trace) {
			t.Errorf("%s:%d: %d turns, want %d", q.File, q.Row, len(q.Trace), len(stated.Turns))
			continue
		}
		for i, want := range stated.Turns {
			turns++
			for key, got := range membersOf(q.Trace[i]) {
				if same, _ := json.Marshal(got); string(same) != canonical(want[key]) {
					t.Errorf("%s:%d: turns[%d].%s is %s, want %s", q.File, q.Row, i, key, same, canonical(want[key]))
				}
				delete(want, key)
			}
			if len(want) > 0 {
				t.Errorf("%s:%d: turns[%d] also states %v", q.File, q.Row, i, want)
			}
		}
	}
	if turns < 8 {
		t.Errorf("%d turns", turns)
	}
}

// membersOf are the values of a turn by the keys of the trace; nil is missing.
func membersOf(turn Turn) map[string]any {
	decoded := func(text data.Opt[string]) (v any) {
		if s, known := text.Value(); known && json.Unmarshal([]byte(s), &v) == nil {
			return v
		}
		return nil
	}
	return map[string]any{
		"turn_index": valueOf(turn.Index), "input_tokens": valueOf(turn.InputTokens), "output_tokens": valueOf(turn.OutputTokens),
		"tool_result_tokens": valueOf(turn.ToolResultTokens), "gpu_energy_joules": valueOf(turn.GPUEnergyJoules),
		"cpu_energy_joules": valueOf(turn.CPUEnergyJoules), "gpu_power_avg_watts": valueOf(turn.GPUPowerWatts),
		"cpu_power_avg_watts": valueOf(turn.CPUPowerWatts), "wall_clock_s": valueOf(turn.Seconds), "cost_usd": valueOf(turn.CostUSD),
		"tools_called": decoded(turn.Tools), "tool_latencies_s": decoded(turn.ToolLatencies), "error": valueOf(turn.Failure),
	}
}

func valueOf[T comparable](x data.Opt[T]) any {
	if v, known := x.Value(); known {
		return v
	}
	return nil
}

// canonical is a value as JSON; an empty list or object says what a missing one does.
func canonical(v any) string {
	switch v := v.(type) {
	case []any:
		if len(v) == 0 {
			return "null"
		}
	case map[string]any:
		if len(v) == 0 {
			return "null"
		}
	}
	text, _ := json.Marshal(v)
	return string(text)
}

func lineAt(t *testing.T, file string, n int) []byte {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.TrimPrefix(bytes.Split(text, []byte("\n"))[n-1], []byte("\ufeff"))
}

// Subject, reference answer, metadata, memory and temperature of each single-turn query are those of its row.
func TestQueriesKeepWhatTheirRowStates(t *testing.T) {
	root := filepath.Join(shared.Small(t), "fixtures", "ipw")
	_, all, _ := queriesOf(t, root, true)
	rows := map[string][]map[string]any{}
	seen := map[string]int{}
	for _, q := range all {
		if filepath.Ext(q.File) != ".arrow" || q.Form != singleForm {
			continue
		}
		if rows[q.File] == nil {
			rows[q.File] = rowsOf(t, filepath.Join(root, q.File))
		}
		row := rows[q.File][q.Row-1]
		metrics, _ := row["model_metrics"].(map[string]any)[q.Model].(map[string]any)
		text := func(key string, got data.Opt[string]) {
			if want, _ := row[key].(string); got.Or("") != want {
				t.Errorf("%s:%d: %s is %q, want %q", q.File, q.Row, key, got.Or(""), want)
			}
			seen[key] += len(got.Or(""))
		}
		number := func(of, within, name string, got data.Opt[float64]) {
			inner, _ := metrics[of].(map[string]any)
			if within != "" {
				inner, _ = inner[within].(map[string]any)
			}
			want, _ := inner[name].(float64)
			if math.Max(want, 0) != got.Or(0) {
				t.Errorf("%s:%d: %s.%s is %v, want %v", q.File, q.Row, of, within, got, want)
			}
			if got.Present() {
				seen[of]++
			}
		}
		text("subject", q.Subject)
		text("answer", q.Reference)
		number("memory_metrics", "gpu_mb", "max", q.GPUMemoryMB)
		number("memory_metrics", "cpu_mb", "max", q.CPUMemoryMB)
		number("temperature_metrics", "", "avg", q.TemperatureCelsius)
		if want := canonical(row["dataset_metadata"]); q.Metadata.Present() {
			var got any
			_ = json.Unmarshal([]byte(q.Metadata.Or("")), &got)
			if s, is := row["dataset_metadata"].(string); is {
				want = s
			}
			if want != canonical(got) && want != q.Metadata.Or("") {
				t.Errorf("%s:%d: metadata is %s, want %s", q.File, q.Row, q.Metadata.Or(""), want)
			}
			seen["dataset_metadata"]++
		} else if want != "null" {
			t.Errorf("%s:%d: no metadata, want %s", q.File, q.Row, want)
		}
	}
	for _, key := range []string{"subject", "answer", "memory_metrics", "temperature_metrics", "dataset_metadata"} {
		if seen[key] == 0 {
			t.Errorf("no query has %s", key)
		}
	}
}

// rowsOf are the rows of an Arrow stream as the library writes them in JSON.
func rowsOf(t *testing.T, file string) (rows []map[string]any) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := ipc.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Release()
	for r.Next() {
		text, err := r.RecordBatch().MarshalJSON()
		var some []map[string]any
		if err != nil || json.Unmarshal(text, &some) != nil {
			t.Fatal(err)
		}
		rows = append(rows, some...)
	}
	return rows
}
