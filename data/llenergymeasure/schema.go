package llenergymeasure

import (
	"slices"
	"sync"

	"github.com/jouleboard/jouleboard/data"
)

// Domain names the records of this package.
const Domain = "llenergymeasure"

// schema is made for the first record, or for a text that lists its fields.
var schema = sync.OnceValue(func() *data.Schema[Experiment] {
	return data.NewSchema(data.Traits{
		Domain: Domain, Noun: "token", Model: "model", GPU: "gpu", Batch: "batch_size",
		Energy: "energy_per_output_token_j", Throughput: "throughput_output_tok_s", Power: "mean_power_w_from_energy",
		Latency: []string{"itl_ms"},
		Order:   []string{"study", "model", "engine", "run"},
		Sweep:   []string{"study", "model", "engine", "gpu", "num_gpus", "precision", "dataset"},
		Main: []string{
			"study", "model", "engine", "gpu", "num_gpus", "precision", "batch_size",
			"energy_per_output_token_j", "mj_per_tok_adjusted", "throughput_output_tok_s", "mean_power_w_from_energy", "warnings",
		},
		Basis: data.Basis{
			Window:     "the whole run after warm-up, from the first to the last prompt; idle power included, subtracted in adjusted figures",
			Load:       "a fixed list of prompts in batches; the last batches are not full",
			Scope:      "GPUs only, by NVML or Zeus",
			Token:      "output tokens, or input + output tokens where the header says so",
			Latency:    "between output tokens, where the engine streams",
			Throughput: "output tokens of the whole run",
			Accuracy:   "not measured",
			Repeats:    "cycles of a study with one configuration hash",
		},
		Board: &board,
	}, slices.Concat(
		identityFields(), configurationFields(), coreFields(), flopFields(), energyFields(), processFields(),
		qualityFields(), latencyFields(), extendedFields(), environmentFields(), fileFields(),
	))
})

func field(f data.Field, at func(*Experiment) any) data.FieldOf[Experiment] {
	return data.FieldOf[Experiment]{Field: f, At: at}
}
