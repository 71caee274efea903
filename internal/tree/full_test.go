//go:build unix

package tree

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// fullAt lets the disk be full from the n-th change on, counted from 1. A file is then
// written in part. It tells how many changes there were before.
func fullAt(t *testing.T, n int) (changes *int) {
	changes = new(int)
	full := func(op, path string) error {
		if *changes++; *changes >= n {
			return &fs.PathError{Op: op, Path: path, Err: syscall.ENOSPC}
		}
		return nil
	}
	directory := func(do func(string, fs.FileMode) error) func(string, fs.FileMode) error {
		return func(path string, mode fs.FileMode) error {
			if _, err := os.Stat(path); err == nil {
				return do(path, mode) // it takes no space
			}
			if err := full("mkdir", path); err != nil {
				return err
			}
			return do(path, mode)
		}
	}
	entry := func(do func(string, string) error) func(string, string) error {
		return func(from, to string) error {
			if err := full("link", to); err != nil {
				return &os.LinkError{Op: "link", Old: from, New: to, Err: syscall.ENOSPC}
			}
			return do(from, to)
		}
	}
	mkdir, mkdirAll, rename, link, symlink = directory(os.Mkdir), directory(os.MkdirAll), entry(os.Rename), entry(os.Link), entry(os.Symlink)
	writeFile = func(path string, content []byte, mode fs.FileMode) error {
		err := full("write", path)
		if err == nil {
			return os.WriteFile(path, content, mode)
		}
		must(t, os.WriteFile(path, content[:len(content)/2], mode))
		return err
	}
	return changes
}

func room() {
	mkdir, mkdirAll, writeFile, rename, link, symlink = os.Mkdir, os.MkdirAll, os.WriteFile, os.Rename, os.Link, os.Symlink
}

// Whenever the disk fills up, the output is one of the trees, whole, and the next build
// makes all good.
func TestFullDiskAtAnyPointLeavesOneWholeTree(t *testing.T) {
	defer room()
	larger := with(second, files{})
	for i := range 20 {
		larger[fmt.Sprintf("models/%d/index.html", i)] = strings.Repeat("x", 1+i)
	}
	for swap, exchange := range exchangers {
		useExchanger(t, exchange)
		for n := 1; ; n++ {
			when := fmt.Sprintf("%s, full at change %d", swap, n)
			out := firstBuilt(t)
			changes := fullAt(t, n)
			err := tryBuild(out, larger)
			room()
			if err == nil && *changes < n {
				if n <= 50 {
					t.Errorf("%s: the build has %d changes only", swap, n-1)
				}
				break
			}
			refused(t, err, out, "no space left on device")
			if text := err.Error(); !strings.Contains(text, "free some space") && !strings.Contains(text, "the new site is in place") {
				t.Errorf("%s: %v", when, err)
			}
			if _, lost := os.Lstat(out); lost != nil && swap == "two steps" {
				reopened(t, out, when) // from the backup, as it says
			}
			whole(t, out, when, swap, larger)
			build(t, out, larger)
			same(t, when+", built again", read(t, out), with(larger, theirs))
			alone(t, out)
		}
	}
}

// A clock that goes back makes files of the old tree younger than those of the new one.
func TestOldTreeFromTheFutureIsReplaced(t *testing.T) {
	out := firstBuilt(t)
	tomorrow := time.Now().Add(24 * time.Hour)
	must(t, filepath.WalkDir(out, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.Type()&fs.ModeSymlink != 0 {
			return err
		}
		return os.Chtimes(path, tomorrow, tomorrow)
	}))
	build(t, out, second)
	same(t, "tree", read(t, out), with(second, theirs))
	alone(t, out)
}
