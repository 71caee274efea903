// Package shared answers: where is the material that tests compare with?
//
// The material (published results, reference outputs) is large and not part of
// the module; it lies beside it. Only tests import this package.
package shared

import (
	"os"
	"path/filepath"
	"testing"
)

// Dir is the directory of the shared material: $JOULEBOARD_SHARED, else
// ../shared beside the root of the module, or of one that it is part of. The test
// is skipped, saying so, where there is none.
func Dir(t testing.TB) string {
	t.Helper()
	candidates := []string{os.Getenv("JOULEBOARD_SHARED")}
	if candidates[0] == "" {
		candidates = besideModules(t)
	}
	for _, dir := range candidates {
		if _, err := os.Stat(dir); err == nil {
			return dir
		}
	}
	t.Skipf("no shared material at %v: set JOULEBOARD_SHARED to its directory", candidates)
	return ""
}

// besideModules are the directories beside each module that the test is in.
func besideModules(t testing.TB) (dirs []string) {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			dirs = append(dirs, filepath.Join(filepath.Dir(dir), "shared"))
		}
	}
	return dirs
}
