package command

import (
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data/declared"
	"github.com/jouleboard/jouleboard/internal/shared"
	"github.com/jouleboard/jouleboard/test/sites"
)

// saysOrigin reports whether a file of a site says where its data came from, as the page of each run does.
func saysOrigin(name string) bool {
	return slices.Contains(ofData, name) || strings.HasPrefix(name, "runs/") || strings.HasPrefix(name, "data/runs/")
}

var ofData = []string{"data/index.html", "data/index.md", "data/meta.json", "data/problems.json", "data/checksums.txt"}

// A site that is built from a site has the same bytes, but for what says where the data
// came from; and the source has no change against the site.
func TestASiteReadBackIsTheSame(t *testing.T) {
	shared.Each(t, func(t *testing.T, root string) {
		for name, from := range map[string]struct {
			source string
			exact  bool // the site draws nothing but what it publishes
		}{
			"sample":          {"sample:", false}, // exact answer lengths
			"published":       {filepath.Join(root, "data", "mlenergy-v3", "leaderboard"), true},
			"compiled":        {filepath.Join(root, "data", "mlenergy-v3", "compiled"), true},
			"raw":             {"raw:" + filepath.Join(root, "reference", "raw"), false}, // raw files
			"llenergymeasure": {"llenergymeasure:" + filepath.Join(root, "fixtures", "llenergymeasure"), true},
			"ipw":             {"ipw:" + filepath.Join(root, "fixtures", "ipw"), true},
		} {
			if whole := strings.HasSuffix(t.Name(), "/whole"); whole && (name == "sample" || name == "compiled") {
				continue // the sample is the same beside the small set, and it is a compiled directory of both domains
			}
			t.Run(name, func(t *testing.T) {
				comesBack(t, from.source, from.exact)
			})
		}
	})
}

// So is that of a benchmark that only a declaration describes: its site brings the field table.
func TestADeclaredSiteReadBackIsTheSame(t *testing.T) {
	for _, name := range declared.Shipped() {
		t.Run(name, func(t *testing.T) {
			comesBack(t, "table:"+filepath.Join("..", "..", "data", "declared", "testdata", name), true)
		})
	}
}

// comesBack fails where a site that is built from a source, and one that is built from that,
// are not the same.
func comesBack(t *testing.T, source string, exact bool) {
	t.Helper()
	site, again := sites.Of(t, "--source", source), filepath.Join(t.TempDir(), "again")
	sites.Do(t, "build", "--source", site, "--out", again)
	first, second := filesOf(t, site, exact), filesOf(t, again, exact)
	for _, path := range slices.Sorted(maps.Keys(first)) {
		if first[path] != second[path] {
			t.Errorf("%s differs", path)
		}
	}
	if len(first) != len(second) {
		t.Errorf("%d files, then %d", len(first), len(second))
	}
	server := httptest.NewServer(http.FileServer(http.Dir(site)))
	defer server.Close()
	places := []string{server.URL}
	if source == "sample:" { // where a site is found does not depend on what it is of
		places = append(places, site, filepath.Join(site, "data"), server.URL+"/data/")
	}
	for _, place := range places {
		if said, _ := command(t, "diff", "-q", place, source); !strings.HasPrefix(string(said), "No results changed.\n") {
			t.Errorf("%s: %s", place, said)
		}
	}
}

// filesOf are the files of a site, or those of its data, without its provenance.
func filesOf(t *testing.T, dir string, all bool) map[string]string {
	t.Helper()
	files := map[string]string{}
	if err := walkFiles(os.DirFS(dir), func(name string, content []byte) {
		if (all || strings.HasPrefix(name, "data/")) && !saysOrigin(name) {
			files[name] = string(content)
		}
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := fs.Stat(os.DirFS(dir), "data/meta.json"); err != nil {
		t.Fatal(err)
	}
	return files
}
