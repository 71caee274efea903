package compile

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/rowfile"
	"github.com/jouleboard/jouleboard/internal/tree"
)

// The files that are made; all others are taken over.
const (
	llmFile       = "runs/llm.parquet"
	diffusionFile = "runs/diffusion.parquet"
	lengthsFile   = "runs/output_lengths.parquet"
	cardFile      = "README.md"
)

// Write creates the compiled directory out in one step at the end; until then the old one is unchanged. Raw files are
// linked if the file system supports it, so that a change to one file changes the other.
func (c *Contents) Write(out string, card Card) error {
	w, err := tree.Open(out)
	if err != nil {
		return err
	}
	defer w.Close()
	made, err := c.Made(card)
	if err != nil {
		return err
	}
	for _, file := range made {
		if err := w.Write(file.Name, file.Content); err != nil {
			return err
		}
	}
	for name, from := range c.Taken() {
		if err := w.Link(name, from); err != nil {
			return err
		}
	}
	return w.Commit()
}

// Made is a generated file of the directory.
type Made struct {
	Name    string // relative to the directory, with slashes
	Content []byte
}

// Made returns the generated files: runs, output lengths and card.
func (c *Contents) Made(card Card) (made []Made, err error) {
	card.skipRaw = c.skipRaw
	metadata := map[string]string{}
	if date := dateOf(c.Dataset); date != "" {
		metadata["data_date"] = date
	}
	ds := c.Dataset
	for _, file := range []struct {
		name  string
		write func(io.Writer) error
	}{
		{llmFile, func(w io.Writer) error { return ds.LLM().WriteStated(w, metadata) }},
		{diffusionFile, func(w io.Writer) error { return ds.Diffusion().WriteStated(w, metadata) }},
		{lengthsFile, func(w io.Writer) error { return writeLengths(w, ds) }},
		{cardFile, func(w io.Writer) error { return card.write(w, ds) }},
	} {
		if file.name == lengthsFile && !hasLengths(ds) {
			continue
		}
		var content bytes.Buffer
		if err := file.write(&content); err != nil {
			return nil, fmt.Errorf("%s: %w", file.name, err)
		}
		made = append(made, Made{file.name, content.Bytes()})
	}
	return made, nil
}

// Taken returns the files that are copied or linked, by name, each with its origin.
func (c *Contents) Taken() iter.Seq2[string, string] {
	return func(yield func(name, from string) bool) {
		for _, name := range slices.Sorted(maps.Keys(c.files)) {
			if !yield(name, c.files[name]) {
				return
			}
		}
	}
}

// dateOf is the date of the newest source, "" if none has one.
func dateOf(ds data.Dataset) (date string) {
	for _, s := range ds.Sources {
		date = max(date, s.Date)
	}
	return date
}

// hasLengths reports whether the output lengths of any run are known.
func hasLengths(ds data.Dataset) bool {
	runs := ds.LLM()
	for i := range runs.Len() {
		if runs.Lengths(i) != nil {
			return true
		}
	}
	return false
}

// writeLengths writes how many answers of a run had which length: the sidecar
// from which a site with histograms can be built without raw files.
func writeLengths(out io.Writer, ds data.Dataset) error {
	w, err := rowfile.New("parquet", out, []rowfile.Column{
		{Name: "results_path", Kind: rowfile.Text},
		{Name: "output_len", Kind: rowfile.Integer},
		{Name: "count", Kind: rowfile.Integer},
	})
	if err != nil {
		return err
	}
	runs := ds.LLM()
	path := runs.Schema().Name(data.RoleResultsFile)
	for i := range runs.Len() {
		path, lengths := runs.Text(i, path), runs.Lengths(i)
		if path == "" || lengths == nil {
			continue
		}
		w.Text(0, path)
		for i, length := range lengths.Lengths {
			w.Integer(1, length)
			w.Integer(2, lengths.Counts[i])
			if err := w.Next(); err != nil {
				return err
			}
		}
	}
	return w.Close()
}

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
