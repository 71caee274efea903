package filetree_test

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data/filetree"
)

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestWalkStaysInsideAndGoesInOrder(t *testing.T) {
	top := t.TempDir()
	write(t, filepath.Join(top, "outside", "secret"), "x")
	for _, name := range []string{"b/2", "b/1", "a/c/3", ".hidden/4"} {
		write(t, filepath.Join(top, "tree", name), name)
	}
	for link, to := range map[string]string{
		"tree/out": "../outside", "tree/a/secret": "../../outside/secret", "tree/loop": ".", "tree/b/near": "1", "tree/none": "nowhere",
	} {
		if err := os.Symlink(to, filepath.Join(top, link)); err != nil {
			t.Skip(err)
		}
	}
	tree, err := filetree.Open(filepath.Join(top, "tree"))
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	var got []string
	err = tree.Walk(context.Background(), func(d filetree.Dir) {
		got = append(got, d.Name+"/")
		for _, f := range d.Files {
			got = append(got, d.File(f))
		}
	}, func(name string, err error) { t.Errorf("%s: %v", name, err) })
	want := []string{"./", "a/", "a/c/", "a/c/3", "b/", "b/1", "b/2", "b/near"}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
	for _, name := range []string{"../outside/secret", "a/secret", "b", "none"} {
		if _, err := tree.Read(name, 100); err == nil {
			t.Errorf("%s was read", name)
		}
	}
	if _, err := tree.Read("b/1", 2); err == nil || !strings.Contains(err.Error(), "larger than 2 bytes") {
		t.Errorf("a file that is too large: %v", err)
	}
	if text, err := tree.Read("b/near", 3); string(text) != "b/1" || err != nil {
		t.Errorf("a link inside: %q, %v", text, err)
	}
}
