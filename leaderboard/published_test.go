package leaderboard

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/shared"
)

// publishedDir is the published leaderboard v3.0.
func publishedDir(root string) string {
	return filepath.Join(root, "data", "mlenergy-v3", "leaderboard")
}

func readPublished(t testing.TB, root string) data.Dataset {
	t.Helper()
	ds, err := Read(context.Background(), publishedDir(root), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return ds
}

func TestPublishedLeaderboardIsReadWholeAndWrittenByteForByte(t *testing.T) {
	shared.Each(t, func(t *testing.T, root string) {
		dir, ds := publishedDir(root), readPublished(t, root)
		if p := ds.Problems(); len(p) != 0 {
			t.Fatalf("%d problems, the first: %v", len(p), p[0])
		}
		if ds.LLM().Len() == 0 || ds.Diffusion().Len() == 0 {
			t.Fatalf("got %d and %d runs", ds.LLM().Len(), ds.Diffusion().Len())
		}
		for i := range ds.LLM().Len() {
			if ds.LLM().Lengths(i) == nil {
				t.Fatalf("run %s has no histogram", ds.LLM().Run(i))
			}
		}
		files, err := Files(ds, ds.Sources[0].Date)
		if err != nil {
			t.Fatal(err)
		}
		if want := filesBelow(t, dir); len(files) != want {
			t.Fatalf("got %d files, want %d", len(files), want)
		}
		for _, f := range files {
			comparePublished(t, filepath.Join(dir, f.Path), f)
		}
	})
}

// filesBelow counts the files of a published leaderboard.
func filesBelow(t *testing.T, dir string) (n int) {
	t.Helper()
	err := filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			n++
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func comparePublished(t *testing.T, path string, f File) {
	t.Helper()
	want, err := os.ReadFile(path)
	if err != nil {
		t.Error(err)
		return
	}
	if bytes.Equal(f.Bytes, want) {
		return
	}
	got, wanted := strings.Split(string(f.Bytes), "\n"), strings.Split(string(want), "\n")
	for i := range min(len(got), len(wanted)) {
		if got[i] != wanted[i] {
			t.Errorf("%s: line %d: got %s, want %s", f.Path, i+1, got[i], wanted[i])
			return
		}
	}
	t.Errorf("%s: got %d lines, want %d", f.Path, len(got), len(wanted))
}
