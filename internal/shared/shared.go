// Package shared answers: where is the material that tests compare with?
//
// A small set is in the repository (test/reference), so that a clone alone tests
// what the project promises. The whole (all published results and reference
// outputs) is too large for that and lies beside the module. Both have the same
// layout. Only tests import this package.
package shared

import (
	"os"
	"path/filepath"
	"testing"
)

// Each runs a test over the small set and, where there is one, over the whole.
func Each(t *testing.T, test func(t *testing.T, root string)) {
	t.Helper()
	t.Run("small", func(t *testing.T) { test(t, Small(t)) })
	t.Run("whole", func(t *testing.T) { test(t, Whole(t)) })
}

// Small is a directory with the small set.
func Small(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	for _, root := range modules(t) {
		archives, err := filepath.Glob(filepath.Join(root, "test", "reference", "*.tar.gz"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range archives {
			if err := unpack(name, dir); err != nil {
				t.Fatal(err)
			}
		}
		if len(archives) > 0 {
			return dir
		}
	}
	t.Fatal("no archive in test/reference: restore the directory")
	return ""
}

// Whole is the directory of the whole material: $JOULEBOARD_SHARED, else ../shared
// beside the root of the module, or of one that it is part of. The test is skipped,
// saying so, where there is none.
func Whole(t testing.TB) string {
	t.Helper()
	candidates := []string{os.Getenv("JOULEBOARD_SHARED")}
	if candidates[0] == "" {
		candidates = nil
		for _, root := range modules(t) {
			candidates = append(candidates, filepath.Join(filepath.Dir(root), "shared"))
		}
	}
	for _, dir := range candidates {
		if _, err := os.Stat(filepath.Join(dir, "reference")); err == nil {
			return dir
		}
	}
	t.Skipf("no shared material at %v: set JOULEBOARD_SHARED to its directory", candidates)
	return ""
}

// modules are the roots of the modules that the test is in, the innermost first.
func modules(t testing.TB) (roots []string) {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			roots = append(roots, dir)
		}
	}
	return roots
}
