package source

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/internal/shared"
)

// repository is a repository with the files committed, in which the test then runs. Its
// filter named evil would write a file beside it.
func repository(tb testing.TB, files map[string][]byte) (marker string) {
	tb.Helper()
	dir := tb.TempDir()
	marker = filepath.Join(tb.TempDir(), "filter ran")
	tb.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	tb.Chdir(dir)
	for name, content := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			tb.Fatal(err)
		}
		if err := os.WriteFile(name, content, 0o666); err != nil {
			tb.Fatal(err)
		}
	}
	for _, args := range [][]string{
		{"init", "--quiet"},
		{"config", "user.name", "T"},
		{"config", "user.email", "t@example.org"},
		{"add", "--all", "--force"},
		{"commit", "--quiet", "--message", "results"},
		{"config", "filter.evil.smudge", "touch '" + marker + "'"},
		{"config", "core.autocrlf", "true"},
	} {
		if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
			tb.Skipf("git %v: %v: %s", args, err, out)
		}
	}
	return marker
}

// stored is the file of the revision as git keeps it.
func stored(tb testing.TB, name string) []byte {
	tb.Helper()
	content, err := exec.Command("git", "cat-file", "blob", "HEAD:"+name).Output()
	if err != nil {
		tb.Fatal(err)
	}
	return content
}

var binary = []byte("PAR1\n\x00\r\n\xff$Id$ lines\nof all\rkinds\nPAR1")

func checkAttributes(tb testing.TB, attributes []byte) {
	tb.Helper()
	marker := repository(tb, map[string][]byte{
		".gitattributes": attributes, "runs/.gitattributes": attributes,
		"runs/llm.parquet": binary, "runs/a file\nof two lines": []byte("1\n2\n"),
	})
	ctx, dir := context.Background(), tb.TempDir()
	commit, err := commitOf(ctx, "HEAD")
	if err != nil {
		tb.Fatal(err)
	}
	dir, err = checkOut(ctx, commit, "runs", dir)
	if err != nil {
		tb.Fatal(err)
	}
	for _, name := range []string{"llm.parquet", ".gitattributes", "a file\nof two lines"} {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || !bytes.Equal(got, stored(tb, "runs/"+name)) {
			tb.Errorf("with the attributes %q: %s is %q, %v", attributes, name, got, err)
		}
	}
	alone, err := checkOut(ctx, commit, "runs/llm.parquet", tb.TempDir())
	if got, _ := os.ReadFile(alone); err != nil || !bytes.Equal(got, stored(tb, "runs/llm.parquet")) {
		tb.Errorf("with the attributes %q: alone it is %q, %v", attributes, got, err)
	}
	if _, err := os.Stat(marker); err == nil {
		tb.Errorf("with the attributes %q: a filter ran", attributes)
	}
}

func TestAttributesHaveNoSayInWhatIsRead(t *testing.T) {
	for _, attributes := range []string{
		"", "* export-ignore\n", "*.parquet text eol=crlf\n", "* export-subst ident\n", "* filter=evil\n", "* working-tree-encoding=UTF-16\n",
	} {
		t.Run(attributes, func(t *testing.T) { checkAttributes(t, []byte(attributes)) })
	}
}

func FuzzGitAttributes(f *testing.F) {
	f.Add([]byte("* export-ignore\n"))
	f.Add([]byte("[attr]x text eol=crlf filter=evil\n*.parquet x\n"))
	f.Fuzz(func(t *testing.T, attributes []byte) { checkAttributes(t, attributes) })
}

func TestLinksOfARevisionAreNotFollowed(t *testing.T) {
	repository(t, map[string][]byte{"runs/llm.parquet": binary})
	secret := filepath.Join(t.TempDir(), "secret")
	shared.Link(t, secret, "runs/link")
	shared.Link(t, secret, "results.csv")
	if err := os.WriteFile("benchmark.yaml", []byte("domain: t\nboard: {system: T}\nrows: [{files: [results.csv]}]\nfields:\n- {name: model, role: model}\n- {name: e, role: energy}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"add", "--all"}, {"commit", "--quiet", "--message", "link"}} {
		if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v: %s", args, err, out)
		}
	}
	dir, err := checkOut(context.Background(), "HEAD", "runs", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if to, err := os.Readlink(filepath.Join(dir, "link")); err != nil || to != secret {
		t.Errorf("the link leads to %q, %v", to, err)
	}
	ds, err := Open(context.Background(), "git:HEAD:")
	if err == nil || !strings.Contains(err.Error(), "results.csv: a symbolic link leads out of the directory") {
		t.Errorf("a link to other results: %v, %v", ds, err)
	}
	if ds, err := Open(context.Background(), "git:HEAD:results.csv"); err == nil || !strings.Contains(err.Error(), "is a symbolic link") {
		t.Errorf("a link in place of results: %v, %v", ds, err)
	}
}
