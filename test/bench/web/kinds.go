package main

import (
	"os"
	"path/filepath"

	"github.com/jouleboard/jouleboard/test/bench/usage"
)

// onePageOfEachKind returns addresses of pages below the root of the site in dir: home, the page of every directory
// at the top, and the first page below that.
func onePageOfEachKind(dir string) ([]string, error) {
	kinds, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	pages := []string{""}
	for _, kind := range kinds {
		found, err := filepath.Glob(filepath.Join(dir, kind.Name(), "*", "index.html"))
		if err != nil {
			return nil, err
		}
		if usage.Exists(filepath.Join(dir, kind.Name(), "index.html")) {
			pages = append(pages, kind.Name()+"/")
		}
		if len(found) > 0 {
			pages = append(pages, kind.Name()+"/"+filepath.Base(filepath.Dir(found[0]))+"/")
		}
	}
	return pages, nil
}
