package site

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/fitting"
)

func TestAComparisonStandsWithoutAScript(t *testing.T) {
	page := plainSite(t)["compare/index.html"]
	for _, want := range []string{
		`<body data-page="compare">`, `id="compared"`, `id="tradeoff-figure"`, `id="configurations-gpqa"`, `name="base"`,
		`href="../models/lab__model-0/"`, `href="../models/lab__model-1/"`, `uses the least energy`, `statistically tied with it`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}

func TestLengthsFileHasAHistogramForEachRowThatStatesLengths(t *testing.T) {
	for name, text := range plainSite(t) {
		if !strings.HasPrefix(name, "assets/gpqa-lengths.") {
			continue
		}
		var f lengthsFile
		if err := json.Unmarshal([]byte(text), &f); err != nil {
			t.Fatal(err)
		}
		known := 0
		for i, at := range f.Of {
			if at < 0 {
				continue
			}
			known++
			answers := 0
			for _, n := range f.Counts[i] {
				answers += n
			}
			if answers != 6 || len(f.Counts[i]) >= len(f.Edges[at]) {
				t.Errorf("row %d: %d answers in %d bins of %d edges", i, answers, len(f.Counts[i]), len(f.Edges[at]))
			}
		}
		if known != 1 || len(f.Of) != 8 {
			t.Errorf("%d of %d rows have lengths", known, len(f.Of))
		}
		return
	}
	t.Error("there is no file of lengths")
}

func TestAModelsPageLeadsToItsComparison(t *testing.T) {
	files := plainSite(t)
	page := files["models/lab__model-0/index.html"]
	if want := `href="../../compare/?models=lab%2Fmodel-0"`; !strings.Contains(page, want) {
		t.Errorf("no %s on the model's page", want)
	}
}

func TestModelsOfSimilarSizeCanBeComparedSideBySide(t *testing.T) {
	var runs []data.LLMRun
	for id, energy := range map[string]float64{"org/a": 1, "org/b,c": 2, "org/e": 3, "org/tied": 3.5, "org/d": 4} {
		runs = append(runs, data.LLMRun{
			Domain: "llm", Task: "gpqa", ModelID: id, Nickname: id, TotalParamsBillions: 8, GPUModel: "H100", NumGPUs: 1, MaxNumSeqs: 8,
			EnergyPerTokenJoules: energy, MedianITLMillis: 10, P50ITLMillis: 10,
		})
	}
	unsure := aggregate.Uncertainty{Between: fitting.Assumed(0.08)}
	measured := data.NewRuns(runs, true).Table
	about := tasksOf(board.Tasks(data.Dataset{Tables: []data.Table{measured}}, aggregate.Rows(measured, unsure), content.Content{}),
		content.Content{Words: content.English()})[0]
	p := &page{path: "models/org__d/", edition: &edition{content: content.Content{Words: content.English()}, compared: []*task{about}}}
	all := p.alternatives("org/d", about)
	if len(all) != 1 || len(all[0].Items) != 3 || len(all[0].Links) != 1 {
		t.Fatalf("alternatives are %+v", all)
	}
	address, err := url.Parse(all[0].Links[0].Href)
	if err != nil {
		t.Fatal(err)
	}
	models := strings.Split(address.Query().Get("models"), ",")
	slices.Sort(models[1:])
	if address.Path != "../../compare/" ||
		!slices.Equal(models, []string{"org/d", "org/a", "org/b%2Cc", "org/e"}) {
		t.Errorf("they are compared at %s", address)
	}
}
