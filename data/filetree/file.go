package filetree

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
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

// Inside returns an error if a symbolic link leads a relative path out of the directory that it starts from: the
// working directory, or the one that its leading “..” reach. The files of a contributor's working tree can contain such
// links in place of any directory. A path that does not exist yet is judged by what exists of it; an absolute path is
// the user's own choice.
func Inside(path string) error {
	if filepath.IsAbs(path) {
		return nil
	}
	from, rest := ".", filepath.Clean(path)
	up := ".." + string(filepath.Separator)
	for strings.HasPrefix(rest, up) {
		from, rest = filepath.Join(from, ".."), strings.TrimPrefix(rest, up)
	}
	root, err := os.OpenRoot(from)
	if err != nil || rest == ".." {
		return nil // whoever opens the path learns why
	}
	defer root.Close()
	for ; rest != "."; rest = filepath.Dir(rest) {
		_, err := root.Stat(rest)
		if err != nil && strings.Contains(err.Error(), "escapes") {
			return fmt.Errorf("%s: a symbolic link leads out of the working directory; it is not followed: give the path that it leads to", path)
		}
		if err == nil {
			return nil
		}
	}
	return nil
}

// ErrEmpty is the error of a file without content.
var ErrEmpty = errors.New("the file is empty; fetch or write it again")

// strangers are the beginnings of files that are often met under the name of a text, with what they are.
var strangers = []struct{ begins, fault string }{
	{"\x1f\x8b", "is compressed with gzip; unpack it"},
	{"\x28\xb5\x2f\xfd", "is compressed with zstd; unpack it"},
	{"PK\x03\x04", "is a ZIP archive or an Excel file; unpack it, or save it as CSV"},
	{"PAR1", "is a Parquet file; name it so"},
	{"ARROW1", "is an Arrow file; name it so"},
	{"%PDF-", "is a PDF"},
	{"version https://git-lfs", "is a pointer of Git LFS; run git lfs pull"},
	{"<!DOCTYPE", "is a page of HTML; fetch the file itself"},
	{"<html", "is a page of HTML; fetch the file itself"},
}

// TextStart returns the length in bytes of the byte order mark with which a text file begins, given its first 64
// bytes. An empty file, a file in an encoding other than UTF-8 and one that is evidently no text are errors.
func TextStart(head []byte) (mark int, err error) {
	switch {
	case bytes.HasPrefix(head, []byte("\xEF\xBB\xBF")):
		mark = 3
	case bytes.HasPrefix(head, []byte("\xFF\xFE")), bytes.HasPrefix(head, []byte("\xFE\xFF")),
		len(head) > 1 && (head[0] == 0 || head[1] == 0): // without a mark, ASCII in it has a zero in each pair
		return 0, errors.New("is UTF-16; save it as UTF-8")
	}
	if len(head) == 0 {
		return 0, ErrEmpty
	}
	for _, s := range strangers {
		if bytes.HasPrefix(bytes.ToLower(head[mark:min(len(head), 64)]), bytes.ToLower([]byte(s.begins))) {
			return 0, errors.New(s.fault)
		}
	}
	return mark, nil
}
