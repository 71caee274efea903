package tree

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/jouleboard/jouleboard/internal/lockfile"
)

// acquire makes the directory beside an output directory and takes the lock in it, which is the right to write the output
// directory; lockfile.ErrBusy if another process has it. It does not wait. The system takes the lock back from a process
// that dies.
func acquire(dir string) (*os.File, error) {
	for {
		if err := mkdir(dir, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
		step("work directory made")
		lock, err := lockfile.Try(place{work: dir}.lockFile(), 0o644)
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, lockfile.ErrGone) {
			continue // the directory went away meanwhile, as it does when its last owner releases it
		}
		if err == nil {
			step("locked")
		}
		return lock, err
	}
}

// release removes the lock while holding it, so that nobody can take a lock on
// a file that is about to vanish without noticing, and the directory if empty.
func release(lock *os.File) error {
	os.Remove(lock.Name())
	os.Remove(filepath.Dir(lock.Name()))
	return lock.Close()
}
