package pipeline

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// corpus is a benchmark root of a few runs, made for one test.
type corpus struct {
	t    testing.TB
	root string
}

// newCorpus has two models at four batch sizes, of which a middle one is unstable,
// an image model, a file that is no JSON and one where no run lies.
func newCorpus(t testing.TB) corpus {
	x := corpus{t, t.TempDir()}
	for _, model := range []string{"small", "large"} {
		x.write("configs/vllm/gpqa/org/"+model+"/model_info.json", `{"nickname": "A Model", "total_parameters_billion": 8}`)
		x.write("configs/vllm/gpqa/org/"+model+"/H100/monolithic.config.yaml", "max-model-len: 4096\n")
		for i, batch := range []int{8, 16, 32, 64} {
			duration := 30.5
			if model == "large" && i == 1 {
				duration = 3 // too short a steady state: 16 and all above are unstable
			}
			x.run(model, batch, result(duration, i))
		}
	}
	x.write("configs/xdit/text-to-image/org/painter/model_info.json", `{"total_parameters_billion": 2}`)
	x.write("diffusion/h100/current/run/diffusion/text-to-image/org/painter/batch-2+size-64x32+steps-20+uly-1+ring-1+tc-False/results.json",
		picture)
	x.run("small", 128, `{"steady_state_duration": 30.5, `)
	x.write("llm/h100/current/run/llm/gpqa/results/results.json", "{}")
	return x
}

func (x corpus) write(name, content string) {
	x.t.Helper()
	file := filepath.Join(x.root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		x.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
		x.t.Fatal(err)
	}
}

func runDir(model string, batch int) string {
	return fmt.Sprintf("llm/h100/current/run/llm/gpqa/results/org/%s/H100/num_gpus+1+max_num_seqs+%d+num_request_repeats+1+seed+48105",
		model, batch)
}

func (x corpus) run(model string, batch int, content string) {
	x.write(runDir(model, batch)+"/results.json", content)
	x.write(runDir(model, batch)+"/prometheus.json", fmt.Sprintf(`{"steady_state_stats": {"vllm:num_requests_running": %d}}`, batch))
}

// result is a results.json with one request for each of the numbers of tokens.
func result(duration float64, variant int) string {
	var requests []string
	for tokens := 3; tokens < 9; tokens++ {
		gaps := make([]string, tokens)
		for i := range gaps {
			gaps[i] = fmt.Sprint(0.02 + 0.001*float64((i*7+variant*3)%11))
		}
		requests = append(requests,
			fmt.Sprintf(`{"prompt": "p", "output_len": %d, "itl": [%s], "success": true}`, tokens, strings.Join(gaps, ",")))
	}
	return fmt.Sprintf(`{"steady_state_duration": %g, "steady_state_energy": %d, "steady_state_energy_per_token": 2.5,
  "total_output_tokens": 33, "completed": 6,
  "timeline": {"steady_state_start_time": 10, "steady_state_end_time": 20,
    "power": {"device_instant": {"0": [[10.5, 100.5], [11.5, 101], [12.5, 99]]}},
    "temperature": {"0": [[10, 40], [12, 41]]}},
  "results": [%s]}`, duration, 12000+variant, strings.Join(requests, ",\n"))
}

const picture = `{"num_frames": null, "iteration_energy_measurements": [
  {"time": 2, "gpu_energy": {"0": 100}}, {"time": 4, "gpu_energy": {"0": 300}}],
  "timeline": {"power": {"device_instant": {"0": [[1, 10], [2, 20]]}}}}`
