package hub

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

var (
	errBusy        = errors.New("another process has the lock")
	errUnsupported = errors.New("the file system has no locks")
)

// lock is the right to fetch one content. The system takes it back from a process
// that dies. The file stays, as the Python client leaves it.
type lock struct {
	file *os.File // nil: there are no locks here, so others may be at work
}

// hold waits for the lock of a file's content.
func (s *Snapshot) hold(ctx context.Context, f File) (lock, error) {
	name := s.lockPath(f.Blob)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return lock{}, err
	}
	for tries := 0; ; tries++ {
		l, err := tryLock(name)
		if !errors.Is(err, errBusy) {
			return l, err
		}
		if tries == 5 {
			s.c.note(fmt.Sprintf("%s: waiting for another process that fetches it", f.Path))
		}
		if err := s.c.o.Wait(ctx, 50*time.Millisecond<<min(tries, 4)); err != nil {
			return lock{}, err
		}
	}
}

// tryLock takes the lock, errBusy if another process has it.
func tryLock(name string) (lock, error) {
	file, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o666)
	if err != nil {
		return lock{}, err
	}
	step("lock file made")
	switch err := lockFile(file); {
	case errors.Is(err, errUnsupported):
		file.Close()
		return lock{}, nil
	case err != nil:
		file.Close()
		return lock{}, err
	}
	if !stands(file, name) { // some versions of the Python client remove it
		file.Close()
		return lock{}, errBusy
	}
	step("locked")
	return lock{file}, nil
}

// stands reports whether the open file is still the one of that name.
func stands(file *os.File, name string) bool {
	mine, err := file.Stat()
	if err != nil {
		return false
	}
	there, err := os.Stat(name)
	return err == nil && os.SameFile(mine, there)
}

func (l lock) release() {
	if l.file != nil {
		l.file.Close()
	}
}
