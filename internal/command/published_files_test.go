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
				compared := 0
				err = leaderboard.Write(ds.Dataset, date, func(d leaderboard.Draft) error {
					text, err := d.Bytes()
					if err != nil {
						return err
					}
					original, err := os.ReadFile(filepath.Join(published, "leaderboard", filepath.FromSlash(d.Path)))
					if err != nil {
						return err
					}
					// a compiled directory lacks the output lengths of language models
					if kind != "leaderboard" && bytes.Contains(original, []byte("output_length_distribution")) {
						return nil
					}
					if compared++; !bytes.Equal(text, original) {
						t.Errorf("%s differs", d.Path)
					}
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
				if compared < 3 {
					t.Errorf("only %d files were compared", compared)
				}
			})
		}
	})
}
