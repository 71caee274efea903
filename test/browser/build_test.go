// Package browser opens the built site in Chromium: what a reader meets, checked
// on every page.
package browser

import (
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/html"

	"github.com/jouleboard/jouleboard/internal/shared"
	"github.com/jouleboard/jouleboard/test/sites"
)

// built is a site in a directory, by the name of its source. only is a pattern of the pages that a browser opens, "" for
// those of its name.
type built struct{ name, dir, only string }

// allSites builds the sample, and the published data where they are present.
func allSites(t *testing.T) []built {
	t.Helper()
	all := []built{{"sample", build(t, "sample:"), ""}, {"texts", buildTexts(t), ""}, {"docs", buildDocs(t), ""}}
	t.Run("published data", func(t *testing.T) {
		source := filepath.Join(shared.Whole(t), "data", "mlenergy-v3", "leaderboard")
		all = append(all, built{"published", build(t, source), ""})
	})
	return all
}

// otherSites are of results of other benchmarks, whose pages have badges, recordings and tables of their own: one of two
// benchmarks, and one of each shipped declaration, of which the pages of results are opened.
func otherSites(t *testing.T) []built {
	t.Helper()
	all := []built{{"other benchmarks", build(t, otherBenchmarks(t)...), `^(boards/.*|comparable/)?$`}}
	found, err := filepath.Glob("../../data/declared/testdata/*/benchmark.yaml")
	if err != nil || len(found) < 10 {
		t.Fatalf("%d benchmarks, %v", len(found), err)
	}
	for _, declaration := range found {
		results := filepath.Dir(declaration)
		all = append(all, built{filepath.Base(results), build(t, "table:"+results), `^(boards|models|gpus)/.+/$`})
	}
	return all
}

var directory string // of the sites of this package alone

func TestMain(m *testing.M) {
	var err error
	if directory, err = os.MkdirTemp("", "jouleboard-browser-"); err != nil {
		panic(err)
	}
	code := sites.Run(m)
	closeBrowser()
	os.RemoveAll(directory)
	os.Exit(code)
}

// build makes a site of some sources through the command, once for all tests.
func build(t *testing.T, from ...string) string {
	t.Helper()
	var flags []string
	for _, source := range from {
		flags = append(flags, "--source", source)
	}
	return sites.Of(t, flags...)
}

// buildTexts makes a site of the sample with a publisher's texts: every kind of figure, quality beside energy.
func buildTexts(t *testing.T) string {
	t.Helper()
	return sites.Of(t, "--source", "sample:", "--content", "testdata/texts", "--strict")
}

// buildDocs makes the site of the documentation, as make docs does.
func buildDocs(t *testing.T) string {
	t.Helper()
	return sites.Of(t, "--content", "../../docs", "--strict")
}

// pages lists the addresses of a site's pages.
func pages(t *testing.T, dir string) []string {
	t.Helper()
	var found []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if filepath.Ext(path) == ".html" {
			relative, _ := filepath.Rel(dir, path)
			found = append(found, strings.TrimSuffix(filepath.ToSlash(relative), "index.html"))
		}
		return nil
	})
	if err != nil || len(found) == 0 {
		t.Fatalf("pages of %s: %d, %v", dir, len(found), err)
	}
	return found
}

// visitedRuns are the pages of runs that a browser opens; the others are made of the same parts.
const visitedRuns = 4

// visited are the pages that a browser opens: all of the sample but for most of its runs; those of texts and
// quality where a publisher has some; those of the documentation; of the published data one of each kind and all
// tasks; or all with JOULEBOARD_ALL_PAGES set.
func (b built) visited(t *testing.T) []string {
	t.Helper()
	runs := 0
	all := slices.DeleteFunc(pages(t, b.dir), func(address string) bool {
		if strings.HasPrefix(address, "runs/") {
			runs++
		}
		return runs > visitedRuns && strings.HasPrefix(address, "runs/")
	})
	if b.only != "" {
		return slices.DeleteFunc(all, func(address string) bool { return !regexp.MustCompile(b.only).MatchString(address) })
	}
	if b.name == "sample" || everyPage() {
		return all
	}
	if b.name == "texts" {
		return slices.DeleteFunc(all, func(address string) bool {
			return !strings.HasPrefix(address, "posts/") && !strings.HasPrefix(address, "quality/") && address != "models/"
		})
	}
	if b.name == "docs" { // its other pages are those of the sample
		return slices.DeleteFunc(all, func(address string) bool {
			return strings.Count(address, "/") != 1 && address != "" ||
				slices.Contains([]string{"models/", "gpus/", "architectures/", "findings/", "compare/", "data/"}, address)
		})
	}
	seen := map[string]bool{}
	return slices.DeleteFunc(all, func(address string) bool {
		kind, _, _ := strings.Cut(address, "/")
		again := seen[kind] && kind != "tasks"
		seen[kind] = strings.Count(address, "/") > 1
		return again
	})
}

func everyPage() bool { return os.Getenv("JOULEBOARD_ALL_PAGES") != "" }

// kinds remembers of which parts the pages of a folder are made, of all sites.
type kinds map[string]bool

// has tells whether a page has a part that no earlier page of its folder had.
// A part is a tag with its classes, role and names of attributes other than data, the color of text in
// drawings, and a heading with the one before it.
func (k kinds) has(t *testing.T, dir, address string) (something bool) {
	t.Helper()
	folder, heading := path.Dir(strings.TrimSuffix(address, "/")), ""
	for n := range tree(t, file(dir, address)).Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		part := []string{folder, n.Data}
		for _, a := range n.Attr {
			if a.Key == "class" || a.Key == "role" || a.Key == "fill" && n.Data == "text" {
				a.Key += "=" + a.Val
			}
			if !strings.HasPrefix(a.Key, "data-") {
				part = append(part, a.Key)
			}
		}
		if len(n.Data) == 2 && n.Data[0] == 'h' {
			part = append(part, "after", heading)
			heading = n.Data
		}
		if name := strings.Join(part, " "); !k[name] {
			k[name], something = true, true
		}
	}
	return something
}

func serve(t *testing.T, dir string) string {
	t.Helper()
	base, _ := serveCounted(t, dir)
	return base
}

// serveCounted serves a site; served counts the requests whose path contains a part.
func serveCounted(t *testing.T, dir string) (base string, served func(part string) int) {
	t.Helper()
	var mutex sync.Mutex
	var paths []string
	files := http.FileServer(http.Dir(dir))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mutex.Lock()
		paths = append(paths, r.URL.Path)
		mutex.Unlock()
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL + "/", func(part string) (n int) {
		mutex.Lock()
		defer mutex.Unlock()
		for _, path := range paths {
			if strings.Contains(path, part) {
				n++
			}
		}
		return n
	}
}
