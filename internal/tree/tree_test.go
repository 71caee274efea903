//go:build unix

package tree

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// files is a tree as the tests state it: name → content. A name that ends in
// "/" is an empty directory, content that begins with "→" a symbolic link.
type files map[string]string

// build writes the files to out as one tree.
func build(t *testing.T, out string, want files) {
	t.Helper()
	if err := tryBuild(out, want); err != nil {
		t.Fatal(err)
	}
}

func tryBuild(out string, want files) error {
	w, err := Open(out)
	if err != nil {
		return err
	}
	for _, name := range sortedNames(want) {
		if err := w.Write(name, []byte(want[name])); err != nil {
			w.Close()
			return err
		}
	}
	return w.Commit()
}

func sortedNames(fs files) (names []string) {
	for name := range fs {
		names = append(names, name)
	}
	sortStrings(names)
	return names
}

// put places files by hand, as somebody other than the program.
func put(t *testing.T, dir string, these files) {
	t.Helper()
	for name, content := range these {
		path := filepath.Join(dir, filepath.FromSlash(name))
		must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		target, link := strings.CutPrefix(content, "→")
		switch {
		case strings.HasSuffix(name, "/"):
			must(t, os.MkdirAll(path, 0o755))
		case link:
			must(t, os.Symlink(target, path))
		default:
			must(t, os.WriteFile(path, []byte(content), 0o644))
		}
	}
}

// read is what stands in dir, without the marker.
func read(t *testing.T, dir string) files {
	t.Helper()
	got := files{}
	must(t, filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || path == dir {
			return err
		}
		rel, _ := filepath.Rel(dir, path)
		name := filepath.ToSlash(rel)
		switch {
		case name == Marker:
		case e.IsDir():
			if inside, _ := os.ReadDir(path); len(inside) == 0 {
				got[name+"/"] = ""
			}
		case e.Type()&fs.ModeSymlink != 0:
			target, _ := os.Readlink(path)
			got[name] = "→" + target
		default:
			text, err := os.ReadFile(path)
			got[name] = string(text)
			return err
		}
		return nil
	}))
	return got
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func same(t *testing.T, what string, got, want files) {
	t.Helper()
	if !equal(got, want) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// alone checks that nothing but the tree is left in its parent.
func alone(t *testing.T, out string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(out))
	must(t, err)
	for _, e := range entries {
		if e.Name() != filepath.Base(out) {
			t.Errorf("%s was left beside the tree", e.Name())
		}
	}
}

func refused(t *testing.T, err error, words ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error; want one with %q", words)
	}
	for _, word := range words {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("error %q lacks %q", err, word)
		}
	}
}

var (
	first  = files{"index.html": "one", "tasks/gpqa/index.html": "1", "gone/old.html": "x"}
	second = files{"index.html": "two", "tasks/gpqa/index.html": "2", "data/new.json": "{}"}
	theirs = files{"CNAME": "example.org", ".git/HEAD": "ref", ".git/refs/": "", ".nojekyll": "", "tasks/note.txt": "mine", "link": "→CNAME"}
)

func with(a, b files) files {
	both := files{}
	for name, content := range a {
		both[name] = content
	}
	for name, content := range b {
		both[name] = content
	}
	return both
}

func TestCommitReplacesTheWholeTree(t *testing.T) {
	out := filepath.Join(t.TempDir(), "public")
	build(t, out, first)
	same(t, "first build", read(t, out), first)
	build(t, out, second)
	same(t, "second build", read(t, out), second)
	alone(t, out)
}

func TestCommitCreatesMissingParents(t *testing.T) {
	out := filepath.Join(t.TempDir(), "a", "b")
	build(t, out, first)
	same(t, "tree", read(t, out), first)
}

func TestEqualFilesGiveEqualTrees(t *testing.T) {
	a, b := filepath.Join(t.TempDir(), "a"), filepath.Join(t.TempDir(), "b")
	build(t, a, second)
	build(t, b, first)
	build(t, b, second)
	x, err := os.ReadFile(filepath.Join(a, Marker))
	must(t, err)
	y, err := os.ReadFile(filepath.Join(b, Marker))
	must(t, err)
	if string(x) != string(y) {
		t.Errorf("markers differ:\n%s\n%s", x, y)
	}
}

func TestForeignFilesAreCarriedOver(t *testing.T) {
	for name, swap := range exchangers {
		t.Run(name, func(t *testing.T) {
			useExchanger(t, swap)
			out := filepath.Join(t.TempDir(), "public")
			build(t, out, first)
			put(t, out, theirs)
			build(t, out, second)
			build(t, out, first)
			same(t, "tree", read(t, out), with(first, theirs))
			alone(t, out)
		})
	}
}

func TestForeignFilesThatArriveDuringTheSwapAreKept(t *testing.T) {
	for name, swap := range exchangers {
		t.Run(name, func(t *testing.T) {
			useExchanger(t, swap)
			out := filepath.Join(t.TempDir(), "public")
			build(t, out, first)
			put(t, out, files{"CNAME": "old"})
			onStep(t, "marker written", func() {
				must(t, os.Remove(filepath.Join(out, "CNAME"))) // as editors and git replace files
				put(t, out, files{"CNAME": "new", "late/note.txt": "mine"})
			})
			build(t, out, second)
			same(t, "tree", read(t, out), with(second, files{"CNAME": "new", "late/note.txt": "mine"}))
			alone(t, out)
		})
	}
}

func TestForeignFileInTheWayStopsTheBuild(t *testing.T) {
	for name, way := range map[string]files{
		"file":          {"data/new.json": "mine"},
		"other case":    {"DATA/new.json": "mine"},
		"for directory": {"data": "mine"},
	} {
		t.Run(name, func(t *testing.T) {
			out := filepath.Join(t.TempDir(), "public")
			build(t, out, first)
			put(t, out, way)
			refused(t, tryBuild(out, second), "was not created by this program", "move yours elsewhere")
			same(t, "tree", read(t, out), with(first, way))
			alone(t, out)
		})
	}
}

// A directory in place of a file is told, and the old tree stays; without it the next build is a whole one.
func TestADirectoryInTheWayOfAFileIsToldAndCanBeRemoved(t *testing.T) {
	out := filepath.Join(t.TempDir(), "public")
	build(t, out, files{"a/index.html": "1", "b/index.html": "1"})
	inTheWay := filepath.Join(out, "b", "index.html")
	must(t, os.Remove(inTheWay))
	put(t, out, files{"b/index.html/": ""})
	want := files{"a/index.html": "2", "b/index.html": "2"}
	if err := tryBuild(out, want); err == nil || !strings.Contains(err.Error(), "b/index.html") {
		t.Errorf("got %v", err)
	}
	if text, err := os.ReadFile(filepath.Join(out, "a", "index.html")); string(text) != "1" {
		t.Errorf("the old tree has %q, %v", text, err)
	}
	must(t, os.Remove(inTheWay))
	build(t, out, want)
	same(t, "without it", read(t, out), want)
}

// A patch of a tree that is gone changes nothing.
func TestAPatchWithoutItsTreeIsForgotten(t *testing.T) {
	out := filepath.Join(t.TempDir(), "public")
	build(t, out, files{"a": "1"})
	p, err := locate(out)
	must(t, err)
	put(t, p.patch(), files{"a": "2", Marker: string(MarkerOf([]string{"a"}))})
	must(t, os.RemoveAll(out))
	build(t, out, files{"a": "3"})
	same(t, "a new tree", read(t, out), files{"a": "3"})
}

func TestDirectoryThatTheProgramDidNotWriteIsRefused(t *testing.T) {
	out := filepath.Join(t.TempDir(), "public")
	put(t, out, files{"thesis.tex": "years of work"})
	refused(t, tryBuild(out, second), out, "is not empty", "choose another directory")
	refused(t, Check(out), "is not empty")
	same(t, "directory", read(t, out), files{"thesis.tex": "years of work"})
	alone(t, out)
}

func TestMarkerOfAnotherVersionIsRefused(t *testing.T) {
	out := filepath.Join(t.TempDir(), "public")
	put(t, out, files{Marker: "something else\n", "a": "b"})
	refused(t, tryBuild(out, second), "written by another version")
	same(t, "directory", read(t, out), files{"a": "b"})
}

func TestEmptyDirectoryIsFilled(t *testing.T) {
	out := filepath.Join(t.TempDir(), "public")
	must(t, os.Mkdir(out, 0o755))
	build(t, out, first)
	same(t, "tree", read(t, out), first)
	alone(t, out)
}

func TestCloseWithoutCommitLeavesTheOldTree(t *testing.T) {
	out := filepath.Join(t.TempDir(), "public")
	build(t, out, first)
	w, err := Open(out)
	must(t, err)
	must(t, w.Write("index.html", []byte("half")))
	must(t, w.Close())
	same(t, "tree", read(t, out), first)
	alone(t, out)
}

func TestOddPlacesAreRefused(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, files{"file": "x", "site/": "", "link": "→site", "home/me/": "", "in/runs/": "", "other": "→in/runs"})
	t.Chdir(filepath.Join(dir, "site"))
	t.Setenv("HOME", filepath.Join(dir, "home", "me"))
	for name, c := range map[string]struct{ out, words string }{
		"nothing":           {"", "has no name"},
		"root":              {"/", "root of the file system"},
		"current directory": {".", "contains the current directory"},
		"above the current": {"..", "contains"},
		"home":              {filepath.Join(dir, "home", "me"), "contains your home directory"},
		"above home":        {filepath.Join(dir, "home"), "contains your home directory"},
		"file":              {filepath.Join(dir, "file"), "is a file; use a directory"},
		"below a file":      {filepath.Join(dir, "file", "public"), "not a directory"},
		"symbolic link":     {filepath.Join(dir, "link"), "is a symbolic link"},
		"holds the input":   {filepath.Join(dir, "in"), "contains the input"},
		"is the input":      {filepath.Join(dir, "in", "runs"), "contains the input"},
		"inside the input":  {filepath.Join(dir, "in", "runs", "public"), "is inside the input"},
		"by way of a link":  {filepath.Join(dir, "other", "public"), "is inside the input"},
	} {
		t.Run(name, func(t *testing.T) {
			before := read(t, dir)
			refused(t, Check(c.out, filepath.Join(dir, "in", "runs")), c.words)
			same(t, "directory", read(t, dir), before)
		})
	}
}

func TestOutputBesideAnInputIsFine(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, files{"results/llm.parquet": "x", "site.yaml": "x"})
	must(t, Check(filepath.Join(dir, "public"), filepath.Join(dir, "results"), filepath.Join(dir, "site.yaml")))
	must(t, Check(filepath.Join(dir, "results2"), filepath.Join(dir, "results")))
}

func TestNamesThatLeaveTheTreeOrCollideAreRefused(t *testing.T) {
	out := filepath.Join(t.TempDir(), "public")
	w, err := Open(out)
	must(t, err)
	defer w.Close()
	must(t, w.Write("models/Org__A/index.html", nil))
	for _, name := range []string{
		"", ".", "..", "../x", "a/../../x", "/etc/passwd", "a//b", "a/", "./a", "a\\b", "a\nb", "a\x00b", Marker, ".JOULEBOARD",
	} {
		refused(t, w.Write(name, nil), "not the name of a file inside the site")
	}
	for _, name := range []string{
		"models/Org__A/index.html", "models/org__a/index.html", "models/Org__A", "models/Org__A/index.html/x", "Models/other",
	} {
		refused(t, w.Write(name, nil), "must differ by more than case")
	}
}

func TestTwoWritersOfOneTreeDoNotMix(t *testing.T) {
	out := filepath.Join(t.TempDir(), "public")
	w, err := Open(out)
	must(t, err)
	_, err = Open(out)
	refused(t, err, "another build is writing to it")
	must(t, w.Write("index.html", []byte("one")))
	must(t, w.Commit())
	build(t, out, second)
	same(t, "tree", read(t, out), second)
	alone(t, out)
}

func TestPermissionsOfTheOldDirectoryStay(t *testing.T) {
	out := filepath.Join(t.TempDir(), "public")
	build(t, out, first)
	must(t, os.Chmod(out, 0o711))
	build(t, out, second)
	now, err := os.Stat(out)
	must(t, err)
	if now.Mode().Perm() != 0o711 {
		t.Errorf("mode %v, want 0711", now.Mode().Perm())
	}
}
