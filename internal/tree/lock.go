package tree

import (
	"errors"
	"io/fs"
	"os"

	"github.com/jouleboard/jouleboard/internal/lockfile"
)

// lock is the right to write one output directory. The system takes it back
// from a process that dies.
type lock struct {
	dir  string
	file *os.File
}

// acquire makes the directory and takes the lock in it, lockfile.ErrBusy if another
// process has it. It does not wait.
func acquire(dir string) (*lock, error) {
	for {
		l, err := tryAcquire(dir)
		if l != nil || err != nil {
			return l, err
		}
	}
}

// tryAcquire gives neither lock nor error when the directory went away
// meanwhile, as it does when its last owner releases it.
func tryAcquire(dir string) (*lock, error) {
	if err := mkdir(dir, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	step("work directory made")
	f, err := lockfile.Try(place{work: dir}.lockFile(), 0o644)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, lockfile.ErrGone) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	step("locked")
	return &lock{dir, f}, nil
}

// release removes the lock while holding it, so that nobody can take a lock on
// a file that is about to vanish without noticing, and the directory if empty.
func (l *lock) release() error {
	os.Remove(l.file.Name())
	os.Remove(l.dir)
	return l.file.Close()
}
