package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Each kind of figure of a published analysis is one block: testdata/kinds has 20, which are drawn from the sample at the
// width of a page, where none of their texts is cut or covers another one.
func TestEachKindOfFigureIsOneBlock(t *testing.T) {
	blocks, err := filepath.Glob("testdata/kinds/*.yaml")
	if err != nil || len(blocks) != 20 {
		t.Fatalf("%d blocks, %v", len(blocks), err)
	}
	for _, block := range blocks {
		out := filepath.Join(t.TempDir(), "f.svg")
		if _, messages := command(t, "figure", "--spec", block, "--preset", "page", "--out", out); !strings.Contains(messages, out+": ") {
			t.Errorf("%s: %s", block, messages)
			continue
		}
		if drawing, err := os.ReadFile(out); err != nil || !strings.Contains(string(drawing), `width="496.8pt"`) {
			t.Errorf("%s: %v, %.200s", block, err, drawing)
		}
	}
}
