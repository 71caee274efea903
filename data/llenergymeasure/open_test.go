package llenergymeasure

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
)

type dict = map[string]any

// basic is a plausible result of schema 3.0: 1000 J, 1500 tokens of which 1000 are
// output, 10 s.
func basic() dict {
	return dict{
		"schema_version": "3.0", "experiment_id": "lab/model_20260507_143310", "measurement_config_hash": "30c05e11564ef0f3",
		"engine": "vllm", "model_name": "lab/model", "measurement_methodology": "total",
		"total_tokens": 1500, "total_energy_j": 1000.0, "total_inference_time_sec": 10.0, "avg_tokens_per_second": 150.0,
		"avg_energy_per_token_j": 1.0, "total_flops": 3e12, "flops_per_output_token": 3e9, "flops_per_input_token": 6e9,
		"start_time": "2026-05-07T14:33:10.5", "end_time": "2026-05-07T14:33:21.0",
	}
}

// written writes files below a new directory; values that are no text are written as
// JSON.
func written(t *testing.T, files dict) string {
	t.Helper()
	dir := t.TempDir()
	for name, v := range files {
		text, ok := v.(string)
		if !ok {
			b, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			text = string(b)
		}
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

func open(t *testing.T, dir string) data.Dataset {
	t.Helper()
	ds, err := Open(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	return ds
}

// one reads a directory with one run.
func one(t *testing.T, files dict) (map[string]any, []data.Problem) {
	t.Helper()
	ds := open(t, written(t, files))
	if ds.Len() != 1 {
		t.Fatalf("%d runs, want 1: %v", ds.Len(), ds.Problems())
	}
	return values(ds.Tables[0], 0), ds.Problems()
}

func values(runs data.Table, i int) map[string]any {
	all := map[string]any{}
	for _, f := range runs.Schema().Fields() {
		all[f.Name] = runs.Value(i, f.Name)
	}
	return all
}

func with(o dict, changes dict) dict {
	for key, v := range changes {
		if v == nil {
			delete(o, key)
		} else {
			o[key] = v
		}
	}
	return o
}

func want(t *testing.T, got map[string]any, expected dict) {
	t.Helper()
	for name, v := range expected {
		if got[name] != v {
			t.Errorf("%s is %v, want %v", name, got[name], v)
		}
	}
}

func TestTokensAreToldApart(t *testing.T) {
	for name, c := range map[string]struct {
		changes dict
		want    dict
	}{
		"flops": {dict{}, dict{
			"output_tokens": 1000, "input_tokens": 500, "token_split": "flops", "energy_per_output_token_j": 1.0,
			"mj_per_tok_total": 1000.0 / 1500 * 1000, "throughput_output_tok_s": 100.0, "tokens_per_joule": 1.5, "duration_sec": 10.5,
		}},
		"energy": {dict{"total_flops": 0.0}, dict{"output_tokens": 1000, "token_split": "energy", "total_flops": nil}},
		"stated": {
			dict{"output_tokens": 900, "avg_energy_per_token_j": nil},
			dict{"output_tokens": 900, "input_tokens": 600, "token_split": "stated"},
		},
		"all are output": {dict{"output_tokens": 1500, "avg_energy_per_token_j": nil}, dict{"output_tokens": 1500, "input_tokens": 0}},
		"one token": {
			dict{
				"total_tokens": 1, "total_flops": 3e9, "flops_per_input_token": nil, "avg_energy_per_token_j": nil, "avg_tokens_per_second": 0.1,
			},
			dict{"output_tokens": 1, "input_tokens": 0, "token_split": "flops"},
		},
		"a split that does not add up": {
			dict{"flops_per_input_token": 1e9, "avg_energy_per_token_j": nil},
			dict{
				"output_tokens": nil, "input_tokens": nil, "energy_per_output_token_j": nil, "throughput_output_tok_s": nil,
				"energy_per_total_token_j": 1000.0 / 1500,
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, problems := one(t, dict{"study/c1_a/result.json": with(basic(), c.changes)})
			want(t, got, c.want)
			if len(problems) > 0 {
				t.Error(problems)
			}
		})
	}
}

func TestVersionsMeanTheSame(t *testing.T) {
	bundle := with(basic(), dict{
		"schema_version": nil, "bundle_version": "2.0", "measurement_config_hash": nil, "declared_config_hash": "abc",
		"input_tokens": 500, "output_tokens": 1000, "energy_per_token_mj_total": 666.0, "energy_per_token_mj_adjusted": 500.0,
		"throttle": dict{
			"detected": true, "thermal": dict{"any": true, "sw": true, "hw": false}, "power": dict{"any": false},
			"max_temperature_c": 84.0,
		},
		"energy_breakdown": dict{"raw_j": 1000.0, "baseline_power_w": 70.0},
	})
	got, _ := one(t, dict{"a/result.json": bundle, "a/config.json": dict{
		"engine_version": "0.19", "measurement_methodology": "total",
		"declared_config": dict{
			"task": dict{"dataset": dict{"source": "own"}},
			"vllm": dict{"dtype": "bfloat16", "engine": dict{"max_num_seqs": 64, "tensor_parallel_size": 2}},
		},
	}, "a/system.json": dict{"hardware": dict{"gpu": dict{"name": "A100", "mig_enabled": true}}, "runner": dict{"mode": "container"}}})
	want(t, got, dict{
		"bundle_version": "2.0", "schema_version": nil, "measurement_config_hash": "abc", "mj_per_tok_total": 666.0, "mj_per_tok_adjusted": 500.0,
		"throttled": true, "thermal_throttle_thermal": true, "thermal_throttle_sw_thermal": true, "thermal_throttle_power": false,
		"thermal_throttle_max_temperature_c": 84.0, "baseline_power_w": 70.0, "engine_version": "0.19", "dataset": "own", "precision": "bfloat16",
		"batch_size": 64, "batch_setting": "max_num_seqs", "tensor_parallel": 2, "num_gpus": 2, "num_gpus_basis": "parallelism",
		"gpu": "A100", "environment_mig_enabled": true, "runner_mode": "container",
	})

	server := with(basic(), dict{
		"schema_version": nil, "bundle_version": "2.0", "serving_mode": "server", "total_tokens": nil, "input_tokens": nil, "output_tokens": 1000,
		"avg_tokens_per_second": nil, "latency_stats": dict{"ttft_median_ms": 40.0, "itl_median_ms": 11.0, "measurement_mode": "true_streaming"},
	})
	got, problems := one(t, dict{"a/result.json": server, "a/requests.parquet": "not read"})
	want(t, got, dict{
		"serving_mode": "server", "total_tokens": nil, "input_tokens": nil, "output_tokens": 1000, "energy_per_output_token_j": 1.0,
		"energy_per_total_token_j": nil, "mj_per_tok_total": nil, "throughput_output_tok_s": 100.0, "throughput_total_tok_s": nil,
		"requests": "requests.parquet", "latency_stats_ttft_median_ms": 40.0, "itl_ms": 11.0, "latency_stats_measurement_mode": "true_streaming",
	})
	if len(problems) > 0 {
		t.Error(problems)
	}

	fourth := with(basic(), dict{
		"schema_version": "4.0", "measurement_window_discard_fraction": 0.1,
		"steady_state_not_detected": true, "steady_state_window": []float64{1, 9},
	})
	got, _ = one(t, dict{"a/result.json": fourth})
	want(t, got, dict{
		"schema_version": "4.0", "measurement_window_discard_fraction": 0.1, "steady_state_not_detected": true,
		"steady_state_window": "[1,9]",
	})
}

func TestZeroEnergyIsUnknownAndNeverTheLeast(t *testing.T) {
	got, problems := one(t, dict{"a/result.json": with(basic(), dict{
		"total_energy_j": 0.0, "avg_energy_per_token_j": 0.0, "mj_per_tok_total": 0.0, "mj_per_tok_adjusted": 0.0, "energy_adjusted_j": 0.0,
	})})
	want(t, got, dict{
		"total_energy_j": nil, "energy_per_output_token_j": nil, "mj_per_tok_total": nil, "mj_per_tok_adjusted": nil,
		"mean_power_w_from_energy": nil, "tokens_per_joule": 0.0,
	})
	if s, _ := got["reader_warnings"].(string); !strings.Contains(s, "no_energy") || len(problems) > 0 {
		t.Errorf("warnings %s, problems %v", s, problems)
	}
}

// What an engine states of itself has no fixed form.
func TestSettingsAreFoundWhereverTheyLie(t *testing.T) {
	for name, c := range map[string]struct {
		params dict
		want   dict
	}{
		"nested": {
			dict{"model_config": dict{"dtype": "torch.bfloat16"}, "scheduler": dict{"max_num_seqs": 32}},
			dict{"precision": "bfloat16", "batch_size": 32, "batch_setting": "max_num_seqs"},
		},
		"the nearest": {dict{"draft": dict{"dtype": "float32"}, "dtype": "float16"}, dict{"precision": "float16"}},
		"left open":   {dict{"dtype": "auto", "quantization": "none"}, dict{"precision": nil}},
		"quantized":   {dict{"dtype": "bfloat16", "quantization": "awq"}, dict{"precision": "awq"}},
		"two widths":  {dict{"load_in_8bit": true, "load_in_4bit": true}, dict{"precision": "4-bit"}},
	} {
		t.Run(name, func(t *testing.T) {
			got, _ := one(t, dict{"a/result.json": basic(), "a/config.json": dict{"engine": "vllm", "observed_engine_params": c.params}})
			want(t, got, c.want)
			want(t, got, dict{"dataset": "aienergyscore", "n_prompts": 100, "max_input_tokens": 256}) // nothing overrides the defaults
		})
	}
	got, _ := one(t, dict{"a/result.json": with(basic(), dict{"engine": nil}), "a/config.json": dict{"engine": "pytorch"}})
	want(t, got, dict{"engine": "transformers"})
}

func TestSumsOfProcessesThatAreNotThereAreNoMean(t *testing.T) {
	got, problems := one(t, dict{"a/result.json": with(basic(), dict{
		"avg_energy_per_token_j": 1000.0 / 1500, "aggregation": dict{"method": "sum_energy_avg_throughput", "num_processes": 2},
	})})
	want(t, got, dict{"output_tokens": 1000, "num_gpus": 2, "num_gpus_basis": "processes"})
	if s, _ := got["reader_warnings"].(string); !strings.Contains(s, "processes_missing") || len(problems) > 0 {
		t.Errorf("warnings %s, problems %v", s, problems)
	}
}

func TestARunThatEndsBeforeItStartsHasNoDuration(t *testing.T) {
	result := with(basic(), dict{"start_time": "2026-01-02T10:00:00Z", "end_time": "2026-01-02T09:00:00Z"})
	ds := open(t, written(t, dict{"s/result.json": result}))
	if problems := fmt.Sprint(ds.Problems()); ds.Len() != 1 || !strings.Contains(problems, "end_time: is before start_time; the duration is unknown") {
		t.Errorf("%d runs, %s", ds.Len(), problems)
	}
}

// What cannot be is named, each with the numbers that contradict; the run stays.
func TestImpossibleValuesAreNamed(t *testing.T) {
	for name, c := range map[string]struct {
		change dict
		want   string
	}{
		"a day long ago":          {dict{"start_time": "0001-01-01T00:00:00"}, "start_time: is missing or not a time"},
		"a day to come":           {dict{"start_time": "9999-01-01T00:00:00"}, "start_time: is missing or not a time"},
		"a run that took no time": {dict{"end_time": "2026-05-07T14:33:10.5"}, "total_inference_time_sec: 10 s is longer than the run, which took 0 s"},
		"parts of a whole":        {dict{"input_tokens": 10, "output_tokens": 50}, "total_tokens: 1500 is not the sum of 10 input and 50 output tokens"},
		"a part above the whole":  {dict{"output_tokens": 5000}, "total_tokens: 1500 is not the sum of"},
		"another rate":            {dict{"avg_tokens_per_second": 1e6}, "avg_tokens_per_second: 1e+06 tokens per second for 10 s do not equal"},
		"less by nothing":         {dict{"energy_adjusted_j": 2000.0}, "energy_adjusted_j: 2000 J, without idle energy, is more than the total of 1000 J"},
		"idle above work":         {dict{"baseline_power_w": 1e6}, "baseline_power_w: 1e+06 W of idle power are more than the mean power of the run, 100 W"},
		"throttled for longer":    {dict{"thermal_throttle": dict{"throttle_duration_sec": 500.0}}, "throttle_duration_sec: 500 s is longer than the run"},
		"hotter than the sun":     {dict{"thermal_throttle": dict{"max_temperature_c": 6000.0}}, "6000 °C is more than can be"},
		"a share above 1":         {dict{"measurement_window_discard_fraction": 1.7}, "measurement_window_discard_fraction: 1.7"},
		"more than 100 percent":   {dict{"extended_metrics": dict{"gpu_utilisation": dict{"sm_utilisation_mean": 500.0}}}, "500 % is more than can be, 100 %"},
		"GPUs that do not add up": {dict{"multi_gpu": dict{"num_gpus": 2, "energy_total_j": 1000.0, "energy_per_gpu_j": []any{5.0, 5.0}}}, "multi_gpu.energy_per_gpu_j: the GPUs' energies add up to 10 J"},
	} {
		ds := open(t, written(t, dict{"s/result.json": with(basic(), c.change)}))
		if problems := fmt.Sprint(ds.Problems()); ds.Len() != 1 || !strings.Contains(problems, c.want) {
			t.Errorf("%s: %d runs, %s", name, ds.Len(), problems)
		}
	}
}

func TestWrongResultsAreNamed(t *testing.T) {
	for name, c := range map[string]struct {
		result any
		want   string
	}{
		"no version":    {with(basic(), dict{"schema_version": nil}), "schema_version: schema_version and bundle_version are missing"},
		"other version": {with(basic(), dict{"schema_version": "5.1"}), `schema_version: unknown version "5.1"`},
		"two digits":    {with(basic(), dict{"schema_version": "23.0"}), "unknown version"},
		"NaN":           {`{"schema_version": "3.0",` + "\n" + `"total_energy_j": NaN}`, "line 2, column 19"},
		"negative": {
			with(basic(), dict{"avg_tokens_per_second": -1.0}),
			"avg_tokens_per_second: expected a number that is finite and not negative",
		},
		"text for a number": {with(basic(), dict{"total_tokens": "1500"}), `total_tokens: expected integer, got "1500"`},
		"half a token":      {with(basic(), dict{"total_tokens": 1500.5}), "total_tokens: expected integer"},
		"no list":           {with(basic(), dict{"measurement_warnings": "hot"}), "measurement_warnings: expected a list, got a string"},
		"nested list": {
			with(basic(), dict{"energy_per_device_j": []any{[]any{}}}),
			"energy_per_device_j: expected a list of strings or numbers",
		},
		"no time":   {with(basic(), dict{"total_inference_time_sec": 0.0}), "total_inference_time_sec: expected a positive number"},
		"no tokens": {with(basic(), dict{"total_tokens": 0}), "total_tokens: neither"},
		"no engine": {with(basic(), dict{"engine": nil}), "engine: is missing"},
		"a process": {
			with(basic(), dict{"process_results": []any{dict{"energy_metrics": dict{"total_energy_j": -1.0}}}}),
			"process_results[0].energy_metrics.total_energy_j: expected a number that is not negative",
		},
		"no process": {with(basic(), dict{"process_results": []any{5}}), "process_results[0]: expected an object, got a number"},
		"empty":      {"", "the file is empty"},
	} {
		t.Run(name, func(t *testing.T) {
			ds := open(t, written(t, dict{"s/bad/result.json": c.result, "s/good/result.json": basic()}))
			problems := ds.Problems()
			if ds.Len() != 1 || len(problems) != 1 || ds.Sources[0].LeftOut != 1 {
				t.Fatalf("%d runs, %v", ds.Len(), problems)
			}
			if p := problems[0]; p.File != "s/bad/result.json" || !strings.Contains(p.Error(), c.want) {
				t.Errorf("got %v, want %s", p, c.want)
			}
		})
	}
}

func TestAFileIsASourceOfItsOwn(t *testing.T) {
	dir := written(t, dict{
		"s/published.json": with(basic(), dict{"timeseries": "power.parquet"}), "s/environment.json": "no JSON",
		"s/c2_x/result.json": basic(), "s/c2_x/environment.json": dict{"gpu": dict{"name": "H100"}}, "s/c2_x/broken.json": "{",
		"s/other.json": dict{"schema_version": "3.0"},
	})
	for name, c := range map[string]struct {
		is   bool
		want dict // nil: there is no run
		says string
	}{
		"s/published.json":   {true, dict{"run_path": "published", "model": "lab/model", "study": "single runs"}, "power.parquet: no such file"},
		"s/c2_x/result.json": {true, dict{"run_path": "c2_x", "cycle": 2}, ""},
		"s/c2_x/broken.json": {false, nil, "broken.json: "},
		"s/other.json":       {false, nil, "other.json: "},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(dir, filepath.FromSlash(name))
			ds := open(t, path)
			problems := ds.Problems()
			switch {
			case IsResults(path) != c.is:
				t.Errorf("is a result: %v", !c.is)
			case ds.Sources[0].Name != path || len(problems) > 0 != (c.says != "") || c.says != "" && !strings.Contains(problems[0].Error(), c.says):
				t.Errorf("%s: %v, want %q", ds.Sources[0].Name, problems, c.says)
			case c.want == nil:
				if ds.Len() != 0 {
					t.Errorf("%d runs", ds.Len())
				}
			case ds.Len() != 1:
				t.Errorf("%d runs", ds.Len())
			default:
				want(t, values(ds.Tables[0], 0), c.want)
			}
		})
	}
}

// What leads elsewhere is told, and nobody's paths are shown.
func TestPathsStayPrivateAndInside(t *testing.T) {
	private := with(basic(), dict{
		"model_name": "/home/alice/models/llama", "experiment_id": "/home/alice/models/llama_20260507", "timeseries": "sub/secret.parquet",
	})
	ds := open(t, written(t, dict{
		"s/a/sub/secret.parquet": "x", "s/a/result.json": private,
		"s/manifest.json": dict{
			"study_name":  "s",
			"experiments": []any{dict{"result_file": "/etc/passwd"}, dict{"result_file": "../../x"}, dict{"result_file": "a/result.json"}},
		},
	}))
	got := values(ds.Tables[0], 0)
	want(t, got, dict{"model": "llama", "model_name": "llama", "experiment_id": "llama_20260507", "timeseries_rows": nil})
	text, err := json.Marshal(got)
	if err != nil || strings.Contains(string(text), "alice") {
		t.Errorf("the record holds a path: %s, %v", text, err)
	}
	var all []string
	for _, p := range ds.Problems() {
		all = append(all, p.Error())
	}
	list := strings.Join(all, "\n")
	for _, part := range []string{
		"s/manifest.json: row 1: result_file: points outside",
		"s/manifest.json: row 2: result_file: points outside", "not a plain file name",
	} {
		if !strings.Contains(list, part) {
			t.Errorf("%q lacks %q", list, part)
		}
	}
}

func TestRunsBelongToTheClosestStudy(t *testing.T) {
	ds := open(t, written(t, dict{
		"outer/manifest.json":        dict{"study_name": "Outer", "experiments": []any{}, "total_experiments": 3, "completed": 2, "failed": 1},
		"outer/001_c1_a/result.json": basic(), "outer/inner/manifest.json": dict{"study_name": "Inner", "experiments": []any{}},
		"outer/inner/002_c2_b/result.json": with(basic(), dict{"total_energy_j": 1100.0, "avg_energy_per_token_j": 1.1}),
		"alone/c0_x/result.json":           basic(), "other/manifest.json": dict{"name": "not a study"},
	}))
	if len(ds.Problems()) > 0 || ds.Len() != 3 {
		t.Fatalf("%d runs, %v", ds.Len(), ds.Problems())
	}
	got := map[string]map[string]any{}
	for i := range ds.Len() {
		v := values(ds.Tables[0], i)
		got[v["run_path"].(string)] = v
	}
	want(t, got["outer/001_c1_a"], dict{"study": "outer", "study_name": "Outer", "cycle": 1, "experiments": 3, "completed": 2, "failed": 1})
	want(t, got["outer/inner/002_c2_b"], dict{"study": "inner", "study_name": "Inner", "cycle": 2})
	want(t, got["alone/c0_x"], dict{"study": "alone", "study_name": nil, "cycle": 0, "experiments": nil})
}

// The bits are those of NVML's nvmlClocksEventReasons; others, such as idle clocks, cost no speed.
func TestReasonsForALowerClockHaveTheirNames(t *testing.T) {
	for bits, want := range map[int]string{
		0: "", 0x1: "", 0x4: "software power cap", 0x8: "hardware slowdown", 0x10: "", 0x20: "software thermal", 0x40: "hardware thermal",
		0x80: "hardware power brake", 0x21: "software thermal", 0x44: "software power cap, hardware thermal",
	} {
		if got := throttleText([]float64{float64(bits)}).Or(""); got != want {
			t.Errorf("%#x: %q, want %q", bits, got, want)
		}
	}
}
