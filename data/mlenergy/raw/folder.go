package raw

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/jouleboard/jouleboard/data/filetree"
)

// folder is a directory that files are read from. Unless links may lead out of
// it, nothing outside can be opened by any name.
type folder struct {
	dir string
	fs.FS
	tree *filetree.Tree // nil: links may lead anywhere
}

func openFolder(dir string, followLinks bool) (*folder, error) {
	if followLinks {
		return &folder{dir, os.DirFS(dir), nil}, nil
	}
	tree, err := filetree.Open(dir)
	if err != nil {
		return nil, err
	}
	return &folder{dir, tree.Root().FS(), tree}, nil
}

// stat describes what a name leads to.
func (f *folder) stat(name string) (fs.FileInfo, error) {
	if !fs.ValidPath(name) {
		return nil, errors.New("the path points outside the root")
	}
	entry, err := fs.Stat(f.FS, name)
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
	case f.tree != nil:
		return f.tree.Open(name)
	}
	file, err := os.Open(filepath.Join(f.dir, filepath.FromSlash(name)))
	return file, cause(err)
}

// list lists a directory by name.
func (f *folder) list(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(f.FS, name)
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
