package main

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/jouleboard/jouleboard/test/bench/usage"
)

// model is an invented language model.
type model struct {
	name   string
	total  float64 // billion parameters
	active float64
	gpus   int
	step   float64 // seconds a token takes at small batches
}

var models = []model{
	{"small", 8, 8, 1, 0.0065}, {"mixture", 30, 3, 1, 0.0072}, {"large", 70, 70, 2, 0.0212},
}

// task is a benchmark task: how many requests, how long.
type task struct {
	name     string
	suite    string
	requests int
	tokens   int // mean output tokens
	prompt   int // mean bytes of a prompt
	perToken float64
}

var tasks = []task{
	{"lm-arena-chat", "llm", 1024, 640, 900, 4.3},
	{"gpqa", "llm", 198, 5800, 1100, 4.3},
	{"sourcegraph-fim", "llm", 1024, 250, 5200, 4.3},
	{"image-chat", "mllm", 1024, 800, 300, 4.3},
}

var batches = []int{8, 32, 128, 512}

// writeGrid writes the corpus: each model in each task at each batch size, and
// some image models.
func writeGrid(root string) error {
	for _, t := range tasks {
		for _, m := range models {
			if err := describe(root, t, m); err != nil {
				return err
			}
			for _, batch := range batches {
				if err := writeLLM(root, t, m, batch); err != nil {
					return err
				}
			}
		}
	}
	return writeDiffusion(root)
}

// describe writes a model's configuration.
func describe(root string, t task, m model) error {
	dir := filepath.Join(root, "configs", "vllm", t.name, "bench", m.name)
	info := fmt.Sprintf("{\n  \"total_parameters_billion\": %v,\n  \"active_parameters_billion\": %v\n}\n", m.total, m.active)
	return errors.Join(
		usage.Write(filepath.Join(dir, "model_info.json"), info),
		usage.Write(filepath.Join(dir, "H100", "monolithic.config.yaml"), "max-model-len: 20480\n"),
	)
}

// writeLLM writes the two files of a run.
func writeLLM(root string, t task, m model, batch int) error {
	repeats := 1
	if batch > 256 {
		repeats = 2
	}
	r := newRun(t, m, batch, repeats)
	dir := filepath.Join(root, "llm", "h100", "current", "run", t.suite, t.name, "results", "bench", m.name, "H100",
		fmt.Sprintf("num_gpus+%d+max_num_seqs+%d+num_request_repeats+%d+dataset_split+train+num_requests+%d+seed+1", m.gpus, batch,
			repeats, t.requests))
	return errors.Join(r.writeResults(filepath.Join(dir, "results.json")), r.writeMetrics(filepath.Join(dir, "prometheus.json")))
}

// writeDiffusion writes small files, one for each image size and batch.
func writeDiffusion(root string) error {
	info := filepath.Join(root, "configs", "xdit", "text-to-image", "bench", "painter", "model_info.json")
	if err := usage.Write(info, `{"total_parameters_billion": 2.5}`); err != nil {
		return err
	}
	for _, size := range []int{512, 1024} {
		for batch := 1; batch <= 16; batch *= 2 {
			r := newRun(tasks[0], models[0], batch, 1)
			dir := filepath.Join(root, "diffusion", "h100", "current", "run", "diffusion", "text-to-image", "bench", "painter",
				fmt.Sprintf("batch-%d+size-%dx%d+steps-28+seed-1+uly-1+ring-1+tc-False", batch, size, size))
			if err := r.writeImages(filepath.Join(dir, "results.json")); err != nil {
				return err
			}
		}
	}
	return nil
}

// writeLine writes one run of 1 GB without any white space.
func writeLine(root string) error {
	t, m := tasks[1], models[0]
	if err := describe(root, t, m); err != nil {
		return err
	}
	r := newRun(t, m, 512, 1)
	r.flat = true
	const perLatency = 20 // bytes
	for i, size := 0, 0; size < 1<<30; i++ {
		r.lengths = append(r.lengths, r.lengths[i])
		size += perLatency * r.lengths[i]
	}
	dir := filepath.Join(root, "llm", "h100", "current", "run", t.suite, t.name, "results", "bench", m.name, "H100",
		"num_gpus+1+max_num_seqs+512+num_request_repeats+1+seed+1")
	return r.writeResults(filepath.Join(dir, "results.json"))
}
