package filetree_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/jouleboard/jouleboard/data/filetree"
	"github.com/jouleboard/jouleboard/internal/shared"
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
		shared.Link(t, to, filepath.Join(top, link))
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
	}, func(name string, err error) { got = append(got, name+": "+err.Error()) })
	want := []string{"./", "loop", "none", "out", "out: a symbolic link leads out of the directory; it is not followed", "a/", "a/secret", "a/c/", "a/c/3", "b/", "b/1", "b/2", "b/near"}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
	for _, name := range []string{"../outside/secret", "a/secret", "b", "none", "loop", "out"} {
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

// A snapshot in the cache of a Hub client, laid out by hand, is read through its
// links, and through no other.
func TestLinksOfASnapshotLeadToItsBlobsAlone(t *testing.T) {
	cache := t.TempDir()
	commit := strings.Repeat("0a", 20)
	repo := filepath.Join(cache, "datasets--acme--bench")
	snapshot := filepath.Join(repo, "snapshots", commit)
	write(t, filepath.Join(repo, "blobs", "aa"), "one")
	write(t, filepath.Join(cache, "blobs", "bb"), "two")
	write(t, filepath.Join(cache, "token"), "secret")
	write(t, filepath.Join(repo, "refs", "main"), commit)
	write(t, filepath.Join(snapshot, "runs", "copy"), "one")
	for link, to := range map[string]string{
		filepath.Join(repo, "blobs", "bb"):              "../../blobs/bb", // shared by datasets
		filepath.Join(repo, "blobs", "out"):             "../../../secret",
		filepath.Join(snapshot, "a"):                    "../../blobs/aa",
		filepath.Join(snapshot, "runs", "b"):            "../../../blobs/bb",
		filepath.Join(snapshot, "runs", "out"):          "../../../blobs/out",
		filepath.Join(snapshot, "runs", "token"):        "../../../../token",
		filepath.Join(snapshot, "runs", "through"):      "../../../blobs/../refs/main",
		filepath.Join(snapshot, "runs", "absolute"):     filepath.Join(repo, "blobs", "aa"),
		filepath.Join(snapshot, "runs", "of-the-cache"): "../../../../blobs/bb",
	} {
		shared.Link(t, to, link)
	}
	for dir, want := range map[string][]string{
		snapshot:                        {"bench", "a=one", "runs/b=two", "runs/copy=one"},
		filepath.Join(snapshot, "runs"): {"runs", "b=two", "copy=one"},
	} {
		tree, err := filetree.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer tree.Close()
		got := []string{tree.Name()}
		err = tree.Walk(context.Background(), func(d filetree.Dir) {
			for _, f := range d.Files {
				if text, err := tree.Read(d.File(f), 10); err == nil {
					got = append(got, d.File(f)+"="+string(text))
				} else if !strings.Contains(err.Error(), "leads out") {
					t.Errorf("%s: %v", d.File(f), err)
				}
			}
		}, func(name string, err error) { t.Errorf("%s: %v", name, err) })
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, %v, want %v", dir, got, err, want)
		}
	}
}

// Opening a pipe would wait for somebody who writes, and a device has no end.
func TestOnlyRegularFilesInsideAreOpened(t *testing.T) {
	top := t.TempDir()
	dir := filepath.Join(top, "dir")
	write(t, filepath.Join(top, "secret"), "secret")
	write(t, filepath.Join(dir, "below", "a.yaml"), "a: 1")
	for link, to := range map[string]string{"out": "../secret", "zero": "/dev/zero", "in": "below/a.yaml", "up": ".."} {
		shared.Link(t, to, filepath.Join(dir, link))
	}
	shared.Pipe(t, filepath.Join(dir, "pipe"))
	tree, err := filetree.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	for name, want := range map[string]string{
		"out": "leads out of the directory", "zero": "leads out of the directory", "up": "leads out of the directory",
		"pipe": "is not a regular file", "../secret": "invalid argument", "none": "no such file",
	} {
		if _, err := fs.ReadFile(tree.FS(), name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s of a tree: got %v, want %s", name, err, want)
		}
		if name == "../secret" || name == "up" {
			continue
		}
		path := filepath.Join(dir, name)
		_, err := filetree.ReadFile(path, 10)
		if err == nil || !strings.HasPrefix(err.Error(), path+": ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", path, err, want)
		}
	}
	if text, err := filetree.ReadFile(filepath.Join(dir, "in"), 4); string(text) != "a: 1" || err != nil {
		t.Errorf("a link inside: %q, %v", text, err)
	}
	if _, err := filetree.ReadFile(filepath.Join(dir, "in"), 3); err == nil || !strings.Contains(err.Error(), "larger than 3 bytes") {
		t.Errorf("a file that is too large: %v", err)
	}
	below, err := fs.ReadDir(tree.FS(), "below")
	if err != nil || len(below) != 1 {
		t.Errorf("a directory: %v, %v", below, err)
	}
}

// A pipe or device in place of a directory is told and not waited for.
func TestOnlyDirectoriesAreListed(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	shared.Pipe(t, pipe)
	for _, path := range []string{pipe, os.DevNull} {
		_, errOpen := filetree.Open(path)
		_, errList := filetree.ReadDir(path)
		_, errFile := filetree.OpenFile(filepath.Join(path, "a"))
		for _, err := range []error{errOpen, errList, errFile} {
			if err == nil || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "not a directory") {
				t.Errorf("%s: %v", path, err)
			}
		}
	}
	if _, err := filetree.Open(""); err == nil {
		t.Error("no path was taken for one")
	}
	write(t, filepath.Join(dir, "below", "a"), "a")
	tree, err := filetree.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	for _, name := range []string{"pipe", "none"} {
		if _, err := tree.Dir(name); err == nil {
			t.Errorf("%s was listed", name)
		}
	}
	if d, err := tree.Dir("below"); err != nil || !d.Has("a") {
		t.Errorf("a directory: %v, %v", d, err)
	}
}

func TestFilesThatChangeAfterTheyWereOpenedAreNamed(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "runs")
	for name, change := range map[string]func(path string) error{
		"longer":  func(path string) error { return os.WriteFile(path, []byte("more"), 0o600) },
		"younger": func(path string) error { return os.Chtimes(path, time.Now(), time.Now().Add(time.Hour)) },
		"older":   func(path string) error { return os.Chtimes(path, time.Now(), time.Now().Add(-24*time.Hour)) },
		"removed": os.Remove,
		"another": func(path string) error { // of the same size and age
			entry, err := os.Stat(path)
			write(t, path+".new", "1")
			return errors.Join(err, os.Chtimes(path+".new", entry.ModTime(), entry.ModTime()), os.Rename(path+".new", path))
		},
		"the same": func(path string) error { _, err := os.ReadFile(path); return err },
	} {
		write(t, filepath.Join(dir, "a"), "1")
		tree, err := filetree.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer tree.Close()
		for range 2 { // it was opened again since it was asked last
			if _, err := tree.Read("a", 10); err != nil {
				t.Fatal(err)
			}
			if err := tree.Unchanged(); err != nil {
				t.Errorf("%s, before: %v", name, err)
			}
		}
		if _, err := tree.Read("a", 10); err != nil {
			t.Fatal(err)
		}
		if err := change(filepath.Join(dir, "a")); err != nil {
			t.Fatal(err)
		}
		err = tree.Unchanged()
		if changed := err != nil && strings.HasPrefix(err.Error(), "runs/a: changed while it was read"); changed != (name != "the same") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
