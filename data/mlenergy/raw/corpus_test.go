package raw_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tree is a corpus of a few runs, made for one test.
type tree struct {
	t    testing.TB
	root string
}

func newTree(t testing.TB) tree { return tree{t, t.TempDir()} }

func (x tree) write(name, content string) {
	x.t.Helper()
	file := filepath.Join(x.root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		x.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
		x.t.Fatal(err)
	}
}

func (x tree) link(target, name string) {
	x.t.Helper()
	file := filepath.Join(x.root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		x.t.Fatal(err)
	}
	if err := os.Symlink(target, file); err != nil {
		x.t.Fatal(err)
	}
}

// runDir is the folder of a run of a model with a batch size.
func runDir(model string, batch int) string {
	return fmt.Sprintf("llm/h100/current/run/llm/gpqa/results/org/%s/H100/num_gpus+1+max_num_seqs+%d+num_request_repeats+1+seed+48105",
		model, batch)
}

// llm adds a run; content replaces the good results.json unless it is "".
func (x tree) llm(model string, batch int, content string) (path string) {
	x.t.Helper()
	if content == "" {
		content = goodRun
	}
	dir := "configs/vllm/gpqa/org/" + model
	x.write(dir+"/model_info.json", `{"nickname": "A Model", "total_parameters_billion": 8}`)
	x.write(dir+"/H100/monolithic.config.yaml", "max-model-len: 4096\n")
	path = runDir(model, batch) + "/results.json"
	x.write(path, content)
	x.write(runDir(model, batch)+"/prometheus.json", fmt.Sprintf(`{"steady_state_stats": {"vllm:num_requests_running": %d}}`, batch))
	return path
}

// goodRun is a results.json with two successful requests and a failed one.
const goodRun = `{
  "steady_state_duration": 30.5,
  "steady_state_energy": 12000.25,
  "steady_state_energy_per_token": 2.5,
  "total_output_tokens": 60,
  "completed": 3,
  "timeline": {"steady_state_start_time": 10, "steady_state_end_time": 20,
    "power": {"device_instant": {"0": [[10.5, 100.5], [11.5, 101]], "1": [[10.5, 50]]}},
    "temperature": {"0": [[10, 40]]}},
  "results": [
    {"prompt": "a \"b\" \u00e9", "output_len": 4, "itl": [0, 0.5, 0, 0.25], "success": true},
    {"output_len": 3, "itl": [0.125, 0.0625], "success": true},
    {"output_len": 0, "itl": null, "success": false}
  ]
}`

// goodRunWith is it with one part replaced.
func goodRunWith(t testing.TB, old, replacement string) string {
	t.Helper()
	changed := strings.Replace(goodRun, old, replacement, 1)
	if changed == goodRun {
		t.Fatalf("the good run does not hold %s", old)
	}
	return changed
}

// diffusionDir is the folder of a diffusion run.
const diffusionDir = "diffusion/h100/current/run/diffusion/text-to-image/org/painter/batch-2+size-64x32+steps-20+uly-1+ring-1+tc-False"

// diffusion adds a run.
func (x tree) diffusion(content string) (path string) {
	x.t.Helper()
	x.write("configs/xdit/text-to-image/org/painter/model_info.json", `{"total_parameters_billion": 2}`)
	path = diffusionDir + "/results.json"
	x.write(path, content)
	return path
}

const goodDiffusion = `{"num_frames": null, "iteration_energy_measurements": [
  {"time": 2, "gpu_energy": {"0": 100, "1": 50}}, {"time": 4, "gpu_energy": {"0": 300}}],
  "timeline": {"power": {"device_instant": {"0": [[1, 10], [2, 20]]}}}}`
