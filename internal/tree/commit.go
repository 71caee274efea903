package tree

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Commit makes the new tree of the old one, or replaces it if much is different, and closes the writer. If it fails before
// the first file is in place, the old tree is left unchanged.
func (w *Writer) Commit() error {
	if w.done {
		return errors.New("the tree is committed or closed already")
	}
	w.forget() // from here on, the next build repairs what a process that ends leaves
	if w.small() {
		w.done = true
		return errors.Join(w.inPlace(), os.RemoveAll(w.place.staging()), release(w.lock))
	}
	if err := w.complete(); err != nil {
		return errors.Join(err, w.Close())
	}
	if err := w.place.swap(); err != nil {
		return errors.Join(err, w.Close())
	}
	w.done = true
	err := w.place.clear(true)
	if err != nil {
		err = fmt.Errorf("%s: the new site is in place, but the old one cannot be removed from %s: %w",
			w.place.given, w.place.work, err)
	}
	return errors.Join(err, release(w.lock))
}

// complete makes the staging directory a whole tree.
func (w *Writer) complete() error {
	if err := w.place.check(); err != nil { // it may have changed since Open
		return err
	}
	if err := w.place.mark(); err != nil {
		return w.place.cannotWrite(err)
	}
	if err := cmp.Or(w.linkKept(), w.adopt()); err != nil {
		return err
	}
	if old, err := os.Stat(w.place.out); err == nil {
		// who may read the site stays; its owner must be able to replace it
		if err := os.Chmod(w.place.staging(), old.Mode().Perm()|0o700); err != nil {
			return w.place.cannotWrite(err)
		}
	}
	if err := w.writeMarker(); err != nil {
		return w.place.cannotWrite(err)
	}
	step("marker written")
	return nil
}

// mark says of a directory without a tree that nothing in it is ours, so that all of it is carried over.
func (p place) mark() error {
	entries, err := os.ReadDir(p.out)
	if len(entries) == 0 || slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == Marker }) {
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return err
	}
	return os.WriteFile(filepath.Join(p.out, Marker), MarkerOf(nil), 0o644)
}

// exchanger is exchange, which a test replaces to see how systems fare that
// have none.
var exchanger = exchange

// swap puts the staging directory at out and what was there at backup.
func (p place) swap() error {
	_, err := os.Lstat(p.out)
	if errors.Is(err, fs.ErrNotExist) {
		return p.move(p.staging(), p.out)
	}
	if exchanger(p.staging(), p.out) == nil {
		step("exchanged")
		return p.move(p.staging(), p.backup())
	}
	// In two steps, then. A process killed between them leaves nothing at out
	// and the whole old tree in the backup, from where Open restores it.
	if err := p.move(p.out, p.backup()); err != nil {
		return err
	}
	if err := p.move(p.staging(), p.out); err != nil {
		return errors.Join(err, rename(p.backup(), p.out))
	}
	return nil
}

func (p place) move(from, to string) error {
	if err := rename(from, to); err != nil {
		return p.cannotWrite(err)
	}
	step("moved")
	return nil
}

// recover puts right what a killed build left beside out.
func (p place) recover() error {
	if _, err := os.Lstat(p.out); errors.Is(err, fs.ErrNotExist) {
		if err := rename(p.backup(), p.out); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s: cannot restore it from %s: %w; move it back by hand", p.given, p.backup(), err)
		}
		step("restored")
	}
	if err := p.apply(); err != nil {
		return fmt.Errorf("%s: cannot end a killed build from %s: %w", p.given, p.patch(), err)
	}
	if err := p.clearStaging(); err != nil {
		return fmt.Errorf("%s: cannot remove the remains of a killed build at %s: %w", p.given, p.work, err)
	}
	if err := p.clear(false); err != nil {
		return fmt.Errorf("%s: cannot remove the remains of a killed build at %s: %w", p.given, p.work, err)
	}
	return nil
}

// clearStaging removes a tree that was being written, or, after an exchange
// whose process died at once, the old tree.
func (p place) clearStaging() error {
	if _, err := readMarker(p.staging()); err == nil {
		if err := p.rescue(p.staging(), false); err != nil {
			return err
		}
	}
	return remove(p.staging())
}

// clear removes the swapped-out tree once what is foreign in it is safe.
func (p place) clear(newer bool) error {
	if _, err := os.Lstat(p.backup()); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err := p.rescue(p.backup(), newer); err != nil {
		return err
	}
	return remove(p.backup())
}

// remove deletes a tree, its marker last: while there is anything to rescue from
// it the marker says what is ours.
func remove(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Name() == Marker {
			continue
		}
		if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
			return err
		}
		step("removed")
	}
	return os.RemoveAll(dir)
}
