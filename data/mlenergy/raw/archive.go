package raw

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"path/filepath"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Archive finds the raw files of runs and streams the bulk data in them. Runs are in the order of the collection,
// values in file order. A run whose file is missing or invalid yields an error that names the file; the others
// follow.
type Archive struct {
	trees []archiveTree
}

// archiveTree is one source of raw files.
type archiveTree struct {
	tree  *Tree
	roots map[any]int // the root of each record
}

// NewArchive returns the archive of a dataset whose results_path is relative to root, as in a compiled directory.
func NewArchive(root string, ds data.Dataset, o Options) (*Archive, error) {
	tree, err := Mount([]string{root}, []string{root}, o)
	if err != nil {
		return nil, err
	}
	roots := make(map[any]int, ds.Len())
	for r := range ds.LLM().All() {
		roots[r] = 0
	}
	for r := range ds.Diffusion().All() {
		roots[r] = 0
	}
	return &Archive{[]archiveTree{{tree, roots}}}, nil
}

// Join combines archives. If several contain a run, the first one that has its file is used.
func Join(archives ...*Archive) *Archive {
	return &Archive{lists.FlatMap(archives, func(a *Archive) []archiveTree { return a.trees })}
}

// where finds a run's file; where none is, it is the first place that should
// have it.
func (a *Archive) where(run any) (t *Tree, p Place, err error) {
	path := resultsPath(run)
	if path == "" {
		return nil, Place{}, errors.New("the run has no results_path; use a source with raw results, such as raw:DIR")
	}
	p, _ = PlaceOf(path)
	p.Path = path
	for _, at := range a.trees {
		root, known := at.roots[run]
		if !known {
			continue
		}
		_, absent := at.tree.folders[root].stat(path)
		if t == nil || absent == nil {
			t, p.Root = at.tree, root
		}
		if absent == nil {
			return t, p, nil
		}
	}
	if t == nil {
		return nil, p, fmt.Errorf("%s: no source contains the raw file of the run; give the raw results as raw:DIR", path)
	}
	return t, p, nil
}

func resultsPath(run any) string {
	switch r := run.(type) {
	case data.LLMRun:
		return r.ResultsPath.Or("")
	case data.DiffusionRun:
		return r.ResultsPath.Or("")
	}
	return ""
}

// explain names the file and, for one that is absent, how to get it.
func explain(t *Tree, p Place, err error) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: the raw file is missing: copy or link the raw results into %s, or give them as raw:DIR", p.Path, t.Roots[p.Root])
	}
	return fmt.Errorf("%s: %w", filepath.ToSlash(p.Path), err)
}

// each yields what read finds in the file of each run, in order, until the consumer has enough; none is what goes with an error.
// One file is read after the other, with the same buffers.
func each[R data.Record, T any](ctx context.Context, a *Archive, runs data.Runs[R], none func(R) T,
	read func(run R, d *decoder, p Place, yield func(T) (more bool)) error,
) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var d *decoder
		pool, more := newPool(), true
		one := func(run R) error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			tree, p, err := a.where(run)
			if err != nil {
				return err
			}
			if d == nil || d.tree != tree {
				d = newDecoder(tree, nil, pool, Options{})
			}
			return explain(tree, p, read(run, d, p, func(v T) bool { more = yield(v, nil); return more }))
		}
		for run := range runs.All() {
			if err := one(run); err != nil {
				more = more && yield(none(run), err) && ctx.Err() == nil
			}
			if !more {
				return
			}
		}
	}
}

// Request is one request of a run.
type Request struct {
	OutputLen int // tokens
	Success   bool
}

// Requests contains the requests of one run that have an output length.
type Requests struct {
	Run      data.LLMRun
	Requests []Request // valid until the next run
}

// mostListed is how many requests or samples of one run are handed out at once.
const mostListed = 4 << 20

// OutputLengths yields the requests of each run; failed requests only if requested. A successful request without an
// output length is an error of its run.
func (a *Archive) OutputLengths(ctx context.Context, runs data.LLMRuns, unsuccessful bool) iter.Seq2[Requests, error] {
	var all []Request
	none := func(run data.LLMRun) Requests { return Requests{Run: run} }
	return each(ctx, a, runs, none, func(run data.LLMRun, d *decoder, p Place, yield func(Requests) bool) error {
		all = all[:0]
		x, err := d.readLLM(p, func(q Request) {
			if (q.Success || unsuccessful) && len(all) <= mostListed {
				all = append(all, q)
			}
		})
		switch {
		case err != nil:
			return err
		case x.requests.lengthFault != "":
			return errors.New(x.requests.lengthFault)
		case len(all) > mostListed:
			return fmt.Errorf("more than %d requests", mostListed)
		}
		yield(Requests{run, all})
		return nil
	})
}

// Latencies is a block of consecutive inter-token latencies of one run.
type Latencies struct {
	Run data.LLMRun
	// Seconds are smoothed, finite and positive. The slice is valid until the next block.
	Seconds []float64
}

// InterTokenLatencies yields the latencies of each run in blocks of bounded size, so that memory does not depend on
// their number. A run without latencies yields one empty block.
func (a *Archive) InterTokenLatencies(ctx context.Context, runs data.LLMRuns) iter.Seq2[Latencies, error] {
	none := func(run data.LLMRun) Latencies { return Latencies{Run: run} }
	return each(ctx, a, runs, none, func(run data.LLMRun, d *decoder, p Place, yield func(Latencies) bool) error {
		x, err := d.readLLM(p, nil)
		switch {
		case err != nil:
			return err
		case x.requests.wrong != "":
			return errors.New(x.requests.wrong)
		case d.itl.count == 0:
			yield(none(run))
			return nil
		}
		d.series(p, &x.requests, &err)(func(chunk []float64) bool { return yield(Latencies{run, chunk}) })
		return err
	})
}
