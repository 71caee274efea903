// Package outside tests that a program of another module can use the packages.
package outside

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

const want = `energy per token: 1 J
energy per token: 0.5 J
H100 runs best Acme Small at batch size 16
power at batch size 12: 200 W
batch size 8 power over time [{1.76500001e+09 5 190} {1.76500002e+09 15 210}]
batch size 16 power over time [{1.76500011e+09 5 190} {1.76500012e+09 15 210}]
batch size 8 output lengths [{3 true} {4 true}]
batch size 16 output lengths [{3 true} {4 true}]
model_id,max_num_seqs,avg_power_watts
Acme/Small-1B,8,200
Acme/Small-1B,16,200
`

func TestProgramOfAnotherModuleReadsADirectory(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	must(t, err)
	dir := t.TempDir()
	// the same versions as here, so that nothing is downloaded
	must(t, os.CopyFS(dir, os.DirFS("testdata")))
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	must(t, err)
	must(t, os.WriteFile(filepath.Join(dir, "go.sum"), sums, 0o600))
	results, err := txtar.ParseFile(filepath.Join(root, "source", "testdata", "results.txtar"))
	must(t, err)
	must(t, txtar.Write(results, filepath.Join(dir, "results")))

	const module = "github.com/jouleboard/jouleboard"
	run(t, dir, "go", "mod", "init", "example.org/outside")
	run(t, dir, "go", "mod", "edit", "-require="+module+"@v0.0.0", "-replace="+module+"="+root)
	run(t, dir, "go", "build", "-mod=mod", "-o", "program.exe", ".")
	if got := run(t, dir, filepath.Join(dir, "program.exe"), "results"); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func run(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	command := exec.CommandContext(t.Context(), name, args...)
	command.Dir = dir
	command.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	out, err := command.Output()
	if exit, ok := err.(*exec.ExitError); ok {
		t.Fatalf("%s %v: %v\n%s", name, args, err, exit.Stderr)
	}
	must(t, err)
	return string(out)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
