package hub

import (
	"net/http"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data/hub/hubtest"
)

func TestOneFileNeedsNoList(t *testing.T) {
	s, commit := serving(t)
	c := client(t, s)
	snapshot, err := c.File(t.Context(), Repo{Name: dataset}, "runs/llm.parquet")
	must(t, err)
	content(t, snapshot, "runs/llm.parquet", table)
	same(t, "requests", lines(s), []string{
		"HEAD hub /datasets/acme/bench/resolve/main/runs/llm.parquet",
		"GET hub /datasets/acme/bench/resolve/" + commit + "/runs/llm.parquet",
		"GET storage /" + hubtest.Large([]byte(table)).Content,
	})
	snapshot, err = c.File(t.Context(), Repo{Name: dataset}, "README.md") // of git, redirected within the hub
	must(t, err)
	content(t, snapshot, "README.md", notes)
	if commit != snapshot.Commit {
		t.Errorf("commit %s, want %s", snapshot.Commit, commit)
	}
}

func TestFileThatIsNotThereIsKnownNext(t *testing.T) {
	s, commit := serving(t)
	c := client(t, s)
	_, err := c.File(t.Context(), Repo{Name: dataset}, "runs/x.parquet")
	is(t, err, NoEntry, "runs/x.parquet: no such file at revision main")
	same(t, "cache", layout(t, c.o.Cache), []string{"datasets--acme--bench/.no_exist/" + commit + `/runs/x.parquet 0 ""`})
	s.Log()
	_, err = client(t, s, inCache(c.o.Cache)).File(t.Context(), Repo{dataset, commit}, "runs/x.parquet")
	is(t, err, NoEntry, "according to the cache")
	same(t, "requests", lines(s), nil)
}

func TestFileOfARenamedDatasetIsFound(t *testing.T) {
	s, _ := serving(t)
	s.Rename(dataset, "acme/moved")
	snapshot, err := client(t, s).File(t.Context(), Repo{Name: dataset}, "runs/llm.parquet")
	must(t, err)
	content(t, snapshot, "runs/llm.parquet", table)
	content(t, fetchAll(t, client(t, s), Repo{Name: dataset}), "README.md", notes)
}

func TestHeadersThatAProxyDroppedAreMissed(t *testing.T) {
	for name, x := range map[string]struct {
		path  string
		fault hubtest.Fault
		says  string
	}{
		"commit": {"runs/llm.parquet", hubtest.Without("X-Repo-Commit"), "returned no commit"},
		"hash":   {"runs/llm.parquet", hubtest.Without("X-Linked-Etag", "ETag"), "returned no hash"},
		"hash, and one of the proxy": {
			"runs/llm.parquet",
			hubtest.Status(200, "ETag", `"5f-1a"`, "X-Repo-Commit", strings.Repeat("a", 40)), "returned no hash",
		},
		"size": {"runs/llm.parquet", hubtest.Without("X-Linked-Size"), "returned no size"},
		"size, and one that is none": {"runs/llm.parquet", hubtest.Status(302, "Location", "http://x.example/", "ETag",
			strings.Repeat("a", 40), "X-Linked-Size", "many", "X-Repo-Commit", strings.Repeat("a", 40)), "returned no size"},
		"a hash that leads elsewhere": {
			"runs/llm.parquet",
			hubtest.Status(200, "ETag", `"../../../x"`, "X-Repo-Commit", strings.Repeat("a", 40)), "returned no hash",
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := serving(t)
			s.Break("HEAD", -1, x.fault)
			c := client(t, s)
			_, err := c.File(t.Context(), Repo{Name: dataset}, x.path)
			is(t, err, BadAnswer, x.path, x.says, "a proxy may be in between")
			same(t, "cache", layout(t, c.o.Cache), nil)
		})
	}
}

func TestWeakETagIsAHash(t *testing.T) {
	s, commit := serving(t)
	s.Break("HEAD", 1, func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
		w.Header().Set("X-Repo-Commit", commit)
		w.Header().Set("ETag", `W/"`+hubtest.Small([]byte(notes)).Content+`"`)
		w.Header().Set("Content-Length", "22")
	})
	snapshot, err := client(t, s).File(t.Context(), Repo{Name: dataset}, "README.md")
	must(t, err)
	content(t, snapshot, "README.md", notes)
}

func TestFilesOfARevisionAreOfOneCommit(t *testing.T) {
	s, first := serving(t)
	c := client(t, s)
	_, err := c.File(t.Context(), Repo{Name: dataset}, "README.md")
	must(t, err)
	s.Commit(dataset, files(map[string]string{"runs/llm.parquet": "newer"}))
	snapshot, err := c.File(t.Context(), Repo{Name: dataset}, "runs/llm.parquet")
	must(t, err)
	content(t, snapshot, "runs/llm.parquet", table)
	other, err := c.Snapshot(t.Context(), Repo{Name: dataset})
	must(t, err)
	if snapshot.Commit != first || other != snapshot {
		t.Errorf("commits %s and %s, want %s", snapshot.Commit, other.Commit, first)
	}
}
