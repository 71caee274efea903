package hub

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/jouleboard/jouleboard/internal/lockfile"
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
		if !errors.Is(err, lockfile.ErrBusy) {
			return l, err
		}
		if tries == 5 {
			s.c.note(fmt.Sprintf("%s: waiting for another process to download it", f.Path))
		}
		if err := s.c.o.Wait(ctx, 50*time.Millisecond<<min(tries, 4)); err != nil {
			return lock{}, err
		}
	}
}

// tryLock takes the lock, lockfile.ErrBusy if another process has it.
func tryLock(name string) (lock, error) {
	file, err := lockfile.Try(name, 0o666)
	switch {
	case errors.Is(err, lockfile.ErrUnsupported):
		return lock{}, nil
	case errors.Is(err, lockfile.ErrGone): // some versions of the Python client remove it
		return lock{}, lockfile.ErrBusy
	case err != nil:
		return lock{}, err
	}
	step("locked")
	return lock{file}, nil
}

func (l lock) release() {
	if l.file != nil {
		l.file.Close()
	}
}
