package tree

import (
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"sync"
)

// names are those of the files of a tree.
type names struct {
	mu    sync.Mutex
	taken map[string]string // folded name → name, of files and their directories
	files []string
}

// claim takes a name, or says why it cannot be one.
func (n *names) claim(name string) error {
	if !valid(name) {
		return fmt.Errorf("%q: not the name of a file inside the site", name)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.taken == nil {
		n.taken = map[string]string{}
	}
	if taken, ok := n.taken[fold(name)]; ok {
		return fmt.Errorf("%q: the site has %q already; file names must differ by more than case", name, taken)
	}
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if taken, ok := n.taken[fold(dir)]; ok && taken != dir+"/" {
			return fmt.Errorf("%q: the site has %q already; file names must differ by more than case", name, taken)
		}
		n.taken[fold(dir)] = dir + "/"
	}
	n.taken[fold(name)] = name
	n.files = append(n.files, name)
	return nil
}

// Has reports whether the tree has a file of this name.
func (n *names) Has(name string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.taken[fold(name)] == name
}

// valid accepts clean relative names in which every system sees the same parts.
func valid(name string) bool {
	return fs.ValidPath(name) && name != "." && filepath.IsLocal(filepath.FromSlash(name)) &&
		fold(name) != Marker && !strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == '\\' || r == 0x7f })
}

func fold(name string) string { return strings.ToLower(strings.ToUpper(name)) }
