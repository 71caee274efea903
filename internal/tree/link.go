package tree

import (
	"fmt"
	"os"
	"path/filepath"
)

// Link adds an existing file under a name without reading it into memory: as a hard link if the file system supports
// it, otherwise as a copy. A symbolic link is followed, so that the tree contains no links to other places.
func (w *Writer) Link(name, from string) error {
	real, err := filepath.EvalSymlinks(from)
	if err != nil {
		return err
	}
	if found, err := os.Lstat(real); err != nil {
		return err
	} else if !found.Mode().IsRegular() {
		return fmt.Errorf("%s: not a regular file", from)
	}
	if err := w.claim(name); err != nil {
		return err
	}
	file, err := w.room(name)
	if err != nil {
		return err
	}
	if link(real, file) == nil {
		return nil
	}
	if err := copyFile(real, file, 0o644); err != nil {
		return w.place.cannotWrite(err)
	}
	return nil
}
