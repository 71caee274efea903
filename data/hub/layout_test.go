package hub

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/jouleboard/jouleboard/data/hub/hubtest"
)

func TestCacheIsLaidOutAsThePythonClientDoes(t *testing.T) {
	s, commit := serving(t)
	c := client(t, s)
	fetchAll(t, c, Repo{Name: dataset})
	big, small := hubtest.Large([]byte(table)).Content, hubtest.Small([]byte(notes)).Content
	same(t, "cache", layout(t, c.o.Cache), []string{
		".locks/datasets--acme--bench/" + small + `.lock 0 ""`,
		".locks/datasets--acme--bench/" + big + `.lock 0 ""`,
		"datasets--acme--bench/blobs/" + small + ` 22 "what the num"`,
		"datasets--acme--bench/blobs/" + big + ` 100000 "a column of "`,
		"datasets--acme--bench/refs/main 40 " + `"` + commit[:12] + `"`,
		"datasets--acme--bench/snapshots/" + commit + "/README.md -> ../../blobs/" + small,
		"datasets--acme--bench/snapshots/" + commit + "/runs/llm.parquet -> ../../../blobs/" + big,
	})
	same(t, "requests", sorted(lines(s)), sorted([]string{
		"GET hub /api/datasets/acme/bench/revision/main",
		"GET hub /api/datasets/acme/bench/tree/" + commit + "?recursive=true",
		"GET hub /datasets/acme/bench/resolve/" + commit + "/README.md",
		"GET hub /api/resolve-cache/datasets/acme/bench/" + commit + "/" + small,
		"GET hub /datasets/acme/bench/resolve/" + commit + "/runs/llm.parquet",
		"GET storage /" + big,
	}))
}

func sorted(list []string) []string {
	slices.Sort(list)
	return list
}

func TestFilesThatAreThereAreNotFetchedAgain(t *testing.T) {
	s, commit := serving(t)
	c := client(t, s)
	fetchAll(t, c, Repo{Name: dataset})
	before := layout(t, c.o.Cache)
	s.Log()
	fetchAll(t, client(t, s, inCache(c.o.Cache)), Repo{Name: dataset})
	same(t, "cache", layout(t, c.o.Cache), before)
	same(t, "requests", lines(s), []string{
		"GET hub /api/datasets/acme/bench/revision/main",
		"GET hub /api/datasets/acme/bench/tree/" + commit + "?recursive=true",
	})
}

// byHand lays out a snapshot as the Python client does.
func byHand(t *testing.T, cache, commit string) {
	t.Helper()
	repo := filepath.Join(cache, "datasets--acme--bench")
	for path, text := range map[string]string{
		"blobs/" + hubtest.Large([]byte(table)).Content: table,
		"blobs/" + hubtest.Small([]byte(notes)).Content: notes,
		"refs/main": commit,
		".no_exist/" + commit + "/runs/x.parquet": "",
	} {
		path = filepath.Join(repo, filepath.FromSlash(path))
		must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must(t, os.WriteFile(path, []byte(text), 0o644))
	}
	snapshot := filepath.Join(repo, "snapshots", commit)
	must(t, os.MkdirAll(filepath.Join(snapshot, "runs"), 0o755))
	must(t, os.Symlink("../../../blobs/"+hubtest.Large([]byte(table)).Content, filepath.Join(snapshot, "runs", "llm.parquet")))
	must(t, os.Symlink("../../blobs/"+hubtest.Small([]byte(notes)).Content, filepath.Join(snapshot, "README.md")))
}

func TestSnapshotOfThePythonClientNeedsNoRequest(t *testing.T) {
	for name, x := range map[string]struct {
		repo   func(commit string) Repo
		change func(*Options)
	}{
		"offline by branch": {func(string) Repo { return Repo{Name: dataset} }, offline},
		"offline by commit": {func(c string) Repo { return Repo{dataset, c} }, offline},
		"online by commit":  {func(c string) Repo { return Repo{dataset, c} }, func(*Options) {}},
	} {
		t.Run(name, func(t *testing.T) {
			s, commit := serving(t)
			c := client(t, s, x.change)
			byHand(t, c.o.Cache, commit)
			before := layout(t, c.o.Cache)
			snapshot, err := c.File(t.Context(), x.repo(commit), "runs/llm.parquet")
			must(t, err)
			content(t, snapshot, "runs/llm.parquet", table)
			if !snapshot.Has("README.md") || snapshot.Has("runs/x.parquet") || !snapshot.Lacks("runs/x.parquet") || snapshot.Lacks("README.md") {
				t.Error("the cache does not tell what it has and what there is not")
			}
			_, err = c.File(t.Context(), x.repo(commit), "runs/x.parquet")
			is(t, err, NoEntry, "no such file at this commit")
			same(t, "cache", layout(t, c.o.Cache), before)
			same(t, "requests", lines(s), nil)
		})
	}
}
