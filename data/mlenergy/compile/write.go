package compile

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"
	"text/template"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/rowfile"
	"github.com/jouleboard/jouleboard/internal/lists"
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
	made, err := c.Made(card)
	if err != nil {
		return err
	}
	return writeTree(out, made, c.files)
}

// writeTree makes a directory of files that are made and others that are taken over.
func writeTree(out string, made []Made, taken files) error {
	w, err := tree.Open(out)
	if err != nil {
		return err
	}
	defer w.Close()
	for _, file := range made {
		if err := w.Write(file.Name, file.Content); err != nil {
			return err
		}
	}
	for name, from := range taken.sorted() {
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
	metadata := map[string]string{}
	if date := c.Dataset.Date(); date != "" {
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
		{cardFile, func(w io.Writer) error { return c.writeCard(w, card) }},
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
func (c *Contents) Taken() iter.Seq2[string, string] { return c.files.sorted() }

// sorted are the files in the order of their names.
func (f files) sorted() iter.Seq2[string, string] {
	return func(yield func(name, from string) bool) {
		for _, name := range slices.Sorted(maps.Keys(f)) {
			if !yield(name, f[name]) {
				return
			}
		}
	}
}

// hasLengths reports whether the output lengths of any run are known.
func hasLengths(ds data.Dataset) bool {
	runs := ds.LLM()
	return slices.ContainsFunc(lists.Indices(runs.Len()), func(i int) bool { return runs.Lengths(i) != nil })
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
	Title string
}

// cardText is the card: a YAML header for the hub and its viewer, then words and the columns for people.
//
//go:embed card.md
var cardText string

type columnsOf struct {
	File   string
	Fields []data.Field
}

func (c *Contents) writeCard(w io.Writer, card Card) error {
	ds := c.Dataset
	tasks := data.Column(ds.LLM(), func(r data.LLMRun) string { return "`" + r.Task + "`" })
	tasks = append(tasks, data.Column(ds.Diffusion(), func(r data.DiffusionRun) string { return "`" + r.Task + "`" })...)
	slices.Sort(tasks)
	return template.Must(template.New("card").Parse(cardText)).Execute(w, map[string]any{
		"License": cmp.Or(card.License, "unknown"), "Title": cmp.Or(card.Title, "Inference energy benchmark"), "Size": sizeCategory(ds.Len()),
		"LLM": ds.LLM().Len(), "Failed": ds.LLM().Where(func(r data.LLMRun) bool { return !r.IsStable }).Len(), "Diffusion": ds.Diffusion().Len(),
		"Tasks": strings.Join(slices.Compact(tasks), ", "), "Lengths": hasLengths(ds), "SkipRaw": c.skipRaw,
		"Columns": []columnsOf{{llmFile, ds.LLM().Schema().Stated()}, {diffusionFile, ds.Diffusion().Schema().Stated()}},
	})
}

// sizeCategory is the hub's name for a number of rows.
func sizeCategory(rows int) string {
	below := 1000
	for _, name := range []string{"n<1K", "1K<n<10K", "10K<n<100K", "100K<n<1M", "1M<n<10M"} {
		if rows < below {
			return name
		}
		below *= 10
	}
	return "n>10M"
}
