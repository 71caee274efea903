package tree

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/jouleboard/jouleboard/data/filetree"
	"github.com/jouleboard/jouleboard/internal/lockfile"
)

// place is where a tree stands and where the next one is prepared.
type place struct {
	given string // as the user wrote it, for messages
	out   string // absolute, its parent free of symbolic links
	work  string // the directory beside it
}

func (p place) staging() string  { return filepath.Join(p.work, "new") }
func (p place) lockFile() string { return filepath.Join(p.work, "lock") }
func (p place) backup() string   { return filepath.Join(p.work, "old") }

// Check reports whether a tree can be written to out, and what to do if not. It changes nothing. The inputs are paths
// that the program reads: none may be inside out, which is replaced as a whole, and out may not be inside one,
// because the next reading would find the tree.
func Check(out string, inputs ...string) error {
	p, err := locate(out)
	if err != nil {
		return err
	}
	for _, input := range inputs {
		if p.holds(resolve(input)) {
			return fmt.Errorf("%s: contains the input %s; choose another output directory", p.given, input)
		}
		if (place{out: resolve(input)}).holds(p.out) {
			return fmt.Errorf("%s: is inside the input %s; choose an output directory outside it", p.given, input)
		}
	}
	// A killed build may have left the tree in the backup; Open puts it back.
	return p.check()
}

// locate resolves out and refuses places that no site belongs in.
func locate(out string) (place, error) {
	if out == "" {
		return place{}, errors.New("the output directory has no name; give one such as public")
	}
	if err := filetree.Inside(filepath.Dir(out)); err != nil {
		return place{}, err
	}
	p := place{given: out, out: resolveParent(out)}
	p.work = filepath.Join(filepath.Dir(p.out), "."+filepath.Base(p.out)+".jouleboard")
	if filepath.Dir(p.out) == p.out {
		return p, fmt.Errorf("%s: is the root of the file system; use a directory only for the site, such as public", out)
	}
	if here, err := os.Getwd(); err == nil && p.holds(resolve(here)) {
		return p, fmt.Errorf("%s: contains the current directory; use a directory only for the site, such as public", out)
	}
	if home, err := os.UserHomeDir(); err == nil && p.holds(resolve(home)) {
		return p, fmt.Errorf("%s: contains your home directory; use a directory only for the site, such as public", out)
	}
	return p, nil
}

// resolve is path without symbolic links as far as it exists.
func resolve(path string) string {
	abs, err := filepath.Abs(path)
	if err != nil {
		return filepath.Clean(path)
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		return real
	}
	if parent := filepath.Dir(abs); parent != abs {
		return filepath.Join(resolve(parent), filepath.Base(abs))
	}
	return abs
}

// resolveParent leaves the last element as it is: that out is a link is for
// check to see.
func resolveParent(path string) string {
	abs, err := filepath.Abs(path)
	if err != nil {
		return filepath.Clean(path)
	}
	return filepath.Join(resolve(filepath.Dir(abs)), filepath.Base(abs))
}

// holds reports whether path is out or inside it.
func (p place) holds(path string) bool {
	rel, err := filepath.Rel(p.out, path)
	return err == nil && filepath.IsLocal(rel)
}

// beforeTheFirst are names that may stand in a directory before its first tree: what
// publishes a branch as a site has them.
var beforeTheFirst = map[string]bool{".git": true, "CNAME": true, ".nojekyll": true, "README.md": true}

// check says whether what stands at out may be replaced.
func (p place) check() error {
	found, err := os.Lstat(p.out)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return p.cannotWrite(err)
	case found.Mode()&fs.ModeSymlink != 0:
		return fmt.Errorf("%s: is a symbolic link, which the build would replace; use the directory it points to", p.given)
	case !found.IsDir():
		return fmt.Errorf("%s: is a file; use a directory", p.given)
	}
	entries, err := os.ReadDir(p.out)
	if err != nil {
		return p.cannotWrite(err)
	}
	if !slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return !beforeTheFirst[e.Name()] }) {
		return nil
	}
	_, err = readMarker(p.out)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: is not empty and was not created by Jouleboard (it has no %s); choose another directory, or empty this one",
			p.given, Marker)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", p.given, err)
	}
	return nil
}

// refuseLinks refuses symbolic links in the places beside out, which a working tree of somebody else can contain: what builds
// leave there is removed, moved and written again, and would be so where the link leads.
func (p place) refuseLinks() error {
	for _, path := range []string{p.work, p.lockFile(), p.staging(), p.backup(), p.patch(), p.notes()} {
		if found, err := os.Lstat(path); err == nil && found.Mode()&fs.ModeSymlink != 0 {
			return fmt.Errorf("%s: %s beside it is a symbolic link, which no build makes; remove it", p.given, path)
		}
	}
	return nil
}

// through is the error for a name in the tree at out that leads through a symbolic link, and so possibly out of it.
func (p place) through(name string) error {
	for dir := filepath.Dir(filepath.FromSlash(name)); dir != "."; dir = filepath.Dir(dir) {
		if found, err := os.Lstat(filepath.Join(p.out, dir)); err == nil && found.Mode()&fs.ModeSymlink != 0 {
			return fmt.Errorf("%s: %s is a symbolic link in the way of %s; remove it", p.given, filepath.ToSlash(dir), filepath.ToSlash(name))
		}
	}
	return nil
}

// cannotWrite names the directory the user gave, not the one beside it that
// the system call failed on.
func (p place) cannotWrite(err error) error {
	var cause *fs.PathError
	var link *os.LinkError
	where := ""
	switch {
	case errors.As(err, &cause):
		err, where = cause.Err, p.within(cause.Path)
	case errors.As(err, &link):
		err, where = link.Err, p.within(link.New)
	}
	remedy := "choose another directory"
	switch {
	case errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS):
		remedy = "make it and its parent directory writable, or choose another"
	case isFull(err):
		remedy = "free some space"
	case errors.Is(err, syscall.EBUSY) || errors.Is(err, syscall.EXDEV):
		remedy = "it is a mount point, which cannot be replaced: use a directory inside it"
	case where != "" && (errors.Is(err, fs.ErrExist) || errors.Is(err, syscall.EISDIR) || errors.Is(err, syscall.ENOTDIR)):
		remedy = "remove what is there"
	}
	return fmt.Errorf("%s: cannot be written%s: %w; %s", p.given, where, err, remedy)
}

func isFull(err error) bool { return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) }

// within says which file of the tree a path in it, or in the working directory, means.
func (p place) within(path string) string {
	for _, root := range []string{p.staging(), p.out} {
		if rel, err := filepath.Rel(root, path); err == nil && filepath.IsLocal(rel) && rel != "." {
			return fmt.Sprintf(" (at %s)", strings.TrimSuffix(filepath.ToSlash(rel), "/"))
		}
	}
	return ""
}

func (p place) locked(err error) error {
	if errors.Is(err, lockfile.ErrBusy) {
		return fmt.Errorf("%s: another build is writing to it; wait until that build ends", p.given)
	}
	return p.cannotWrite(err)
}
