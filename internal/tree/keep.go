package tree

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
)

// Holds reports whether the old tree has a file of this name whose content has this SHA-256, in hexadecimal digits.
func (w *Writer) Holds(name, sum string) bool {
	old := filepath.Join(w.place.out, filepath.FromSlash(name))
	if found, err := os.Lstat(old); !w.again || err != nil || !found.Mode().IsRegular() || !valid(name) {
		return false
	}
	content, err := os.ReadFile(old)
	own := sha256.Sum256(content)
	return err == nil && hex.EncodeToString(own[:]) == sum
}

// Keep adds a file of the old tree, which stays the same.
func (w *Writer) Keep(name string) error {
	return w.Link(name, filepath.Join(w.place.out, filepath.FromSlash(name)))
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
