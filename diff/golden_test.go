package diff

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/ipw"
	"github.com/jouleboard/jouleboard/data/plausible"
)

var update = flag.Bool("update", false, "write the golden files")

// golden compares text with a file of testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(got, want) {
		return
	}
	g, w := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	for i := range g {
		if i >= len(w) || g[i] != w[i] {
			t.Fatalf("%s differs from line %d on:\ngot  %s\nwant %s\nrun with -update and look at the difference", name, i+1, g[i],
				append(w, "")[min(i, len(w))])
		}
	}
	t.Fatalf("%s is shorter than it was", name)
}

// everyClass are two sides whose report has every class and every table.
func everyClass() (base, head Side) {
	renamed := run("renamed", 8, 2.5)
	newName := renamed
	newName.Nickname = "Renamed | <b>`*"
	lost, cascaded := run("lost", 8, 3), run("lost", 16, 2.9)
	unstable, after := lost, cascaded
	unstable.IsStable, unstable.UnstableReason = false, "low_batch_utilization:0.500000"
	after.IsStable, after.UnstableReason = false, "cascade_from_unstable_batch:8"
	found := unstable
	found.ModelID, found.Nickname = "lab/found", "found"
	stable := found
	stable.IsStable, stable.UnstableReason = true, ""
	before := []data.LLMRun{
		run("same", 8, 1), run("noisy", 8, 1.5), run("worse", 8, 0.5), run("better", 8, 2), renamed, run("gone", 8, 0.9), run("refused", 8, 0.95), lost, cascaded, found,
	}
	now := []data.LLMRun{
		run("same", 8, 1), scaled(run("noisy", 8, 1.5), 1.04), scaled(run("worse", 8, 0.5), 3), scaled(run("better", 8, 2), 0.25),
		newName, run("added", 8, 0.8),
		unstable, after, stable,
	}
	for i := range 5 {
		off := 1 + 0.002*float64(i)
		before, now = append(before, scaled(run("repeated", 32, 1.2), off)), append(now, scaled(run("repeated", 32, 1.4), off))
	}
	base, head = side(before...), side(now...)
	base.Data = base.Data.With(profiles(profile("small", "0.1.0", 0.5), profile("middle", "0.1.0", 0.4), profile("large", "0.1.0", 0.2)))
	head.Data = head.Data.With(profiles(profile("small", "0.2.0", 0.5), profile("middle", "0.1.0", 0.4), profile("large", "0.1.0", 0.9)))
	base.Data.Sources = []data.Source{{
		Name: "git:main:results", Kind: "compiled", Revision: "git 0123456789abcdef", Date: "2026-01-01", Runs: len(before),
	}}
	head.Data.Sources = []data.Source{{Name: "results", Kind: "compiled", Date: "2026-02-01", Runs: len(now), Problems: []data.Problem{
		{
			File: "runs/llm.parquet", Row: 9, Field: "energy_per_token_joules", Code: data.CodeValue, LeftOut: 1,
			Configuration: data.NewRuns([]data.LLMRun{run("refused", 8, 0.95)}, false).ConfigurationID(0),
			Message:       "expected a positive number, got -1; row left out",
		},
		{
			File: "runs/llm.parquet", Row: 10, Code: data.CodeTwice, LeftOut: 1,
			Message: "duplicate of row 3 of runs/llm.parquet, with equal values in all columns; row left out; remove one of the two",
		},
	}}}
	return base, head
}

// queries are a run of Intelligence Per Watt.
type queries struct {
	Domain         string            `run:"domain"`
	Form           string            `run:"form"`
	Dataset        string            `run:"dataset"`
	DatasetName    string            `run:"dataset_name"`
	Model          string            `run:"model"`
	GPU            string            `run:"gpu"`
	Engine         data.Opt[string]  `run:"engine"`
	IPWVersion     string            `run:"ipw_version"`
	Queries        int               `run:"queries"`
	Correct        int               `run:"correct"`
	Scored         int               `run:"scored"`
	Accuracy       data.Opt[float64] `run:"accuracy"`
	EnergyPerQuery float64           `run:"energy_per_query_j"`
	PerJoule       float64           `run:"ipj"`
}

func (queries) Schema() *data.Schema { return ipw.Schema() }

// profile is a run by that version, with so much accuracy a joule.
func profile(model, version string, perJoule float64) queries {
	return queries{
		Domain: ipw.Domain, Form: "single-turn", Dataset: "mmlu-pro", DatasetName: "MMLU-Pro", Model: model, GPU: "H100",
		IPWVersion: version, Queries: 100, Correct: 50, Scored: 100, Accuracy: data.Some(0.5), EnergyPerQuery: 0.5 / perJoule, PerJoule: perJoule,
	}
}

func profiles(list ...queries) data.Table { return data.NewRuns(list, false).Table }

func TestReportsStayAsTheyAre(t *testing.T) {
	base, head := everyClass()
	accepted, err := plausible.ReadAcceptances("accepted.yaml", []byte(`
- {key: {task: gpqa, model_id: lab/worse}, reason: measured again}
- {key: nothing, reason: old}
`))
	if err != nil {
		t.Fatal(err)
	}
	r := Compare(base, head, Options{Content: texts0(), Accepted: accepted})
	for _, class := range Classes() {
		if r.Counts[class] == 0 {
			t.Errorf("no configuration is %q", class)
		}
	}
	golden(t, "classes.md", []byte(r.Markdown("v1")))
	var b bytes.Buffer
	if err := r.WriteJSON(&b, "v1"); err != nil {
		t.Fatal(err)
	}
	golden(t, "classes.json", b.Bytes())
	if got := len(r.Failures(FaultKinds())); got != 8 {
		t.Errorf("%d faults that nobody answers for: %+v", got, r.Failures(FaultKinds()))
	}
	same := compare(base, base)
	golden(t, "same.md", []byte(same.Markdown("v1")))
}
