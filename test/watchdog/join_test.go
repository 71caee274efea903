//go:build linux

package watchdog

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const joining = `domain: t
basis: {window: the whole run, scope: GPU, token: output tokens}
board: {system: T, about: A., license: CC-BY-4.0}
rows: [{files: ["**/runs.csv"], join: {%s}}]
fields:
- {name: model, role: model}
- {name: energy, role: energy, unit: J/token}
- {name: score, role: accuracy, type: number?, from: [%s]}
`

// writeJoined writes folders, each of which has one run and second files of n rows each, whose keys end in more bytes.
func writeJoined(t *testing.T, joins string, folders, n, more int, second ...string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	var paths []string // of what is joined
	for _, name := range second {
		paths = append(paths, fmt.Sprintf("%q", strings.TrimSuffix(name, filepath.Ext(name))+":score"))
	}
	files := map[string]string{"benchmark.yaml": fmt.Sprintf(joining, joins, strings.Join(paths, ", "))}
	for _, name := range second {
		var b strings.Builder
		line := "{\"model\":\"lab/m%d%s\",\"score\":0.5}\n"
		if filepath.Ext(name) == ".csv" {
			line = "lab/m%d%s,0.5\n"
			b.WriteString("model,score\n")
		}
		for i := range n {
			fmt.Fprintf(&b, line, i, strings.Repeat("x", more))
		}
		for k := range folders {
			files[fmt.Sprintf("d%d/%s", k, name)] = b.String()
		}
	}
	for k := range folders {
		files[fmt.Sprintf("d%d/runs.csv", k)] = fmt.Sprintf("model,energy\nlab/m%d,1\n", k)
	}
	for name, text := range files {
		path := filepath.Join(dir, name)
		err := os.MkdirAll(filepath.Dir(path), 0o700)
		if err == nil {
			err = os.WriteFile(path, []byte(text), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// The rows of second files are in memory: those of a few files, and of these as many as there is room for.
func TestJoins(t *testing.T) {
	const one = "q: {file: q.csv, by: model}"
	joined := func(memory int64, folders, n int) {
		dir := writeJoined(t, one, folders, n, 0, "q.csv")
		text, state := run(t, memory, "runs", "--source", dir, "--format", "csv", "--fields", "score")
		if state.ExitCode() != 0 || strings.Count(text, "\n0.5") != folders {
			t.Errorf("%d folders of %d rows: status %d, %d values joined: %.600s", folders, n, state.ExitCode(), strings.Count(text, "\n0.5"), text)
		}
	}
	joined(200<<20, 250, 2000)
	if !large() {
		return
	}
	joined(mostMemory, 1500, 2000)
	joined(mostMemory, 1, 3_000_000)
	for joins, second := range map[string][]string{
		"q: {file: q.jsonl, by: model}": {"q.jsonl"},
		"q: {file: q.csv, by: model}, r: {file: r.csv, by: model}, s: {file: s.csv, by: model}": {"q.csv", "r.csv", "s.csv"},
	} {
		dir := writeJoined(t, joins, 1, 1_600_000/len(second), 300, second...)
		text, state := run(t, mostMemory, "check", "--source", dir)
		if state.ExitCode() != 1 || !strings.Contains(text, "runs.csv: the joined file") || !strings.Contains(text, "MB of memory") {
			t.Errorf("%s: status %d: %.600s", joins, state.ExitCode(), text)
		}
	}
}
