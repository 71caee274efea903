// Package shared finds the reference material of tests.
//
// A small set is in the repository (test/reference), so that a clone can run the important tests. The complete set
// (all published results and reference outputs) is too large for the repository and is stored outside of it. Both
// have the same layout. Only tests import this package.
package shared

import (
	"os"
	"path/filepath"
	"testing"
)

// Each runs a test over the small set and, if it exists, over the complete set.
func Each(t *testing.T, test func(t *testing.T, root string)) {
	t.Helper()
	t.Run("small", func(t *testing.T) { test(t, Small(t)) })
	t.Run("whole", func(t *testing.T) { test(t, Whole(t)) })
}

// Small returns a directory with the small set.
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

// Whole returns the directory of the complete set: $JOULEBOARD_SHARED, otherwise ../shared relative to the root of
// the module, or of the module that contains it. If it does not exist, the test is skipped with a message.
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

// Root is the root of the module that the test is in.
func Root(t testing.TB) string {
	t.Helper()
	return modules(t)[0]
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
