package raw

import (
	"context"

	"github.com/jouleboard/jouleboard/data"
)

// Tree is the results files below the given roots, found but not read.
type Tree struct {
	Given  []string // the roots as given
	Roots  []string // the benchmark root of each
	Places []Place  // in path order
	// Problems has a list for each root: what could not be searched.
	Problems [][]data.Problem
}

// Place is where a run's results.json lies and what its path says.
type Place struct {
	Root   int    // index in the tree's roots
	Path   string // relative to the benchmark root, with slashes
	Domain string // "llm" or "diffusion"
	Task   string
	// ModelID is organization/name.
	ModelID string
	// GPU is the GPU's directory of an LLM run, the family's of a diffusion run.
	GPU string
	// Tokens are the keys and values of the configuration's directory.
	Tokens map[string]string
	// Size is the file's, in bytes.
	Size int64
}

// Find lists the results files below the roots without reading them.
func Find(ctx context.Context, roots []string, o Options) (*Tree, error) { return nil, errSoon }

// Finding is what one results.json says, before it is compared with others. It
// depends on no other file than those of its run and its configuration, so that
// findings can be made anywhere and joined later.
type Finding struct {
	Place Place
	// LLM or Diffusion is the record, nil when the file yields none. Its
	// stability is that of the run alone.
	LLM       *data.LLMRun
	Diffusion *data.DiffusionRun
	// Lengths are the output lengths of an LLM run's successful requests, nil
	// if the file does not state them all.
	Lengths *data.OutputLengths
	// Reason is why the LLM run is unstable by itself, "" if it is not.
	Reason string
	// Problems say what is wrong with the files; a place without a record has
	// one that says why.
	Problems []data.Problem
}

// Read decodes the runs at the places, several at once, and returns one finding
// a place, in the order of the places.
func (t *Tree) Read(ctx context.Context, places []Place, o Options) ([]Finding, error) {
	return nil, errSoon
}

// Evidence is what the stability rules need to know of an LLM run.
type Evidence struct {
	Task, ModelID, GPUModel string
	NumGPUs                 data.Opt[int]
	MaxNumSeqs              data.Opt[int] // missing: no part in the cascade
	Reason                  string        // why it is unstable by itself, "" if not
}

// Judge is the joint decision: for each run the reason why it is unstable, ""
// for a stable one. Within a task, model, GPU and number of GPUs every run whose
// batch is at least the smallest unstable one is unstable too.
func Judge(evidence []Evidence) []string { return nil }
