package pipeline

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/mlenergy/compile"
	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/tree"
)

// writeFn assembles the directory and writes it. It is one element of one worker:
// a run is a row of some hundred bytes and its output lengths.
type writeFn struct {
	Plan Plan
}

// ProcessElement begins with what could not be searched and takes everything else
// from the side.
func (f *writeFn) ProcessElement(ctx context.Context, missed string, judged func(*string) bool) error {
	r, err := mount(ctx, f.Plan)
	if err != nil {
		return err
	}
	defer r.Close()
	if err := json.Unmarshal([]byte(missed), &r.tree.Problems); err != nil {
		return err
	}
	readings, err := decodeReadings(judged)
	if err != nil {
		return err
	}
	all := lists.Map(readings, func(r reading) raw.Judged { return raw.Judged{Finding: r.found, Verdict: r.Verdict} })
	contents, err := compile.Assemble(r.tree, all, compile.Options{SkipRaw: true, Raw: f.Plan.options(r.configs)})
	if err != nil {
		return err
	}
	if err := f.writeNotes(ctx, readings, contents.Dataset); err != nil {
		return err
	}
	if contents.Dataset.Len() == 0 {
		return errors.New("there is no run that can be used; problems.jsonl says why, and nothing else is written")
	}
	return f.writeDirectory(ctx, contents)
}

// writeDirectory writes every file under its final name only when it is whole. The
// list of them comes last: a directory that has one is complete.
func (f *writeFn) writeDirectory(ctx context.Context, contents *compile.Contents) error {
	out, err := open(ctx, f.Plan.Out)
	if err != nil {
		return err
	}
	defer out.Close()
	var names []string
	for name, from := range contents.Taken() {
		names = append(names, name)
		content, err := os.ReadFile(from) // a small configuration
		if err == nil {
			err = out.replace(ctx, name, write(content))
		}
		if err != nil {
			return err
		}
	}
	made, err := contents.Made(compile.Card{License: f.Plan.License, Title: f.Plan.Title})
	if err != nil {
		return err
	}
	for _, file := range made {
		names = append(names, file.Name)
		if err := out.replace(ctx, file.Name, write(file.Content)); err != nil {
			return err
		}
	}
	return out.replace(ctx, tree.Marker, write(tree.MarkerOf(names)))
}

func write(content []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	}
}

// writeNotes writes what is not part of the directory.
func (f *writeFn) writeNotes(ctx context.Context, readings []reading, ds data.Dataset) error {
	notes, err := open(ctx, f.Plan.Notes)
	if err != nil {
		return err
	}
	defer notes.Close()
	var undecodable, latencies []any
	problems := lists.Map(ds.Problems(), func(p data.Problem) any { return p })
	for _, r := range readings {
		if r.found.LLM == nil && r.found.Diffusion == nil {
			undecodable = append(undecodable,
				deadLetter{f.Plan.Results[r.found.Place.Root], r.found.Place.Path, r.found.Place.Size, r.found.Problems})
		}
		if r.Latencies != nil {
			latencies = append(latencies, latencyLine(r))
		}
	}
	files := map[string][]any{"problems.jsonl": problems, "undecodable.jsonl": undecodable}
	if f.Plan.Latencies {
		files["latencies.jsonl"] = latencies
	}
	for name, lines := range files {
		if err := notes.replace(ctx, name, func(w io.Writer) error { return writeLines(w, lines) }); err != nil {
			return err
		}
	}
	return nil
}

// deadLetter is a file that gave no run, and why.
type deadLetter struct {
	Root     string         `json:"root"`
	Path     string         `json:"path"`
	Size     int64          `json:"size"` // bytes
	Problems []data.Problem `json:"problems"`
}

func writeLines(w io.Writer, lines []any) error {
	out := json.NewEncoder(w)
	for _, line := range lines {
		if err := out.Encode(line); err != nil {
			return err
		}
	}
	return nil
}
