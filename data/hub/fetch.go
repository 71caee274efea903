package hub

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jouleboard/jouleboard/internal/lists"
	"golang.org/x/sync/errgroup"
)

// Missing returns the files that are not in the cache as described in the listing.
func (s *Snapshot) Missing(files []File) []File {
	return lists.Filter(files, func(f File) bool { return !s.has(f) })
}

// Size is the total size of the files in bytes; content that several files share counts once.
func Size(files []File) int64 {
	return lists.Sum(byContent(files), func(same []File) int64 { return same[0].Size })
}

// Fetch downloads the files to the cache, several in parallel, and returns when all are complete; groups are
// downloaded one after the other. If a file is wrong on the hub, the others of its group are still downloaded, and
// the error is of the kind Incomplete. Errors that concern all files (no access, no space, no network) end the
// download. Errors name the files.
//
// At the end, the commit of the revision is recorded in the cache.
func (s *Snapshot) Fetch(ctx context.Context, groups ...[]File) error {
	for _, files := range groups {
		missing := s.Missing(files)
		switch {
		case len(missing) == 0:
			continue
		case s.c.o.Offline:
			return Offline.say("%s and %d more files are not in the cache, and HF_HUB_OFFLINE is set: run once without it", missing[0].Path,
				len(missing)-1)
		}
		if err := s.fetchAll(ctx, missing); err != nil {
			return err
		}
	}
	s.keepReference()
	return nil
}

// fetching is the state of one Fetch.
type fetching struct {
	s     *Snapshot
	left  map[string][]string // incomplete files by content
	files atomic.Int64
	bytes atomic.Int64
	of    Progress
	begin time.Time
}

func (s *Snapshot) fetchAll(ctx context.Context, missing []File) error {
	contents := byContent(missing)
	w := &fetching{s: s, left: s.leftOver(), of: Progress{OfFiles: len(missing), OfBytes: Size(missing)}, begin: time.Now()}
	defer w.report()()
	failed := make([]error, len(contents))
	all, within := errgroup.WithContext(ctx)
	all.SetLimit(s.c.o.AtOnce)
	for i, same := range contents {
		all.Go(func() error {
			err := within.Err()
			if err == nil {
				err = w.fetch(within, same)
			}
			if err == nil {
				return nil
			}
			if failed[i] = fmt.Errorf("%s: %w", same[0].Path, err); endsAll(err) {
				return failed[i]
			}
			return nil
		})
	}
	if err := all.Wait(); err != nil {
		return cmp.Or(context.Cause(ctx), err)
	}
	if failed = lists.NonZero(failed); len(failed) > 0 {
		return incomplete(failed)
	}
	return nil
}

// byContent groups files that have the same content, which is fetched once.
func byContent(files []File) [][]File {
	return lists.Group(files, func(f File) string { return f.Blob })
}

// endsAll reports whether an error would meet the other files too.
func endsAll(err error) bool {
	var kind Fault
	return !errors.As(err, &kind) || !slices.Contains([]Fault{NoEntry, Corrupt, BadAnswer, Refused}, kind)
}

// incomplete is the errors of single files, of which a message tells the first.
type incomplete []error

func (e incomplete) Unwrap() []error { return append([]error{Incomplete}, e...) }

func (e incomplete) Error() string {
	const most = 10
	lines := lists.Map(e[:min(most, len(e))], error.Error)
	if more := len(e) - most; more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more files", more))
	}
	return strings.Join(lines, "\n")
}

// report tells the progress until the function that it returns is called.
func (w *fetching) report() (end func()) {
	tell := w.s.c.o.Progress
	if tell == nil {
		return func() {}
	}
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		often := time.NewTicker(200 * time.Millisecond)
		defer often.Stop()
		for {
			select {
			case <-often.C:
				tell(w.now())
			case <-stop:
				tell(w.now())
				return
			}
		}
	}()
	return func() {
		close(stop)
		<-done
	}
}

func (w *fetching) now() Progress {
	p := w.of
	p.Files, p.Bytes = int(w.files.Load()), w.bytes.Load()
	if passed := time.Since(w.begin).Seconds(); passed > 0 {
		p.Rate = float64(p.Bytes) / passed
	}
	return p
}

// fetch brings one content and makes its files.
func (w *fetching) fetch(ctx context.Context, same []File) error {
	l, err := w.s.hold(ctx, same[0])
	if err != nil {
		return w.s.c.unwritable(err)
	}
	defer l.Close() // also of none
	if err := w.bring(ctx, same, l); err != nil {
		return w.s.c.unwritable(err)
	}
	w.files.Add(int64(len(same)))
	return nil
}

// bring makes the files from the content in the cache, which another process may
// have fetched meanwhile, or fetches it.
func (w *fetching) bring(ctx context.Context, same []File, l *os.File) error {
	first := same[0]
	if len(w.s.Missing(same)) == 0 {
		return nil
	}
	blob := w.s.blobPath(first.Blob)
	there, err := sizeOf(blob)
	fetchedNow := err != nil || there != first.Size
	if fetchedNow {
		if err := w.download(ctx, first, l); err != nil {
			return err
		}
	}
	return w.s.placeAll(same, fetchedNow)
}

// placeAll makes files of the same content.
func (s *Snapshot) placeAll(same []File, fetchedNow bool) error {
	if err := s.place(same[0], fetchedNow); err != nil {
		return err
	}
	for _, f := range same[1:] {
		err := s.place(f, false)
		if errors.Is(err, fs.ErrNotExist) { // the content moved to the first file
			err = s.copyTo(s.Path(same[0].Path), f)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
