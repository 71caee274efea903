package command

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/jouleboard/jouleboard/internal/shared"
	"github.com/jouleboard/jouleboard/leaderboard"
	"github.com/jouleboard/jouleboard/source"
)

func TestPublishedFilesEqualTheOriginalsFromEverySource(t *testing.T) {
	shared.Each(t, func(t *testing.T, root string) {
		published := filepath.Join(root, "data", "mlenergy-v3")
		const date = "2026-02-16"
		for _, kind := range []string{"compiled", "compiled-alt", "leaderboard"} {
			t.Run(kind, func(t *testing.T) {
				ds, err := source.Open(t.Context(), filepath.Join(published, kind))
				if err != nil {
					t.Fatal(err)
				}
				var files []leaderboard.File
				err = leaderboard.Write(ds.Dataset, date, func(d leaderboard.Draft) error {
					text, err := d.Bytes()
					files = append(files, leaderboard.File{Path: d.Path, Bytes: text})
					return err
				})
				if err != nil {
					t.Fatal(err)
				}
				compared := 0
				for _, f := range files {
					original, err := os.ReadFile(filepath.Join(published, "leaderboard", filepath.FromSlash(f.Path)))
					if err != nil {
						t.Fatal(err)
					}
					// a compiled directory lacks the output lengths of language models
					if kind != "leaderboard" && bytes.Contains(original, []byte("output_length_distribution")) {
						continue
					}
					if compared++; !bytes.Equal(f.Bytes, original) {
						t.Errorf("%s differs", f.Path)
					}
				}
				if compared < 3 {
					t.Errorf("only %d files were compared", compared)
				}
			})
		}
	})
}
