package leaderboard

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
)

func TestSourceNamesTellNothingOfTheMachine(t *testing.T) {
	for name, want := range map[string]string{
		"results/v3":                "results/v3",
		"../results":                "../results",
		"sample:":                   "sample:",
		"/home/someone/results":     "results",
		"/home/someone/results/":    "results",
		"json:/home/someone/board":  "json:board",
		"json:board":                "json:board",
		"hf://org/name@main":        "hf://org/name@main",
		"https://example.org/board": "https://example.org/board",
		"https://me:secret@example.org/board?token=secret": "https://example.org/board",
		"json:https://me@example.org/b#x":                  "json:https://example.org/b",
	} {
		if got := SourceName(name); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}

func TestProvenanceCountsWhatIsPublished(t *testing.T) {
	ds := sample()
	unstable := llmRun("gpqa", "org/shaky", 1, 512, 1)
	unstable.IsStable = false
	ds = ds.With(ds.LLM().Concat(data.NewRuns([]data.LLMRun{unstable}, false)).Table)
	ds.Sources[0].Problems = []data.Problem{{File: "b", Message: "second"}, {File: "a", Row: 2, Field: "seed", Message: "first"}}
	ds.Sources = append(ds.Sources, data.Source{Name: "more", Synthetic: true})
	files, err := filesOf(ProvenanceFiles(ds, Provenance{
		Tool: "jouleboard", Benchmark: "ML.ENERGY", Version: "1", LastUpdated: "2026-02-16",
		Problems: []data.Problem{{Message: "third"}},
	}))
	if err != nil {
		t.Fatal(err)
	}
	var meta struct {
		Data      string `json:"data_date"`
		Synthetic bool
		Problems  int
		Published struct {
			Runs, Models int
			ByDomain     map[string]map[string]int `json:"by_domain"`
			ByTask       map[string]map[string]int `json:"by_task"`
		}
		Sources []struct{ Source, Kind string }
	}
	if err := json.Unmarshal(files[0].Bytes, &meta); err != nil {
		t.Fatal(err)
	}
	p := meta.Published
	if p.Runs != 42 || p.Models != 6 || p.ByDomain["llm"]["runs"] != 38 || p.ByTask["gpqa"]["models"] != 4 ||
		p.ByTask["text-to-video"]["runs"] != 2 {
		t.Errorf("got %+v", p)
	}
	if meta.Problems != 3 || !meta.Synthetic || meta.Data != "2026-02-16" || meta.Sources[0].Source != "results" {
		t.Errorf("got %+v", meta)
	}
	text := string(files[1].Bytes)
	if first, second, third := strings.Index(text, "first"), strings.Index(text, "second"),
		strings.Index(text, "third"); first < 0 || second < first || third < second {
		t.Errorf("problems are out of order: %s", text)
	}
	if strings.Contains(text+string(files[0].Bytes), "someone") {
		t.Error("the directory of the user is published")
	}
}

func TestTheNewestDateIsTheDatas(t *testing.T) {
	ds := data.Dataset{Sources: []data.Source{{Date: "2025-12-01"}, {Date: "2026-02-16"}, {}}}
	if got := ds.Date(); got != "2026-02-16" {
		t.Errorf("got %q", got)
	}
}
