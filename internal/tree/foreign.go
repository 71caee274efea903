package tree

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// foreign is one thing in a tree that the program did not put there.
type foreign struct {
	name  string // relative, in the system's form
	entry fs.DirEntry
}

// foreigners lists what is in dir and not in ours, directories before what they
// hold. A directory that holds a file of ours is ours too.
func foreigners(dir string, ours map[string]bool) (found []foreign, err error) {
	dirs := map[string]bool{}
	for name := range ours {
		for d := filepath.Dir(filepath.FromSlash(name)); d != "."; d = filepath.Dir(d) {
			dirs[d] = true
		}
	}
	err = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || path == dir {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if e.IsDir() && dirs[name] || !e.IsDir() && ours[filepath.ToSlash(name)] {
			return err
		}
		found = append(found, foreign{name, e})
		return err
	})
	return found, err
}

// adopt gives the staging tree what is foreign in the old one. Files are linked,
// not moved: until the swap the old tree has everything it had.
func (w *Writer) adopt() error {
	ours, err := readMarker(w.place.out)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // no tree yet, or an empty one: check has seen to it
	}
	if err != nil {
		return err
	}
	found, err := foreigners(w.place.out, ours)
	if err != nil {
		return w.place.cannotWrite(err)
	}
	for _, f := range found {
		if err := w.adoptOne(f); err != nil {
			return err
		}
		step("foreign adopted")
	}
	return nil
}

func (w *Writer) adoptOne(f foreign) error {
	slash := filepath.ToSlash(f.name)
	if taken, ok := w.taken[fold(slash)]; ok && !(f.entry.IsDir() && taken == slash+"/") {
		return fmt.Errorf("%s: %s was not created by this program, and the new site has a file of that name; move yours elsewhere",
			w.place.given, slash)
	}
	from, to := filepath.Join(w.place.out, f.name), filepath.Join(w.place.staging(), f.name)
	switch err := duplicate(from, to, f.entry); {
	case isFull(err):
		return w.place.cannotWrite(err)
	case err != nil:
		return fmt.Errorf("%s: %s was not created by this program and cannot be kept: %w; move it elsewhere", w.place.given, slash, err)
	}
	return nil
}

// duplicate makes to what from is, by a hard link where the file system has them.
func duplicate(from, to string, e fs.DirEntry) error {
	found, err := e.Info()
	if err != nil {
		return err
	}
	switch {
	case e.IsDir():
		if err := mkdir(to, found.Mode().Perm()); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
		return nil
	case found.Mode()&fs.ModeSymlink != 0:
		target, err := os.Readlink(from)
		if err != nil {
			return err
		}
		return symlink(target, to)
	}
	if link(from, to) == nil {
		return nil
	}
	if !found.Mode().IsRegular() {
		return errors.New("is neither a file nor a directory")
	}
	return copyFile(from, to, found.Mode().Perm())
}

func copyFile(from, to string, mode fs.FileMode) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// rescue moves what is foreign in dir, a tree that was swapped out, to the tree
// now in place. What both hold is the same file, linked by adopt, unless
// somebody changed it: then newer says whose version counts.
func (p place) rescue(dir string, newer bool) error {
	ours, err := readMarker(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	found, err := foreigners(dir, ours)
	if err != nil {
		return err
	}
	for _, f := range found {
		if err := p.rescueOne(dir, f, newer); err != nil {
			return err
		}
		step("foreign rescued")
	}
	return nil
}

func (p place) rescueOne(dir string, f foreign, newer bool) error {
	from, to, e := filepath.Join(dir, f.name), filepath.Join(p.out, f.name), f.entry
	there, err := os.Lstat(to)
	switch {
	case p.through(f.name) != nil:
		return p.through(f.name)
	case err == nil && e.IsDir() && there.IsDir():
		return nil
	case err == nil && (!newer || there.IsDir()):
		return nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	case e.IsDir():
		return duplicate(from, to, e)
	}
	if mine, err := os.Lstat(from); err == nil && there != nil && os.SameFile(mine, there) {
		return nil
	}
	return rename(from, to)
}
