package leaderboard

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/shared"
)

// publishedDir is the published leaderboard v3.0.
func publishedDir(t testing.TB) string {
	return filepath.Join(shared.Dir(t), "data", "mlenergy-v3", "leaderboard")
}

func readPublished(t testing.TB) data.Dataset {
	t.Helper()
	ds, err := Read(context.Background(), publishedDir(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return ds
}

func TestPublishedLeaderboardIsReadWholeAndWrittenByteForByte(t *testing.T) {
	dir, ds := publishedDir(t), readPublished(t)
	if p := ds.Problems(); len(p) != 0 {
		t.Fatalf("%d problems, the first: %v", len(p), p[0])
	}
	if ds.LLM().Len() != 838 || ds.Diffusion().Len() != 1020 || len(lengthsIn(ds)) != 838 {
		t.Fatalf("got %d and %d runs, %d histograms", ds.LLM().Len(), ds.Diffusion().Len(), len(lengthsIn(ds)))
	}
	files, err := Files(ds, ds.Sources[0].Date)
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != 1+7+62 {
		t.Fatalf("got %d files", len(files))
	}
	for _, f := range files {
		comparePublished(t, filepath.Join(dir, f.Path), f)
	}
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
