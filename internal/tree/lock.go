package tree

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

var errBusy = errors.New("locked by another process")

// lock is the right to write one output directory. The system takes it back
// from a process that dies.
type lock struct {
	dir  string
	file *os.File
}

// acquire makes the directory and takes the lock in it, errBusy if another
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
	if err := os.Mkdir(dir, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	step("work directory made")
	name := filepath.Join(dir, "lock")
	f, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o644)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if err := lockFile(f); err != nil {
		f.Close()
		return nil, err
	}
	if !stands(f, name) {
		f.Close()
		return nil, nil
	}
	step("locked")
	return &lock{dir, f}, nil
}

// stands reports whether the open file is still the one of that name.
func stands(f *os.File, name string) bool {
	mine, err := f.Stat()
	if err != nil {
		return false
	}
	there, err := os.Stat(name)
	return err == nil && os.SameFile(mine, there)
}

// release removes the lock while holding it, so that nobody can take a lock on
// a file that is about to vanish without noticing, and the directory if empty.
func (l *lock) release() error {
	os.Remove(l.file.Name())
	os.Remove(l.dir)
	return l.file.Close()
}
