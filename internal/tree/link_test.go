//go:build unix

package tree

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestLinkedFilesAreOneFileAndNeverALinkOut(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, files{"raw/a.json": "content", "raw/alias.json": "→a.json", "raw/sub/": ""})
	out := filepath.Join(dir, "out")
	w, err := Open(out)
	must(t, err)
	defer w.Close()
	must(t, w.Link("llm/a.json", filepath.Join(dir, "raw", "a.json")))
	must(t, w.Link("llm/b.json", filepath.Join(dir, "raw", "alias.json")))
	for name, want := range map[string]string{"sub": "not a regular file", "none": "no such file"} {
		if err := w.Link("llm/c.json", filepath.Join(dir, "raw", name)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", name, err, want)
		}
	}
	if err := w.Link("LLM/A.json", filepath.Join(dir, "raw", "a.json")); err == nil {
		t.Error("a second file of a name was taken")
	}
	must(t, w.Commit())
	source, err := os.Stat(filepath.Join(dir, "raw", "a.json"))
	must(t, err)
	for _, name := range []string{"a.json", "b.json"} {
		linked, err := os.Lstat(filepath.Join(out, "llm", name))
		must(t, err)
		if !linked.Mode().IsRegular() || !os.SameFile(source, linked) {
			t.Errorf("%s: %v, want the source's file itself", name, linked.Mode())
		}
	}
}
