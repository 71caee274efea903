package hub

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jouleboard/jouleboard/data/hub/hubtest"
)

func noLinks(o *Options) { o.NoLinks = true }

func TestWithoutLinksFilesStandInTheSnapshot(t *testing.T) {
	s := start(t)
	first := s.Commit(dataset, files(map[string]string{"a": "one", "b/c": "one", "d": "two"}))
	c := client(t, s, noLinks)
	fetchAll(t, c, Repo{Name: dataset})
	want := []string{
		"refs/main 40 " + `"` + first[:12] + `"`,
		"snapshots/" + first + `/a 3 "one"`,
		"snapshots/" + first + `/b/c 3 "one"`,
		"snapshots/" + first + `/d 3 "two"`,
	}
	same(t, "cache", layout(t, c.repoDir(Repo{Name: dataset})), want)
	s.Log()
	fetchAll(t, client(t, s, noLinks, inCache(c.o.Cache)), Repo{Name: dataset})
	if got := lines(s); len(got) != 2 {
		t.Errorf("fetched again: %v", got)
	}
}

// A content that an older snapshot links to is copied, not taken away from it.
func TestWithoutLinksAContentOfOthersIsCopied(t *testing.T) {
	s := start(t)
	s.Commit(dataset, files(map[string]string{"a": "one"}))
	c := client(t, s)
	older := fetchAll(t, c, Repo{Name: dataset})
	s.Commit(dataset, files(map[string]string{"b": "one"}))
	newer := fetchAll(t, client(t, s, noLinks, inCache(c.o.Cache)), Repo{Name: dataset})
	content(t, older, "a", "one")
	content(t, newer, "b", "one")
	if entry, err := os.Lstat(newer.Path("b")); err != nil || !entry.Mode().IsRegular() {
		t.Errorf("b is no file of its own: %v", err)
	}
}

func TestContentsAreSharedByCommits(t *testing.T) {
	s, first := serving(t)
	c := client(t, s)
	fetchAll(t, c, Repo{Name: dataset})
	second := s.Commit(dataset, files(map[string]string{"runs/llm.parquet": table, "README.md": "newer"}))
	s.Log()
	newer := fetchAll(t, client(t, s, inCache(c.o.Cache)), Repo{Name: dataset})
	content(t, newer, "runs/llm.parquet", table)
	content(t, newer, "README.md", "newer")
	if got := strings.Join(lines(s), "\n"); strings.Contains(got, "llm.parquet") {
		t.Errorf("fetched again:\n%s", got)
	}
	ref, err := os.ReadFile(c.refPath(Repo{Name: dataset}))
	must(t, err)
	if string(ref) != second {
		t.Errorf("main is %s, want %s", ref, second)
	}
	older, err := c.Snapshot(t.Context(), Repo{dataset, first})
	must(t, err)
	content(t, older, "README.md", notes)
}

func TestSameContentIsFetchedOnce(t *testing.T) {
	s := start(t)
	s.Commit(dataset, files(map[string]string{"a": "one", "b": "one", "c/d": "one", "empty": ""}))
	snapshot := fetchAll(t, client(t, s), Repo{Name: dataset})
	for _, name := range []string{"a", "b", "c/d"} {
		content(t, snapshot, name, "one")
	}
	content(t, snapshot, "empty", "")
	if got := strings.Join(lines(s), "\n"); strings.Count(got, "resolve-cache") != 1 {
		t.Errorf("requests:\n%s", got)
	}
}

// What a crash of the machine, or somebody, left in the cache is made right.
func TestDamagedCacheIsMadeGood(t *testing.T) {
	for name, damage := range map[string]func(s *Snapshot, blob string) error{
		"content cut short":   func(_ *Snapshot, blob string) error { return os.Truncate(blob, 10) },
		"content gone":        func(_ *Snapshot, blob string) error { return os.Remove(blob) },
		"link gone":           func(s *Snapshot, _ string) error { return os.Remove(s.Path("runs/llm.parquet")) },
		"another file":        func(s *Snapshot, _ string) error { return replaced(s.Path("runs/llm.parquet")) },
		"reference cut short": func(s *Snapshot, _ string) error { return os.Truncate(s.c.refPath(s.Repo), 3) },
		"reference longer": func(s *Snapshot, _ string) error {
			return os.WriteFile(s.c.refPath(s.Repo), []byte(strings.Repeat("x", 60)), 0o644)
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := serving(t)
			c := client(t, s)
			snapshot := fetchAll(t, c, Repo{Name: dataset})
			before := layout(t, c.o.Cache)
			must(t, damage(snapshot, snapshot.blobPath(hubtest.Large([]byte(table)).Content)))
			fetchAll(t, client(t, s, inCache(c.o.Cache)), Repo{Name: dataset})
			same(t, "cache", layout(t, c.o.Cache), before)
		})
	}
}

func replaced(name string) error {
	if err := os.Remove(name); err != nil {
		return err
	}
	return os.WriteFile(name, []byte("short"), 0o644)
}

// beginning leaves what a process that died had of the large file.
func beginning(t *testing.T, c *Client, text string) {
	t.Helper()
	name := filepath.Join(c.repoDir(Repo{Name: dataset}), "blobs", hubtest.Large([]byte(table)).Content+".0123abcd.incomplete")
	must(t, os.MkdirAll(filepath.Dir(name), 0o755))
	must(t, os.WriteFile(name, []byte(text), 0o644))
}

func TestBeginningThatAProcessLeftIsContinued(t *testing.T) {
	for name, x := range map[string]struct{ text, firstRange string }{
		"part":           {table[:40_000], "bytes=40000-"},
		"all":            {table, ""},
		"other content":  {strings.Repeat("x", 40_000), "bytes=40000-"},
		"all, but other": {strings.Repeat("x", len(table)), ""},
		"too long":       {table + "more", ""},
		"nothing":        {"", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t)
			s.Commit(dataset, files(map[string]string{"runs/llm.parquet": table}))
			c := client(t, s)
			beginning(t, c, x.text)
			snapshot := fetchAll(t, c, Repo{Name: dataset})
			content(t, snapshot, "runs/llm.parquet", table)
			first := ""
			for _, r := range s.Log() {
				if r.Host == "storage" && first == "" {
					first = r.Range
				}
			}
			if first != x.firstRange {
				t.Errorf("the first request to the storage asks for %q, want %q", first, x.firstRange)
			}
			for _, line := range layout(t, c.o.Cache) {
				if strings.Contains(line, "incomplete") {
					t.Errorf("left: %s", line)
				}
			}
		})
	}
}

func TestClientsOfOneCacheFetchOnce(t *testing.T) {
	s, _ := serving(t)
	cache := filepath.Join(t.TempDir(), "hub")
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			// a lock is waited for by the clock, the only one who knows when it is free
			c := client(t, s, inCache(cache), func(o *Options) { o.Wait = wait })
			if _, err := tryFetch(t.Context(), c, Repo{Name: dataset}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	got := lines(s)
	for _, what := range []string{"/resolve-cache/", "GET storage"} {
		if n := len(slices.DeleteFunc(slices.Clone(got), func(l string) bool { return !strings.Contains(l, what) })); n != 1 {
			t.Errorf("%d requests for %s, want 1", n, what)
		}
	}
}

func TestLockOfAnotherProcessIsWaitedForAndSaid(t *testing.T) {
	s := start(t)
	s.Commit(dataset, files(map[string]string{"README.md": notes}))
	var other *os.File
	waited, said := 0, []string{}
	c := client(t, s, func(o *Options) {
		o.Note = func(message string) { said = append(said, message) }
		o.Wait = func(context.Context, time.Duration) error {
			if waited++; waited == 8 {
				other.Close()
			}
			return nil
		}
	})
	snapshot, err := c.Snapshot(t.Context(), Repo{Name: dataset})
	must(t, err)
	name := snapshot.lockPath(hubtest.Small([]byte(notes)).Content)
	must(t, os.MkdirAll(filepath.Dir(name), 0o755))
	other, err = tryLock(name)
	must(t, err)
	content(t, fetchAll(t, c, Repo{Name: dataset}), "README.md", notes)
	if waited != 8 {
		t.Errorf("waited %d times", waited)
	}
	same(t, "said", said, []string{"README.md: waiting for another process to download it"})
}

func TestManySmallFilesTakeOneRequestEachAndItsRedirect(t *testing.T) {
	const n = 2000
	s := start(t)
	texts := map[string]string{}
	for i := range n {
		texts[fmt.Sprintf("llm/%04d/results.json", i)] = fmt.Sprint("run ", i)
	}
	s.Commit(dataset, files(texts))
	var last Progress
	c := client(t, s, func(o *Options) { o.Progress = func(p Progress) { last = p } })
	snapshot := fetchAll(t, c, Repo{Name: dataset})
	content(t, snapshot, "llm/1999/results.json", "run 1999")
	counts := map[string]int{}
	for _, l := range lines(s) {
		for _, what := range []string{"/revision/", "/tree/", "/resolve/", "/resolve-cache/"} {
			if strings.HasPrefix(l, "GET hub ") && strings.Contains(l, what) {
				counts[what]++
			}
		}
		counts["all"]++
	}
	pages := (2*n + 1 + s.PageSize - 1) / s.PageSize // with the directories
	if got, want := fmt.Sprint(counts),
		fmt.Sprint(map[string]int{"/revision/": 1, "/tree/": pages, "/resolve/": n, "/resolve-cache/": n, "all": 1 + pages + 2*n}); got != want {
		t.Errorf("requests: %s, want %s", got, want)
	}
	if last.Files != n || last.OfFiles != n || last.Bytes != last.OfBytes || last.Rate <= 0 {
		t.Errorf("the last progress is %+v", last)
	}
}
