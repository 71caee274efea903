package ipw

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"github.com/jouleboard/jouleboard/data/filetree"
)

// written writes files below a new directory.
func written(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// opened reads a directory: the fields of each profile, and what was wrong.
func opened(t testing.TB, files map[string]string) (profiles []map[string]any, problems string) {
	t.Helper()
	ds, err := Open(context.Background(), written(t, files))
	if err != nil {
		t.Fatal(err)
	}
	for _, runs := range ds.Tables {
		for i := range runs.Len() {
			all := map[string]any{}
			for _, f := range runs.Schema().Fields() {
				all[f.Name] = runs.Value(i, f.Name)
			}
			profiles = append(profiles, all)
		}
	}
	var lines []string
	for _, p := range ds.Problems() {
		lines = append(lines, p.Error())
	}
	return profiles, strings.Join(lines, "\n")
}

func want(t *testing.T, got map[string]any, expected map[string]any) {
	t.Helper()
	for name, v := range expected {
		if got[name] != v {
			t.Errorf("%s is %v, want %v", name, got[name], v)
		}
	}
}

const agentSummary = `{"generated_at": 1778200000.25, "config": {"agent": "react", "model": "lab/model", "dataset": "gaia",
 "client_base_url": "http://secret-host:8000", "concurrency": 1}, "totals": {"wall_clock_s": NaN}}`

func turn(i int, more string) string { return fmt.Sprintf(`{"turn_index": %d%s}`, i, more) }

func line(id string, turns ...string) string {
	return fmt.Sprintf(`{"query_id": %q, "workload_type": "gaia", "query_text": "SECRET prompt", "response_text": "SECRET answer", "turns": [%s], "total_wall_clock_s": 2.0, "completed": true}`, id, strings.Join(turns, ", ")) + "\n"
}

func TestTracesAddUp(t *testing.T) {
	full := `, "input_tokens": 100, "output_tokens": 20, "gpu_energy_joules": 300.0, "cpu_energy_joules": 10, "gpu_power_avg_watts": 400, "tools_called": ["a", "b"], "cost_usd": 0.5`
	scored := strings.Replace(line("c", turn(0, full)), `"completed": true`, `"completed": false, "is_resolved": true, "timed_out": true, "query_gpu_energy_joules": 700`, 1)
	wrong := strings.Replace(line("d", turn(0, `, "error": "boom"`)), `"completed": true`, `"completed": true, "is_resolved": false`, 1)
	got, problems := opened(t, map[string]string{
		"run/summary.json": agentSummary,
		"run/traces.jsonl": line("a", turn(0, full), turn(1, full)) + line("b") + scored + wrong,
	})
	if problems != "" || len(got) != 1 {
		t.Fatalf("%d profiles, %s", len(got), problems)
	}
	want(t, got[0], map[string]any{
		"form": "agentic", "model": "lab/model", "dataset": "gaia", "agent": "react", "gpu": nil, "date": "2026-05-08",
		"traces": 4, "queries": 4, "turns": 4, "completed": 3, "error_turns": 1, "timed_out": 1, "tool_calls": 6,
		"input_tokens": 300, "output_tokens": 60, "energy_samples": 2, "gpu_energy_j": 1300.0, "cpu_energy_j": 30.0,
		"energy_per_query_j": 650.0, "energy_per_output_token_j": 1300.0 / 60, "power_w": 400.0, "correct": 1, "scored": 2, "accuracy": 0.5,
		"ipj": 0.5 / 650, "ipw": 0.5 / 400, "coverage": 0.5, "query_seconds": 2.0, "throughput_output_tok_s": 15.0, "cost_usd": 1.5,
	})
}

func TestWrongLinesAreLeftOutAndNamed(t *testing.T) {
	for name, c := range map[string]struct{ bad, want string }{
		"NaN":          {line("x", turn(0, `, "gpu_energy_joules": NaN`)), "traces.jsonl: row 2: turns[0].gpu_energy_joules: NaN is not valid JSON"},
		"negative":     {line("x", turn(0, ""), turn(1, `, "output_tokens": -3`)), "turns[1].output_tokens: expected a number that is not negative, got -3"},
		"too large":    {line("x", turn(0, `, "cost_usd": 1e999`)), "turns[0].cost_usd: is infinite"},
		"no id":        {`{"workload_type": "gaia"}` + "\n", "row 2: query_id: is missing"},
		"no workload":  {`{"query_id": "x", "turns": []}` + "\n", "row 2: workload_type: is missing"},
		"three keys":   {`{"turns": [{}]}` + "\n", "row 2: turns[0].turn_index, query_id, workload_type: is missing"},
		"no index":     {line("x", `{"input_tokens": 5}`), "turns[0].turn_index: is missing"},
		"text":         {line("x", turn(0, `, "input_tokens": "5"`)), "turns[0].input_tokens: expected a number, got a text"},
		"tools":        {line("x", turn(0, `, "tools_called": {}`)), "tools_called: expected a list, got an object"},
		"no object":    {"[1]\n", "expected an object, got a list"},
		"broken":       {"{\"query_id\": \"x\",, }\n", "invalid JSON at column 18"},
		"two in one":   {`{"query_id": "x", "workload_type": "y"} {}` + "\n", "invalid JSON at column 41"},
		"total energy": {strings.Replace(line("x"), `"completed"`, `"query_gpu_energy_joules": Infinity, "completed"`, 1), "query_gpu_energy_joules: is infinite"},
	} {
		t.Run(name, func(t *testing.T) {
			got, problems := opened(t, map[string]string{"run/summary.json": agentSummary, "run/traces.jsonl": line("a") + c.bad + line("b")})
			if len(got) != 1 || got[0]["traces"] != 2 || !strings.Contains(problems, c.want) {
				t.Errorf("%d profiles, problems %q, want %s", len(got), problems, c.want)
			}
		})
	}
	got, problems := opened(t, map[string]string{"run/summary.json": agentSummary, "run/traces.jsonl": "\xEF\xBB\xBF" + line("a") + "\r\n  \r\n" + strings.TrimSuffix(line("b"), "}\n")})
	if len(got) != 1 || got[0]["traces"] != 1 || !strings.Contains(problems, "row 4: truncated: the file ends within the line") {
		t.Errorf("torn: %v, %q", got, problems)
	}
	ds, err := Open(context.Background(), written(t, map[string]string{"run/traces.jsonl": strings.Repeat("{}\n", 250)}))
	if err != nil || ds.Len() != 0 || ds.Sources[0].LeftOut != 1 || len(ds.Problems()) != mostFaults+2 {
		t.Errorf("only wrong lines: %d runs, %d problems, %v", ds.Len(), len(ds.Problems()), err)
	}
}

// The result of a file does not depend on where it is cut into blocks, nor on which
// worker is faster.
func TestLinesAreReadInOrderWhateverTheirLength(t *testing.T) {
	var text strings.Builder
	wantTraces, wantEnergy := 0, 0.0
	for i := range 3000 {
		long := strings.Repeat("x", (i%7)*400)
		energy := 0.1 * float64(i)
		fmt.Fprintf(&text, `{"query_id": "%d", "workload_type": "w", "query_text": %q, "query_gpu_energy_joules": %v}`+"\n", i, long, energy)
		wantTraces++
		wantEnergy += energy
	}
	text.WriteString(`{"query_id": "long", "workload_type": "w", "query_text": "` + strings.Repeat("y", 3*blockSize) + "\"}\n")
	fmt.Fprintf(&text, `{"query_id": "last", "workload_type": "w", "query_gpu_energy_joules": 1}`)
	first, err := readLines(context.Background(), strings.NewReader(text.String()))
	if err != nil || first.traces != wantTraces+2 || first.wrong != 0 || first.gpu.n != wantTraces {
		t.Fatalf("%d traces, %d wrong, %d energies, %v", first.traces, first.wrong, first.gpu.n, err)
	}
	if x := first.gpu.total; x < wantEnergy*0.999999 || x > (wantEnergy+1)*1.000001 {
		t.Errorf("energy %v, want about %v", x, wantEnergy+1)
	}
	for range 5 {
		again, err := readLines(context.Background(), iotest.HalfReader(strings.NewReader(text.String())))
		if err != nil || !reflect.DeepEqual(again, first) {
			t.Errorf("read again it differs: %v", err)
		}
	}
}

// documented is a summary in the form of the system's documentation.
const documented = `{"model": "lab/model", "dataset": "gaia",
 "start_time": "2025-11-15T10:30:00+01:00", "end_time": "2025-11-15T10:31:10.5",
 "total_queries": 3, "hardware": {"gpu_name": "RTX", "cpu_brand": "Ryzen", "platform": "nvidia"}}`

func TestAnAgenticSummaryTellsHardwareAndTimes(t *testing.T) {
	got, problems := opened(t, map[string]string{"run/summary.json": documented, "run/traces.jsonl": line("a") + line("b") + line("c")})
	if problems != "" || len(got) != 1 {
		t.Fatalf("%d profiles, %s", len(got), problems)
	}
	want(t, got[0], map[string]any{
		"gpu": "RTX", "system_info_cpu_brand": "Ryzen", "date": "2025-11-15",
		"start_time": "2025-11-15T09:30:00Z", "end_time": "2025-11-15T10:31:10",
	})
	// A label is no GPU, and what is no time is not shown.
	got, _ = opened(t, map[string]string{
		"run/summary.json": `{"hardware_label": "H100", "start_time": 1778200000.25, "end_time": "/home/x"}`, "run/traces.jsonl": line("a"),
	})
	want(t, got[0], map[string]any{"gpu": nil, "start_time": "2026-05-08T00:26:40Z", "end_time": nil})
}

func TestASummaryOfOtherQueriesWarns(t *testing.T) {
	const says = `run/summary.json: total_queries: the summary reports 3 queries, the traces contain `
	for name, c := range map[string]struct{ traces, want string }{
		"as many":      {line("a") + line("b") + line("c"), ""},
		"one is wrong": {line("a") + "{}\n" + line("c"), ""},
		"fewer":        {line("a"), says + "1"},
		"more":         {line("a") + line("b") + line("c") + line("d"), says + "4"},
		"repeated":     {line("a") + line("b") + line("a"), says + "2"},
	} {
		t.Run(name, func(t *testing.T) {
			got, problems := opened(t, map[string]string{"run/summary.json": documented, "run/traces.jsonl": c.traces})
			warnings, _ := got[0]["reader_warnings"].(string)
			if strings.Contains(problems, says) != (c.want != "") || !strings.Contains(problems, c.want) ||
				strings.Contains(warnings, "queries_differ: the summary reports 3") != (c.want != "") {
				t.Errorf("problems %q, warnings %q", problems, warnings)
			}
		})
	}
}

func TestAQueryCountsOnce(t *testing.T) {
	joules := func(id, v string) string { return line(id, turn(0, `, "gpu_energy_joules": `+v)) }
	text := joules("a", "1") + joules("b", "2") + "\n" + joules("a", "4") + joules("", "8") + joules("", "16")
	files := map[string]string{"run/summary.json": agentSummary, "run/traces.jsonl": text}
	got, problems := opened(t, files)
	const again = "row 4: query_id: repeated query; each query counts once; line left out"
	if len(got) != 1 || got[0]["traces"] != 4 || got[0]["gpu_energy_j"] != 27.0 || problems != "run/traces.jsonl: "+again {
		t.Errorf("%v, %q", got, problems)
	}
	if warnings, _ := got[0]["reader_warnings"].(string); !strings.Contains(warnings, "queries_repeated: 1 repeated") {
		t.Errorf("warnings %q", warnings)
	}
	// The blocks that a long file is read in know of each other.
	long := strings.Replace(line("long"), "SECRET prompt", strings.Repeat("x", 2*blockSize), 1)
	g, err := readLines(context.Background(), strings.NewReader(joules("a", "1")+long+joules("a", "2")+long))
	if err != nil || g.traces != 2 || g.repeated != 2 || g.gpu.total != 1 || g.faults[0].line != 3 || g.faults[1].line != 4 {
		t.Errorf("%+v, %v", g, err)
	}
}

func TestARepeatedRowIsNamedByFileAndRow(t *testing.T) {
	var text strings.Builder
	for i := range flatRows + 5 {
		text.WriteString(line(fmt.Sprint(i % (flatRows + 4))))
	}
	dir := t.TempDir()
	if _, err := WriteFlat(context.Background(), strings.NewReader(text.String()), dir); err != nil {
		t.Fatal(err)
	}
	shard, err := os.ReadFile(filepath.Join(dir, "data-00000-of-00001.arrow"))
	if err != nil {
		t.Fatal(err)
	}
	got, problems := opened(t, map[string]string{"run/data-0.arrow": string(shard), "run/data-1.arrow": string(shard)})
	for _, want := range []string{
		"run/data-0.arrow: row 1005: query_id: repeated query", "run/data-1.arrow: row 1: query_id", "906 more rows",
	} {
		if !strings.Contains(problems, want) {
			t.Errorf("%q is not in %s", want, problems)
		}
	}
	if got[0]["traces"] != flatRows+4 {
		t.Errorf("%v traces", got[0]["traces"])
	}
}

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
	return fmt.Sprintf(`{"energy_metrics": {"per_query_joules": %s}, "latency_metrics": {"total_query_seconds": %s, "time_to_first_token_seconds": 0.5},
	"token_metrics": {"input": 10, "output": %s}, "lm_correctness": false, "lm_response": "SECRET answer", "system_info": {"host_name": "secret-host"}%s}`, joules, seconds, output, more)
}

const oneShard = `{"_data_files": [{"filename": "data-00000-of-00001.arrow"}]}`

func TestSingleTurnsAddUpForEachModel(t *testing.T) {
	right := `, "evaluation": {"is_correct": true, "config": {}}, "phase_metrics": {"prefill_energy_j": 4.0, "decode_energy_j": 6.0, "prefill_energy_components_j": {"gpu": 3.0, "cpu": 1.0}}, "temperature_metrics": {"avg": -1.0}`
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
				"run/summary.json": `{"dataset": "set", "client": "ollama", "total_queries": 3, "hardware": {"gpu_name": "RTX"}, "output_dir": "/home/secret", "start_time": "2025-11-15T10:30:00Z"}`,
			})
			if problems != "" || len(got) != 2 {
				t.Fatalf("%d profiles, %s", len(got), problems)
			}
			if got[0]["model"] != "b:1" {
				got[0], got[1] = got[1], got[0]
			}
			want(t, got[1], map[string]any{
				"model": "lab/a", "form": "single-turn", "dataset": "set", "engine": "ollama", "gpu": "RTX", "date": "2025-11-15", "rows": 3, "queries": 3,
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

func TestNothingPrivateIsKept(t *testing.T) {
	secrets := []string{"SECRET", "secret"}
	got, _ := opened(t, map[string]string{
		"a/data-00000-of-00001.arrow": set{text: arrow.BinaryTypes.String, metrics: []map[string]string{{"lab/a": metrics("1.0", "1.0", "5", `, "gpu_info": {"name": "/dev/secret"}`)}}}.file(t),
		"a/summary.json":              `{"model": "x", "dataset": "/data/secret/set", "hardware_label": "http://secret-host/", "output_dir": "/secret", "profiler_config": {"client_base_url": "http://secret"}}`,
		"a/analysis/accuracy.json":    `{"summary": {"model": "lab/a"}, "warnings": ["see /home/secret/x"], "data": {"records": {"lab/a": [{"problem": "SECRET"}]}}}`,
		"b/summary.json":              agentSummary, "b/traces.jsonl": line("SECRET", turn(0, `, "error": "SECRET", "tools_called": ["SECRET"], "tool_latencies_s": {"SECRET": 1}`)),
	})
	if len(got) != 2 {
		t.Fatalf("%d profiles", len(got))
	}
	for _, p := range got {
		for name, v := range p {
			// the last element of a path is a name, which people may choose
			text := strings.NewReplacer("unknown", "").Replace(fmt.Sprint(v))
			for _, s := range secrets {
				if strings.Contains(text, s) && text != "secret" {
					t.Errorf("%s holds %q", name, text)
				}
			}
		}
	}
}

func TestReportsAreReplayed(t *testing.T) {
	file := set{text: arrow.BinaryTypes.String, metrics: []map[string]string{{"lab/a": metrics("100.0", "2.0", "10", `, "evaluation": {"is_correct": true}`)}}}.file(t)
	for name, c := range map[string]struct{ report, want string }{
		"right":        {`{"summary": {"model": "lab/a", "accuracy": 1.0, "correct": 1, "incorrect": 0, "intelligence_per_joule": 0.01, "avg_per_query_energy_joules": 100.0}}`, ""},
		"its own":      {`{"summary": {"model": "lab/a", "accuracy": 1.0, "intelligence_per_joule": 0.5, "avg_per_query_energy_joules": 100.0}}`, "intelligence_per_joule is 0.5, but follows as 0.01"},
		"the queries":  {`{"summary": {"model": "lab/a", "accuracy": 1.0, "avg_per_query_energy_joules": 250.0}}`, "avg_per_query_energy_joules is 250, but follows as 100"},
		"other basis":  {`{"summary": {"model": "lab/a", "energy_basis": "soc", "avg_per_query_energy_joules": 250.0}}`, ""},
		"imputed":      {`{"summary": {"model": "lab/a", "avg_per_query_energy_joules": 250.0}, "data": {"efficiency": {"lab/a": {"energy": {"imputed_count": 1}}}}}`, ""},
		"other model":  {`{"summary": {"model": "else"}}`, `"else" is not a model of the dataset`},
		"unknown":      {`{"summary": {"model": "lab/a", "accuracy": NaN, "intelligence_per_joule": Infinity}}`, ""},
		"no JSON":      {`{"summary": `, "the report is not shown"},
		"no JSON but ": {``, "the file is empty"},
	} {
		t.Run(name, func(t *testing.T) {
			_, problems := opened(t, map[string]string{
				"run/data-0.arrow": file, "run/summary.json": `{"dataset": "d"}`, "run/analysis/accuracy.json": c.report,
			})
			if c.want == "" && problems != "" || !strings.Contains(problems, c.want) {
				t.Errorf("got %q, want %q", problems, c.want)
			}
		})
	}
}

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
	for _, want := range []string{"row 3: total_gpu_energy_joules: expected a number that is finite and not negative, got -1", "row 4: trace_json: turns[0].turn_index: is missing"} {
		if !strings.Contains(problems, want) {
			t.Errorf("%q lacks %q", problems, want)
		}
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
		"pointer":          {map[string]string{"r/data-0.arrow": "version https://git-lfs.github.com/spec/v1\n"}, 1, "r/data-0.arrow: the file is a Git LFS pointer"},
		"missing shard":    {map[string]string{"r/data-0.arrow": good, "r/state.json": twoShards}, 1, missing + "; download it; run left out"},
		"missing, broken":  {map[string]string{"r/data-0.arrow": "", "r/state.json": twoShards}, 1, missing},
		"missing, outside": {map[string]string{"r/data-0.arrow": good, "r/state.json": strings.Replace(twoShards, "data-0", "../x", 1)}, 1, missing},
		"shard outside":    {map[string]string{"r/data-0.arrow": good, "r/state.json": `{"_data_files": [{"filename": "../data-0.arrow"}]}`}, 0, "is not a plain file name"},
		"fewer rows":       {map[string]string{"r/data-0.arrow": good, "r/summary.json": `{"total_queries": 2}`}, 0, "reports 2 queries, the dataset has 1 rows"},
		"no end":           {map[string]string{"r/data-0.arrow": good[:len(good)-8]}, 0, "the end marker is missing"},
		"summary alone":    {map[string]string{"r/summary.json": agentSummary, "s/traces.jsonl": line("a")}, 1, "r/summary.json: neither traces.jsonl nor"},
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

// What the queries state has columns and no places in a profile.
func TestLeavesAreFieldsOfTheTableAloneAndNonePrivate(t *testing.T) {
	if len(leaves()) != 98 {
		t.Errorf("%d leaves", len(leaves()))
	}
	profile, seen := reflect.TypeOf(Profile{}), map[string]bool{}
	for _, f := range schema().Fields() {
		seen[f.Name] = true
	}
	for _, l := range leaves() {
		if !l.Nullable || len(l.In("")) != 1 || l.Name != strings.ReplaceAll(l.From[0], ".", "_") {
			t.Errorf("%s stands at %v", l.Name, l.From)
		}
		for i := range profile.NumField() {
			if profile.Field(i).Tag.Get("run") == l.Name {
				t.Errorf("%s is bound", l.Name)
			}
		}
	}
	for _, private := range []string{"system_info_host_name", "output_dir"} {
		if seen[private] {
			t.Errorf("%s is a field", private)
		}
	}
}

func open(t testing.TB, dir string) *filetree.Tree {
	t.Helper()
	tree, err := filetree.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tree.Close() })
	return tree
}
