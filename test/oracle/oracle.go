// Package oracle holds our drawings against ECharts: what a browser would draw of the
// same chart, under Node. It is for tests.
package oracle

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/jouleboard/jouleboard/charts/live"
	"github.com/jouleboard/jouleboard/internal/shared"
)

// Pair is an inline drawing and the chart that a browser draws in its place.
type Pair struct {
	Name  string     `json:"name"`
	Chart live.Chart `json:"chart"`
	SVG   string     `json:"svg"`
}

// Counts is how much was compared.
type Counts struct{ Drawings, Marks, Texts, Points int }

// Compare fails the test for each difference: marks and points of lines that are over
// 0.5 px apart, texts that differ or are over 1 px apart. It skips where Node or
// ECharts is not installed.
func Compare(t *testing.T, pairs []Pair) Counts {
	t.Helper()
	root := shared.Root(t)
	if _, err := os.Stat(filepath.Join(root, "node_modules", "echarts")); err != nil {
		t.Skip("ECharts is not installed: run make test, or npm ci")
	}
	text, err := json.Marshal(pairs)
	if err != nil {
		t.Fatal(err)
	}
	input := filepath.Join(t.TempDir(), "pairs.json")
	if err := os.WriteFile(input, text, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", filepath.Join(root, "test", "oracle", "oracle.mjs"), input)
	out, err := cmd.Output()
	if errors.Is(err, exec.ErrNotFound) {
		t.Skip("Node is not installed")
	}
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			t.Fatalf("%v\n%s", err, exit.Stderr)
		}
		t.Fatal(err)
	}
	lines := bytes.Split(bytes.TrimSpace(out), []byte("\n"))
	last := len(lines) - 1
	for _, line := range lines[:last] {
		t.Errorf("%s", line)
	}
	var counts Counts
	if err := json.Unmarshal(lines[last], &counts); err != nil {
		t.Fatal(err)
	}
	return counts
}
