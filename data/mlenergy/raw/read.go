package raw

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/fitting"
)

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
	// Within is what the run itself leaves open of its energy per output, nil
	// where that was not asked for or cannot be told.
	Within *fitting.Interval
	// Reason is why the LLM run is unstable by itself, "" if it is not.
	Reason string
	// Problems say what is wrong with the files; a place without a record has
	// one that says why.
	Problems []data.Problem
}

// Read decodes the runs at the places, several at once, and returns one finding
// a place, in the order of the places.
func (t *Tree) Read(ctx context.Context, places []Place, o Options) ([]Finding, error) {
	r, err := t.Reader(o)
	if err != nil {
		return nil, err
	}
	findings := make([]Finding, len(places))
	progress := progress{report: o.Progress, total: len(places)}
	next := make(chan int)
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return largestFirst(ctx, places, next) })
	for range min(workers(o), max(len(places), 1)) {
		g.Go(func() error {
			for i := range next {
				findings[i] = r.Read(places[i])
				progress.add(places[i].Size)
			}
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

// Reader decodes runs of a tree, also from several goroutines: they share the
// memory that large files take.
type Reader struct {
	tree    *Tree
	configs []*configs
	pool    *pool
	o       Options
	idle    sync.Pool // decoders
}

// Reader prepares to decode runs of the tree.
func (t *Tree) Reader(o Options) (*Reader, error) {
	configs, err := t.configs(o)
	if err != nil {
		return nil, err
	}
	return &Reader{tree: t, configs: configs, pool: newPool(), o: o}, nil
}

// Read is what the run at a place says. What is wrong is a problem of the finding.
func (r *Reader) Read(p Place) Finding {
	d, ok := r.idle.Get().(*decoder)
	if !ok {
		d = newDecoder(r.tree, r.configs, r.pool, r.o)
	}
	f := d.decode(p)
	r.idle.Put(d) // not deferred: one that panicked is not to be used again
	return f
}

func workers(o Options) int {
	if o.Workers > 0 {
		return o.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// largestFirst hands out the places so that no large file is left for the end,
// when it would keep all but one worker waiting.
func largestFirst(ctx context.Context, places []Place, next chan<- int) error {
	defer close(next)
	order := make([]int, len(places))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(places[b].Size, places[a].Size) })
	for _, i := range order {
		select {
		case next <- i:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// progress counts what was read.
type progress struct {
	mu          sync.Mutex
	report      func(done, total int, bytes int64)
	done, total int
	bytes       int64
}

func (p *progress) add(bytes int64) {
	if p.report == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
	p.bytes += bytes
	p.report(p.done, p.total, p.bytes)
}
