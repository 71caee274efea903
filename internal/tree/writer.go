package tree

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"github.com/jouleboard/jouleboard/internal/undo"
)

// Writer is a tree being written. Several goroutines can call its methods, except for Commit and Close.
type Writer struct {
	place place
	lock  *lock

	mu    sync.Mutex
	names map[string]string // folded name → name, of files and their directories
	files []string

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
	l, err := acquire(p.work)
	if err != nil {
		return nil, p.locked(err)
	}
	w := &Writer{place: p, lock: l, names: map[string]string{}}
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
	step("staging made")
	return nil
}

// Write adds one file. The name is slash-separated and inside the tree; it must differ from all others by more than
// case, since some file systems and hosts ignore case. If the old tree has the same file with the same content, it is
// linked, which is faster and keeps its date.
func (w *Writer) Write(name string, content []byte) error {
	if err := w.claim(name); err != nil {
		return err
	}
	file := filepath.Join(w.place.staging(), filepath.FromSlash(name))
	if err := mkdirAll(filepath.Dir(file), 0o755); err != nil {
		return w.place.cannotWrite(err)
	}
	if old := filepath.Join(w.place.out, filepath.FromSlash(name)); holds(old, content) && link(old, file) == nil {
		step("file linked")
		return nil
	}
	if err := writeFile(file, content, 0o644); err != nil {
		return w.place.cannotWrite(err)
	}
	step("file written")
	return nil
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

// claim takes a name, or says why it cannot be one.
func (w *Writer) claim(name string) error {
	if !valid(name) {
		return fmt.Errorf("%q: not the name of a file inside the site", name)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if taken, ok := w.names[fold(name)]; ok {
		return fmt.Errorf("%q: the site has %q already; file names must differ by more than case", name, taken)
	}
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if taken, ok := w.names[fold(dir)]; ok && taken != dir+"/" {
			return fmt.Errorf("%q: the site has %q already; file names must differ by more than case", name, taken)
		}
		w.names[fold(dir)] = dir + "/"
	}
	w.names[fold(name)] = name
	w.files = append(w.files, name)
	return nil
}

// Has reports whether the tree has a file of this name.
func (w *Writer) Has(name string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.names[fold(name)] == name
}

// valid accepts clean relative names in which every system sees the same parts.
func valid(name string) bool {
	return fs.ValidPath(name) && name != "." && filepath.IsLocal(filepath.FromSlash(name)) &&
		fold(name) != Marker && !strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == '\\' || r == 0x7f })
}

func fold(name string) string { return strings.ToLower(strings.ToUpper(name)) }

// abandon discards the tree while others still write it: they wait for a name that never comes.
func (w *Writer) abandon() {
	w.mu.Lock()
	for range 3 { // for a file that was being written
		os.RemoveAll(w.place.staging())
	}
	w.lock.release()
}

// Close discards a tree that was not committed and unlocks the directory; after Commit it does nothing.
func (w *Writer) Close() error {
	if w.done {
		return nil
	}
	w.done = true
	w.forget()
	return errors.Join(os.RemoveAll(w.place.staging()), w.lock.release())
}
