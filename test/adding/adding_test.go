// Package adding tests that what docs/extending.md says of adding a metric, a page, a kind of figure and a format is
// all that it takes.
package adding

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/rowfile"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/source"
)

// The most files that each may take, in the order of the examples.
var most = []struct {
	what  string
	files int
}{{"a metric with a record", 2}, {"a page", 2}, {"a kind of declared figure", 3}, {"a format", 2}}

var (
	examples = regexp.MustCompile("(?s)```diff\n(.*?)```")
	changed  = regexp.MustCompile(`(?m)^\+\+\+ b/(\S+)$`)
)

func TestTheExamplesOfTheDocumentationAreAllThatItTakes(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	must(t, err)
	text, err := os.ReadFile(filepath.Join(root, "docs", "extending.md"))
	must(t, err)
	found := examples.FindAllStringSubmatch(string(text), -1)
	if len(found) != len(most) {
		t.Fatalf("docs/extending.md has %d examples, want %d", len(found), len(most))
	}
	dir := t.TempDir()
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	for i, example := range found {
		files := changed.FindAllStringSubmatch(example[1], -1)
		if len(files) > most[i].files {
			t.Errorf("%s takes %d files, at most %d are documented", most[i].what, len(files), most[i].files)
		}
		for _, file := range files {
			from, to := filepath.Join(root, file[1]), filepath.Join(dir, "module", file[1])
			must(t, os.MkdirAll(filepath.Dir(to), 0o755))
			if have, err := os.ReadFile(from); err == nil {
				must(t, os.WriteFile(to, have, 0o600))
			}
			overlay.Replace[from] = to
		}
		must(t, os.WriteFile(filepath.Join(dir, "example.diff"), []byte(example[1]), 0o600))
		run(t, filepath.Join(dir, "module"), "git", "apply", filepath.Join(dir, "example.diff"))
	}
	replaced, err := json.Marshal(overlay)
	must(t, err)
	must(t, os.WriteFile(filepath.Join(dir, "overlay.json"), replaced, 0o600))
	program := filepath.Join(dir, "program.exe")
	run(t, root, "go", "build", "-overlay", filepath.Join(dir, "overlay.json"), "-o", program, "./cmd/jouleboard")

	writeRuns(t, filepath.Join(dir, "compiled", "runs", "llm.parquet"))
	if got := run(t, dir, program, "runs", "--source", "compiled", "--fields", "mean_ttft_ms", "--format", "csv"); got != "mean_ttft_ms\n123.5\n" {
		t.Errorf("the metric is written as %q", got)
	}
	run(t, dir, program, "build", "--source", "compiled", "--out", "site")
	if page := read(t, dir, "site", "leaders", "index.html"); !strings.Contains(page, "<h1>Leaders</h1>") || !strings.Contains(page, "tasks/") {
		t.Errorf("the page is %.2000s", page)
	}
	must(t, os.WriteFile(filepath.Join(dir, "dots.yaml"), []byte(
		"name: f\nkind: dots\ntitle: T\nalt: A\nwhere: task == \"gpqa\"\ngroup: gpu_model\ny: energy_per_token_joules\n"), 0o600))
	run(t, dir, program, "figure", "--spec", "dots.yaml", "--out", "f.csv,f.svg")
	if rows := strings.Count(read(t, dir, "f.csv"), "\n") - 1; rows < 2 || !strings.Contains(read(t, dir, "f.svg"), ">A100<") {
		t.Errorf("%d rows are drawn as %.2000s", rows, read(t, dir, "f.svg"))
	}
	for name, text := range map[string]string{
		"benchmark.yaml": "benchmark: watt-log\n", "log.csv": "model,gpu,watts,tokens_per_second\nlab/Tiny,H100,500,1000\n",
	} {
		must(t, os.MkdirAll(filepath.Join(dir, "watt"), 0o755))
		must(t, os.WriteFile(filepath.Join(dir, "watt", name), []byte(text), 0o600))
	}
	if got := run(t, dir, program, "runs", "--source", "watt", "--fields", "joules_per_token", "--format", "csv"); got != "joules_per_token\n0.5\n" {
		t.Errorf("the format is read as %q", got)
	}
}

// writeRuns writes a run of the sample with the metric that the example adds.
func writeRuns(t *testing.T, path string) {
	t.Helper()
	ds, err := source.Open(t.Context(), "sample:")
	must(t, err)
	runs := ds.LLM().Table
	fields := lists.Filter(runs.Schema().Fields(), func(f data.Field) bool { return !f.Computed && runs.Value(0, f.Name) != nil })
	kinds := map[data.Kind]rowfile.Kind{data.Int: rowfile.Integer, data.Float: rowfile.Number, data.Bool: rowfile.Truth}
	columns := lists.Map(fields, func(f data.Field) rowfile.Column {
		return rowfile.Column{Name: f.Name, Kind: kinds[f.Kind], Optional: true}
	})
	must(t, os.MkdirAll(filepath.Dir(path), 0o755))
	file, err := os.Create(path)
	must(t, err)
	w := rowfile.NewParquet(file, "llm", append(columns, rowfile.Column{Name: "mean_ttft_ms", Kind: rowfile.Number, Optional: true}), nil)
	for i, f := range fields {
		w.Value(i, runs.Value(0, f.Name))
	}
	w.Number(len(fields), 123.5)
	must(t, w.Next())
	must(t, w.Close())
	must(t, file.Close())
}

func run(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	command := exec.CommandContext(t.Context(), name, args...)
	command.Dir = dir
	out, err := command.Output()
	if exit, ok := err.(*exec.ExitError); ok {
		t.Fatalf("%s %v: %v\n%s", name, args, err, exit.Stderr)
	}
	must(t, err)
	return string(out)
}

func read(t *testing.T, parts ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(parts...))
	must(t, err)
	return string(text)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
