package compile

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
)

// Card contains the texts of the dataset card that do not follow from the runs.
type Card struct {
	// License is the identifier of the data's license on dataset hubs (apache-2.0, cc-by-4.0); "" is unknown.
	License string
	// Title is the display name of the dataset; "" is replaced by a default.
	Title   string
	skipRaw bool // no raw files are in the directory
}

// write is the card: a YAML header for the hub and its viewer, then words and
// the columns for people.
func (c Card) write(w io.Writer, ds data.Dataset) error {
	out := bufio.NewWriter(w)
	c.header(out, ds)
	c.words(out, ds)
	columns(out, ds.LLM().Schema(), llmFile)
	columns(out, ds.Diffusion().Schema(), diffusionFile)
	return out.Flush()
}

func (c Card) header(out io.Writer, ds data.Dataset) {
	fmt.Fprintf(out, `---
license: %s
pretty_name: %q
size_categories:
- %s
tags:
- energy
- inference
- benchmark
configs:
- config_name: llm
  default: true
  data_files:
  - split: train
    path: %s
- config_name: diffusion
  data_files:
  - split: train
    path: %s
---

`, cmp.Or(c.License, "unknown"), c.title(), sizeCategory(ds.Len()), llmFile, diffusionFile)
}

func (c Card) title() string { return cmp.Or(c.Title, "Inference energy benchmark") }

// sizeCategory is the hub's name for a number of rows.
func sizeCategory(rows int) string {
	steps := []struct {
		below int
		name  string
	}{
		{1_000, "n<1K"},
		{10_000, "1K<n<10K"},
		{100_000, "10K<n<100K"},
		{1_000_000, "100K<n<1M"},
		{10_000_000, "1M<n<10M"},
	}
	for _, s := range steps {
		if rows < s.below {
			return s.name
		}
	}
	return "n>10M"
}

func (c Card) words(out io.Writer, ds data.Dataset) {
	fmt.Fprintf(out, "# %s\n\n", c.title())
	fmt.Fprintf(out,
		"Measured energy, latency and throughput of AI inference: %d runs of language models (%d of them failed the stability rules, "+
			"with the reason in `unstable_reason`) and %d runs of image and video models.\n",
		ds.LLM().Len(), ds.LLM().Where(func(r data.LLMRun) bool { return !r.IsStable }).Len(), ds.Diffusion().Len())
	fmt.Fprintf(out, "Tasks: %s.\n\n", strings.Join(tasks(ds), ", "))
	fmt.Fprint(out,
		"A run is one model on one configuration of hardware and software. Energy is GPU energy, for language models in the steady state. "+
			"A missing value is null.\n\n")
	fmt.Fprint(out, "## Files\n\n")
	fmt.Fprintf(out, "- `%s`, `%s`: one row per run, with the columns below\n", llmFile, diffusionFile)
	if hasLengths(ds) {
		fmt.Fprintf(out,
			"- `%s`: number of responses (`count`) with a length of `output_len` tokens in the run with this `results_path`\n", lengthsFile)
	}
	fmt.Fprint(out, "- `configs/`: configurations of models and servers\n")
	if !c.skipRaw {
		fmt.Fprint(out, "- `llm/`, `diffusion/`: the raw files of the runs, at `results_path` and `prometheus_path`\n")
	}
}

// tasks are those of all runs, in order.
func tasks(ds data.Dataset) []string {
	all := data.Column(ds.LLM(), func(r data.LLMRun) string { return "`" + r.Task + "`" })
	all = append(all, data.Column(ds.Diffusion(), func(r data.DiffusionRun) string { return "`" + r.Task + "`" })...)
	slices.Sort(all)
	return slices.Compact(all)
}

// columns is the field table of a record type.
func columns(out io.Writer, s *data.Schema, file string) {
	fmt.Fprintf(out, "\n## Columns of `%s`\n\n| column | type | unit | meaning |\n|---|---|---|---|\n", file)
	for _, f := range s.Stated() {
		kind := f.Kind.String()
		if f.Nullable {
			kind += " or null"
		}
		fmt.Fprintf(out, "| `%s` | %s | %s | %s |\n", f.Name, kind, f.Unit, f.Help)
	}
}
