package content

import (
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/jouleboard/jouleboard/data/yamltree"
)

// LargestText is the maximum size of a page or a post in bytes, about 20,000 words.
const LargestText = 128 << 10

// Limits of other files; those of YAML are package yamltree's.
const (
	largestTable = 1 << 20  // bytes of quality.csv
	mostTexts    = 1000     // in a folder
	mostText     = 12 << 20 // bytes of all texts of a folder: the slowest ones within the limits take half a minute
)

// readFile reads a regular file of at most so many bytes.
func readFile(fsys fs.FS, name string, most int) ([]byte, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	entry, err := f.Stat()
	if err == nil && !entry.Mode().IsRegular() {
		err = errors.New("is not a regular file")
	}
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(f, int64(most)+1))
	if len(text) > most {
		err = fmt.Errorf("larger than %d bytes; shorten it or split it", most)
	}
	return text, err
}

// readText is readFile for a file that may be missing. Any other error is one of the file that is shown by a name.
func readText(fsys fs.FS, name, shown string, most int, errs *Errors) (text []byte, read bool) {
	text, err := readFile(fsys, name, most)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		errs.Add(shown, 0, "%v; make it a readable file", err)
	}
	return text, err == nil
}

// readOwn is readFile for one that a setting names.
func readOwn(folder fs.FS, name string, most int) ([]byte, error) {
	text, err := readFile(folder, name, most)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) {
		err = errors.New("no such file in the content folder")
	}
	return text, err
}

// readBlock reads the YAML of a block of a text. Its error is of type [Errors].
func readBlock[T any](src Markdown, of func(n *node, errs *Errors) T) (value T, err error) {
	var errs Errors
	if n := yamltree.ReadMapping(src.File, []byte(src.Text), src.Line-1, &errs); n != nil {
		value = of(n, &errs)
	}
	return value, errs.OrNil()
}
