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
