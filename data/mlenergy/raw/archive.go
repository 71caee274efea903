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
	f, err := openFolder(root, o.FollowLinks)
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
	tree := &Tree{Given: []string{root}, Roots: []string{root}, folders: []*folder{f}}
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

// archiveReader reads one run's file after the other with the same buffers.
type archiveReader struct {
	archive *Archive
	pool    *pool
	last    *decoder
}

// at is a decoder for the run's tree, and the run's place.
func (r *archiveReader) at(run any) (d *decoder, p Place, err error) {
	tree, p, err := r.archive.where(run)
	if err != nil {
		return nil, p, err
	}
	if r.last == nil || r.last.tree != tree {
		r.last = newDecoder(tree, nil, r.pool, Options{})
	}
	return r.last, p, nil
}

// each calls read for each run, in order, until the consumer has enough.
func each[R data.Record](ctx context.Context, a *Archive, runs data.Runs[R],
	read func(run R, d *decoder, p Place) (more bool, err error), fail func(run R, err error) (more bool),
) {
	r := &archiveReader{archive: a, pool: newPool()}
	for run := range runs.All() {
		err := ctx.Err()
		more := true
		if err == nil {
			var d *decoder
			var p Place
			if d, p, err = r.at(run); err == nil {
				more, err = read(run, d, p)
				err = explain(d.tree, p, err)
			}
		}
		if err != nil {
			more = more && fail(run, err) && ctx.Err() == nil
		}
		if !more {
			return
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
	return func(yield func(Requests, error) bool) {
		var all []Request
		each(ctx, a, runs, func(run data.LLMRun, d *decoder, p Place) (bool, error) {
			all = all[:0]
			x, err := d.readLLM(p, func(q Request) {
				if (q.Success || unsuccessful) && len(all) <= mostListed {
					all = append(all, q)
				}
			})
			switch {
			case err != nil:
				return true, err
			case x.requests.lengthFault != "":
				return true, errors.New(x.requests.lengthFault)
			case len(all) > mostListed:
				return true, fmt.Errorf("more than %d requests", mostListed)
			}
			return yield(Requests{run, all}, nil), nil
		}, func(run data.LLMRun, err error) bool { return yield(Requests{Run: run}, err) })
	}
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
	return func(yield func(Latencies, error) bool) {
		each(ctx, a, runs, func(run data.LLMRun, d *decoder, p Place) (bool, error) {
			x, err := d.readLLM(p, nil)
			switch {
			case err != nil:
				return true, err
			case x.requests.wrong != "":
				return true, errors.New(x.requests.wrong)
			case d.itl.count == 0:
				return yield(Latencies{Run: run}, nil), nil
			}
			more := true
			d.series(p, &x.requests, &err)(func(chunk []float64) bool {
				more = yield(Latencies{run, chunk}, nil)
				return more
			})
			return more, err
		}, func(run data.LLMRun, err error) bool { return yield(Latencies{Run: run}, err) })
	}
}
