package filetree

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// snapshot is where the files of a directory have their contents that lies in the
// cache of a Hugging Face Hub client: they are links to blobs beside the snapshots.
// These are the only files outside of a directory that a tree opens.
type snapshot struct {
	cache   *os.Root // nil: the directory is none
	dataset string   // its folder in the cache
	inside  string   // the directory, relative to that
}

var inSnapshot = regexp.MustCompile(`^(.*)[/\\](datasets--[^/\\]+)[/\\](snapshots[/\\][0-9a-f]{40}(?:[/\\].*)?)$`)

// snapshotOf is the snapshot that a directory is or lies in.
func snapshotOf(dir string) snapshot {
	m := inSnapshot.FindStringSubmatch(dir)
	if m == nil {
		return snapshot{}
	}
	cache, err := os.OpenRoot(m[1])
	if err != nil {
		return snapshot{} // then its links are refused
	}
	return snapshot{cache, m[2], m[3]}
}

// content is the blob that a link of the directory leads to, in the cache; "" if
// it is none.
func (s snapshot) content(root *os.Root, name string) string {
	if s.cache == nil {
		return ""
	}
	to, err := root.Readlink(name)
	if err != nil || filepath.IsAbs(to) {
		return ""
	}
	at := filepath.Join(s.inside, filepath.Dir(name), to)
	if filepath.Dir(at) != "blobs" {
		return ""
	}
	return filepath.Join(s.dataset, at)
}

func (s snapshot) close() {
	if s.cache != nil {
		s.cache.Close()
	}
}

// nameOf is the last element of a directory's path; of a whole snapshot, whose own
// is that of a commit, the name of the dataset.
func nameOf(dir string) string {
	if m := inSnapshot.FindStringSubmatch(dir); m != nil && len(m[3]) == len("snapshots/")+40 {
		return m[2][strings.LastIndex(m[2], "--")+len("--"):]
	}
	return filepath.Base(dir)
}
