package pipeline

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
)

// remote reports whether an address is of a file system that is not the
// machine's own.
func remote(at string) bool { return strings.Contains(at, "://") }

// registered reports an address of a file system that this program lacks.
func registered(at string) (err error) {
	defer func() {
		if e := recover(); e != nil { // it panics where it could return
			err = fmt.Errorf("%s: %v", at, e)
		}
	}()
	filesystem.ValidateScheme(at)
	return nil
}

// join is an address below another.
func join(at, name string) string {
	if remote(at) {
		return strings.TrimSuffix(at, "/") + "/" + name
	}
	return filepath.Join(at, filepath.FromSlash(name))
}

// storage is the file system that an address is of.
type storage struct {
	filesystem.Interface
	at string
}

func open(ctx context.Context, at string) (storage, error) {
	system, err := filesystem.New(ctx, at)
	if err != nil {
		return storage{}, fmt.Errorf("%s: %w", at, err)
	}
	return storage{system, at}, nil
}

// under lists the files below dir, "" for all, relative to the storage's address
// and in order. Names that no local file can have are left out: nothing could
// read them.
//
// File systems disagree about ** and about whether * stops at a slash, so each
// depth is asked for.
func (s storage) under(ctx context.Context, dir string, deepest int) (names []string, err error) {
	pattern := strings.TrimSuffix(join(s.at, dir), "/")
	for range deepest {
		pattern += "/*"
		found, err := s.List(ctx, pattern)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.at, err)
		}
		for _, at := range found {
			name, below := strings.CutPrefix(at, strings.TrimSuffix(s.at, "/")+"/")
			if below && fs.ValidPath(name) && filepath.IsLocal(filepath.FromSlash(name)) {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

// fetch copies a file to a local directory, under its own name. One that is not
// there is left out: who reads it says so.
func (s storage) fetch(ctx context.Context, name, dir string) error {
	in, err := s.OpenRead(ctx, join(s.at, name))
	if err != nil {
		return s.absent(ctx, name, err)
	}
	defer in.Close()
	to := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return err
	}
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	if err = errors.Join(err, out.Close()); err != nil {
		os.Remove(to) // a part of it must not pass for the whole
		return fmt.Errorf("%s: %w", join(s.at, name), err)
	}
	return nil
}

// absent is nil if the reason why a file cannot be opened is that it is gone. Few
// file systems say so by the error's kind; all list no file that is not there.
func (s storage) absent(ctx context.Context, name string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	found, listed := s.List(ctx, join(s.at, name))
	if listed == nil && len(found) == 0 {
		return nil
	}
	return fmt.Errorf("%s: %w", join(s.at, name), err)
}

// replace writes a file in one step: under another name first, so that neither a
// reader nor a second attempt ever meets a half of it.
func (s storage) replace(ctx context.Context, name string, write func(io.Writer) error) error {
	final := join(s.at, name)
	half := join(s.at, path.Join(path.Dir(name), "."+path.Base(name)+"."+rand.Text()))
	out, err := s.OpenWrite(ctx, half)
	if err != nil {
		return fmt.Errorf("%s: %w", final, err)
	}
	if err = errors.Join(write(out), out.Close()); err == nil {
		err = filesystem.Rename(ctx, s.Interface, half, final)
	}
	if err != nil {
		s.discard(ctx, half)
		return fmt.Errorf("%s: %w", final, err)
	}
	return nil
}

func (s storage) discard(ctx context.Context, name string) {
	if r, can := s.Interface.(filesystem.Remover); can {
		_ = r.Remove(ctx, name) // what is left over is hidden and harms nobody
	}
}
