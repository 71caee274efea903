package tree

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// mostInPlace is how many files may change for a tree to be changed in place. Making a second tree of links takes
// longer than a small build. With more, the moment in which readers meet both states is too long.
var mostInPlace = 1000

// patch is where the files of a change in place wait. It has this name only once it is complete, with the new marker,
// so that a process that is killed while it moves them has left what the next one needs to end it.
func (p place) patch() string { return filepath.Join(p.work, "patch") }

// small reports whether the new tree may be made by changing the old one in place: few files differ, and nothing is in
// the way of those that are put there.
func (w *Writer) small() bool {
	ours, err := readMarker(w.place.out)
	if !w.again || err != nil {
		return false
	}
	added := lists.Filter(w.files, func(name string) bool { return !ours[name] })
	if gone := len(ours) - 1 - len(w.files) + len(added); len(w.files)-len(w.kept)+gone > mostInPlace {
		return false
	}
	kept := lists.By(w.kept, func(name string) (string, bool) { return name, true })
	fits := lists.All(added, w.free()) && lists.All(w.files, func(name string) bool {
		if kept[name] {
			return true
		}
		found, err := os.Lstat(w.old(name))
		return err != nil || !found.IsDir() // a directory is in the way of a file
	})
	w.made.Range(func(dir, _ any) bool {
		name, _ := filepath.Rel(w.place.staging(), dir.(string))
		found, err := os.Lstat(filepath.Join(w.place.out, name))
		fits = fits && (errors.Is(err, fs.ErrNotExist) || err == nil && found.IsDir() && found.Mode().Perm()&0o300 == 0o300)
		return fits
	})
	return fits
}

// free tells of a name that the old tree does not have whether something foreign has it, or one that differs by case.
func (w *Writer) free() func(name string) bool {
	listed := map[string]map[string]string{} // by directory: folded name → name
	return func(name string) bool {
		for at := name; at != "."; at = path.Dir(at) {
			dir := path.Dir(at)
			if listed[dir] == nil {
				entries, _ := os.ReadDir(w.old(dir))
				listed[dir] = lists.By(entries, func(e fs.DirEntry) (string, string) { return fold(e.Name()), e.Name() })
			}
			if there, taken := listed[dir][fold(path.Base(at))]; taken && (at == name || there != path.Base(at)) {
				return false
			}
		}
		return true
	}
}

// inPlace makes the new tree of the old one.
func (w *Writer) inPlace() error {
	if err := w.writeMarker(); err != nil {
		return w.place.cannotWrite(err)
	}
	step("marker written")
	if err := w.place.move(w.place.staging(), w.place.patch()); err != nil {
		return err
	}
	return w.place.apply()
}

// apply moves the files of a patch into the tree: first the new ones, which pages load, then those that are replaced;
// then it removes what the tree no longer has. It does the same again after a process that was killed.
func (p place) apply() error {
	next, err := readMarker(p.patch())
	if errors.Is(err, fs.ErrNotExist) { // none, or one of which all is done
		return os.RemoveAll(p.patch())
	}
	if err != nil {
		return err
	}
	before, err := readMarker(p.out)
	if errors.Is(err, fs.ErrNotExist) { // the tree that it changes is gone
		return os.RemoveAll(p.patch())
	}
	if err != nil {
		return err
	}
	var fresh, changed []string
	err = filepath.WalkDir(p.patch(), func(file string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || file == filepath.Join(p.patch(), Marker) {
			return err
		}
		name, err := filepath.Rel(p.patch(), file)
		if fresh = append(fresh, name); before[filepath.ToSlash(name)] {
			fresh, changed = fresh[:len(fresh)-1], append(changed, name)
		}
		return err
	})
	if err != nil {
		return err
	}
	for _, name := range append(fresh, changed...) {
		if err := p.through(name); err != nil {
			return err
		}
		to := filepath.Join(p.out, name)
		if err := mkdirAll(filepath.Dir(to), 0o755); err != nil {
			return p.cannotWrite(err)
		}
		if err := p.move(filepath.Join(p.patch(), name), to); err != nil {
			return err
		}
	}
	for name := range before {
		if !next[name] {
			p.drop(name)
		}
	}
	if err := p.move(filepath.Join(p.patch(), Marker), filepath.Join(p.out, Marker)); err != nil {
		return err
	}
	return os.RemoveAll(p.patch())
}

// drop removes a file that the tree no longer has, with the directories that are then empty. What cannot be removed
// is no longer of the tree.
func (p place) drop(name string) {
	if p.through(name) != nil {
		return
	}
	for at := filepath.FromSlash(name); at != "."; at = filepath.Dir(at) {
		if err := os.Remove(filepath.Join(p.out, at)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return
		}
		step("dropped")
	}
}
