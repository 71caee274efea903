//go:build !unix

package shared

import "testing"

// Pipe ends the test: this system has no named pipes in its file system.
func Pipe(t testing.TB, _ string) { t.Skip("a file system without named pipes") }
