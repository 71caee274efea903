package command

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// readers are the programs of the documentation that read Arrow from a pipe, with what tells whether the machine has them.
var readers = map[string]struct{ command, probe []string }{
	"pandas_least.py": {[]string{"python3"}, []string{"-c", "import pandas, pyarrow"}},
	"polars_least.py": {[]string{"python3"}, []string{"-c", "import polars"}},
	"duckdb_least.py": {[]string{"python3"}, []string{"-c", "import duckdb, pyarrow"}},
	"least.R":         {[]string{"Rscript"}, []string{"-e", "library(arrow)"}},
	"least.mjs":       {[]string{"node"}, []string{"-e", "require('apache-arrow')"}},
}

// Every worked example of the documentation prints what the command itself says of the least energy on each GPU.
func TestProgramsOfNotebooksReadArrow(t *testing.T) {
	arrow, _ := command(t, "runs", "--format", "arrow")
	want := leastByGPU(t)
	examples := lists.Filter(blocksOf(t, "docs/papers.md"), func(b block) bool {
		return len(b.words) == 2 && b.words[0] != "sh"
	})
	if len(examples) != len(readers) {
		t.Fatalf("%d examples, want %d", len(examples), len(readers))
	}
	for _, b := range examples {
		name := b.words[1]
		t.Run(name, func(t *testing.T) {
			reader := readers[name]
			dir := t.TempDir()
			if modules, err := filepath.Abs(filepath.Join(module, "node_modules")); err == nil {
				_ = os.Symlink(modules, filepath.Join(dir, "node_modules")) // for node; without it, its probe fails
			}
			probe := exec.Command(reader.command[0], reader.probe...)
			probe.Dir = dir
			if out, err := probe.CombinedOutput(); err != nil {
				t.Skipf("the machine cannot run it: %v %.200s", err, out)
			}
			if err := os.WriteFile(filepath.Join(dir, name), []byte(b.text), 0o644); err != nil {
				t.Fatal(err)
			}
			c := exec.Command(reader.command[0], name)
			c.Dir, c.Stdin = dir, strings.NewReader(string(arrow))
			out, err := c.CombinedOutput()
			if err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			if got := pairsIn(string(out)); !slices.Equal(got, want) {
				t.Errorf("it prints %v, want %v:\n%s", got, want, out)
			}
		})
	}
}

// leastByGPU are GPU models with their least energy per token.
func leastByGPU(t *testing.T) []string {
	t.Helper()
	text, _ := command(t, "runs", "--format", "csv", "--fields", "gpu_model,energy_per_token_joules")
	file := filepath.Join(t.TempDir(), "runs.csv")
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
	least := map[string]float64{}
	for _, row := range readRows(t, file) {
		energy, err := strconv.ParseFloat(row["energy_per_token_joules"], 64)
		if err != nil {
			continue
		}
		if known, ok := least[row["gpu_model"]]; !ok || energy < known {
			least[row["gpu_model"]] = energy
		}
	}
	var lines []string
	for gpu, energy := range least {
		lines = append(lines, gpu+" "+strconv.FormatFloat(energy, 'g', 4, 64))
	}
	slices.Sort(lines)
	return lines
}

var pairForm = regexp.MustCompile(`(?m)(\b[A-Z]+[0-9]+)\s+([0-9.e-]+)\s*$`)

// pairsIn are the GPU models and numbers that a program prints, the numbers with four digits.
func pairsIn(out string) []string {
	var lines []string
	for _, m := range pairForm.FindAllStringSubmatch(out, -1) {
		energy, _ := strconv.ParseFloat(m[2], 64)
		lines = append(lines, m[1]+" "+strconv.FormatFloat(energy, 'g', 4, 64))
	}
	slices.Sort(lines)
	return lines
}
