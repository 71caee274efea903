package browser

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// declaredPages are the pages that a declaration alone decides.
var declaredPages = regexp.MustCompile(`^((?:boards|models|gpus)/.*)index\.html$`)

// Every shipped declaration makes accessible pages of results in its own form.
func TestPagesOfDeclaredBenchmarksAreAccessible(t *testing.T) {
	axe := axeSource(t)
	tab := newTab(t, start(t))
	all, err := filepath.Glob("../../data/declared/testdata/*/benchmark.yaml")
	if err != nil || len(all) < 10 {
		t.Fatalf("%d benchmarks, %v", len(all), err)
	}
	known := kinds{}
	for _, declaration := range all {
		results := filepath.Dir(declaration)
		site := build(t, "table:"+results)
		base := serve(t, site)
		files, err := fs.Glob(os.DirFS(site), "*/*/index.html")
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d pages, %v", results, len(files), err)
		}
		for i, file := range files {
			page := declaredPages.FindStringSubmatch(file)
			if page == nil {
				continue
			}
			for _, fault := range visit(tab, base+page[1], axe, looks(known.has(t, site, page[1]), i)) {
				t.Errorf("%s: /%s: %s", filepath.Base(results), page[1], fault)
			}
		}
	}
}
