package pipeline

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
)

// faulty is the machine's file system with faults: a read that breaks off in the
// middle, a file that is gone after it was listed, a write that fails.
type faulty struct {
	filesystem.Interface
}

// What goes wrong, each so many times; tests with faults do not run in parallel.
var faults struct{ cut, gone, full atomic.Int32 }

// due reports whether a fault happens now.
func due(times *atomic.Int32) bool { return times.Add(-1) >= 0 }

func init() {
	filesystem.Register("faulty", func(ctx context.Context) filesystem.Interface {
		local, err := filesystem.New(ctx, "/")
		if err != nil {
			panic(err)
		}
		return faulty{local}
	})
}

func plain(name string) string { return strings.TrimPrefix(name, "faulty://") }

func (f faulty) List(ctx context.Context, glob string) ([]string, error) {
	found, err := f.Interface.List(ctx, plain(glob))
	var files []string
	for _, name := range found {
		if entry, err := os.Stat(name); err == nil && !entry.IsDir() { // as a store of objects
			files = append(files, "faulty://"+name)
		}
	}
	return files, err
}

func (f faulty) Size(ctx context.Context, name string) (int64, error) {
	return f.Interface.Size(ctx, plain(name))
}

func (f faulty) Rename(_ context.Context, from, to string) error {
	return os.Rename(plain(from), plain(to))
}

func (f faulty) Remove(_ context.Context, name string) error { return os.Remove(plain(name)) }

func (f faulty) OpenRead(ctx context.Context, name string) (io.ReadCloser, error) {
	if strings.HasSuffix(name, "results.json") && due(&faults.gone) {
		if err := os.Remove(plain(name)); err != nil {
			return nil, err
		}
	}
	in, err := f.Interface.OpenRead(ctx, plain(name))
	if err == nil && strings.HasSuffix(name, "results.json") && due(&faults.cut) {
		return cut{in}, nil
	}
	return in, err
}

// cut breaks off.
type cut struct{ io.ReadCloser }

func (c cut) Read(p []byte) (int, error) {
	n, _ := c.ReadCloser.Read(p[:min(len(p), 10)])
	return n, errors.New("connection reset")
}

func (f faulty) OpenWrite(ctx context.Context, name string) (io.WriteCloser, error) {
	out, err := f.Interface.OpenWrite(ctx, plain(name))
	if err == nil && strings.Contains(name, "llm.parquet") && due(&faults.full) {
		return full{out}, nil
	}
	return out, err
}

// full has no space left after some bytes.
type full struct{ io.WriteCloser }

func (f full) Write(p []byte) (int, error) {
	n, _ := f.WriteCloser.Write(p[:min(len(p), 100)])
	return n, errors.New("no space left")
}

// A job whose attempt failed while it read or wrote leaves no half of a file, and
// the next attempt gives the whole.
func TestAFailedAttemptLosesAndDoublesNothing(t *testing.T) {
	x := newCorpus(t)
	p := planTo(t, "faulty://"+x.root)
	dir := p.Out
	p.Out, p.Notes = "faulty://"+p.Out, "faulty://"+p.Notes
	for name, times := range map[string]*atomic.Int32{"read": &faults.cut, "write": &faults.full} {
		times.Store(1)
		if err := run(t, p); err == nil {
			t.Fatalf("%s: no error", name)
		}
		if _, err := os.Stat(filepath.Join(dir, ".jouleboard")); err == nil {
			t.Fatalf("%s: the directory of a failed job passes for a whole one", name)
		}
		if _, err := os.Stat(filepath.Join(dir, "runs", "llm.parquet")); err == nil {
			t.Fatalf("%s: half a file has its final name", name)
		}
	}
	if err := run(t, p); err != nil {
		t.Fatal(err)
	}
	p.Out, p.Notes = plain(p.Out), plain(p.Notes)
	same(t, compiled(t, []string{x.root}, ""), p)
}

// What an engine does with a bundle that fails: it throws away what came out of it
// and calls again.
func TestAStepCalledAgainGivesTheSame(t *testing.T) {
	x := newCorpus(t)
	p := planTo(t, "faulty://"+x.root)
	ctx := context.Background()
	places, _, err := search(ctx, p)
	if err != nil {
		t.Fatal(err)
	}
	s, err := enter(ctx, p)
	if err != nil {
		t.Fatal(err)
	}
	defer s.leave()
	for _, place := range places {
		want, err := s.read(ctx, place)
		if err != nil {
			t.Fatal(err)
		}
		faults.cut.Store(1)
		if _, err := s.read(ctx, place); err == nil {
			t.Errorf("%s: a read that broke off passes for a whole one", place.Path)
		}
		again, err := s.read(ctx, place)
		first, wrong := want.encode()
		second, failed := again.encode()
		if err != nil || wrong != nil || failed != nil || first != second {
			t.Errorf("%s: the second attempt gives something else: %v", place.Path, err)
		}
	}
	if left := filesIn(t, s.mirror); len(left) != 5 {
		t.Errorf("files of runs stay on the worker's disk: %d files, want the 5 configurations", len(left))
	}
}

func TestAFileThatVanishesIsNamed(t *testing.T) {
	x := newCorpus(t)
	p := planTo(t, "faulty://"+x.root)
	faults.gone.Store(1)
	if err := run(t, p); err != nil {
		t.Fatal(err)
	}
	dead := filesIn(t, p.Notes)["undecodable.jsonl"]
	if strings.Count(dead, "\n") != 2 || !strings.Contains(dead, "no such file") {
		t.Errorf("undecodable files: %s", dead)
	}
}

func TestAFaultOfTheProgramCostsOneFile(t *testing.T) {
	x := newCorpus(t)
	p := planTo(t, x.root)
	s, err := enter(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	defer s.leave()
	places, _, err := search(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	s.reader = nil // as bad as a fault can be
	r, err := s.read(context.Background(), places[0])
	if err != nil || r.found.LLM != nil || len(r.found.Problems) != 1 || r.found.Problems[0].LeftOut != 1 {
		t.Errorf("got %v, %+v", err, r.found)
	}
	if text, err := r.encode(); err != nil || text == "" {
		t.Errorf("it is not told on: %q, %v", text, err)
	}
}
