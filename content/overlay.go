package content

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
)

// Overlay is the files of base with those of over laid on top: a file of over
// stands in the place of base's, folders hold the files of both.
func Overlay(base, over fs.FS) fs.FS { return overlay{base, over} }

type overlay struct{ base, over fs.FS }

func (o overlay) Open(name string) (fs.File, error) {
	f, err := o.over.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return o.base.Open(name)
	}
	return f, err
}

// ReadDir lists a folder of both.
func (o overlay) ReadDir(name string) ([]fs.DirEntry, error) {
	over, errOver := fs.ReadDir(o.over, name)
	base, errBase := fs.ReadDir(o.base, name)
	switch {
	case errOver != nil && !errors.Is(errOver, fs.ErrNotExist):
		return nil, errOver
	case errOver != nil:
		return base, errBase
	}
	for _, e := range base {
		if !slices.ContainsFunc(over, func(o fs.DirEntry) bool { return o.Name() == e.Name() }) {
			over = append(over, e)
		}
	}
	slices.SortFunc(over, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return over, nil
}
