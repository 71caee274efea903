//go:build unix

package hub

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/jouleboard/jouleboard/data/hub/hubtest"
)

// TestMain is also the process that the tests kill: it fetches the dataset and
// dies by SIGKILL at the step whose number it was given.
func TestMain(m *testing.M) {
	if cache := os.Getenv("HUB_TEST_CACHE"); cache != "" {
		os.Exit(victim(cache))
	}
	os.Exit(m.Run())
}

func victim(cache string) int {
	left, _ := strconv.Atoi(os.Getenv("HUB_TEST_STEPS"))
	step = func(string) {
		if left--; left == 0 {
			syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
	}
	if most := os.Getenv("HUB_TEST_LARGEST"); most != "" {
		limitFiles(most)
	}
	if uid, err := strconv.Atoi(os.Getenv("HUB_TEST_UID")); err == nil && os.Getuid() == 0 {
		syscall.Setuid(uid)
	}
	o := Options{Endpoint: os.Getenv("HUB_TEST_ENDPOINT"), Cache: cache, AtOnce: 1, NoLinks: os.Getenv("HUB_TEST_LINKS") == "no"}
	c, err := New(o)
	if err == nil {
		_, err = tryFetch(context.Background(), c, Repo{Name: dataset})
	}
	if err != nil {
		fmt.Println(err)
		return 1
	}
	return 0
}

// limitFiles makes writes fail beyond a size, as a full disk does.
func limitFiles(most string) {
	signal.Ignore(syscall.SIGXFSZ)
	n, _ := strconv.ParseUint(most, 10, 64)
	syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: n, Max: n})
}

// process runs the victim.
func process(s *hubtest.Server, cache string, env ...string) (text string, err error) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), append(env, "HUB_TEST_CACHE="+cache, "HUB_TEST_ENDPOINT="+s.URL)...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// killed reports whether the victim died before its end.
func killed(t *testing.T, s *hubtest.Server, cache, links string, steps int) bool {
	t.Helper()
	text, err := process(s, cache, "HUB_TEST_STEPS="+strconv.Itoa(steps), "HUB_TEST_LINKS="+links)
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.Sys().(syscall.WaitStatus).Signaled() {
		return true
	}
	if err != nil {
		t.Fatalf("step %d: %v: %s", steps, err, text)
	}
	return false
}

func TestProcessKilledAtAnyStepIsContinued(t *testing.T) {
	for _, links := range []string{"yes", "no"} {
		t.Run("links: "+links, func(t *testing.T) {
			s := start(t)
			long := strings.Repeat("a column of numbers\n", 30_000)
			commit := s.Commit(dataset, files(map[string]string{"runs/llm.parquet": long, "README.md": notes, "copy": notes}))
			whole := filepath.Join(t.TempDir(), "whole")
			if killed(t, s, whole, links, 1000) {
				t.Fatal("more than 1000 steps")
			}
			want := layout(t, whole)
			steps := 1
			for ; ; steps++ {
				cache := filepath.Join(t.TempDir(), "hub")
				died := killed(t, s, cache, links, steps)
				onlyWhole(t, cache, commit, map[string]int{"runs/llm.parquet": len(long), "README.md": len(notes), "copy": len(notes)})
				if killed(t, s, cache, links, 1000) {
					t.Fatal("more than 1000 steps")
				}
				got := layout(t, cache)
				if links == "no" { // a content that was to be moved may be copied by the next
					got = slices.DeleteFunc(got, func(line string) bool {
						return strings.Contains(line, "/blobs/") && !strings.Contains(line, "incomplete")
					})
				}
				same(t, fmt.Sprintf("cache, killed at step %d", steps), got, want)
				if !died {
					break
				}
			}
			if steps < 20 {
				t.Errorf("the fetch had %d steps only: the test sees too little of it", steps)
			}
		})
	}
}

// onlyWhole checks that what stands in the snapshot is whole.
func onlyWhole(t *testing.T, cache, commit string, sizes map[string]int) {
	t.Helper()
	root := filepath.Join(cache, "datasets--acme--bench", "snapshots", commit)
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		name, _ := filepath.Rel(root, path)
		entry, err := os.Stat(path)
		if err != nil || entry.Size() != int64(sizes[filepath.ToSlash(name)]) {
			t.Errorf("%s is not whole: %v", name, err)
		}
		return nil
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

func TestSecondKillIsContinuedToo(t *testing.T) {
	s := start(t)
	s.Commit(dataset, files(map[string]string{"runs/llm.parquet": strings.Repeat(table, 10), "README.md": notes}))
	cache := filepath.Join(t.TempDir(), "hub")
	for steps := 1; killed(t, s, cache, "yes", steps); steps++ {
	}
	for _, line := range layout(t, cache) {
		if strings.Contains(line, "incomplete") {
			t.Errorf("left: %s", line)
		}
	}
}

func TestFullDiskIsSaidAndLeavesNothingHalf(t *testing.T) {
	s, _ := serving(t)
	cache := filepath.Join(t.TempDir(), "hub")
	text, err := process(s, cache, "HUB_TEST_LARGEST=50000")
	for _, want := range []string{"runs/llm.parquet: ", "incomplete: file too large", "free some space, or set HF_HOME"} {
		if err == nil || !strings.Contains(text, want) {
			t.Errorf("%q is not in %q (%v)", want, text, err)
		}
	}
	for _, line := range layout(t, cache) {
		if strings.Contains(line, "incomplete") || strings.Contains(line, "llm.parquet") {
			t.Errorf("left: %s", line)
		}
	}
	fetchAll(t, client(t, s, inCache(cache)), Repo{Name: dataset})
}

func TestReadOnlyCacheServesWhatItHas(t *testing.T) {
	s, commit := serving(t)
	dir := t.TempDir()
	must(t, os.Chmod(filepath.Dir(dir), 0o755)) // for who is not root
	cache := filepath.Join(dir, "hub")
	lock := func(mode fs.FileMode) {
		must(t, filepath.WalkDir(cache, func(path string, e fs.DirEntry, err error) error {
			if err == nil && e.IsDir() {
				err = os.Chmod(path, mode)
			}
			return err
		}))
	}
	must(t, os.Mkdir(cache, 0o755))
	lock(0o555)
	t.Cleanup(func() { lock(0o755) })
	text, err := process(s, cache, "HUB_TEST_UID=65534")
	for _, want := range []string{"permission denied: the cache cannot be written", "make it writable, or set HF_HOME to another directory"} {
		if err == nil || !strings.Contains(text, want) {
			t.Errorf("%q is not in %q (%v)", want, text, err)
		}
	}
	lock(0o755)
	byHand(t, cache, commit)
	must(t, os.RemoveAll(filepath.Join(cache, "datasets--acme--bench", "refs")))
	lock(0o555)
	if text, err := process(s, cache, "HUB_TEST_UID=65534"); err != nil {
		t.Errorf("%v: %s", err, text)
	}
}
