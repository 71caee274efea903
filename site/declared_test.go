package site

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
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
- {name: concurrency, role: batch, label: Concurrency}
- {name: energy, role: energy, unit: J/token, in: J/token, from: [joules]}
- {name: tpot_ms, role: latency_p50}
`

// labSite is a site of a benchmark of the publisher's own, without results of any other.
func labSite(t *testing.T, texts content.Content) map[string]string {
	t.Helper()
	opts := options(t)
	opts.Content = texts
	return builtOf(t, labData(t), opts)
}

// A column without values, such as the rank, is of no energy, also where the board lacks one of responses.
func TestColumnsWithoutValuesHaveNoUnit(t *testing.T) {
	boards := 0
	for path, text := range labSite(t, options(t).Content) {
		var file struct{ Columns []boardColumn }
		if !strings.HasPrefix(path, "assets/") || json.Unmarshal([]byte(text), &file) != nil || file.Columns == nil {
			continue
		}
		boards++
		for _, c := range file.Columns {
			if c.Field == "" && c.Per != "" {
				t.Errorf("the column %s is per %s", c.Kind, c.Per)
			}
		}
	}
	if boards == 0 {
		t.Error("no board")
	}
}

// A GPU has one color on all boards of a site, whoever measured it, and what others measured moves no color.
func TestAGPUHasOneColor(t *testing.T) {
	both, boards, own := results(), 0, gpuMarks(results())
	for _, table := range labData(t).Tables {
		both = both.With(table)
	}
	on := map[string][]charts.Mark{}
	for path, text := range builtOf(t, both, options(t)) {
		var file struct {
			Marks map[string]charts.Mark
		}
		if !strings.HasPrefix(path, "assets/") || json.Unmarshal([]byte(text), &file) != nil || file.Marks == nil {
			continue
		}
		boards++
		for gpu, mark := range file.Marks {
			on[gpu] = append(on[gpu], mark)
			if before, ok := own[gpu]; ok && mark != before {
				t.Errorf("%s: %s has %v, without the other benchmark %v", path, gpu, mark, before)
			}
		}
	}
	for gpu, marks := range on {
		if len(marks) != boards || len(lists.Distinct(marks)) != 1 {
			t.Errorf("%s has the marks %v on %d boards", gpu, marks, boards)
		}
	}
	if boards < 2 || len(on) != 3 {
		t.Errorf("%d boards have the GPUs %v", boards, on)
	}
}

// GPUs that only others measured have their pages where a publisher puts those of GPUs.
func TestGuestsAreBesideOthersOfTheirKind(t *testing.T) {
	both := results()
	for _, table := range labData(t).Tables {
		both = both.With(table)
	}
	opts := options(t)
	opts.Content = over(t, map[string]string{"pages.yaml": "pages: [{id: gpu, address: \"accelerators/{slug}/\"}]\n"})
	files := builtOf(t, both, opts)
	if page := files["accelerators/index.html"]; files["accelerators/h100/index.html"] == "" || !strings.Contains(page, `href="../accelerators/h100/"`) {
		t.Errorf("the list does not lead to the H100: %.3000s", page)
	}
	for path := range files {
		if strings.HasPrefix(path, "gpus/") {
			t.Errorf("%s is a page of a GPU too", path)
		}
	}
}

// Pages about many boards name the first and say how many more there are.
func TestPagesAboutManyBoardsAreBounded(t *testing.T) {
	rows := "model,gpu,gpus,concurrency,joules,tpot_ms,kind\n"
	for n := range 150 {
		rows += fmt.Sprintf("lab/Tiny,H100,1,8,0.36,7.1,kind %d\n", n)
	}
	pages := builtOf(t, declaredData(t, labDeclaration+"- {name: kind, role: task}\n", rows), options(t))
	for name, want := range map[string]string{
		"index.html": "50 more", "boards/index.html": "50 more",
		"models/lab-tiny/index.html": `<a href="../../search/">96 more boards</a>`, "gpus/h100/index.html": "<h2>126 more boards</h2>",
	} {
		if !strings.Contains(pages[name], want) || len(pages[name]) > 120_000 {
			t.Errorf("%s has %d bytes, and should say %q", name, len(pages[name]), want)
		}
	}
}

func labData(t *testing.T) data.Dataset { return declaredData(t, labDeclaration, labRows) }

func declaredData(t *testing.T, declaration, rows string) data.Dataset {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"runs.csv": rows, "benchmark.yaml": declaration} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ds, err := source.Open(t.Context(), "table:"+dir)
	if err != nil {
		t.Fatal(err)
	}
	return ds.Dataset
}

// over are a publisher's texts.
func over(t *testing.T, files map[string]string) content.Content {
	t.Helper()
	tree := fstest.MapFS{}
	for name, text := range files {
		tree[name] = &fstest.MapFile{Data: []byte(text)}
	}
	texts, err := content.Over(tree)
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

func TestTextsShowBoardsOfOtherBenchmarks(t *testing.T) {
	const front = "---\ntitle: A\nsummary: B.\ndate: 2026-01-01\n---\n\n"
	files := labSite(t, over(t, map[string]string{
		"posts/a.md": front + "```answer\ntask: lab-bench-all\n```\n\n```board\nlimit: 1\n```\n",
		"gpus.yaml":  "gpus: [{model: H100, name: Our H100, note: Ours runs at 350 W.}]\n",
	}))
	post := files["posts/a/index.md"]
	for _, want := range []string{
		"[Lab bench](../../boards/lab-bench-all/): **lab/Tiny has the lowest energy per token", "| 1 | [lab/Tiny]", "[All 2 models]",
	} {
		if !strings.Contains(post, want) {
			t.Errorf("no %q in\n%s", want, post)
		}
	}
	if gpu := files["gpus/h100/index.md"]; !strings.Contains(gpu, "[Our H100]") || !strings.Contains(gpu, "Ours runs at 350 W.") {
		t.Errorf("the GPU's page lacks the facts of the publisher:\n%s", gpu)
	}
}

func TestTextsAboutWhatNoResultHasAreNamed(t *testing.T) {
	texts := SelectTexts(labData(t), over(t, map[string]string{
		"posts/a.md": "---\ntitle: A\nsummary: B.\ndate: 2026-01-01\n---\n\n```board\ntask: lab\n```\n",
		"tasks.yaml": "tasks:\n- {id: mine, group: llm, name: A, title: A, summary: A., output: token, deadline: 50 ms, percentile: p50, about: A.}\n",
	})).Texts()
	if want := `posts/a.md:8: task: the data has no board "lab"; it has lab-bench-all`; texts.Faults.Error() != want {
		t.Errorf("got %v", texts.Faults)
	}
	want := `tasks.yaml:2: id: "mine": no result is of this task; boards of a benchmark.yaml are described by its key board`
	if texts.Warnings.Error() != want {
		t.Errorf("got %v", texts.Warnings)
	}
}

func TestASiteOfOneOtherBenchmarkComparesItWithNone(t *testing.T) {
	files := labSite(t, options(t).Content)
	for _, absent := range []string{"findings/index.html", "architectures/index.html", "data/schema/llm-run.json"} {
		if _, there := files[absent]; there {
			t.Errorf("%s is empty", absent)
		}
	}
	for name, text := range files {
		if !strings.HasSuffix(name, "index.md") && name != searchIndex {
			continue
		}
		for _, words := range []string{"ther benchmarks", "steady state", "nothing is ranked", "vLLM", "findings/"} {
			general := words == "steady state" && (strings.Contains(name, "comparable") || strings.Contains(name, "search"))
			if strings.Contains(text, words) && !general {
				t.Errorf("%s has %q", name, words)
			}
		}
		if n := strings.Count(text, "[What can be compared]("); n > 1 && name != "search/index.md" && name != "methods/index.md" {
			t.Errorf("%s says %d times what can be compared", name, n)
		}
	}
	home := files["index.md"]
	for _, want := range []string{
		"| [Lab bench](boards/lab-bench-all/) | [0.0900](runs/4waesnq4us/) | [lab/Tiny](models/lab-tiny/) | 1× H100, concurrency 64 | 2 |",
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
	ours, others := plainSite(t), labSite(t, options(t).Content)
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
