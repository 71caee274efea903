package tree

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/jouleboard/jouleboard/internal/undo"
)

// Writer is a tree being written. Several goroutines can call its methods, except for Commit and Close.
type Writer struct {
	place place
	lock  *os.File

	names
	made  sync.Map // directories
	kept  []string // names of files of the old tree that stay the same
	again bool     // there is an old tree

	done   bool
	forget func() // keeps the tree when the process is interrupted
}

// step is called at each point where the state on disk has just changed, so
// that a test can end the process there.
var step = func(string) {}

// What the system does to a disk, which a test lets fail as on a full one.
var (
	mkdir, mkdirAll       = os.Mkdir, os.MkdirAll
	writeFile             = os.WriteFile
	rename, link, symlink = os.Rename, os.Link, os.Symlink
)

// Open locks the output directory, repairs what a killed build left, and begins a new tree. It fails if [Check] does
// or if another process is writing the same directory.
func Open(out string) (*Writer, error) {
	p, err := locate(out)
	if err != nil {
		return nil, err
	}
	if err := mkdirAll(filepath.Dir(p.out), 0o755); err != nil {
		return nil, p.cannotWrite(err)
	}
	if err := p.refuseLinks(); err != nil {
		return nil, err
	}
	lock, err := acquire(p.work)
	if err != nil {
		return nil, p.locked(err)
	}
	w := &Writer{place: p, lock: lock}
	w.forget = undo.Later(w.abandon)
	if err := w.begin(); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	return w, nil
}

func (w *Writer) begin() error {
	if err := w.place.recover(); err != nil {
		return err
	}
	if err := w.place.check(); err != nil {
		return err
	}
	if err := mkdir(w.place.staging(), 0o755); err != nil {
		return w.place.cannotWrite(err)
	}
	_, err := os.Lstat(w.place.out)
	w.again = err == nil
	step("staging made")
	return nil
}

// Write adds one file. The name is slash-separated and inside the tree; it must differ from all others by more than
// case, since some file systems and hosts ignore case. If the old tree has the same file with the same content, it is
// kept, which is faster and keeps its date.
func (w *Writer) Write(name string, content []byte) error {
	if err := w.claim(name); err != nil {
		return err
	}
	if w.again && holds(w.old(name), content) {
		w.keep(name)
		return nil
	}
	file, err := w.room(name)
	if err != nil {
		return err
	}
	if err := writeFile(file, content, 0o644); err != nil {
		return w.place.cannotWrite(err)
	}
	step("file written")
	return nil
}

// room makes the directory of a file, once, and returns the file's path.
func (w *Writer) room(name string) (file string, err error) {
	file = filepath.Join(w.place.staging(), filepath.FromSlash(name))
	dir := filepath.Dir(file)
	if _, ok := w.made.Load(dir); ok {
		return file, nil
	}
	if err := mkdir(dir, 0o755); err != nil && !errors.Is(err, fs.ErrExist) { // as a rule its parent is there
		if err := mkdirAll(dir, 0o755); err != nil {
			return "", w.place.cannotWrite(err)
		}
	}
	w.made.Store(dir, nil)
	return file, nil
}

// holds reports whether a regular file stands there with this content.
func holds(file string, content []byte) bool {
	found, err := os.Lstat(file)
	if err != nil || !found.Mode().IsRegular() || found.Size() != int64(len(content)) {
		return false
	}
	old, err := os.ReadFile(file)
	return err == nil && bytes.Equal(old, content)
}

// abandon discards the tree while others still write it: they wait for a name that never comes.
func (w *Writer) abandon() {
	w.mu.Lock()
	for range 3 { // for a file that was being written
		os.RemoveAll(w.place.staging())
	}
	release(w.lock)
}

// Close discards a tree that was not committed and unlocks the directory; after Commit it does nothing.
func (w *Writer) Close() error {
	if w.done {
		return nil
	}
	w.done = true
	w.forget()
	return errors.Join(os.RemoveAll(w.place.staging()), release(w.lock))
}
