package site

import (
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/content"
)

func TestQualityStandsBesideEnergyWithItsSource(t *testing.T) {
	opts := options(t)
	opts.Content.Scores = []content.Score{
		{Model: "lab/model-0", Benchmark: "Exam " + hostile, Value: 71.5, Source: "https://scores.example.org/a?b=1"},
		{Model: "lab/model-1", Benchmark: "Exam " + hostile, Value: 64, Source: "https://scores.example.org/c"},
		{Model: "lab/unmeasured", Benchmark: "Exam " + hostile, Value: 99, Source: "https://scores.example.org/d"},
		{Model: "lab/unmeasured", Benchmark: "Another", Value: 1, Source: "https://scores.example.org/d"},
	}
	files := built(t, opts)
	page := files["quality/index.html"]
	for _, want := range []string{
		`<data value="71.5">71.5</data>`, `href="https://scores.example.org/a?b=1">scores.example.org</a>`, `data-chart="quality"`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s on the page", want)
		}
	}
	if strings.Contains(page, `value="99"`) || strings.Contains(page, "Another") {
		t.Error("the score of a model without runs is on the page")
	}
	if !strings.Contains(page, "1 score is not compared with an energy here: lab/unmeasured.") {
		t.Error("the score without an energy is not named")
	}
	opts.Content.Scores[1].Precision = "none that was measured"
	page = built(t, opts)["quality/index.html"]
	if strings.Contains(page, `data-chart="quality"`) || !strings.Contains(page, "(score of none that was measured, energy of ") {
		t.Error("a score of other weights is set beside an energy")
	}
	if rows := files["figures/quality/quality-1.csv"]; strings.Count(rows, "\n") != 3 || !strings.Contains(rows, ",0.03125,") ||
		!strings.Contains(rows, "https://scores.example.org/c") {
		t.Errorf("rows of the figure:\n%s", rows)
	}
	if !strings.Contains(files["models/index.html"], `<data value="64">64</data>`) ||
		!strings.Contains(files["index.html"], `href="quality/"`) {
		t.Error("no column in the list of models, or no link to the page")
	}
	if files := plainSite(t); files["quality/index.html"] != "" || strings.Contains(files["index.html"], `href="quality/"`) {
		t.Error("a page about quality without scores")
	}
}
