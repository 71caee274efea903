package tree

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"
)

// File is what is known of a file's content: its SHA-256 in hexadecimal digits, and its size in bytes and its time in ns
// since 1970 when the content was this.
type File struct {
	Sum        string
	Size, Time int64
}

// Stat completes what is known of the file at a path, of which the digest is known, or returns an error if none is there.
func (f File) Stat(path string) (File, error) {
	found, err := os.Lstat(path)
	if err == nil {
		f.Size, f.Time = found.Size(), found.ModTime().UnixNano()
	}
	return f, err
}

// Of reports whether a regular file stands at a path with this content. One of the same size and time is not read.
func (f File) Of(path string) bool {
	found, err := os.Lstat(path)
	if err != nil || !found.Mode().IsRegular() || found.Size() != f.Size {
		return false
	}
	if found.ModTime().UnixNano() == f.Time {
		return true
	}
	now, err := FileAt(path)
	return err == nil && now.Sum == f.Sum
}

// FileAt is what is known of the file at a path, which is read in pieces.
func FileAt(path string) (File, error) {
	file, err := os.Open(path)
	if err != nil {
		return File{}, err
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return File{}, err
	}
	return File{Sum: hex.EncodeToString(sum.Sum(nil))}.Stat(path)
}

// FileOf is a file with this content, without a time.
func FileOf(content []byte) File { return File{Sum: SumOf(content), Size: int64(len(content))} }

// SumOf is the SHA-256 of a content, in hexadecimal digits.
func SumOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// Holds reports whether the old tree has a file of this name with this content.
func (w *Writer) Holds(name string, f File) bool { return w.again && valid(name) && f.Of(w.old(name)) }

// Keep adds a file of the old tree, which stays the same.
func (w *Writer) Keep(name string) error {
	if err := w.claim(name); err != nil {
		return err
	}
	w.keep(name)
	return nil
}

func (w *Writer) keep(name string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.kept = append(w.kept, name)
}

// Old is the content of a file of the old tree, nil if it cannot be read.
func (w *Writer) Old(name string) []byte {
	content, err := os.ReadFile(w.old(name))
	if err != nil {
		return nil
	}
	return content
}

// old is where the old tree has a file.
func (w *Writer) old(name string) string { return filepath.Join(w.place.out, filepath.FromSlash(name)) }

// linkKept gives the staging tree the files that stay the same.
func (w *Writer) linkKept() error {
	for _, name := range w.kept {
		file, err := w.room(name)
		if err != nil {
			return err
		}
		if link(w.old(name), file) == nil {
			step("file linked")
		} else if err := copyFile(w.old(name), file, 0o644); err != nil {
			return w.place.cannotWrite(err)
		}
	}
	return nil
}

// Stat completes what is known of a file that has been added, of which the digest is known.
func (w *Writer) Stat(name string, f File) File {
	known, err := f.Stat(filepath.Join(w.place.staging(), filepath.FromSlash(name)))
	if err != nil {
		known, _ = f.Stat(w.old(name)) // a part with a file that is gone is made again
	}
	return known
}

// Notes is what [Writer.Note] left beside the tree, nil if nothing is there. A program must not rely on it: the file may
// be lost, be of another tree, or have been changed.
func (w *Writer) Notes() []byte {
	text, err := os.ReadFile(w.place.notes())
	if err != nil {
		return nil
	}
	return text
}

// Note leaves a file beside the tree for the next build.
func (w *Writer) Note(text []byte) error {
	if err := writeFile(w.place.notes(), text, 0o644); err != nil {
		return errors.Join(w.place.cannotWrite(err), os.RemoveAll(w.place.notes()))
	}
	return nil
}

func (p place) notes() string { return p.work + ".parts" }
