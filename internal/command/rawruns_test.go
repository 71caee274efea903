package command

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// rawRun is one run as the benchmark stores it, of a size that a test can state.
type rawRun struct {
	task, model, gpu  string
	gpus, batch, seed int
	requests          int
	running           float64 // as a part of the batch
	steady            float64 // s
}

// rawLLM adds an LLM run to a corpus: DIR [task=…] [model=…] [gpu=…] [gpus=N]
// [batch=N] [seed=N] [requests=N] [running=PART] [steady=SECONDS].
func rawLLM(ts *testscript.TestScript, _ bool, args []string) {
	r := rawRun{task: "gpqa", model: "Acme/Small-1B", gpu: "H100", gpus: 1, batch: 8, seed: 1, requests: 4, running: 0.95, steady: 60}
	ts.Check(r.edit(args[1:]))
	ts.Check(r.writeLLM(ts.MkAbs(args[0])))
}

// rawDiffusion adds a diffusion run to a corpus, with the same words.
func rawDiffusion(ts *testscript.TestScript, _ bool, args []string) {
	r := rawRun{task: "text-to-image", model: "Acme/Paint", gpu: "H100", gpus: 1, batch: 1, seed: 1, requests: 3}
	ts.Check(r.edit(args[1:]))
	ts.Check(r.writeDiffusion(ts.MkAbs(args[0])))
}

func (r *rawRun) edit(edits []string) (err error) {
	for _, e := range edits {
		key, value, _ := strings.Cut(e, "=")
		switch key {
		case "task":
			r.task = value
		case "model":
			r.model = value
		case "gpu":
			r.gpu = value
		case "gpus":
			r.gpus, err = strconv.Atoi(value)
		case "batch":
			r.batch, err = strconv.Atoi(value)
		case "seed":
			r.seed, err = strconv.Atoi(value)
		case "requests":
			r.requests, err = strconv.Atoi(value)
		case "running":
			r.running, err = strconv.ParseFloat(value, 64)
		case "steady":
			r.steady, err = strconv.ParseFloat(value, 64)
		default:
			err = fmt.Errorf("unknown word %q", e)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

type object = map[string]any

const rawStart = 1_765_000_000.0 // s since 1970

func (r rawRun) writeLLM(root string) error {
	dir := filepath.Join(root, "llm", strings.ToLower(r.gpu), "current", "run", "llm", r.task, "results", r.model, r.gpu,
		fmt.Sprintf("num_gpus+%d+max_num_seqs+%d+num_request_repeats+1+dataset_split+train+num_requests+%d+seed+%d", r.gpus, r.batch,
			r.requests, r.seed))
	configs := filepath.Join(root, "configs", "vllm", r.task, r.model)
	perToken := 4 / float64(r.batch+r.seed)
	requests, tokens := r.rawRequests()
	return writeFiles(map[string]any{
		filepath.Join(dir, "results.json"): object{
			"completed": r.requests - 1, "steady_state_duration": r.steady, "steady_state_energy": 400 * r.steady,
			"steady_state_energy_per_token": perToken, "total_output_tokens": tokens, "output_throughput": 10.5,
			"timeline": r.timeline(), "results": requests,
		},
		filepath.Join(dir,
			"prometheus.json"): object{"steady_state_stats": object{"vllm:num_requests_running": r.running * float64(r.batch)}},
		filepath.Join(configs, "model_info.json"):                  object{"nickname": "Acme Small", "total_parameters_billion": 1.5},
		filepath.Join(configs, r.gpu, "monolithic.config.yaml"):    "enable-expert-parallel: false\n",
		filepath.Join(root, "configs", "vllm", "token-not-shared"): "secret\n",
	})
}

// rawRequests are the requests, the last of which failed.
func (r rawRun) rawRequests() (requests []object, tokens int) {
	for i := range r.requests {
		itl := []float64{0, 0.125}
		for k := range 5 + i {
			itl = append(itl, 0.01+0.001*float64(k)/float64(r.seed), 0)
		}
		ok := i < r.requests-1
		if ok {
			tokens += len(itl)
		}
		requests = append(requests, object{"prompt": "why?", "output_len": len(itl), "itl": itl, "success": ok})
	}
	return requests, tokens
}

// timeline has two samples in the steady state and one outside.
func (r rawRun) timeline() object {
	power := object{}
	for gpu := range r.gpus {
		power[strconv.Itoa(gpu)] = [][2]float64{{rawStart + 1, 100}, {rawStart + 11, 350.5}, {rawStart + 12, 360}}
	}
	return object{
		"benchmark_start_time": rawStart, "benchmark_end_time": rawStart + 100,
		"steady_state_start_time": rawStart + 10, "steady_state_end_time": rawStart + 10 + r.steady,
		"power":       object{"device_instant": power, "device_average": power},
		"temperature": object{"0": [][2]float64{{rawStart + 11, 55}}},
	}
}

func (r rawRun) writeDiffusion(root string) error {
	dir := filepath.Join(root, "diffusion", strings.ToLower(r.gpu), "current", "run", "diffusion", r.task, r.model,
		fmt.Sprintf("batch-%d+size-512x256+steps-20+seed-%d+uly-%d+ring-1+tc-False", r.batch, r.seed, r.gpus))
	iterations := []object{}
	for i := range r.requests {
		iterations = append(iterations, object{"time": 2.5 + float64(i)/8, "gpu_energy": object{"0": 900.5 + float64(r.seed)}})
	}
	return writeFiles(map[string]any{
		filepath.Join(dir, "results.json"): object{
			"batch_size":                    r.batch,
			"iteration_energy_measurements": iterations, "timeline": r.timeline(),
		},
		filepath.Join(root, "configs", "xdit", r.task, r.model, "model_info.json"): object{
			"nickname":                 "Acme Paint",
			"total_parameters_billion": 2,
		},
	})
}

// writeFiles writes texts as they are and all else as JSON.
func writeFiles(files map[string]any) error {
	for name, content := range files {
		text, plain := content.(string)
		if !plain {
			encoded, err := json.Marshal(content)
			if err != nil {
				return err
			}
			text = string(encoded)
		}
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}
