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
// ../shared beside the module's root. The test is skipped, saying so, where
// there is none.
func Dir(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("JOULEBOARD_SHARED")
	if dir == "" {
		dir = filepath.Join(filepath.Dir(moduleRoot(t)), "shared")
	}
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no shared material (%v): set JOULEBOARD_SHARED to its directory", err)
	}
	return dir
}

// moduleRoot is the closest directory above the test's that holds go.mod.
func moduleRoot(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for dir != filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		dir = filepath.Dir(dir)
	}
	t.Fatal("no go.mod above the test's directory")
	return ""
}
