package ipw

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/apache/arrow-go/v18/arrow"

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
	return fmt.Sprintf(`{"query_id": %q, "workload_type": "gaia", "query_text": "SECRET prompt", "response_text": "SECRET answer", `+
		`"turns": [%s], "total_wall_clock_s": 2.0, "completed": true}`,
		id, strings.Join(turns, ", ")) + "\n"
}

func TestTracesAddUp(t *testing.T) {
	full := `, "input_tokens": 100, "output_tokens": 20, "gpu_energy_joules": 300.0, "cpu_energy_joules": 10, "gpu_power_avg_watts": 400, ` +
		`"tools_called": ["a", "b"], "cost_usd": 0.5`
	scored := strings.Replace(line("c", turn(0, full)), `"completed": true`,
		`"completed": false, "is_resolved": true, "timed_out": true, "query_gpu_energy_joules": 700`, 1)
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
		"NaN": {
			line("x", turn(0, `, "gpu_energy_joules": NaN`)),
			"traces.jsonl: row 2: turns[0].gpu_energy_joules: NaN is not valid JSON",
		},
		"negative": {
			line("x", turn(0, ""), turn(1, `, "output_tokens": -3`)),
			"turns[1].output_tokens: expected a number that is not negative, got -3",
		},
		"too large":   {line("x", turn(0, `, "cost_usd": 1e999`)), "turns[0].cost_usd: is infinite"},
		"no id":       {`{"workload_type": "gaia"}` + "\n", "row 2: query_id: is missing"},
		"no workload": {`{"query_id": "x", "turns": []}` + "\n", "row 2: workload_type: is missing"},
		"three keys":  {`{"turns": [{}]}` + "\n", "row 2: turns[0].turn_index, query_id, workload_type: is missing"},
		"no index":    {line("x", `{"input_tokens": 5}`), "turns[0].turn_index: is missing"},
		"text":        {line("x", turn(0, `, "input_tokens": "5"`)), "turns[0].input_tokens: expected a number, got a string"},
		"tools":       {line("x", turn(0, `, "tools_called": {}`)), "tools_called: expected a list, got an object"},
		"no object":   {"[1]\n", "expected an object, got a list"},
		"broken":      {"{\"query_id\": \"x\",, }\n", "invalid JSON at column 18"},
		"two in one":  {`{"query_id": "x", "workload_type": "y"} {}` + "\n", "invalid JSON at column 41"},
		"total energy": {
			strings.Replace(line("x"), `"completed"`, `"query_gpu_energy_joules": Infinity, "completed"`, 1),
			"query_gpu_energy_joules: is infinite",
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, problems := opened(t, map[string]string{"run/summary.json": agentSummary, "run/traces.jsonl": line("a") + c.bad + line("b")})
			if len(got) != 1 || got[0]["traces"] != 2 || !strings.Contains(problems, c.want) {
				t.Errorf("%d profiles, problems %q, want %s", len(got), problems, c.want)
			}
		})
	}
	got, problems := opened(t, map[string]string{
		"run/summary.json": agentSummary,
		"run/traces.jsonl": "\xEF\xBB\xBF" + line("a") + "\r\n  \r\n" + strings.TrimSuffix(line("b"), "}\n"),
	})
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

// A sum in the summary that is not that of the traces is named; what is 0 or no number is not known.
func TestSumsOfTheSummaryAreThoseOfTheTraces(t *testing.T) {
	traces := line("a", turn(0, `, "input_tokens": 7, "output_tokens": 3, "gpu_energy_joules": 10.04, "cpu_energy_joules": 1, "tools_called": ["t"], "cost_usd": 2`)) +
		line("b", turn(0, `, "input_tokens": 1, "output_tokens": 2, "gpu_energy_joules": 20`)+`], "is_resolved": true, "query_cpu_energy_joules": 5, "x": [`)
	const right = `{"totals": {"queries": 2, "completed": 2, "resolved": 1, "turns": 2, "tool_calls": 1, "input_tokens": 8, "output_tokens": 5,
 "wall_clock_s": 4.0, "gpu_energy_joules": 30.04, "cpu_energy_joules": 1.0, "cost_usd": 2}, "efficiency": {"total_gpu_energy_joules": 30.04}}`
	for change, want := range map[string]string{
		`"resolved": 1 > "resolved": 0`: "", `4.0 > NaN`: "", `30.04} > 30.03}`: "", `"cpu_energy_joules": 1.0 > "cpu_energy_joules": 6.0`: "",
		`"completed": 2 > "completed": 1`:                     "totals.completed: is 1, but the traces have 2",
		`"resolved": 1 > "resolved": 2`:                       "totals.resolved: is 2, but the traces have 1",
		`"turns": 2 > "turns": 3`:                             "totals.turns: is 3, but the traces have 2",
		`"tool_calls": 1 > "tool_calls": 4`:                   "totals.tool_calls: is 4, but the traces have 1",
		`s": 8 > s": 9`:                                       "totals.input_tokens: is 9, but the traces have 8",
		`s": 5 > s": 6`:                                       "totals.output_tokens: is 6, but the traces have 5",
		`4.0 > 4.5`:                                           "totals.wall_clock_s: is 4.5, but the traces have 4",
		`: 30.04, > : 0.03004,`:                               "totals.gpu_energy_joules: is 0.03004, but the traces have 30.04",
		`"cpu_energy_joules": 1.0 > "cpu_energy_joules": 2.0`: "totals.cpu_energy_joules: is 2, but the traces have 6",
		`usd": 2 > usd": 3`:                                   "totals.cost_usd: is 3, but the traces have 2",
		`30.04} > 60}`:                                        "efficiency.total_gpu_energy_joules: is 60, but the traces have 30.04",
	} {
		old, new, _ := strings.Cut(change, " > ")
		if !strings.Contains(right, old) {
			t.Errorf("%s is not in the summary", old)
		}
		got, problems := opened(t, map[string]string{"summary.json": strings.Replace(right, old, new, 1), "traces.jsonl": traces})
		warnings, _ := got[0]["reader_warnings"].(string)
		if !strings.Contains(problems, want) || strings.Contains(problems, "but the traces have") != (want != "") ||
			strings.Contains(warnings, "totals_differ") != (want != "") {
			t.Errorf("%s: problems %q, warnings %q", change, problems, warnings)
		}
	}
}

// Numbers of a trace that contradict each other are counted, with those of the first.
func TestContradictionsAreNamed(t *testing.T) {
	for name, c := range map[string]struct{ traces, summary, want string }{
		"power":      {line("a", turn(0, `, "gpu_energy_joules": 10, "gpu_power_avg_watts": 1e6, "wall_clock_s": 2`)), "", "line 1: 1e+06 W for 2 s are not the 10 J of turns[0]"},
		"time":       {line("a", turn(0, `, "wall_clock_s": 99`)+``), "", "line 1: its turns take 99 s, but total_wall_clock_s is 2"},
		"tokens":     {line("a", turn(0, `, "output_tokens": 7`)+`], "total_output_tokens": 5, "x": [`), "", "total_output_tokens is 5, but its turns have 7"},
		"input":      {line("a", turn(0, `, "input_tokens": 7`)+`], "total_input_tokens": 5, "x": [`), "", "total_input_tokens is 5, but its turns have 7"},
		"all tokens": {line("a", turn(0, `, "input_tokens": 7, "output_tokens": 1`)+`], "total_tokens": 9, "x": [`), "", "total_tokens is 9, but its turns have 8"},
		"turns":      {line("a", turn(0, ""), turn(1, "")+`], "num_turns": 5, "x": [`), "", "num_turns is 5, but its turns have 2"},
		"calls":      {line("a", turn(0, `, "tools_called": ["t"]`)+`], "total_tool_calls": 2, "x": [`), "", "total_tool_calls is 2, but its turns have 1"},
		"energy":     {line("a", turn(0, `, "gpu_energy_joules": 10`)+`], "query_gpu_energy_joules": 5, "x": [`), "", "query_gpu_energy_joules is 5, but its turns have 10"},
		"tool":       {line("a", turn(0, `, "tool_latencies_s": {"t": 0.1, "u": 9}, "wall_clock_s": 2`)), "", "a tool of turns[0] takes 9 s, but its wall_clock_s is 2"},
		"both tools": {line("a", turn(0, `, "tool_latencies_s": {"t": 1.5, "u": 1.9}, "wall_clock_s": 2`)), "", ""},
		"unknown":    {line("a", turn(0, `, "output_tokens": 7`), turn(1, `, "output_tokens": null`)+`], "num_turns": 2, "total_output_tokens": 9, "query_gpu_energy_joules": 5, "x": [`), "", ""},
		"both ends":  {line("a", turn(0, "")+`], "completed": true, "timed_out": true, "x": [`), "", "both completed and timed_out"},
		"end":        {line("a", turn(0, "")), `{"start_time": "2026-05-07T10:00:00Z", "end_time": "2026-05-07T09:00:00Z"}`, "end_time: is before start_time"},
		"consistent": {line("a", turn(0, `, "gpu_energy_joules": 10, "gpu_power_avg_watts": 5, "wall_clock_s": 2`)), "", ""},
	} {
		files := map[string]string{"traces.jsonl": c.traces + "\n"}
		if c.summary != "" {
			files["summary.json"] = c.summary
		}
		profiles, problems := opened(t, files)
		if odd := strings.Contains(problems, "contradict") || strings.Contains(problems, "is before"); len(profiles) != 1 || !strings.Contains(problems, c.want) || odd != (c.want != "") {
			t.Errorf("%s: %d profiles, %s", name, len(profiles), problems)
		}
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
	if err != nil || g.traces != 2 || g.repeated != 2 || g.gpu.total != 1 || g.faults[0].Row != 3 || g.faults[1].Row != 4 {
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

func TestNothingPrivateIsKept(t *testing.T) {
	secrets := []string{"SECRET", "secret"}
	got, _ := opened(t, map[string]string{
		"a/data-00000-of-00001.arrow": set{
			text:    arrow.BinaryTypes.String,
			metrics: []map[string]string{{"lab/a": metrics("1.0", "1.0", "5", `, "gpu_info": {"name": "/dev/secret"}`)}},
		}.file(t),
		"a/summary.json": `{"model": "x", "dataset": "/data/secret/set", "hardware_label": "http://secret-host/", "output_dir": ` +
			`"/secret", "profiler_config": {"client_base_url": "http://secret"}}`,
		"a/analysis/accuracy.json": `{"summary": {"model": "lab/a"}, "warnings": ["see /home/secret/x"], "data": {"records": {"lab/a": ` +
			`[{"problem": "SECRET"}]}}}`,
		"b/summary.json": agentSummary,
		"b/traces.jsonl": line("SECRET", turn(0, `, "error": "SECRET", "tools_called": ["SECRET"], "tool_latencies_s": {"SECRET": 1}`)),
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
	file := set{
		text:    arrow.BinaryTypes.String,
		metrics: []map[string]string{{"lab/a": metrics("100.0", "2.0", "10", `, "evaluation": {"is_correct": true}`)}},
	}.file(t)
	for name, c := range map[string]struct{ report, want string }{
		"right": {
			`{"summary": {"model": "lab/a", "accuracy": 1.0, "correct": 1, "incorrect": 0, "intelligence_per_joule": 0.01, ` +
				`"avg_per_query_energy_joules": 100.0}}`,
			"",
		},
		"its own": {
			`{"summary": {"model": "lab/a", "accuracy": 1.0, "intelligence_per_joule": 0.5, "avg_per_query_energy_joules": 100.0}}`,
			"intelligence_per_joule is 0.5, but follows as 0.01",
		},
		"the queries": {
			`{"summary": {"model": "lab/a", "accuracy": 1.0, "avg_per_query_energy_joules": 250.0}}`,
			"avg_per_query_energy_joules is 250, but follows as 100",
		},
		"percent": {
			`{"summary": {"model": "lab/a", "accuracy": 100.0, "avg_per_query_energy_joules": -1}}`,
			"analysis/accuracy.json: summary.accuracy: expected 0 to 1 share of scored queries, got 100; check its unit and column; the value is not shown",
		},
		"other basis": {`{"summary": {"model": "lab/a", "energy_basis": "soc", "avg_per_query_energy_joules": 250.0}}`, ""},
		"imputed": {
			`{"summary": {"model": "lab/a", "avg_per_query_energy_joules": 250.0}, "data": {"efficiency": {"lab/a": {"energy": ` +
				`{"imputed_count": 1}}}}}`,
			"",
		},
		"other model":  {`{"summary": {"model": "else"}}`, `"else" is not a model of the dataset`},
		"unknown":      {`{"summary": {"model": "lab/a", "accuracy": NaN, "intelligence_per_joule": Infinity}}`, ""},
		"no JSON":      {`{"summary": `, "the report is not shown"},
		"no JSON but ": {``, "the file is empty"},
	} {
		t.Run(name, func(t *testing.T) {
			profiles, problems := opened(t, map[string]string{
				"run/data-0.arrow": file, "run/summary.json": `{"dataset": "d"}`, "run/analysis/accuracy.json": c.report,
			})
			if len(profiles) != 1 {
				t.Errorf("%d profiles: %s", len(profiles), problems)
			}
			if c.want == "" && problems != "" || !strings.Contains(problems, c.want) {
				t.Errorf("got %q, want %q", problems, c.want)
			}
		})
	}
}

// What the queries state has columns under its own name.
func TestLeavesAreFieldsUnderTheirNamesAndNonePrivate(t *testing.T) {
	if len(leaves()) != 98 {
		t.Errorf("%d leaves", len(leaves()))
	}
	seen := map[string]bool{}
	for _, f := range Schema().Fields() {
		seen[f.Name] = true
	}
	for _, l := range leaves() {
		if !l.Nullable || len(l.In("")) != 1 || l.Name != strings.ReplaceAll(l.From[0], ".", "_") {
			t.Errorf("%s stands at %v", l.Name, l.From)
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

func readLines(ctx context.Context, in io.Reader) (*gathered, error) {
	c := profiled()
	err := c.lines(ctx, in)
	return c.flat, err
}
