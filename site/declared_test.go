package site

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/source"
)

const labRows = `model,gpu,gpus,concurrency,joules,tpot_ms
lab/Tiny,H100,1,8,0.36,7.1
lab/Tiny,H100,1,64,0.09,12.5
lab/Small,H100,1,8,0.54,9.8
`

const labDeclaration = `domain: lab-bench
board: {system: Lab bench, about: Two models.}
rows:
- {files: ["runs.csv"]}
fields:
- {name: model, role: model}
- {name: gpu, role: gpu}
- {name: gpus, role: gpu_count}
- {name: concurrency, role: batch}
- {name: energy, role: energy, unit: J/token, from: [joules]}
- {name: tpot_ms, role: latency_p50}
`

// labSite is a site of a benchmark of the publisher's own, without results of any other.
func labSite(t *testing.T, texts content.Content) map[string]string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"runs.csv": labRows, "benchmark.yaml": labDeclaration} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ds, err := source.Open(t.Context(), "table:"+dir)
	if err != nil {
		t.Fatal(err)
	}
	opts := options(t)
	opts.Content = texts
	return builtOf(t, ds.Dataset, opts)
}

func TestASiteOfOneOtherBenchmarkComparesItWithNone(t *testing.T) {
	files := labSite(t, options(t).Content)
	for _, absent := range []string{"findings/index.html", "architectures/index.html", "data/schema/llm-run.json"} {
		if _, there := files[absent]; there {
			t.Errorf("%s is empty", absent)
		}
	}
	for name, text := range files {
		if !strings.HasSuffix(name, "index.md") && !strings.HasPrefix(name, "assets/search") {
			continue
		}
		for _, words := range []string{"ther benchmarks", "steady state", "nothing is ranked", "vLLM", "findings/"} {
			if strings.Contains(text, words) && (words != "steady state" || !strings.Contains(name, "comparable") && !strings.Contains(name, "search")) {
				t.Errorf("%s has %q", name, words)
			}
		}
		if n := strings.Count(text, "[What can be compared]("); n > 1 && name != "search/index.md" && name != "methods/index.md" {
			t.Errorf("%s says %d times what can be compared", name, n)
		}
	}
	home := files["index.md"]
	for _, want := range []string{
		"| [all](boards/lab-bench-all/) | 0.0900 | [lab/Tiny](models/lab-tiny/) | 1× H100, batch size 64 | 2 |",
		"**[Boards](../boards/):**", "All runs of Lab bench: [CSV](data/all/lab-bench.csv)",
	} {
		if !strings.Contains(home+files["search/index.md"], want) {
			t.Errorf("no %q in\n%s", want, home)
		}
	}
	for _, page := range []string{"models/lab-tiny/index.html", "gpus/h100/index.html"} {
		if !regexp.MustCompile(`issues/new[^"]*">Report<`).MatchString(files[page]) {
			t.Errorf("%s has no link for problems with a run", page)
		}
	}
}

// Built-in texts of pages that exist in both kinds of sites lead to sections that are there.
func TestLinksToSectionsOfMethodsLeadThere(t *testing.T) {
	link := regexp.MustCompile(`methods/#([a-z-]+)`)
	ours, others := built(t, options(t)), labSite(t, options(t).Content)
	for what, files := range map[string]map[string]string{"ours": ours, "others": others} {
		for name, text := range maps.All(files) {
			for _, m := range link.FindAllStringSubmatch(text, -1) {
				if strings.HasSuffix(name, ".html") && !strings.Contains(files["methods/index.html"], `id="`+m[1]+`"`) {
					t.Errorf("%s: %s leads to methods/#%s", what, name, m[1])
				}
			}
		}
	}
}
