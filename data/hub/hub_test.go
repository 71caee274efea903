package hub

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jouleboard/jouleboard/data/hub/hubtest"
)

const dataset = "acme/bench"

// table and notes are the contents of the test's dataset.
var (
	table = strings.Repeat("a column of numbers\n", 5000)
	notes = "what the numbers mean\n"
)

func start(t testing.TB) *hubtest.Server {
	t.Helper()
	s := hubtest.Start()
	t.Cleanup(s.Close)
	return s
}

// serving is a hub with the test's dataset at one commit.
func serving(t testing.TB) (s *hubtest.Server, commit string) {
	t.Helper()
	s = start(t)
	return s, s.Commit(dataset, files(map[string]string{"runs/llm.parquet": table, "README.md": notes}))
}

func files(texts map[string]string) map[string]hubtest.File {
	all := map[string]hubtest.File{}
	for path, text := range texts {
		all[path] = hubtest.Of(path, []byte(text))
	}
	return all
}

// waits records what a client waits for, without waiting.
type waits struct {
	mu  sync.Mutex
	all []time.Duration
}

func (w *waits) wait(ctx context.Context, d time.Duration) error {
	w.mu.Lock()
	w.all = append(w.all, d)
	w.mu.Unlock()
	return ctx.Err()
}

func (w *waits) seconds() (list []int) {
	for _, d := range w.all {
		list = append(list, int(d.Seconds()))
	}
	return list
}

// client is one with a cache of its own, changed by the functions.
func client(t testing.TB, s *hubtest.Server, change ...func(*Options)) *Client {
	t.Helper()
	o := Options{Endpoint: s.URL, Cache: filepath.Join(t.TempDir(), "hub"), Wait: new(waits).wait}
	for _, f := range change {
		f(&o)
	}
	c, err := New(o)
	must(t, err)
	t.Cleanup(c.http.CloseIdleConnections)
	return c
}

func withToken(token string) func(*Options) {
	return func(o *Options) { o.Token, o.TokenFrom = token, "HF_TOKEN" }
}

func inCache(dir string) func(*Options) { return func(o *Options) { o.Cache = dir } }

func offline(o *Options) { o.Offline = true }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// fetchAll brings the whole dataset into the client's cache.
func fetchAll(t testing.TB, c *Client, r Repo) *Snapshot {
	t.Helper()
	s, err := tryFetch(t.Context(), c, r)
	must(t, err)
	return s
}

func tryFetch(ctx context.Context, c *Client, r Repo) (*Snapshot, error) {
	s, err := c.Snapshot(ctx, r)
	if err != nil {
		return nil, err
	}
	l, err := s.Files(ctx)
	if err != nil {
		return s, err
	}
	return s, s.Fetch(ctx, l.Files)
}

// layout is the cache file by file: links with their targets, files with their
// content.
func layout(t testing.TB, dir string) (lines []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		name, _ := filepath.Rel(dir, path)
		if e.Type()&fs.ModeSymlink != 0 {
			target, err := os.Readlink(path)
			lines = append(lines, filepath.ToSlash(name)+" -> "+filepath.ToSlash(target))
			return err
		}
		text, err := os.ReadFile(path)
		lines = append(lines, fmt.Sprintf("%s %d %.12q", filepath.ToSlash(name), len(text), text))
		return err
	})
	if !errors.Is(err, fs.ErrNotExist) {
		must(t, err)
	}
	slices.Sort(lines)
	return lines
}

func same[T comparable](t testing.TB, what string, got, want []T) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n%v\nwant\n%v", what, indented(got), indented(want))
	}
}

func indented[T any](list []T) string {
	var b strings.Builder
	for _, x := range list {
		fmt.Fprintf(&b, "  %v\n", x)
	}
	return b.String()
}

// lines are the requests since the last call.
func lines(s *hubtest.Server) (all []string) {
	for _, r := range s.Log() {
		all = append(all, r.String())
	}
	return all
}

// content checks a file of a snapshot.
func content(t testing.TB, s *Snapshot, path, want string) {
	t.Helper()
	text, err := os.ReadFile(s.Path(path))
	must(t, err)
	if string(text) != want {
		t.Errorf("%s: %d bytes, want %d: %.60q", path, len(text), len(want), text)
	}
}
