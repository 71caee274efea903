//go:build unix

package tree

import (
	"io/fs"
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

func TestFilesWithTheSameBytesAreNotWrittenAgain(t *testing.T) {
	out, elsewhere := filepath.Join(t.TempDir(), "public"), filepath.Join(t.TempDir(), "4")
	build(t, out, files{"same": "1", "changed": "2", "spoiled": "3", "link": "4"})
	stat := func(name string) fs.FileInfo {
		found, err := os.Lstat(filepath.Join(out, name))
		must(t, err)
		return found
	}
	put(t, out, files{"spoiled": "x"})
	must(t, os.Rename(filepath.Join(out, "link"), elsewhere))
	must(t, os.Symlink(elsewhere, filepath.Join(out, "link")))
	before := map[string]fs.FileInfo{"same": stat("same"), "changed": stat("changed"), "spoiled": stat("spoiled")}
	next := files{"same": "1", "changed": "5", "spoiled": "3", "link": "4", "new/same": "1"}
	build(t, out, next)
	same(t, "after the second build", read(t, out), next)
	for name, was := range before {
		if got, want := os.SameFile(was, stat(name)), name == "same"; got != want {
			t.Errorf("%s: the file of the old tree: %v, want %v", name, got, want)
		}
	}
	if os.SameFile(stat("same"), stat("new/same")) {
		t.Error("files of different names are one")
	}
	alone(t, out)
}
