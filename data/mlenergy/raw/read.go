package raw

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"sync"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/internal/lists"
	"golang.org/x/sync/errgroup"
)

// Finding is the content of one results.json, before it is compared with others. It depends only on the files of its
// run and its configuration, so that findings can be made anywhere and joined later.
type Finding struct {
	Place Place
	// LLM or Diffusion is the record, nil if the file has none. Its stability is that of the run alone.
	LLM       *data.LLMRun
	Diffusion *data.DiffusionRun
	// Lengths are the output lengths of an LLM run's successful requests, nil if the file does not contain all of
	// them.
	Lengths *data.OutputLengths
	// Within is the uncertainty of the energy per output from the variation within the run, nil if it was not
	// requested or cannot be computed.
	Within *fitting.Interval
	// Reason is why the LLM run is unstable, "" if it is stable, without regard to other runs.
	Reason string
	// Problems are the problems of the files; if there is no record, one of them is the reason.
	Problems []data.Problem
}

// Read decodes the runs at the places in parallel and returns one finding per place, in the order of the places.
func (t *Tree) Read(ctx context.Context, places []Place, o Options) ([]Finding, error) {
	r, err := t.Reader(o)
	if err != nil {
		return nil, err
	}
	findings := make([]Finding, len(places))
	var mu sync.Mutex
	done, bytes := 0, int64(0)
	tell := func(size int64) {
		mu.Lock()
		defer mu.Unlock()
		done, bytes = done+1, bytes+size
		if o.Progress != nil {
			o.Progress(done, len(places), bytes)
		}
	}
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(cmp.Or(max(o.Workers, 0), runtime.GOMAXPROCS(0)))
	for _, i := range largestFirst(places) {
		g.Go(func() error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			findings[i] = r.Read(places[i])
			tell(places[i].Size)
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	for _, f := range t.folders {
		if f.tree == nil {
			continue
		}
		if err := f.tree.Unchanged(); err != nil {
			return nil, err
		}
	}
	return findings, nil
}

// Reader decodes runs of a tree. Several goroutines can use it and share the memory for large files.
type Reader struct {
	tree    *Tree
	configs []*configs
	pool    *pool
	o       Options
	idle    sync.Pool // decoders
}

// Reader returns a reader for runs of the tree.
func (t *Tree) Reader(o Options) (*Reader, error) {
	configs, err := t.configs(o)
	if err != nil {
		return nil, err
	}
	return &Reader{tree: t, configs: configs, pool: newPool(), o: o}, nil
}

// Read decodes the run at a place. Errors are problems of the finding.
func (r *Reader) Read(p Place) Finding {
	d, ok := r.idle.Get().(*decoder)
	if !ok {
		d = newDecoder(r.tree, r.configs, r.pool, r.o)
	}
	f := d.decode(p)
	r.idle.Put(d) // not deferred: one that panicked is not to be used again
	return f
}

// largestFirst orders the places so that no large file is left for the end,
// when it would keep all but one worker waiting.
func largestFirst(places []Place) []int {
	order := lists.Indices(len(places))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(places[b].Size, places[a].Size) })
	return order
}

// Options configure loading; the zero value loads all runs, including unstable ones, and validates every file
// completely.
type Options struct {
	// Tasks are the tasks to load; none means all. The stability of other tasks is not judged: no rule applies across
	// tasks.
	Tasks []string
	// ConfigDir is the directory that contains vllm and xdit, "" for the directory configs of each root. A directory
	// of one kind (…/vllm) serves that kind.
	ConfigDir string
	// Workers is the number of files read in parallel, 0 for the number of CPUs.
	Workers int
	// StableOnly leaves out the LLM runs that failed the stability rules, after these were applied to all runs.
	StableOnly bool
	// Fast stops reading a file after the last needed value: the rest is not validated. See docs/raw-differences.md.
	Fast bool
	// FollowLinks reads files and directories through symbolic links that lead
	// out of their root. Without it such a link is a problem.
	FollowLinks bool
	// Linked are the roots, as given, in which all links are followed: snapshots of a download cache, whose files are
	// links to their contents.
	Linked []string
	// Within reads the variation during each run, from which an interval of its energy per output is computed:
	// data.Dataset.Within.
	Within bool
	// Progress, unless nil, is called with the number of files and bytes read, and their totals. It is called by one
	// goroutine at a time.
	Progress func(done, total int, bytes int64)
}

// follows reports whether links may lead out of a root.
func (o Options) follows(root string) bool { return o.FollowLinks || slices.Contains(o.Linked, root) }
