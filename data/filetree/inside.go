package filetree

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

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
