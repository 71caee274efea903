// Package browser opens the built site in Chromium: what a reader meets, checked
// on every page.
package browser

import (
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/assets"
	"github.com/jouleboard/jouleboard/internal/shared"
)

// built is a site in a directory, by the name of its source.
type built struct{ name, dir string }

// sites builds the sample, and the published data where they are present.
func sites(t *testing.T) []built {
	t.Helper()
	if _, err := assets.ChartEngine(); err != nil {
		t.Skip(err)
	}
	all := []built{{"sample", build(t, "sample:")}}
	t.Run("published data", func(t *testing.T) {
		source := filepath.Join(shared.Dir(t), "data", "mlenergy-v3", "leaderboard")
		all = append(all, built{"published", build(t, source)})
	})
	return all
}

var directory string // of all sites of this test run

func TestMain(m *testing.M) {
	var err error
	if directory, err = os.MkdirTemp("", "jouleboard-browser-"); err != nil {
		panic(err)
	}
	code := m.Run()
	os.RemoveAll(directory)
	os.Exit(code)
}

// build makes a site through the command, once for all tests.
func build(t *testing.T, source string) string {
	t.Helper()
	out := filepath.Join(directory, strings.NewReplacer("/", "_", ":", "_").Replace(source))
	if _, err := os.Stat(out); err == nil {
		return out
	}
	command := exec.Command("go", "run", "../../cmd/build", "build", "--quiet", "--source", source, "--out", out)
	if text, err := command.CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, text)
	}
	return out
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

// visited are the pages that a browser opens: all of the sample; of the published
// data one of each kind and all tasks, or all with JOULEBOARD_ALL_PAGES set.
func (b built) visited(t *testing.T) []string {
	t.Helper()
	all := pages(t, b.dir)
	if b.name == "sample" || os.Getenv("JOULEBOARD_ALL_PAGES") != "" {
		return all
	}
	seen := map[string]bool{}
	return slices.DeleteFunc(all, func(address string) bool {
		kind, _, _ := strings.Cut(address, "/")
		again := seen[kind] && kind != "tasks"
		seen[kind] = strings.Count(address, "/") > 1
		return again
	})
}

func serve(t *testing.T, dir string) string {
	t.Helper()
	server := httptest.NewServer(http.FileServer(http.Dir(dir)))
	t.Cleanup(server.Close)
	return server.URL + "/"
}
