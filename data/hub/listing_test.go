package hub

import (
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data/hub/hubtest"
)

func TestHostileListingsStayInTheSnapshot(t *testing.T) {
	s, _ := serving(t)
	s.Account(secret)
	oid := strings.Repeat("a", 40)
	for _, path := range []string{
		"../escape", "/etc/passwd", "runs/../../escape", `..\escape`, `C:\escape`, "a//b", "./a", "a/.", "", "nul\x00l", "new\nline",
		strings.Repeat("x", 300), strings.Repeat("x/", 600) + "x",
		"README.md", "README.md/below", "runs", "../" + secret, secret + ".json",
	} {
		s.List(dataset, hubtest.Entry{Type: "file", Path: path, Size: 5, OID: oid})
	}
	s.List(dataset,
		hubtest.Entry{Type: "file", Path: "no-hash", Size: 5, OID: "../../x"},
		hubtest.Entry{Type: "file", Path: "negative", Size: -5, OID: oid},
		hubtest.Entry{Type: "file", Path: "petabyte", Size: 1e15, OID: oid},
		hubtest.Entry{Type: "file", Path: "large", OID: oid, LFS: &hubtest.LFS{OID: "short", Size: 5}},
		hubtest.Entry{Type: "directory", Path: "../directory"},
		hubtest.Entry{Type: "file", Path: "ok/file", Size: 3, OID: hubtest.Small([]byte("ok\n")).Content},
	)
	s.Break("/ok/file", -1, hubtest.Content("ok\n"))
	c := client(t, s, withToken(secret))
	snapshot := fetchAll(t, c, Repo{Name: dataset})
	l, err := snapshot.Files(t.Context())
	must(t, err)
	var names []string
	for _, f := range l.Files {
		names = append(names, f.Path)
	}
	same(t, "files", names, []string{"README.md", "ok/file", "runs/llm.parquet"})
	if len(l.Refused) != 22 || strings.Contains(fmt.Sprint(l.Refused), secret) {
		t.Errorf("%d entries are refused, want 22: %q", len(l.Refused), l.Refused)
	}
	content(t, snapshot, "ok/file", "ok\n")
	for _, line := range layout(t, filepath.Dir(c.o.Cache)) {
		if !strings.HasPrefix(line, "hub/datasets--acme--bench/") && !strings.HasPrefix(line, "hub/.locks/datasets--acme--bench/") {
			t.Errorf("outside: %s", line)
		}
	}
}

func TestListingsComeInPages(t *testing.T) {
	s := start(t)
	texts := map[string]string{}
	for i := range 25 {
		texts[fmt.Sprintf("dir/%02d.json", i)] = fmt.Sprint(i)
	}
	s.Commit(dataset, files(texts))
	s.PageSize = 10
	snapshot, err := client(t, s).Snapshot(t.Context(), Repo{Name: dataset})
	must(t, err)
	s.Log()
	l, err := snapshot.Files(t.Context())
	must(t, err)
	_, err = snapshot.Files(t.Context())
	must(t, err)
	if len(l.Files) != 25 || len(s.Log()) != 3 {
		t.Errorf("%d files", len(l.Files))
	}
}

// A mirror may pass on the hub's own address of the next page.
func TestNextPageComesFromTheEndpoint(t *testing.T) {
	s := start(t)
	s.Commit(dataset, files(map[string]string{"a": "1", "b": "2", "c": "3"}))
	s.PageSize = 1
	s.Break("/tree/", -1, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		next.ServeHTTP(elsewhere{w}, r)
	})
	snapshot := fetchAll(t, client(t, s), Repo{Name: dataset})
	content(t, snapshot, "c", "3")
}

// elsewhere names another host in links.
type elsewhere struct{ http.ResponseWriter }

func (w elsewhere) WriteHeader(status int) {
	link := w.Header().Get("Link")
	if i := strings.Index(link, "/api/"); i >= 0 {
		w.Header().Set("Link", "<https://hub.example"+link[i:])
	}
	w.ResponseWriter.WriteHeader(status)
}

func TestMatchingTakesPatternsOfThePythonClient(t *testing.T) {
	all := []File{
		{Path: "README.md"},
		{Path: "a[1].json"},
		{Path: "configs/vllm/x.yaml"},
		{Path: "runs/llm.parquet"},
		{Path: "runs/ä.parquet"},
	}
	for pattern, want := range map[string]string{
		"*":                  "README.md a[1].json configs/vllm/x.yaml runs/llm.parquet runs/ä.parquet",
		"*.parquet":          "runs/llm.parquet runs/ä.parquet",
		"runs/":              "runs/llm.parquet runs/ä.parquet",
		"runs/?.parquet":     "runs/ä.parquet",
		"runs/[!a-m]*":       "runs/ä.parquet",
		"runs/[a-m]*":        "runs/llm.parquet",
		"[RC]*.md":           "README.md",
		"a[[]1].json":        "a[1].json",
		"a[1].json":          "",
		"runs":               "",
		"README.md":          "README.md",
		"R[":                 "",
		"[z-a]":              "",
		"configs/*/x.yaml":   "configs/vllm/x.yaml",
		"configs/x.yaml":     "",
		"README.md\n":        "",
		"(README).md":        "",
		`runs\llm.parquet`:   "",
		"[]a]*.json":         "a[1].json",
		"runs/ä.parquet":     "runs/ä.parquet",
		"[!]R]*/llm.parquet": "runs/llm.parquet",
	} {
		var names []string
		for _, f := range Matching(all, pattern) {
			names = append(names, f.Path)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%q matches %q, want %q", pattern, got, want)
		}
	}
	if got := Matching(all, "*.md", "README*"); len(got) != 1 {
		t.Errorf("a file that two patterns match is there %d times", len(got))
	}
}

func TestBelowIsADirectoryOrAFile(t *testing.T) {
	all := []File{{Path: "a/b"}, {Path: "a/c/d"}, {Path: "ab"}}
	for path, want := range map[string]int{"": 3, "a": 2, "a/c": 1, "a/b": 1, "ab": 1, "b": 0} {
		if got := Below(all, path); len(got) != want {
			t.Errorf("%q: %v", path, got)
		}
	}
}

func FuzzListing(f *testing.F) {
	f.Add(`[{"type":"file","path":"a/b","size":3,"oid":"` + strings.Repeat("a", 40) + `"}]`)
	f.Add(`[{"type":"file","path":"../x","lfs":{"oid":"` + strings.Repeat("b", 64) + `","size":9}}]`)
	f.Add(`{}`)
	f.Add(`[{"path":1}]`)
	s := hubtest.Start()
	f.Cleanup(s.Close)
	text := ""
	s.Commit(dataset, nil)
	s.Break("/tree/", -1, func(w http.ResponseWriter, _ *http.Request, _ http.Handler) { w.Write([]byte(text)) })
	f.Fuzz(func(t *testing.T, answer string) {
		text = answer
		snapshot, err := client(t, s).Snapshot(t.Context(), Repo{Name: dataset})
		must(t, err)
		l, err := snapshot.Files(t.Context())
		if err != nil {
			return
		}
		seen := map[string]bool{}
		for _, f := range l.Files {
			rel, err := filepath.Rel(snapshot.Dir(), snapshot.Path(f.Path))
			if err != nil || !filepath.IsLocal(rel) || filepath.ToSlash(rel) != f.Path || seen[f.Path] || f.Size < 0 || !isBlob(f.Blob) {
				t.Errorf("%+v lies at %s", f, rel)
			}
			seen[f.Path] = true
		}
		if !slices.IsSortedFunc(l.Files, func(a, b File) int { return strings.Compare(a.Path, b.Path) }) {
			t.Error("not in order")
		}
	})
}
