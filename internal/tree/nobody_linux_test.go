package tree

import (
	"os"
	"runtime"
	"testing"

	"golang.org/x/sys/unix"
)

// asNobody runs do without root's right to write everywhere.
func asNobody(t *testing.T, do func() error) error {
	t.Helper()
	if os.Getuid() != 0 {
		return do()
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	const nobody = 65534
	must(t, unix.Setfsuid(nobody))
	defer unix.Setfsuid(0)
	return do()
}
