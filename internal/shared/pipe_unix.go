//go:build unix

package shared

import (
	"syscall"
	"testing"
)

// Pipe makes a named pipe, which a reader that does not look would wait for.
func Pipe(t testing.TB, path string) {
	t.Helper()
	if err := syscall.Mkfifo(path, 0o644); err != nil {
		t.Fatal(err)
	}
}
