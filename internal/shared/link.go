package shared

import (
	"os"
	"runtime"
	"testing"
)

// Link makes a symbolic link. On Windows this may require more rights: the test is then skipped.
func Link(tb testing.TB, to, at string) {
	tb.Helper()
	switch err := os.Symlink(to, at); {
	case err != nil && runtime.GOOS == "windows":
		tb.Skip(err)
	case err != nil:
		tb.Fatal(err)
	}
}
