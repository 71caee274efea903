package command

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"testing"
)

// Whatever the name of a file is, no line of a log reads as a command to the service that runs the build.
func TestNamesOfFilesCommandNoLog(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("file names have no line feeds")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"content/static/a\n::error file=x::b": "x", "content/static/c\x1b[31m.png": "GIF89a", "content/pages/d\n##[error]e.md": "x",
		"content/posts/f\r::warning::g.md": "x", "src/h\n::error::i.csv": "x", "src/benchmark.yaml": "a: b",
		"names/benchmark.yaml": "domain: t\nboard: {system: T}\nrows: [{files: [\"*.csv\"]}]\nfields:\n- {name: model, role: model}\n- {name: gpu, role: gpu}\n- {name: e, role: energy}\n",
		"names/a.csv":          "model,gpu,e\n::error file=x::m,::warning::g,1\n##[error]m2,a##[add-mask]b,2\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	command := regexp.MustCompile(`(?m)^\s*::|##\[|[\x00-\x08\x0b-\x1f]`)
	for _, args := range [][]string{
		{"check", "--content", filepath.Join(dir, "content")},
		{"build", "--content", filepath.Join(dir, "content"), "--out", filepath.Join(dir, "out")},
		{"check", "--source", filepath.Join(dir, "src")},
		{"check", "--source", filepath.Join(dir, "src", "h\n::error::i.csv")},
		{"diff", "sample:", filepath.Join(dir, "\n::error::none")},
		{"rank", "--where", "x == '\n::error::y'"},
		{"rank", "--source", "\x1b[3m"},
		{"runs", "--source", filepath.Join(dir, "names"), "--fields", "model,gpu"},
		{"rank", "--source", filepath.Join(dir, "names"), "--task", "t-all"},
		{"rank", "--source", filepath.Join(dir, "names"), "--task", "t-all", "--format", "latex"},
	} {
		var out, errs bytes.Buffer
		_ = run(context.Background(), &out, &errs, args)
		if text := out.String() + errs.String(); command.MatchString(text) || len(text) < 20 {
			t.Errorf("%q:\n%q", args, text)
		}
	}
}
