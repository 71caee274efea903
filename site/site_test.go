package site

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jouleboard/jouleboard/assets"
	"github.com/jouleboard/jouleboard/charts/render"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/tree"
	"golang.org/x/net/html"
)

// Pages that can stand in a frame describe it for sites that embed them.
func TestPagesDescribeTheirFrames(t *testing.T) {
	opts := options(t)
	opts.BaseURL = "https://lab.example/"
	files := built(t, opts)
	for page, frame := range map[string]string{"tasks/gpqa/": "embed/gpqa/", "explore/": "explore/embed/"} {
		_, found, ok := strings.Cut(files[page+"index.html"], `type="application/json+oembed"`)
		_, address, _ := strings.Cut(found, `href="https://lab.example/`)
		address, _, _ = strings.Cut(address, `"`)
		var described struct{ Type, HTML string }
		if err := json.Unmarshal([]byte(files[address]), &described); !ok || err != nil {
			t.Fatalf("%s: %q: %v", page, address, err)
		}
		if described.Type != "rich" || !strings.Contains(described.HTML, `src="https://lab.example/`+frame+`"`) || files[frame+"index.html"] == "" {
			t.Errorf("%s: %+v", page, described)
		}
	}
}

const hostile = `</svg><script>alert("1")</script><img src=x onerror=alert(2)>' & <b>](http://e.example) [x](y) ![i](j) *`

// results are a few configurations, one with names that a page must not obey.
func results() data.Dataset {
	problems := []data.Problem{{File: hostile, Message: hostile}}
	source := data.Source{Name: "results" + hostile, Kind: "compiled", Date: "2026-02-16", Problems: problems}
	return data.NewDataset(source, intake().Table(true))
}

func intake() *data.Intake {
	in := data.NewIntake(data.LLMRun{}.Schema())
	for i, batch := range []int{8, 16, 32, 64} {
		for j, gpu := range []string{"B200", "H100" + hostile} {
			r := data.LLMRun{
				Domain: "llm", Task: "gpqa", ModelID: fmt.Sprintf("lab/model-%d", j), Nickname: "Model " + hostile,
				Architecture: "MoE " + hostile, WeightPrecision: "fp8" + hostile, TotalParamsBillions: 30, ActivatedParamsBillions: 3,
				GPUModel: gpu, NumGPUs: 1 + j, MaxNumSeqs: batch, TensorParallel: 1, ExpertParallel: 1, DataParallel: 1,
				EnergyPerTokenJoules: 2 / float64(batch), OutputThroughputTokensPerSec: float64(100 * batch), AvgPowerWatts: 400,
				MedianITLMillis: float64(10 + 12*i), P50ITLMillis: float64(10 + 12*i), P90ITLMillis: 60, P95ITLMillis: 61, P99ITLMillis: 62,
				IsStable: true,
			}
			if !in.Add(data.RowOf(r), "runs", in.Len()+1) {
				panic(in.Problems[len(in.Problems)-1].Error())
			}
		}
	}
	in.SetLengths(0, &data.OutputLengths{Lengths: []int{10, 20, 400}, Counts: []int{3, 2, 1}})
	return in
}

func options(t *testing.T) Options {
	t.Helper()
	texts, err := content.Load(content.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	renderer, err := render.New(assets.Tokens())
	if err != nil {
		t.Fatal(err)
	}
	return Options{Out: filepath.Join(t.TempDir(), "public"), Content: texts, Charts: renderer, Version: "test"}
}

func built(t *testing.T, opts Options) map[string]string {
	t.Helper()
	return builtOf(t, results(), opts)
}

// plainSite are the files of the results' site without further options, which is built once for all tests.
func plainSite(t *testing.T) map[string]string {
	t.Helper()
	plainOnce.Do(func() { plainFiles = built(t, options(t)) })
	return plainFiles
}

var (
	plainOnce  sync.Once
	plainFiles map[string]string
)

func builtOf(t *testing.T, ds data.Dataset, opts Options) map[string]string {
	t.Helper()
	var m tree.Memory
	if _, err := buildInto(context.Background(), Select(ds, opts.Content), opts, &m); err != nil {
		t.Fatal(err)
	}
	return m.Files()
}

// onDisk builds the results' site where the options say, and reads it back.
func onDisk(t *testing.T, opts Options) map[string]string {
	t.Helper()
	if _, err := Build(context.Background(), Select(results(), opts.Content), opts); err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	err := filepath.WalkDir(opts.Out, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		name, _ := filepath.Rel(opts.Out, path)
		files[filepath.ToSlash(name)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestNamesOfResultFilesStayText(t *testing.T) {
	for name, text := range plainSite(t) {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		root, err := html.Parse(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		for n := range root.Descendants() {
			if n.Type != html.ElementNode {
				continue
			}
			if n.Data == "script" && !ownScript(n) || n.Data == "img" && !ownBadge(n) || n.Data == "b" {
				t.Errorf("%s: a name became the element %s", name, n.Data)
			}
			for _, a := range n.Attr {
				if strings.HasPrefix(a.Key, "on") || a.Key == "style" {
					t.Errorf("%s: <%s> has the attribute %s", name, n.Data, a.Key)
				}
			}
		}
	}
}

// ownBadge reports whether a picture is a badge of the site.
func ownBadge(n *html.Node) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == "src" && strings.HasPrefix(a.Val, "../../"+badgesPath) })
}

// ownScript reports whether a script element loads a file of the site, or holds
// data.
func ownScript(n *html.Node) bool {
	for _, a := range n.Attr {
		if a.Key == "src" && strings.Contains(a.Val, "assets/") && n.FirstChild == nil ||
			a.Key == "type" && (a.Val == "application/ld+json" || a.Val == "application/json") {
			return true
		}
	}
	return false
}

func TestTaskPageKeepsTheContract(t *testing.T) {
	page := plainSite(t)["tasks/gpqa/index.html"]
	for _, want := range []string{
		`<html lang="en" data-state="static">`, `data-page="task"`, `data-task="gpqa"`, `id="count"`,
		`data-models="2"`, `data-shown="8"`, `data-total="8"`, `id="results"`, `data-model="lab/model-0"`,
		`data-field="energy_per_token_joules"`, `<data value="0.03125">`, `data-chart="trade-off"`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}

func TestSitesOfEqualDataAreEqual(t *testing.T) {
	opts := options(t)
	first := built(t, opts)
	second := onDisk(t, opts)
	if delete(second, tree.Marker); len(first) != len(second) {
		t.Errorf("%d and %d files", len(first), len(second))
	}
	for name, text := range first {
		if second[name] != text {
			t.Errorf("%s differs", name)
		}
	}
}

func TestBaseURLGivesCanonicalLinksAndSitemap(t *testing.T) {
	opts := options(t)
	if files := built(t, opts); files["sitemap.xml"] != "" || strings.Contains(files["index.html"], "canonical") {
		t.Error("a site without an address names one")
	}
	opts.BaseURL = "https://example.org/energy/"
	files := built(t, opts)
	if !strings.Contains(files["sitemap.xml"], "<loc>https://example.org/energy/tasks/gpqa/</loc>") {
		t.Error("the sitemap lacks the task")
	}
	if !strings.Contains(files["tasks/gpqa/index.html"], `rel="canonical" href="https://example.org/energy/tasks/gpqa/"`) {
		t.Error("the task page lacks its canonical link")
	}
	if !strings.Contains(files["404.html"], `href="/energy/tasks/gpqa/"`) {
		t.Error("links of the 404 page do not start with the base path")
	}
}

func TestNothingToPublishLeavesTheOldSite(t *testing.T) {
	opts := options(t)
	old := onDisk(t, opts)["index.html"]
	if _, err := Build(context.Background(), Selection{}, opts); err == nil {
		t.Fatal("an empty selection was built")
	}
	if now, _ := os.ReadFile(filepath.Join(opts.Out, "index.html")); string(now) != old {
		t.Error("the old site changed")
	}
}
