package raw

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data/filetree"
)

// folder is a directory that files are read from. Unless links may lead out of
// it, nothing outside can be opened by any name.
type folder struct {
	dir  string
	root *os.Root       // nil: links may lead anywhere
	tree *filetree.Tree // whose root it is
}

func openFolder(dir string, followLinks bool) (*folder, error) {
	if followLinks {
		return &folder{dir: dir}, nil
	}
	tree, err := filetree.Open(dir)
	if err != nil {
		return nil, err
	}
	return &folder{dir, tree.Root(), tree}, nil
}

// stat describes what a name leads to.
func (f *folder) stat(name string) (fs.FileInfo, error) {
	name = filepath.FromSlash(name)
	if f.root == nil {
		if !filepath.IsLocal(name) {
			return nil, errors.New("the path points outside the root")
		}
		entry, err := os.Stat(filepath.Join(f.dir, name))
		return entry, cause(err)
	}
	entry, err := f.root.Stat(name)
	return entry, cause(err)
}

// holds reports whether there is a name, if only a link that leads nowhere.
func (f *folder) holds(name string) bool {
	_, err := os.Lstat(filepath.Join(f.dir, filepath.FromSlash(name)))
	return err == nil
}

// open opens a regular file; a pipe or device might never end.
func (f *folder) open(name string) (*os.File, error) {
	entry, err := f.stat(name)
	switch {
	case err != nil:
		return nil, err
	case entry.IsDir():
		return nil, errors.New("is a directory, not a file")
	case !entry.Mode().IsRegular():
		return nil, errors.New("is not a regular file")
	case f.root != nil:
		return f.tree.Open(name)
	}
	return f.get(name)
}

func (f *folder) get(name string) (*os.File, error) {
	name = filepath.FromSlash(name)
	if f.root == nil {
		file, err := os.Open(filepath.Join(f.dir, name))
		return file, cause(err)
	}
	file, err := f.root.Open(name)
	return file, cause(err)
}

// list lists a directory by name.
func (f *folder) list(name string) ([]fs.DirEntry, error) {
	dir, err := f.get(name)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	entries, err := dir.ReadDir(-1)
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, cause(err)
}

// cause drops the operation and path that the system's errors repeat: a problem
// has its own.
func cause(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		if strings.Contains(p.Err.Error(), "escapes") {
			return errors.New("a symbolic link points outside the root; it is not followed")
		}
		return p.Err
	}
	return err
}
