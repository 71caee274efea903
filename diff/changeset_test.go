package diff

import (
	"bytes"
	"encoding/json"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/mlenergy"
	"github.com/jouleboard/jouleboard/internal/shared"
	"github.com/jouleboard/jouleboard/leaderboard"
)

// published is the data of the ML.ENERGY leaderboard.
func published(t testing.TB, root string) data.Dataset {
	t.Helper()
	ds, err := mlenergy.Open(filepath.Join(root, "data", "mlenergy-v3", "compiled"), mlenergy.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return ds
}

func embedded(t testing.TB) content.Content {
	t.Helper()
	c, err := content.Load(content.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// edit is the dataset with its language model runs passed through a function that
// may change each, and leave it out.
func edit(ds data.Dataset, change func(*data.LLMRun) bool) data.Dataset {
	var runs []data.LLMRun
	for r := range ds.LLM().All() {
		if change(&r) {
			runs = append(runs, r)
		}
	}
	ds = ds.With(data.NewRuns(runs, false).Table)
	return ds
}

// What a script did to the published data is what the report says, in numbers and
// in every format, and nothing else.
func TestTheReportSaysWhatAScriptDid(t *testing.T) {
	base := published(t, shared.Whole(t))
	const worse, better, removed, renamed, flipped = "Qwen/Qwen3-8B", "Qwen/Qwen3-14B", "Qwen/Qwen3-32B", "google/gemma-3-12b-it", "meta-llama/Llama-3.1-8B-Instruct"
	want := map[Class]map[string]bool{Changed: {}, Removed: {}, Metadata: {}, Flipped: {}, Added: {}}
	note := func(class Class, r data.LLMRun) { want[class][idOfRun(r)] = true }
	var added []data.LLMRun
	head := edit(base, func(r *data.LLMRun) bool {
		if r.Task != "lm-arena-chat" {
			return true
		}
		switch {
		case r.ModelID == removed:
			note(Removed, *r)
			return false
		case r.ModelID == renamed:
			note(Metadata, *r)
			r.Nickname = "Gemma | twelve"
		case r.ModelID == flipped && r.GPUModel == "H100" && r.MaxNumSeqs >= 256:
			note(Flipped, *r)
			r.IsStable, r.UnstableReason = false, "cascade_from_unstable_batch:256"
			if r.MaxNumSeqs == 256 {
				r.UnstableReason = "low_batch_utilization:0.700000"
			}
		case r.ModelID == worse:
			note(Changed, *r)
			r.EnergyPerTokenJoules *= 1.6
		case r.ModelID == better:
			note(Changed, *r)
			r.EnergyPerTokenJoules *= 0.5
			twin := *r
			twin.GPUModel = "X100"
			added = append(added, twin)
			note(Added, twin)
		}
		return true
	})
	head = head.With(data.NewRuns(append(added, slices.Collect(head.LLM().All())...), false).Table)
	for class, ids := range want {
		if len(ids) == 0 {
			t.Fatalf("the script did nothing for %q", class)
		}
	}
	r := Compare(Side{Data: base}, Side{Data: head}, Options{Content: embedded(t)})
	got := map[Class]map[string]bool{}
	for _, c := range r.Changes {
		if got[c.Class] == nil {
			got[c.Class] = map[string]bool{}
		}
		got[c.Class][c.ID] = true
	}
	for _, class := range Classes() {
		if class == Same {
			continue
		}
		for id := range got[class] {
			if !want[class][id] {
				t.Errorf("%s is %s, which the script did not do", id, class)
			}
		}
		for id := range want[class] {
			if !got[class][id] {
				t.Errorf("%s is not %s, which the script did", id, class)
			}
		}
	}
	inEveryFormat(t, r, worse, better)
}

func idOfRun(r data.LLMRun) string {
	c := Compare(Side{}, Side{Data: data.NewDataset(data.Source{}, data.NewRuns([]data.LLMRun{r}, false).Table)}, Options{})
	return c.Changes[0].ID
}

// inEveryFormat checks that the formats agree with the report.
func inEveryFormat(t *testing.T, r Report, worse, better string) {
	t.Helper()
	var b bytes.Buffer
	if err := r.WriteJSON(&b, "v"); err != nil {
		t.Fatal(err)
	}
	var read struct {
		Counts  map[Class]int
		Changes []struct {
			Model   string `json:"model_id"`
			Class   Class
			Metrics []struct {
				Field  string
				Change float64 `json:"change_percent"`
				Worse  bool
			}
		}
	}
	if err := json.Unmarshal(b.Bytes(), &read); err != nil {
		t.Fatal(err)
	}
	found := map[Class]int{}
	for _, c := range read.Changes {
		found[c.Class]++
		if c.Class != Changed {
			continue
		}
		m, want := c.Metrics[0], map[string]float64{worse: 60, better: -50}[c.Model]
		if len(c.Metrics) != 1 || m.Field != "energy_per_token_joules" || m.Worse != (c.Model == worse) || math.Abs(m.Change-want) > 1e-9 {
			t.Errorf("%+v", c)
		}
	}
	for class, n := range r.Counts {
		if class != Same && (found[class] != n || read.Counts[class] != n) {
			t.Errorf("JSON has %d of %q, want %d", found[class], class, n)
		}
	}
	text := r.Markdown("v")
	for _, want := range []string{
		"Gemma &#124; twelve", "where low&#95;batch&#95;utilization", "#### Worse", "#### Better", "&#43;60.0 %", "−50.0 %", "X100",
		r.Verdict()[:30],
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the comment lacks %q", want)
		}
	}
}

func TestPublishedResultsAreThoseTheyWereCompiledFrom(t *testing.T) {
	shared.Each(t, func(t *testing.T, root string) {
		base := published(t, root)
		written, err := leaderboard.Read(t.Context(), filepath.Join(root, "data", "mlenergy-v3", "leaderboard"), leaderboard.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range []Report{
			Compare(Side{Data: base}, Side{Data: written}, Options{Content: embedded(t)}),
			Compare(Side{Data: base}, Side{Data: base}, Options{Content: embedded(t)}),
		} {
			if !r.SameResults() || r.Verdict() != "No result changes." || len(r.Changes) != 0 || r.Counts[Same] < base.Len()-3 || len(r.Faults) > 0 {
				t.Errorf("%s %v", r.Verdict(), r.Counts)
			}
		}
	})
}
