package compile

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"

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

// Write makes out the compiled directory, in one step at the end: until then it
// is what it was. Raw files are linked where the file system allows it, so that
// a change of one is a change of both.
func (c *Contents) Write(out string, card Card) error {
	w, err := tree.Open(out)
	if err != nil {
		return err
	}
	defer w.Close()
	if err := c.writeMade(w, card); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(c.files)) {
		if err := w.Link(name, c.files[name]); err != nil {
			return err
		}
	}
	return w.Commit()
}

func (c *Contents) writeMade(w *tree.Writer, card Card) error {
	metadata := map[string]string{}
	if date := dateOf(c.Dataset); date != "" {
		metadata["data_date"] = date
	}
	ds := c.Dataset
	for _, file := range []struct {
		name  string
		write func(io.Writer) error
	}{
		{llmFile, func(w io.Writer) error { return ds.LLM.WriteParquet(w, metadata) }},
		{diffusionFile, func(w io.Writer) error { return ds.Diffusion.WriteParquet(w, metadata) }},
		{lengthsFile, func(w io.Writer) error { return writeLengths(w, ds) }},
		{cardFile, func(w io.Writer) error { return card.write(w, ds) }},
	} {
		if file.name == lengthsFile && len(ds.Lengths) == 0 {
			continue
		}
		var content bytes.Buffer
		if err := file.write(&content); err != nil {
			return fmt.Errorf("%s: %w", file.name, err)
		}
		if err := w.Write(file.name, content.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// dateOf is the date of the newest source, "" if none has one.
func dateOf(ds data.Dataset) (date string) {
	for _, s := range ds.Sources {
		date = max(date, s.Date)
	}
	return date
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
	for r := range ds.LLM.All() {
		path, there := r.ResultsPath.Value()
		lengths := ds.Lengths[r]
		if !there || lengths == nil {
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
