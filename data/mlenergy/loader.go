package mlenergy

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"io/fs"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/columnfile"
	"github.com/jouleboard/jouleboard/units"
)

// loader gathers what the files of one source hold.
type loader struct {
	root   fs.FS
	source data.Source
	o      Options
	hash   hash.Hash

	llmRuns, diffusionRuns *data.Intake

	byPath map[string][]int // kept LLM runs by results_path
	paths  map[string]bool  // of all rows, kept or not
	empty  []string         // files without a row
}

func newLoader(root fs.FS, source data.Source, o Options) *loader {
	return &loader{
		root: root, source: source, o: o, hash: sha256.New(),
		llmRuns: data.NewIntake(data.LLMRun{}.Schema()), diffusionRuns: data.NewIntake(data.DiffusionRun{}.Schema()),
		byPath: map[string][]int{}, paths: map[string]bool{},
	}
}

// open reads and hashes a file and takes the source's date from it.
func (l *loader) open(name string) (*columnfile.File, error) {
	content, err := readAll(l.root, name)
	if err != nil {
		return nil, err
	}
	l.hash.Write(content)
	file, err := columnfile.Open(content)
	if err != nil {
		return nil, err
	}
	l.describe(name, file.Metadata)
	return file, nil
}

// readAll reads a file of bounded size.
func readAll(root fs.FS, name string) ([]byte, error) {
	f, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	content, err := io.ReadAll(io.LimitReader(f, largestFile+1))
	if err == nil && len(content) > largestFile {
		err = fmt.Errorf("larger than %d bytes; split it", largestFile)
	}
	return content, err
}

// describe reads what the writer noted about the data: its date and whether it
// is invented.
func (l *loader) describe(name string, metadata map[string]string) {
	l.source.Synthetic = l.source.Synthetic || metadata["synthetic"] == "true"
	date, there := metadata["data_date"]
	if !there {
		return
	}
	if _, ok := units.Day(date); !ok {
		l.note(data.Problem{
			File: name, Field: "data_date",
			Message: "the date of the file is not of the form YYYY-MM-DD and is ignored; correct it",
		})
		return
	}
	l.source.Date = max(l.source.Date, date)
}

func (l *loader) note(problems ...data.Problem) {
	l.source.Problems = append(l.source.Problems, problems...)
}

// refuse notes that nothing of a file is used.
func (l *loader) refuse(name string, err error) {
	l.note(data.Problem{File: name, Message: err.Error() + "; file left out"})
}

func (l *loader) dataset() data.Dataset {
	l.source.Revision = "sha256:" + hex.EncodeToString(l.hash.Sum(nil))
	l.source.Runs = l.llmRuns.Len() + l.diffusionRuns.Len()
	l.note(l.llmRuns.Problems...)
	l.note(l.diffusionRuns.Problems...)
	if l.source.Runs == 0 { // beside runs of the other kind an empty file is no fault
		for _, name := range l.empty {
			l.note(data.Problem{File: name, Message: "the file contains no rows"})
		}
	}
	return data.Merge(data.NewDataset(l.source, l.llmRuns.Table(l.o.StableOnly), l.diffusionRuns.Table(false)))
}

func (l *loader) llm(name string, file *columnfile.File) {
	s := l.llmRuns.Schema()
	l.take(name, file, l.llmRuns, s.Name(data.RoleResultsFile), s.Name(data.RoleStable))
}

func (l *loader) diffusion(name string, file *columnfile.File) {
	l.take(name, file, l.diffusionRuns, "", "")
}

// take takes in the rows of a file; one with a wrong column is left out, with the
// reasons. Path names the field by which other files know a run, stable that which says
// whether it counts.
func (l *loader) take(name string, file *columnfile.File, in *data.Intake, path, stable string) {
	rows, noted, wrong := data.OpenStored(name, file, in.Schema().Stated(), nil)
	l.note(noted...)
	if len(wrong) > 0 {
		wrong[0].LeftOut = file.Rows
		l.note(wrong...)
		return
	}
	if file.Rows == 0 {
		l.empty = append(l.empty, name)
	}
	skip := func(row int) bool {
		if path, there := rows.At(row, path).(string); there {
			l.paths[path] = true
		}
		return l.o.StableOnly && rows.At(row, stable) == false
	}
	in.Take(rows, name, skip, func(_ int, run data.Row) {
		if path, there := run.Value(path).(string); there {
			l.byPath[path] = append(l.byPath[path], in.Len()-1)
		}
	})
}

// recordType is the domain of the records in the file, told by the columns that
// only one record type has; "" if it is neither.
func recordType(file *columnfile.File) string {
	llm, diffusion := data.LLMRun{}.Schema(), data.DiffusionRun{}.Schema()
	own := 0
	for _, column := range file.Columns {
		switch {
		case llm.Has(column.Name) && !diffusion.Has(column.Name):
			own++
		case diffusion.Has(column.Name) && !llm.Has(column.Name):
			own--
		}
	}
	switch {
	case own > 0:
		return llm.Domain
	case own < 0:
		return diffusion.Domain
	}
	return ""
}
