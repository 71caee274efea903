package hub

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/jouleboard/jouleboard/internal/lockfile"
)

// The cache is that of the Python client:
//
//	datasets--ORG--NAME/blobs/<hash>               contents
//	datasets--ORG--NAME/snapshots/<commit>/<path>  links to them
//	datasets--ORG--NAME/refs/<revision>            the commit of a branch or tag
//	datasets--ORG--NAME/.no_exist/<commit>/<path>  files that are known not to be
//	.locks/datasets--ORG--NAME/<hash>.lock
//
// A content that is being fetched is in blobs/<hash>.<random>.incomplete.

func folderName(r Repo) string { return "datasets--" + strings.ReplaceAll(r.Name, "/", "--") }

func (c *Client) repoDir(r Repo) string { return filepath.Join(c.o.Cache, folderName(r)) }

func (c *Client) refPath(r Repo) string {
	return filepath.Join(c.repoDir(r), "refs", filepath.FromSlash(r.revision()))
}

func (s *Snapshot) absentPath(name string) string {
	return filepath.Join(s.c.repoDir(s.Repo), ".no_exist", s.Commit, filepath.FromSlash(name))
}

func (s *Snapshot) blobPath(blob string) string {
	return filepath.Join(s.c.repoDir(s.Repo), "blobs", blob)
}

func (s *Snapshot) lockPath(blob string) string {
	return filepath.Join(s.c.o.Cache, ".locks", folderName(s.Repo), blob+".lock")
}

// keepReference notes the commit of a branch or tag, for work without network. In
// a cache that cannot be written the files serve without it.
func (s *Snapshot) keepReference() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.kept || s.Repo.IsCommit() {
		return
	}
	s.kept = true
	path := s.c.refPath(s.Repo)
	if text, err := os.ReadFile(path); err == nil && string(text) == s.Commit {
		return
	}
	if os.MkdirAll(filepath.Dir(path), 0o777) != nil {
		return
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return
	}
	defer f.Close()
	step("reference opened")
	// one write over the old commit: a process that dies leaves one of the two
	if _, err := f.WriteAt([]byte(s.Commit), 0); err == nil {
		f.Truncate(int64(len(s.Commit)))
	}
	step("reference written")
}

// place makes the file of a snapshot from its content, which is in the cache. A
// content that was fetched now moves there where links are not possible; an
// older one may serve other snapshots and is copied.
func (s *Snapshot) place(f File, fetchedNow bool) error {
	to := s.Path(f.Path)
	if s.has(f) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	if err := os.Remove(to); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	step("place cleared")
	blob := s.blobPath(f.Blob)
	if !s.c.o.NoLinks {
		target, err := filepath.Rel(filepath.Dir(to), blob)
		if err == nil {
			err = os.Symlink(target, to)
		}
		if err == nil || errors.Is(err, fs.ErrExist) && s.has(f) {
			step("linked")
			return nil
		}
	}
	if fetchedNow {
		return os.Rename(blob, to)
	}
	return s.copyTo(blob, f)
}

// copyTo copies a content to the place of a file, which it takes when it is whole.
func (s *Snapshot) copyTo(from string, f File) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := createIncomplete(filepath.Dir(s.blobPath(f.Blob)), f.Blob)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	err = errors.Join(err, out.Close())
	step("copied")
	if err == nil {
		err = os.Rename(out.Name(), s.Path(f.Path))
	}
	if err != nil {
		os.Remove(out.Name())
	}
	return err
}

// unwritable says what to do about a cache that cannot be written.
func (c *Client) unwritable(err error) error {
	var path *fs.PathError
	where, cause := c.o.Cache, err
	if errors.As(err, &path) {
		where, cause = path.Path, path.Err
	}
	is := func(kind error) bool { return errors.Is(err, kind) }
	switch {
	case slices.ContainsFunc([]error{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG}, is):
		return NoSpace.say("%s: %v: free some space, or set HF_HOME to a directory on a larger disk; complete files are kept", where, cause)
	case is(fs.ErrPermission) || is(syscall.EROFS):
		return NotWritable.say("%s: %v: the cache cannot be written; make it writable, or set HF_HOME to another directory", where, cause)
	}
	return err
}

// step marks what has happened to the cache; tests end the process there.
var step = func(what string) {}

// hold waits for the lock of a file's content, the right to fetch it; nil where there are no locks, so that others may be at
// work. The system takes it back from a process that dies. The file stays, as the Python client leaves it.
func (s *Snapshot) hold(ctx context.Context, f File) (*os.File, error) {
	name := s.lockPath(f.Blob)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return nil, err
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
			return nil, err
		}
	}
}

// tryLock takes the lock, lockfile.ErrBusy if another process has it.
func tryLock(name string) (*os.File, error) {
	file, err := lockfile.Try(name, 0o666)
	switch {
	case errors.Is(err, lockfile.ErrUnsupported):
		return nil, nil
	case errors.Is(err, lockfile.ErrGone): // some versions of the Python client remove it
		return nil, lockfile.ErrBusy
	case err != nil:
		return nil, err
	}
	step("locked")
	return file, nil
}
