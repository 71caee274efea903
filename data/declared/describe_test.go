package declared_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/declared"
	"github.com/jouleboard/jouleboard/internal/shared"
)

// A draft finds at least nine of ten roles and units of the published runs, which their own
// field table states, and can be used as it stands.
func TestADraftOfThePublishedRunsIsRight(t *testing.T) {
	dir := t.TempDir()
	in := data.NewIntake(data.LLMRun{}.Schema())
	in.Add(data.RowOf(data.LLMRun{
		Task: "gpqa", ModelID: "a/b", Nickname: "B", Architecture: "MoE", TotalParamsBillions: 8.1, ActivatedParamsBillions: 3.2,
		WeightPrecision: "fp8",
		GPUModel:        "H100", NumGPUs: 1, MaxNumSeqs: 8, Seed: data.Some(1), NumRequestRepeats: data.Some(2), TensorParallel: 1,
		ExpertParallel: 1, DataParallel: 1,
		SteadyStateEnergyJoules: data.Some(7.5), SteadyStateDurationSeconds: data.Some(5.5), EnergyPerTokenJoules: 0.5,
		EnergyPerRequestJoules:       data.Some(50.5),
		OutputThroughputTokensPerSec: 800.5, RequestThroughputReqPerSec: data.Some(1.5), AvgPowerWatts: 400.25,
		TotalOutputTokens: data.Some(1000.0),
		CompletedRequests: data.Some(10.0), AvgOutputLen: data.Some(100.5), MeanITLMillis: data.Some(9.5), MedianITLMillis: 9.5,
		P50ITLMillis: 9.5,
		P90ITLMillis: 10.5, P95ITLMillis: 11.5, P99ITLMillis: 12.5, AvgBatchSize: data.Some(7.5), IsStable: true,
		ResultsPath: data.Some("a/results.json"), PrometheusPath: data.Some("a/prometheus.json"),
	}), "", 1)
	var runs bytes.Buffer
	if err := in.Table(false).WriteCSV(&runs); err != nil {
		t.Fatal(err)
	}
	written(t, dir, "runs.csv", runs.String())
	text, err := declared.Describe(filepath.Join(dir, "runs.csv"))
	if err != nil {
		t.Fatal(err)
	}
	written(t, dir, declared.Name, string(text))
	ds, err := declared.Open(t.Context(), dir, true)
	if err != nil || ds.Len() != 1 {
		t.Fatalf("%v %v\n%s", err, ds.Problems(), text)
	}
	asDeclared(t, data.LLMRun{}.Schema(), ds.Tables[0].Schema())
}

// asDeclared fails where fewer than nine of ten fields have the role, and a unit that fits.
func asDeclared(t *testing.T, want, got *data.Schema) {
	t.Helper()
	right, all := 0, 0
	for _, f := range want.Stated() {
		g, ok := got.Field(f.Name)
		if f.Role == data.RoleDomain || f.Added { // the runs have none
			continue
		}
		all += 2
		if ok && f.Role == g.Role {
			right++
		} else {
			t.Logf("%s has the role %q, want %q", f.Name, g.Role, f.Role)
		}
		u, known := data.ParseUnit(f.Unit)
		v, understood := data.ParseUnit(g.Unit)
		if ok && (known && understood && u.Fits(v) && u.Factor == v.Factor || !known && !understood || f.Unit == g.Unit) {
			right++
		} else {
			t.Logf("%s has the unit %q, want %q", f.Name, g.Unit, f.Unit)
		}
	}
	if 10*right < 9*all {
		t.Errorf("%d of %d roles and units are right", right, all)
	}
}

// The files of a benchmark whose declaration ships are known by their form.
func TestADraftBuildsOnAShippedDeclaration(t *testing.T) {
	for file, want := range map[string]string{
		"ai-energy-score/text_generation.csv":                           "ai-energy-score",
		"aiperf/run-c4/*.json":                                          "aiperf",
		"codecarbon/emissions.csv":                                      "codecarbon",
		"llama-bench/tiny.json":                                         "llama-bench",
		"llama-bench/tiny.jsonl":                                        "llama-bench",
		"llama-bench/tiny.csv":                                          "llama-bench",
		"llama-bench/small.md":                                          "llama-bench",
		"llmperf/*_c4_summary.json":                                     "llmperf",
		"lm-eval/*/*.json":                                              "lm-eval",
		"ollama/tiny.jsonl":                                             "ollama",
		"vllm-bench-latency/tiny.json":                                  "vllm-bench-latency",
		"vllm-bench-throughput/tiny.json":                               "vllm-bench-throughput",
		"guidellm/benchmarks.json":                                      "guidellm",
		"inference-perf/reports-20260201-120000/stage_0_*.json":         "inference-perf",
		"inferencex/agg_runs.json":                                      "inferencex",
		"mlperf/summary.csv":                                            "mlperf",
		"optimum-benchmark/perf-df-pytorch-cuda-unquantized-1xA100.csv": "optimum-benchmark",
		"optimum-benchmark/run-float16/benchmark_report.json":           "optimum-benchmark",
		"sglang/sglang_0201_random.jsonl":                               "sglang",
		"tokenpowerbench/local_20260201_120000_00000001/results.json":   "tokenpowerbench",
		"trtllm-bench/report_c4.json":                                   "trtllm-bench",
		"vllm-bench-serve/vllm-infqps-concurrency4-*.json":              "vllm-bench-serve",
	} {
		names, _ := filepath.Glob(filepath.Join("testdata", filepath.FromSlash(file)))
		text, err := declared.Describe(names...)
		if err != nil || !strings.Contains(string(text), "\nbenchmark: "+want+"\n") {
			t.Errorf("%s: %v\n%s", file, err, text)
		}
	}
}

// Names as people write them tell roles too, and what the draft is not sure of it says.
func TestADraftGuessesRolesByNames(t *testing.T) {
	dir := t.TempDir()
	written(t, dir, "other.csv", "Model Name,Throughput (tokens/s),GPU Type,Power\nx,1,H100,412 W\n")
	draft, err := declared.Describe(filepath.Join(dir, "other.csv"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`{name: model_name, role: model, from: ["Model Name"]}`, `{name: gpu_type, role: gpu, from: ["GPU Type"]}`,
		`{name: throughput_tokens_s, role: throughput, from: ["Throughput (tokens/s)"]}`, `numbers with a unit, such as "412 W"`,
		"not sure: which column is the energy per token",
	} {
		if !strings.Contains(string(draft), want) {
			t.Errorf("no line has %s:\n%s", want, draft)
		}
	}
	written(t, dir, "below/one.csv", "Model Name,Power\nx,412 W\n") // the declaration belongs in the directory around both
	both, err := declared.Describe(filepath.Join(dir, "other.csv"), filepath.Join(dir, "below", "one.csv"))
	if err != nil || !strings.Contains(string(both), `files: ["**/*.csv"]`) {
		t.Errorf("files of two directories: %v\n%s", err, both)
	}
}

// A spreadsheet's file with columns as people name them needs no answer to make a board.
func TestADraftReadsASpreadsheet(t *testing.T) {
	for name, c := range map[string]struct{ file, energy string }{
		"of a token": {
			"LLM;Quant;Accelerator;# Accel.;Workload;Concurrent Users;TPOT p99 (ms);kWh/Mtok;Params (B)\n" +
				"a/b;FP8;L40S;2;chat;8;14,5;1,5;7,6\na/c;FP8;L40S;2;chat;8;15,5;0,75;8\n",
			`- {name: energy, role: energy, in: kWh/Mtok, from: ["kWh/Mtok"]}`,
		},
		"of the whole run": {
			"LLM,Workload,Gen. tokens,Energy GPUs [Wh]\na/b,chat,1000,1.5\na/c,chat,2000,1.5\n",
			"- {name: energy_per_token, role: energy, value: energy_gpus / gen_tokens} # not sure: is this energy",
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			written(t, dir, "results of Q3.csv", c.file)
			draft, err := declared.Describe(filepath.Join(dir, "results of Q3.csv"))
			if err != nil || !strings.Contains(string(draft), c.energy) {
				t.Fatalf("%v: no %s in\n%s", err, c.energy, draft)
			}
			written(t, dir, declared.Name, string(draft))
			ds, err := declared.Open(t.Context(), dir, true)
			if err != nil || len(ds.Problems()) > 0 || ds.Len() != 2 {
				t.Fatalf("%v %v\n%s", err, ds.Problems(), draft)
			}
			if x, _ := ds.Tables[0].Number(0, ds.Tables[0].Schema().Name(data.RoleEnergy)); x != 5.4 {
				t.Errorf("the energy is %v J per token, want 5.4", x)
			}
		})
	}
}

// Headers as people write them; what can be meant in two ways is marked.
func TestADraftMarksWhatItsHeadersLeaveOpen(t *testing.T) {
	dir := t.TempDir()
	for header, want := range map[string][]string{
		"Model,ITL (ms),p99 ITL (ms)": {
			`{name: itl_ms, role: latency_p50, from: ["ITL (ms)"]} # not sure: is this the median?`, "role: latency_p99",
		},
		"Model,Mean ITL (ms),p99 ITL (ms)": {`{name: mean_itl_ms, type: "number?", unit: ms, from: ["Mean ITL (ms)"]}`},
		"Model,p50 ITL (ms),p99 latency (s)": {
			`{name: p99_latency_s, type: "number?", unit: s, from: ["p99 latency (s)"]}` + "\n",
		},
		"Model,Latency (s)": {
			`{name: latency, role: latency, in: s, from: ["Latency (s)"]} # not sure: per token or of a whole response?`,
		},
		"Model,Tokens/s,BS":             {`role: throughput, from: ["Tokens/s"]`, `{name: bs, role: batch, from: ["BS"]}`},
		"Model,Energy per token (J)":    {`{name: energy_per_token_j, role: energy, from: ["Energy per token (J)"]}` + "\n"},
		"Modell,Anzahl GPUs,Batchgröße": {"{name: modell, role: model,", "gpus, role: gpu_count,", "{name: batchgroesse, role: batch,"},
		"Model,Energy (Wh)": {
			"{name: energy, type", "# not sure: which column counts the outputs? Divide energy by them",
		},
		"Model,Energy (Wh),tok/s,Duration (s)": {"{name: energy, type: \"number?\", unit: J, in: Wh,", "value: energy / (tok_s * duration_s)}\n"},
		"Model,Power (W),tok/s":                {"value: power_w / tok_s}\n"},
		"Model,imgs_per_s":                     {`{name: imgs_per_s, type: "number?"} # not sure: its unit`},
		"Model,J/token,Power (W),tok/s": {
			"laws: # rows that break a law are left out\n- {code: energy-power, equal: [j_token × tok_s, power_w], within: 0.05} # not sure",
		},
		"Model,J/token,Max power (W),tok/s": {"role: throughput, from: [\"tok/s\"]}\n# not sure: which column is the task"},
	} {
		written(t, dir, "a.csv", header+"\nx"+strings.Repeat(",1.5", strings.Count(header, ","))+"\n")
		draft, err := declared.Describe(filepath.Join(dir, "a.csv"))
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range want {
			if !strings.Contains(string(draft), line) {
				t.Errorf("%s: no %s in\n%s", header, line, draft)
			}
		}
		if _, err := declared.Parse(draft); err != nil && !strings.Contains(err.Error(), "no field has the role ") {
			t.Errorf("%s: %v\n%s", header, err, draft)
		}
	}
}

// What stands in lists of devices, around the rows, or beside a value is drafted as what it is, or marked.
func TestADraftReadsNestedDocuments(t *testing.T) {
	for of, c := range map[string]struct {
		file     string
		want     []string
		unwanted string
	}{
		"devices": {
			`[{"model":"a","gpus":[{"id":0,"name":"H100","power_w":350.5},{"id":1,"name":"H100","power_w":301.5}]}]`,
			[]string{
				`{name: gpus_power_w, role: power, from: ["sum(gpus[*].power_w)"]} # not sure: of several devices; sum(…)`,
				`{name: gpus_name, role: gpu, from: ["first(gpus[*].name)"]} # not sure: of several devices, the first`,
				`{name: gpus_id, type: "whole?", from: ["first(gpus[*].id)"]} # not sure: of several devices, the first`,
			},
			"at:",
		},
		"a whole beside devices": {
			`[{"model":"a","gpus":[{"power_w":350.5}],"total_power_w":700.5}]`, []string{"{name: total_power_w, role: power}"}, "",
		},
		"around": {
			`{"model":"a","date":"2026-01-01","note":"x","system":{"gpu":"H100"},"summary":{"output_throughput":9.5},"runs":[{"batch":1},{"batch":2}]}`,
			[]string{
				`at: "runs"`, `{name: model, role: model, from: ["up:model"]}`, `{name: date, from: ["up:date"]}`,
				`{name: system_gpu, role: gpu, from: ["up:system.gpu"]}`,
			},
			"up:note summary",
		},
		"around in a list": {
			`[{"model":"a","runs":[{"batch":1},{"batch":2}]},{"model":"b","runs":[{"batch":1}]}]`,
			[]string{`at: "[*].runs[*]"`, `{name: model, role: model, from: ["up:model"]}`},
			"",
		},
		"percentiles": {
			`{"model":"a","tpot_ms":{"p50":11.5,"p99":31.5}}`,
			[]string{`role: latency_p50, from: ["tpot_ms.p50"]}`, `role: latency_p99, from: ["tpot_ms.p99"]}`},
			"mean(",
		},
		"metadata": {
			`{"model":"a","energy":{"value":400.5,"meta":{"unit":"J","mag":1}}}`,
			[]string{`{name: energy_value, type: "number?", unit: J,`, `from: ["energy.meta.mag"]} # not sure: its unit`},
			"",
		},
		"names": {
			`{"nvp_model":"MAXN","gpu_architecture":"gfx942","completionStartTime":"2026-01-01T00:00:01Z","startTime":"2026-01-01T00:00:00Z",` +
				`"token_throughput_secs":9.5,"tok_s_per_gpu":9.5,"request/response":2,"completion_tokens":10,"hardware":{"accelerator_count":4}}`,
			[]string{
				"{name: nvp_model}", "{name: gpu_architecture, role: gpu} # not sure: a GPU, or only", "{name: start_time, role: start,",
				`{name: token_throughput_secs, type: "number?"} # not sure: its unit`, `{name: tok_s_per_gpu, type: "number?", unit: token/s/GPU}`,
				"{name: completion_tokens, role: output_tokens}", "{name: hardware_accelerator_count, role: gpu_count,",
			},
			"",
		},
	} {
		dir := t.TempDir()
		written(t, dir, "a.json", c.file)
		draft, err := declared.Describe(filepath.Join(dir, "a.json"))
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range c.want {
			if !strings.Contains(string(draft), line) {
				t.Errorf("%s: no %s in\n%s", of, line, draft)
			}
		}
		for _, word := range strings.Fields(c.unwanted) {
			if fields := string(draft[bytes.Index(draft, []byte("rows:")):]); strings.Contains(fields, word) {
				t.Errorf("%s: %s in\n%s", of, word, draft)
			}
		}
	}
}

// The drafts of all examples can be used once the model is named.
func TestDraftsOfTheExamplesCanBeUsed(t *testing.T) {
	root := filepath.Join(shared.Whole(t), "fixtures", "other")
	for _, pattern := range []string{
		"*/*.json", "*/*.jsonl", "*/*.csv", "tokenpowerbench/*/results.json", "inference-perf/*/stage_0*.json",
	} {
		names, _ := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		for _, name := range names {
			text, err := declared.Describe(name)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if _, err := declared.Parse(text); err != nil && !strings.Contains(err.Error(), "no field has the role ") {
				t.Errorf("%s: %v\n%s", name, err, text)
			}
		}
	}
}

// The draft of a directory has an entry for the files of each shape, joins the configurations beside results, and can be used.
func TestADraftOfADirectoryGroupsItsFiles(t *testing.T) {
	dir := t.TempDir()
	for i, run := range []string{"2026-01-01", "2026-01-02", "2026-01-03", "2026-01-04"} {
		written(t, dir, "runs/"+run+"/config.json", fmt.Sprintf(`{"model":"lab/m%d","engine":{"tp":1},"gpu":"H100"}`, i))
		written(t, dir, "runs/"+run+"/results.json",
			`{"throughput":{"unit":"tokens/s","avg":100.5},"energy":{"unit":"kWh","total":0.001},"output_tokens":1000,"tpot":{"unit":"s","p50":0.01,"p99":0.02},"times":[1,2]}`)
	}
	written(t, dir, "more/a.csv", "model,J/token\nlab/x,0.5\n")
	written(t, dir, "more/b.csv", "model,J/token\nlab/y,0.5\n")
	written(t, dir, "README.md", "# About\n")
	draft, err := declared.Describe(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`- {files: ["**/results.json"], join: {config: {file: config.json}}}`, `- {files: ["more/*.csv"]}`,
		`from: ["model", "config:model"]`, `{name: energy_total, type: "number?", unit: J, in: kWh`, `role: latency_p99, in: s, from: ["tpot.p99"]`,
		`from: ["path:"], match: '([^/]+)/[^/]+$'} # not sure: the folder of the run, such as 2026-01-01`, `from: [p50(times)]`,
	} {
		if !strings.Contains(string(draft), want) {
			t.Errorf("no line has %s:\n%s", want, draft)
		}
	}
	written(t, dir, declared.Name, string(draft))
	if ds, err := declared.Open(t.Context(), dir, true); err != nil || ds.Len() != 6 || ds.Sources[0].LeftOut > 0 {
		t.Errorf("%v %v\n%s", err, ds.Problems(), draft)
	}
	if _, err := declared.Describe(t.TempDir()); err == nil || !strings.Contains(err.Error(), "no file below it ends in one of csv") {
		t.Errorf("of an empty directory: %v", err)
	}
	built := t.TempDir()
	if err := os.CopyFS(built, os.DirFS(filepath.Join("testdata", "ollama"))); err != nil {
		t.Fatal(err)
	}
	written(t, built, "power.csv", "time,watts\n1,2\n")
	if draft, err := declared.Describe(built); err != nil || !strings.Contains(string(draft), "benchmark: ollama\n") ||
		!strings.Contains(string(draft), "# not sure: is power.csv a recording of power? Then write “power: [{files: [\"power.csv\"], kind: table, time: time, watts: watts, clock: UTC}]”") {
		t.Errorf("of a mixture: %v\n%s", err, draft)
	}
}

func TestADraftTellsARecordingOfACounterFromResults(t *testing.T) {
	dir := t.TempDir()
	written(t, dir, "runs.csv", "model,itl_ms,tps\nlab/x,10,100\n")
	written(t, dir, "energies.csv", "energy_j,output_tokens\n1.5,10\n")
	written(t, dir, "rapl.csv", "timestamp,package_uj\n1767261600.0,1000000000\n1767261600.5,1000021000\n")
	draft, err := declared.Describe(dir)
	if err != nil {
		t.Fatal(err)
	}
	if want := "“power: [{files: [\"rapl.csv\"], kind: table, time: timestamp, watts: package_uj, counter: µJ, clock: UTC}]”"; !strings.Contains(string(draft), want) ||
		!strings.Contains(string(draft), `value: energy / output_tokens`) && !strings.Contains(string(draft), `value: energy_j / output_tokens`) {
		t.Errorf("no line has %s:\n%s", want, draft)
	}
	if _, err := declared.Describe(filepath.Join(dir, "none")); err == nil {
		t.Error("a draft of nothing")
	}
}

// Files of the same runs are joined in a draft, or it says how; metrics in a list have their own units, and lists of percentiles are no
// samples.
func TestADraftJoinsWhatBelongsTogether(t *testing.T) {
	const run = `{"num_concurrency": %d, "batch_size": 1, "tput": {"unit": "token/s", "output_throughput": %d}}`
	for name, c := range map[string]struct {
		files map[string]string
		want  []string
	}{
		"metadata": {
			map[string]string{"c4.json": fmt.Sprintf(run, 4, 400), "c16.json": fmt.Sprintf(run, 16, 1000), "meta.json": `{"model": "lab/Tiny", "sweep": [4, 16]}`},
			[]string{`"c4.json"], join: {meta: {file: meta.json}}}`, `from: ["meta:model"]`, "or is it batch_size?", "!sweep is a list"},
		},
		"two tables": {
			map[string]string{
				"gpu.csv":  "id,model,avg_power_w\nr1,lab/Tiny,300\nr2,lab/Tiny,420\n",
				"load.csv": "id,model,output_throughput\nr1,lab/Tiny,400\nr2,lab/Tiny,1000\n",
			},
			[]string{"load.csv have the same runs as gpu.csv? They agree in id. Then join it there, “join: {load: {file: load.csv, by: id}}”"},
		},
		"other tables": {
			map[string]string{
				"gpu.csv":  "id,model,avg_power_w\nr1,lab/Tiny,300\nr2,lab/Tiny,420\n",
				"load.csv": "id,model,output_throughput\nr3,lab/Tiny,400\nr4,lab/Tiny,1000\n",
			},
			[]string{"!the same runs"},
		},
		"two levels": {
			map[string]string{"all.json": `{"results": {"lab/A-1": {"bs_1": {"tok_per_s": 5}, "bs_2": {"tok_per_s": 8}}, "lab/B-2": {"bs_1": {"tok_per_s": 6}, "bs_2": {"tok_per_s": 9}}}}`},
			[]string{"write “at: \"results.*.*\"”"},
		},
		"metrics": {
			map[string]string{"a.jsonl": `{"model": "a", "metrics": [{"name": "energy", "value": 2, "unit": "kJ"}, {"name": "output_tokens", "value": 90, "unit": "tokens"}]}`},
			[]string{`unit: J, in: kJ, from: ["metrics[name=energy].value"]`, `role: output_tokens, from: ["metrics[name=output_tokens].value"]`, "!at:"},
		},
		"percentiles": {
			map[string]string{"a.jsonl": `{"model": "a", "itl": {"percentiles": [50, 99], "values": [4, 9]}}`},
			[]string{`the one of 50 is “from: ["itl.values[0]"]”`, "!p50(itl"},
		},
		"lines above the header": {
			map[string]string{"a.csv": "Model,WT310E\nSerial No.,C3\n\nmodel,batch,tok/s\nx,8,560\n"},
			[]string{"# not sure: a.csv: line 4 has more cells than those above it: if it is the header, remove those"},
		},
		"several documents": {
			map[string]string{"a.json": `{"value": 3, "ns": 1, "unit": "J"}` + "\n" + `{"value": 4, "ns": 1, "unit": "msec"}`},
			[]string{"format: jsonl", `{name: value, type: "number?"} # not sure: rows are in several units`, "name: ns, type: \"number?\", unit: ns"},
		},
		"several GPUs": {
			map[string]string{"a.csv": "model,output_tokens,gpu0_energy_wh,gpu1_energy_wh\nx,9000,2,3\ny,9000,3,3\n"},
			[]string{"value: (gpu0_energy + gpu1_energy) / output_tokens"},
		},
	} {
		dir := t.TempDir()
		for file, text := range c.files {
			written(t, dir, file, text)
		}
		draft, err := declared.Describe(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range c.want {
			absent, is := strings.CutPrefix(want, "!")
			if strings.Contains(string(draft), absent) == is {
				t.Errorf("%s: %q in\n%s", name, want, draft)
			}
		}
	}
}
