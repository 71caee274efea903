package declared_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data/declared"
)

// drafts a directory of files.
func draftOf(t *testing.T, files map[string]string) (dir, draft string) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range files {
		written(t, dir, name, text)
	}
	text, err := declared.Describe(dir)
	if err != nil {
		t.Fatal(err)
	}
	return dir, string(text)
}

// with is an example of a built-in format with more members in its first object.
func with(t *testing.T, name, more string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Replace(string(text), "{", "{"+more+", ", 1)
}

// What a built-in declaration does not read, though it looks like an energy, a power, a number of GPUs or a rate, is named, and the
// fields that are proposed for it can be used as they stand.
func TestADraftNamesWhatABuiltInDeclarationDoesNotRead(t *testing.T) {
	for of, c := range map[string]struct {
		file, text string
		want       []string
	}{
		"an energy of a run": {
			"a.json", with(t, "vllm-bench-serve/vllm-infqps-concurrency4-Tiny-20260201-040000.json", `"total_gpu_energy_wh": "0.5"`),
			[]string{`# - {name: energy_j, unit: J, in: Wh, from: ["total_gpu_energy_wh"]}`, "# vllm-bench-serve does not read "},
		},
		"a power beside a duration": {
			"a.jsonl", with(t, "ollama/tiny.jsonl", `"avg_power_w": 150.5`),
			[]string{"# - {name: avg_power_w, type: \"number?\", unit: W}", "# - {name: energy_j, value: avg_power_w * duration_s}"},
		},
		"a power": {
			"a.jsonl", with(t, "sglang/sglang_0201_random.jsonl", `"avg_gpu_power": 306.2, "cpu_power_w": 90.5, "gpu_model": "H100"`),
			[]string{
				"# - {name: avg_gpu_power, role: power} # not sure:", "# - {name: energy_per_token, role: energy, value: avg_gpu_power / output_throughput}",
				"# sglang does not read cpu_power_w; ", `# - {name: gpu, role: gpu, from: ["gpu_model"]}`, "- {model: organization/model, num_gpus: 1}",
			},
		},
		"a number of GPUs": {
			"a.json", with(t, "vllm-bench-throughput/tiny.json", `"n_gpus": 4`),
			[]string{`# - {name: num_gpus, role: gpu_count, from: ["n_gpus"]}`, "- {model: organization/model, gpu: H100}"},
		},
		"what stands around the rows": {
			"results.json", `{"total_energy_kwh": 0.25, ` + strings.TrimPrefix(with(t, "lm-eval/lab__Tiny/results_2026-02-01T12-00-00.000000.json", `"x": 1`), "{"),
			[]string{`from: ["up:total_energy_kwh"]} # not sure: it stands around the rows`},
		},
	} {
		dir, draft := draftOf(t, map[string]string{c.file: c.text})
		for _, want := range c.want {
			if !strings.Contains(draft, want) {
				t.Errorf("%s: no %s in\n%s", of, want, draft)
			}
		}
		_, proposed, _ := strings.Cut(draft, "# fields:\n")
		used := strings.ReplaceAll(draft, "# fields:\n"+proposed, "fields:\n")
		for line := range strings.Lines(proposed) {
			if strings.HasPrefix(line, "# - ") {
				used += strings.TrimPrefix(line, "# ")
			}
		}
		written(t, dir, declared.Name, used)
		ds, err := declared.Open(t.Context(), dir, true)
		if err != nil || ds.Len() == 0 {
			t.Errorf("%s: %v, %v with\n%s", of, err, ds.Problems(), used)
		}
	}
}

// GPUs that the names of files and folders tell are set for these.
func TestADraftSetsTheGPUsOfFolders(t *testing.T) {
	summary := with(t, "llmperf/lab-Tiny_550_100_c4_summary.json", `"x": 1`)
	_, draft := draftOf(t, map[string]string{
		"A100/a_summary.json": summary, "run-MI300X-c8/a_summary.json": summary, "a_rtx4090_summary.json": summary, "other/a_summary.json": summary,
	})
	for _, want := range []string{
		`- {files: "**/*A100*/**", gpu: A100} # not sure`, `- {files: "**/*MI300X*/**", gpu: MI300X} # not sure`,
		`- {files: "**/*rtx4090*", gpu: rtx4090} # not sure`, "- {num_gpus: 1}\n",
	} {
		if !strings.Contains(draft, want) {
			t.Errorf("no %s in\n%s", want, draft)
		}
	}
	if _, err := declared.Parse([]byte(draft)); err != nil {
		t.Error(err)
	}
}

// Texts that a built-in declaration reads are known by their lines, as are recordings of power; files that it joins are no others.
func TestADraftKnowsTextsAndRecordings(t *testing.T) {
	copied := func(dir string) map[string]string {
		files := map[string]string{}
		_ = filepath.WalkDir(filepath.Join("testdata", dir), func(path string, entry os.DirEntry, err error) error {
			if err == nil && !entry.IsDir() && entry.Name() != declared.Name {
				text, _ := os.ReadFile(path)
				name, _ := filepath.Rel(filepath.Join("testdata", dir), path)
				files[name] = string(text)
			}
			return err
		})
		return files
	}
	const runs = "model,gpu,num_gpus,concurrency,start,end,tok_s\na/b,H100,1,8,2026-02-01T14:12:00Z,2026-02-01T14:12:10Z,100\n"
	lines := func(line string) string { return strings.Repeat(line+"\n", 20) }
	for of, c := range map[string]struct {
		files          map[string]string
		want, unwanted string
	}{
		"MLPerf":           {copied("mlperf-log"), "benchmark: mlperf-log\nset:", "another format"},
		"TGI":              {copied("tgi-benchmark"), "benchmark: tgi-benchmark\n", "another format"},
		"optimum":          {copied("optimum-benchmark/run-float16"), "benchmark: optimum-benchmark\n", "another format"},
		"Zeus of two GPUs": {map[string]string{"z.csv": "start_time,window_name,elapsed_time,gpu0_energy,gpu1_energy\n1.74e9,a,9.5,41.5,40.5\n"}, "benchmark: zeus-monitor\n", "fields"},
		"dmon": {
			map[string]string{"runs.csv": runs, "dmon.txt": "#Date Time gpu pwr\n" + lines(" 20260201   14:12:00      0   400     50     48")},
			`is dmon.txt a recording of power? Then write “power: [{files: ["dmon.txt"], kind: nvidia-smi-dmon, clock: UTC}]”`, "1 text is",
		},
		"tegrastats": {
			map[string]string{"runs.csv": runs, "t.log": lines("02-01-2026 14:12:00 RAM 1/2MB VDD_GPU_SOC 12000mW/12000mW VDD_IN 20000mW/20000mW")},
			"kind: tegrastats, clock", "1 text is",
		},
		"a text": {map[string]string{"runs.csv": runs, "t.log": lines("nothing of it")}, "1 text is not read, such as t.log", "recording"},
		"Prometheus": {
			map[string]string{"runs.csv": runs, "q.json": `{"status":"success","data":{"resultType":"matrix","result":[{"metric":{"__name__":"kepler_container_gpu_joules_total"},"values":[[1,"2"]]}]}}`},
			`files: ["q.json"], kind: prometheus, counter: J, clock: UTC}]”`, "data_result",
		},
		"Prometheus of requests": {
			map[string]string{"q.json": `{"status":"success","data":{"resultType":"matrix","result":[{"metric":{"__name__":"vllm:num_requests_running"},"values":[[1,"2"]]}]}}`},
			"data_result", "recording",
		},
		"JSON": {
			map[string]string{"runs.csv": runs, "p.jsonl": lines(`{"timestamp": 1769955120.5, "card": "card0", "average_power": 300.5}`)},
			"Then save it as CSV with commas, and write “power: [{files: [\"p.jsonl\"], kind: table, time: timestamp, watts: average_power, device: card, clock: UTC}]”", "average_power, role",
		},
		"jtop": {
			map[string]string{"runs.csv": runs, "j.csv": "time,CPU1,GPU,Power VDD_SOC,Power TOT\n" + lines("2026-02-01 14:12:00.1,12,88,4000,32000")},
			"time: time, watts: Power TOT, unit: mW, clock", "device:",
		},
	} {
		_, draft := draftOf(t, c.files)
		if !strings.Contains(draft, c.want) || strings.Contains(draft, c.unwanted) {
			t.Errorf("%s: want %s and no %s in\n%s", of, c.want, c.unwanted, draft)
		}
	}
	dir := t.TempDir()
	written(t, dir, "dmon.txt", lines(" 20260201   14:12:00      0   400     50     48"))
	if _, err := declared.Describe(dir); err == nil || !strings.Contains(err.Error(), "is a recording of power") {
		t.Errorf("of a recording alone: %v", err)
	}
}

// A row that sums up others in another language is left out.
func TestRowsThatSumUpOthersAreLeftOut(t *testing.T) {
	for _, word := range []string{"Total", "Summe", "Somme", "Promedio", "Gemiddelde", "合计"} {
		dir, draft := draftOf(t, map[string]string{"a.csv": "model,gpu,J/token\na/b,H100,1.5\na/c,H100,2.5\n" + word + ",,4\n"})
		written(t, dir, declared.Name, draft)
		if ds, err := declared.Open(t.Context(), dir, true); err != nil || ds.Len() != 2 {
			t.Errorf("%s: %v, %d rows", word, err, ds.Len())
		}
	}
}
