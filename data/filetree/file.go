package filetree

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// OpenFile opens a regular file that a user named by its path. A symbolic link may lead to a file of the same
// directory or a subdirectory. Errors begin with the path.
func OpenFile(path string) (*os.File, error) {
	if err := Inside(filepath.Dir(path)); err != nil {
		return nil, err
	}
	tree, err := Open(filepath.Dir(path))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, errors.Unwrap(err)) // the directory's name is part of the path
	}
	defer tree.Close()
	file, err := tree.Open(filepath.Base(path))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return file, nil
}

// ReadFile is OpenFile for a whole file with a maximum size in bytes.
func ReadFile(path string, most int64) ([]byte, error) {
	file, err := OpenFile(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	content, err := readAll(file, most)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return content, nil
}

// FS is the directory as a file system, which opens regular files and directories.
func (t *Tree) FS() fs.FS { return files{t} }

type files struct{ *Tree }

func (f files) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	root, at := f.at(name)
	if entry, err := root.Stat(at); err == nil && entry.IsDir() {
		return opened(root.OpenFile(at, os.O_RDONLY|withoutWaiting, 0))
	}
	return opened(f.Tree.Open(name))
}

// opened keeps a file that is none from becoming an fs.File.
func opened(file *os.File, err error) (fs.File, error) {
	if err != nil {
		return nil, cause(err)
	}
	return file, nil
}
