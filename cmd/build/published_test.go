package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/internal/shared"
	"github.com/jouleboard/jouleboard/leaderboard"
	"github.com/jouleboard/jouleboard/source"
)

func TestPublishedFilesEqualTheOriginalsFromEverySource(t *testing.T) {
	root := filepath.Join(shared.Dir(t), "data", "mlenergy-v3")
	const date = "2026-02-16"
	for kind, want := range map[string]int{"compiled": 20, "compiled-alt": 20, "leaderboard": 70} {
		t.Run(kind, func(t *testing.T) {
			ds, err := source.Open(t.Context(), filepath.Join(root, kind))
			if err != nil {
				t.Fatal(err)
			}
			files, err := leaderboard.Files(ds.Dataset, date)
			if err != nil {
				t.Fatal(err)
			}
			equal := 0
			for _, f := range files {
				original, err := os.ReadFile(filepath.Join(root, "leaderboard", filepath.FromSlash(f.Path)))
				if err != nil {
					t.Fatal(err)
				}
				switch {
				case bytes.Equal(f.Bytes, original):
					equal++
				case kind == "leaderboard" || !strings.HasPrefix(f.Path, "models/"):
					// only files of language models need output lengths, which a
					// compiled directory lacks
					t.Errorf("%s differs", f.Path)
				}
			}
			if equal != want {
				t.Errorf("%d files are equal, want %d", equal, want)
			}
		})
	}
}
