// Package lab tests that a lab can make its own site with only the command.
package lab

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/test/sites"
)

func TestMain(m *testing.M) { os.Exit(sites.Run(m)) }

func TestALabMakesASiteOfItsOwn(t *testing.T) {
	dir := t.TempDir()
	script, err := filepath.Abs("lab.sh")
	must(t, err)
	writeResults(t, filepath.Join(dir, "results"))
	out := run(t, dir, "sh", script, sites.Program(t), filepath.Join(dir, "results"))
	if strings.Contains(out, "warning") {
		t.Errorf("the build warns:\n%s", out)
	}
	site := os.DirFS(filepath.Join(dir, "board", "public"))
	namesNobodyElse(t, site)
	runs, err := fs.Glob(site, "runs/*/index.html")
	must(t, err)
	for name, words := range map[string][]string{
		"index.html": {
			"<title>Energy use of AI inference | Blue Lab energy</title>", `href="team/"`, "Blue chat", "How much energy does AI inference use",
			`<p class="credit">Made with <a href="https://github.com/jouleboard/jouleboard">Jouleboard</a></p>`,
		},
		"team/index.html": {
			`<img src="../lab.svg" alt="A blue disc" width="300" height="300"`, `href="../methods/#batch-size"`,
			"uses the least energy", "Acme Big 9B",
		},
		"tasks/blue-chat/index.html": {"<h1>Chat as the Blue Lab does it</h1>", "40", "p90", "Blue Lab runs"},
		"tasks/gpqa/index.html":      {"100", "p50"},
		"gpus/blue1/index.html":      {"Azure", "Blue One 96 GB"},
		"gpus/h100/index.html":       {"Hopper", "650"},
		runs[0]:                      {"https://github.com/bluelab/energy/issues/new?title=Problem"},
		"data/index.html":            {"@inproceedings{blue26", "CC-BY-4.0"},
		"feed.xml":                   {"<id>https://energy.bluelab.example/#feed</id>", "A first look at the data"},
		"README.md":                  {"ours"}, "CNAME": {"energy.bluelab.example"},
	} {
		text, err := fs.ReadFile(site, name)
		must(t, err)
		for _, w := range words {
			if !strings.Contains(string(text), w) {
				t.Errorf("%s: no %q", name, w)
			}
		}
	}
	if home, _ := fs.ReadFile(site, "index.html"); strings.Contains(string(home), `href="architectures/">Arch`) {
		t.Error("a link that was taken away is in the header")
	}
}

var (
	credit = regexp.MustCompile(`<p class="credit">(?s:.*?)</p>|jouleboard (show|build) `)
	// The name of the program stands in formats and in the command that a page offers to copy; as a name of anybody it does not.
	others   = regexp.MustCompile(`Jouleboard|(?i:ml[.-]energy|github\.com/jouleboard)`)
	ofPeople = regexp.MustCompile(`(?i)jouleboard`)
)

func namesNobodyElse(t *testing.T, site fs.FS) {
	t.Helper()
	files := 0
	must(t, fs.WalkDir(site, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		files++
		text, err := fs.ReadFile(site, name)
		pattern := others
		switch filepath.Ext(name) {
		case ".html", ".xml", ".svg", ".css", ".txt", ".md", ".webmanifest":
			pattern = ofPeople
		}
		if found := pattern.Find(credit.ReplaceAll(text, nil)); found != nil {
			t.Errorf("%s has %q", name, found)
		}
		return err
	}))
	if files < 100 {
		t.Errorf("%d files only", files)
	}
}

// writeResults are runs of two models on three GPU types in two tasks.
func writeResults(t *testing.T, dir string) {
	t.Helper()
	var runs []data.LLMRun
	for _, task := range []string{"gpqa", "blue-chat"} {
		for g, gpu := range []string{"H100", "B200", "Blue1"} {
			for m, model := range []string{"Small 1B", "Big 9B"} {
				for i := range 3 {
					runs = append(runs, run1(task, gpu, model, float64(m+1)/float64((i+1)*(g+1)), i))
				}
			}
		}
	}
	must(t, os.MkdirAll(filepath.Join(dir, "runs"), 0o755))
	f, err := os.Create(filepath.Join(dir, "runs", "llm.parquet"))
	must(t, err)
	must(t, data.NewRuns(runs, true).WriteParquet(f, nil))
	must(t, f.Close())
}

func run1(task, gpu, model string, energy float64, i int) data.LLMRun {
	latency := float64(10 * (i + 1))
	return data.LLMRun{
		Domain: "llm", Task: task, ModelID: "Acme/" + strings.ReplaceAll(model, " ", "-"), Nickname: "Acme " + model, Architecture: "Dense",
		TotalParamsBillions: 1, ActivatedParamsBillions: 1, WeightPrecision: "bfloat16", GPUModel: gpu,
		NumGPUs: 1, MaxNumSeqs: 8 << i, TensorParallel: 1, ExpertParallel: 1, DataParallel: 1,
		EnergyPerTokenJoules: energy, EnergyPerRequestJoules: data.Some(energy * 100), AvgOutputLen: data.Some(100.0),
		OutputThroughputTokensPerSec: 400 / energy, AvgPowerWatts: 400, MedianITLMillis: latency,
		P50ITLMillis: latency, P90ITLMillis: latency + 2, P95ITLMillis: latency + 3, P99ITLMillis: latency + 4, IsStable: true,
	}
}

func run(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	command := exec.CommandContext(t.Context(), name, args...)
	command.Dir = dir
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
	return string(out)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
