package diff

import (
	"bytes"
	"encoding/json"
	"html"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/llenergymeasure"
	"github.com/jouleboard/jouleboard/data/mlenergy"
	"github.com/jouleboard/jouleboard/internal/shared"
	"github.com/jouleboard/jouleboard/leaderboard"
	xhtml "golang.org/x/net/html"
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
	const worse, better, removed, renamed, flipped = "Qwen/Qwen3-8B", "Qwen/Qwen3-14B", "Qwen/Qwen3-32B", "google/gemma-3-12b-it",
		"meta-llama/Llama-3.1-8B-Instruct"
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
		"Gemma &#124; twelve", "where low&#95;batch&#95;utilization", "&#43;60.0%", "−50.0%", "X100",
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
			if !r.SameResults() || r.Verdict() != "No results changed." || len(r.Changes) != 0 || r.Counts[Same] < base.Len()-3 ||
				len(r.Faults) > 0 {
				t.Errorf("%s %v", r.Verdict(), r.Counts)
			}
		}
	})
}

// changeSets are what pull requests do to the published data.
var changeSets = map[string]struct {
	want   string // of the verdict or what stands above the tables
	change func(r data.LLMRun, i int) []data.LLMRun
}{
	"one": {"1 worse", func(r data.LLMRun, i int) []data.LLMRun {
		if i == 100 && r.IsStable {
			r.EnergyPerTokenJoules *= 1.7
		}
		return []data.LLMRun{r}
	}},
	"thirty": {"15 configurations regressed, 15 improved", func(r data.LLMRun, i int) []data.LLMRun {
		if i%25 == 0 && i < 750 && r.IsStable {
			r = scaled(r, []float64{1.8, 0.5}[i/25%2])
		}
		return []data.LLMRun{r}
	}},
	"many": {"2 further groups changed together", func(r data.LLMRun, i int) []data.LLMRun {
		if r.IsStable {
			r = scaled(r, 1.6+float64(i%7)/10)
		}
		return []data.LLMRun{r}
	}},
	"renamed": {"No results changed (", func(r data.LLMRun, _ int) []data.LLMRun {
		if r.ModelID == "Qwen/Qwen3-8B" {
			r.ModelID, r.Nickname = "Qwen/Qwen3-8B-2504", "Qwen 3 8B 2504"
		}
		return []data.LLMRun{r}
	}},
	"gpu": {"added", func(r data.LLMRun, _ int) []data.LLMRun {
		if r.GPUModel != "B200" || r.Task != "gpqa" {
			return []data.LLMRun{r}
		}
		on := scaled(r, 0.9)
		on.GPUModel = "MI300X"
		return []data.LLMRun{r, on}
	}},
	"model":   {"Qwen 3 8B in Text conversation: energy per token +60.0%", where(isQwen, func(r data.LLMRun, _ int) []data.LLMRun { return []data.LLMRun{scaled(r, 1.6)} })},
	"onegpu":  {"+60.0%", where(func(r data.LLMRun) bool { return r.GPUModel == "H100" && r.Task == "gpqa" }, func(r data.LLMRun, _ int) []data.LLMRun { return []data.LLMRun{scaled(r, 1.6)} })},
	"unit":    {"a factor of exactly 1,000, as of another unit", where(isQwen, func(r data.LLMRun, _ int) []data.LLMRun { return []data.LLMRun{scaled(r, 1e-3)} })},
	"removed": {"removed (model Qwen 3 8B)", where(isQwen, func(data.LLMRun, int) []data.LLMRun { return nil })},
	"noise": {"No results changed (", func(r data.LLMRun, i int) []data.LLMRun {
		return []data.LLMRun{scaled(r, 1+0.02*math.Sin(float64(i)))}
	}},
	"task": {"All models in Problem solving: energy per token +20", where(func(r data.LLMRun) bool { return r.Task == "gpqa" }, func(r data.LLMRun, i int) []data.LLMRun {
		return []data.LLMRun{scaled(r, 1.2+0.02*math.Sin(float64(i)))}
	})},
	"repeats": {"No results changed", where(isQwen, func(r data.LLMRun, _ int) []data.LLMRun {
		again := scaled(r, 1.01)
		again.Seed = data.Some(7)
		return []data.LLMRun{r, again}
	})},
	"lost": {"GPT OSS 120B instead of GPT OSS 20B now first in Problem solving", where(func(r data.LLMRun) bool { return r.Nickname == "GPT OSS 20B" && r.Task == "gpqa" }, func(r data.LLMRun, _ int) []data.LLMRun {
		return []data.LLMRun{scaled(r, 4)}
	})},
	"nothing": {"No results changed.", func(r data.LLMRun, _ int) []data.LLMRun { return []data.LLMRun{r} }},
}

func isQwen(r data.LLMRun) bool { return r.ModelID == "Qwen/Qwen3-8B" }

// where applies a change to some runs.
func where(some func(data.LLMRun) bool, change func(data.LLMRun, int) []data.LLMRun) func(data.LLMRun, int) []data.LLMRun {
	return func(r data.LLMRun, i int) []data.LLMRun {
		if some(r) {
			return change(r, i)
		}
		return []data.LLMRun{r}
	}
}

func TestCommentsOnChangesOfThePublishedData(t *testing.T) {
	base := published(t, shared.Whole(t))
	for name, set := range changeSets {
		var runs []data.LLMRun
		i := 0
		for r := range base.LLM().All() {
			runs = append(runs, set.change(r, i)...)
			if r.IsStable {
				i++
			}
		}
		head := base.With(data.NewRuns(runs, false).Table)
		if name == "many" { // all runs of language models, three of which are repeats, and the first of images and videos
			head = head.With(data.NewRuns(moreEnergy(base, 911+3-i), false).Table)
		}
		r := Compare(Side{Data: base}, Side{Data: head}, Options{Content: embedded(t)})
		told(t, name, &r, set.want)
	}
}

// moreEnergy are the runs of images and videos, of which the first n need three times the energy.
func moreEnergy(ds data.Dataset, n int) (runs []data.DiffusionRun) {
	for r := range ds.Diffusion().All() {
		if r.EnergyPerGenerationJoules *= 3; len(runs) >= n {
			r.EnergyPerGenerationJoules /= 3
		}
		runs = append(runs, r)
	}
	return runs
}

// A new version of the engine and of the tool stands first, and nothing is said of what it measured.
func TestCommentOnANewEngine(t *testing.T) {
	base, err := llenergymeasure.Open(t.Context(), filepath.Join(shared.Small(t), "fixtures", "llenergymeasure"))
	if err != nil {
		t.Fatal(err)
	}
	of := func(engine string, times float64) Side {
		in := data.NewIntake(llenergymeasure.Schema())
		for i := range base.Tables[0].Len() {
			row := data.NewRow(in.Schema())
			for _, f := range in.Schema().Fields() {
				if !f.Computed {
					row.Take(map[string]any{f.Name: base.Tables[0].Value(i, f.Name)})
				}
			}
			joules := row.Float("total_energy_j").Or(1)
			row.Take(map[string]any{"engine_version": engine, "llenergymeasure_version": "0.9.0", "total_energy_j": times * joules})
			in.Add(row, "file", 0)
		}
		return Side{Data: base.With(in.Table(false))}
	}
	r := Compare(of("0.10.2", 1), of("0.11.0", 3), Options{})
	if n := r.Counts[NotComparable]; n != len(r.Changes) || n == 0 {
		t.Errorf("%v", r.Counts)
	}
	told(t, "engine", &r, "Engine version 0.10.2 → 0.11.0")
}

// A run whose row is still there and was refused is not called removed; one that is gone is.
func TestCommentOnRowsThatAreLeftOut(t *testing.T) {
	base := published(t, shared.Whole(t))
	in, row, want := data.NewIntake(data.LLMRun{}.Schema()), 0, map[Class]int{}
	for r := range base.LLM().All() {
		switch row++; {
		case r.Task == "gpqa" && isQwen(r):
			want[LeftOut]++
			r.EnergyPerTokenJoules = -float64(row)
		case r.Task == "gpqa" && r.ModelID == "Qwen/Qwen3-14B":
			want[Removed]++
			continue
		}
		in.Add(data.RowOf(r), "runs/llm.parquet", row)
	}
	head := base.With(in.Table(false))
	head.Sources = slices.Clone(head.Sources)
	head.Sources[0].Problems = in.Problems
	r := Compare(Side{Data: base}, Side{Data: head}, Options{Content: embedded(t)})
	if r.Counts[LeftOut] != want[LeftOut] || r.Counts[Removed] != want[Removed] || want[LeftOut]*want[Removed] == 0 {
		t.Errorf("got %v, want %v", r.Counts, want)
	}
	told(t, "refused", &r, "10 left out because of errors (runs/llm.parquet: row ")
}

// told holds the comment against the golden one, and measures it.
func told(t *testing.T, name string, r *Report, want string) {
	t.Helper()
	text := r.Comment("v1").Markdown("https://preview.example/")
	golden(t, "comment-"+name+".md", []byte(text))
	doc := asGitHub(t, text)
	for n := range doc.Descendants() {
		if n.Type == xhtml.ElementNode && n.Data == "a" && !strings.HasPrefix(n.Attr[0].Val, "https://preview.example/runs/") {
			t.Errorf("%s: a link to %s", name, n.Attr[0].Val)
		}
	}
	if n := unfolded(text); n > mostUnfolded {
		t.Errorf("%s: %d lines in sight", name, n)
	}
	if !strings.Contains(html.UnescapeString(text), want) {
		t.Errorf("%s: the comment lacks %q", name, want)
	}
	for line := range strings.Lines(text) {
		if m := arrows.FindStringSubmatch(html.UnescapeString(line)); m != nil && m[1] == m[2] {
			t.Errorf("%s: says that nothing changed: %s", name, line)
		}
	}
}

var arrows = regexp.MustCompile(`\| ([0-9.]+) → ([0-9.]+)[ |]`)
