package raw

import (
	"context"
	"errors"

	"github.com/jouleboard/jouleboard/data"
)

// Corpus is what the roots hold together.
type Corpus struct {
	// Dataset has one source a given root, in that order and named as given,
	// and the exact output lengths of the runs.
	Dataset data.Dataset
	// Files lists every results.json that lies where a run's does, in path
	// order, those of runs that were left out too.
	Files []File
	// Archive finds the raw files behind the records of Dataset.
	Archive *Archive
}

// File is a results.json and what became of it.
type File struct {
	Root   int    // index of the given root that it was found by
	Path   string // relative to the benchmark root, with slashes
	InRuns bool   // its run is part of the dataset
	// IsStable and UnstableReason are the verdict on an LLM run, whether its
	// row was kept or not; a diffusion run is stable.
	IsStable       bool
	UnstableReason string
}

// Open loads the runs below the roots. A root is a benchmark root (it holds llm
// or diffusion) or any directory inside one. What is wrong with a file is a
// problem of its source; it is an error when a root is no place of raw results.
func Open(ctx context.Context, roots []string, o Options) (*Corpus, error) {
	tree, err := Find(ctx, roots, o)
	if err != nil {
		return nil, err
	}
	findings, err := tree.Read(ctx, tree.Places, o)
	if err != nil {
		return nil, err
	}
	return tree.Assemble(findings, o), nil
}

// Assemble judges the findings together, applies the cascade and admits the
// records. The order of findings has no say, so the findings of several
// processes may be joined before: the result is the same.
func (t *Tree) Assemble(findings []Finding, o Options) *Corpus {
	return &Corpus{}
}

// IsRaw reports whether path is a directory with raw results or inside one.
func IsRaw(path string) bool { return false }

var errSoon = errors.New("raw results are not read yet")
