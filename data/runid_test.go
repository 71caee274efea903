package data

import (
	"regexp"
	"slices"
	"testing"

	"github.com/jouleboard/jouleboard/fitting"
)

// repeated are two configurations, the first with four runs of which one is unstable
// and sorts before the others.
func repeated() LLMRuns {
	var runs []LLMRun
	for i, energy := range []float64{3, 1, 2, 4} {
		r := run("gpqa", "a/x", "B200", 1, 8, energy)
		r.IsStable = i != 1
		runs = append(runs, r)
	}
	return NewRuns(append(runs, run("gpqa", "a/w", "B200", 1, 8, 5)), false)
}

// ids are the run ids by energy, which tells the runs of a test apart.
func ids(t Table) map[any]string {
	all := map[any]string{}
	for i := range t.Len() {
		all[t.Value(i, "energy_per_token_joules")] = t.Run(i)
	}
	return all
}

func TestRepeatsAreCountedStableOnesFirst(t *testing.T) {
	runs := repeated()
	base := runs.ConfigurationID(0)
	if !regexp.MustCompile(`^[a-z2-7]{10}$`).MatchString(base) || runs.ConfigurationID(1) != base || runs.ConfigurationID(4) == base {
		t.Errorf("configurations are %s, %s and %s", base, runs.ConfigurationID(1), runs.ConfigurationID(4))
	}
	got := ids(runs.Table)
	for energy, want := range map[float64]string{3: base, 2: base + "-2", 4: base + "-3", 1: base + "-4", 5: runs.ConfigurationID(4)} {
		if got[energy] != want {
			t.Errorf("the run of %v J is %s, want %s", energy, got[energy], want)
		}
	}
}

func TestARunKeepsItsID(t *testing.T) {
	all := repeated()
	want := ids(all.Table)
	for name, t2 := range map[string]Table{
		"without unstable runs": NewRuns(slices.Collect(all.Stable().All()), true).Table,
		"after a filter":        all.Filter("energy_per_token_joules > 1").Table,
		"after a chain":         all.Stable().Batch(Exactly(8)).Sorted("-energy_per_token_joules").Table,
		"sorted":                all.Sorted("energy_per_token_joules").Table,
		"in order":              all.InOrder().Table,
		"chosen":                all.Only([]int{4, 2, 1}).Table,
		"merged":                Merge(NewDataset(Source{}, all.Table)).LLM().Table,
		"merged with others": Merge(NewDataset(Source{}, sample().Model("b/y").Table),
			NewDataset(Source{}, all.Table)).LLM().Model("a/x", "a/w").Table,
		"merged with itself": Merge(NewDataset(Source{}, all.Table), NewDataset(Source{}, all.Table)).LLM().Table,
		"concatenated":       all.Only([]int{0, 1}).Concat(all.Only([]int{2, 3, 4})).Table,
	} {
		got := ids(t2)
		if len(got) < 3 {
			t.Fatalf("%s: %d runs", name, len(got))
		}
		for energy, id := range got {
			if id != want[energy] {
				t.Errorf("%s: the run of %v J is %s, was %s", name, energy, id, want[energy])
			}
		}
	}
}

func TestTheIDIsAFieldLikeOthers(t *testing.T) {
	runs := repeated()
	id := runs.Run(3)
	if got := runs.Filter(`run == "` + id + `"`); got.Err() != nil || got.Len() != 1 || got.At(0) != runs.At(3) {
		t.Errorf("%d runs are %s, %v", got.Len(), id, got.Err())
	}
	if f := runs.Schema().Fields()[0]; f.Name != "run" || !f.Computed || runs.Schema().Name(RoleRun) != "run" {
		t.Errorf("the first field is %+v", f)
	}
	if distinct := runs.Distinct("run"); len(distinct) != runs.Len() {
		t.Errorf("%d runs have %d ids", runs.Len(), len(distinct))
	}
	sorted := runs.Sorted("-run")
	if texts := sorted.Values("run"); !slices.IsSortedFunc(texts, func(a, b any) int { return Compare(b, a, 1) }) {
		t.Errorf("sorted down: %v", texts)
	}
	groups, err := runs.GroupBy("run")
	if err != nil || len(groups) != runs.Len() || groups[3].Key[0] != id {
		t.Errorf("%d groups, %v", len(groups), err)
	}
}

// filled is a table with something beside each run.
func filled(model string, energies ...float64) Table {
	in := NewIntake(llmSchema())
	for i, x := range energies {
		in.Add(RowOf(run("gpqa", model, "B200", 1, i+1, x)), "f", i+1)
		in.SetLengths(i, &OutputLengths{Lengths: []int{int(x)}, Counts: []int{1}})
		in.SetWithin(i, fitting.Interval{Low: x - 1, High: x + 1})
		in.SetSeries(i, []Series{{Name: "power", Points: []Point{{Seconds: 0, Value: x}}}})
	}
	return in.Table(false)
}

func TestWhatHangsBesideRunsStaysWithThem(t *testing.T) {
	a, b := filled("a/x", 3, 1, 2), filled("a/b", 30, 10)
	bare := NewRuns([]LLMRun{run("gpqa", "b/y", "B200", 1, 8, 7)}, false).Table
	merged := Merge(NewDataset(Source{}, a), NewDataset(Source{}, bare), NewDataset(Source{}, b)).LLM().Table
	for name, table := range map[string]Table{
		"as added": a, "sorted": a.Sorted("energy_per_token_joules"), "chosen": a.Only([]int{2, 0}),
		"concatenated": a.Concat(bare, b), "parts": b.Only([]int{1}).Concat(bare, a.Only([]int{2, 1})), "merged": merged,
	} {
		for i := range table.Len() {
			x, _ := table.Number(i, "energy_per_token_joules")
			within, ok := table.Within(i)
			if x == 7 {
				if ok || table.Lengths(i) != nil || table.Series(i) != nil {
					t.Errorf("%s: a run has what is another's", name)
				}
				continue
			}
			length, watts := table.Lengths(i).Lengths[0], table.Series(i)[0].Points[0].Value
			if !ok || within != (fitting.Interval{Low: x - 1, High: x + 1}) || length != int(x) || watts != x {
				t.Errorf("%s: run of %v J: within %v, length %v, power %v", name, x, within, length, watts)
			}
		}
	}
	if merged.Len() != 6 || a.Concat(bare, b).Len() != 6 {
		t.Errorf("%d and %d runs, want 6", merged.Len(), a.Concat(bare, b).Len())
	}
}

func TestConcatKeepsErrorsAndWhatWasLeftOut(t *testing.T) {
	stable, all := sample().Table, repeated().Table
	if err := stable.Concat(all).Unstable().Err(); err != nil {
		t.Errorf("unstable runs of one part: %v", err)
	}
	if err := stable.Concat(NewRuns([]LLMRun{run("gpqa", "c/z", "B200", 1, 8, 1)}, true).Table).Unstable().Err(); err == nil {
		t.Error("unstable runs that were never loaded are no error")
	}
	if err := all.Concat(stable.Filter("color == 1")).Err(); err == nil {
		t.Error("the error of a part is lost")
	}
	if all.Concat(stable); all.Len() != 5 || stable.Len() != 4 {
		t.Error("a part was changed")
	}
}

func TestColumnsOfValues(t *testing.T) {
	seeded := run("lm-arena-chat", "a/x", "A100", 2, 8, 0.25)
	seeded.Seed = Some(7)
	rs := NewRuns([]LLMRun{run("gpqa", "b/y", "H100", 1, 16, 2), seeded, run("gpqa", "a/x", "H100", 1, 8, 2)}, false)
	for field, want := range map[string][]any{
		"gpu_model": {"A100", "H100"}, "num_gpus": {1, 2}, "energy_per_token_joules": {0.25, 2.0},
		"seed": {7}, "is_stable": {true}, "mean_itl_ms": {}, "color": {},
	} {
		if got := rs.Distinct(field); got == nil || !slices.Equal(got, want) {
			t.Errorf("%s has the values %v, want %v", field, got, want)
		}
	}
	for field, want := range map[string][]float64{
		"num_gpus": {1, 2, 1}, "energy_per_token_joules": {2, 0.25, 2}, "seed": {7}, "task": nil, "is_stable": nil, "color": nil,
	} {
		if got := rs.Numbers(field); !slices.Equal(got, want) {
			t.Errorf("%s has the numbers %v, want %v", field, got, want)
		}
	}
	if x, ok := rs.Number(1, "seed"); x != 7 || !ok {
		t.Errorf("the seed is %v, %v", x, ok)
	}
	for _, field := range []string{"task", "seed", "color"} {
		if x, ok := rs.Number(0, field); ok || x != 0 {
			t.Errorf("%s is the number %v", field, x)
		}
	}
	if rs.Text(0, "energy_per_token_joules") != "2" || rs.Text(0, "seed") != "" || rs.Text(0, "color") != "" {
		t.Error("texts differ from values")
	}
}

func TestTellSplitsRunsOfSeveralTables(t *testing.T) {
	a, b := sample().Table, sample().GPU("H100").Concat(sample().Batch(Exactly(8))).Table
	numbers := make([]int32, a.Len()+b.Len())
	Tell(numbers, "gpu_model", a, b)
	if want := []int32{0, 0, 1, 0, 1, 0}; !slices.Equal(numbers, want) {
		t.Fatalf("by GPU: %v, want %v", numbers, want)
	}
	Tell(numbers, "num_gpus", a, b)
	if want := []int32{0, 0, 1, 2, 1, 0}; !slices.Equal(numbers, want) {
		t.Fatalf("by number of GPUs: %v, want %v", numbers, want)
	}
	Tell(numbers, "seed", a, b)
	if want := []int32{0, 0, 1, 2, 1, 0}; !slices.Equal(numbers, want) {
		t.Errorf("by seed, which adds nothing: %v, want %v", numbers, want)
	}
}

func TestADatasetHoldsATableOfEachType(t *testing.T) {
	llm, diffusion := sample().Table, NewRuns([]DiffusionRun{{Task: TextToImage}}, false).Table
	ds := NewDataset(Source{Name: "a"}, diffusion, Empty(llm.Schema()), llm)
	if len(ds.Tables) != 2 || ds.Tables[0].Schema() != llm.Schema() || ds.Len() != 5 || ds.LLM().Len() != 4 || ds.Diffusion().Len() != 1 {
		t.Fatalf("%d tables with %d runs", len(ds.Tables), ds.Len())
	}
	fewer := ds.With(llm.Task("lm-arena-chat"))
	if fewer.LLM().Len() != 1 || fewer.Diffusion().Len() != 1 || ds.LLM().Len() != 4 {
		t.Errorf("%d runs are left, of %d", fewer.LLM().Len(), ds.LLM().Len())
	}
	if none := ds.With(llm.Only(nil)); len(none.Tables) != 1 || none.LLM().Len() != 0 || none.LLM().Task("gpqa").Err() != nil {
		t.Errorf("without LLM runs there are %d tables", len(none.Tables))
	}
}

func TestARowTakesValuesOfItsFields(t *testing.T) {
	r := NewRow(llmSchema())
	if r.Value("num_gpus") != 0 || r.Value("task") != "" || r.Value("seed") != nil || r.Value("color") != nil {
		t.Error("a row of which nothing is known says something")
	}
	for field, v := range map[string]any{"num_gpus": 2.0, "seed": nil, "energy_per_token_joules": 3, "task": "gpqa", "is_stable": true} {
		if err := r.Set(field, v); err != nil {
			t.Error(err)
		}
	}
	if r.Value("num_gpus") != 2 || r.Value("energy_per_token_joules") != 3.0 || r.Value("seed") != nil {
		t.Error("values are not of their fields' kinds")
	}
	for field, want := range map[string]struct {
		v   any
		err string
	}{
		"num_gpus": {2.5, "expected integer, got 2.5"}, "task": {1, "expected string, got 1"},
		"gpu_model": {nil, "expected string, got nothing"}, "is_stable": {"true", `expected boolean, got "true"`},
		"tusk": {"x", `llm runs have no field "tusk"; did you mean "task"?`},
	} {
		if err := r.Set(field, want.v); err == nil || err.Error() != want.err {
			t.Errorf("%s: got %v, want %s", field, err, want.err)
		}
	}
}

// Whatever is known of a run is in its digest, and nothing else is.
func TestADigestChangesWithAllThatIsKnown(t *testing.T) {
	made := func(change func(r *LLMRun), row int, lengths *OutputLengths) Table {
		r, in := run("gpqa", "a/x", "B200", 1, 8, 1), NewIntake(llmSchema())
		change(&r)
		in.Add(RowOf(r), "f", row)
		in.Add(RowOf(run("gpqa", "a/y", "B200", 1, 8, 2)), "f", row+1)
		if lengths != nil {
			in.SetLengths(0, lengths)
		}
		return in.Table(false)
	}
	none := func(*LLMRun) {}
	sum := func(t Table) string { return string(t.AppendDigests(nil)) }
	whole := made(none, 1, nil)
	sum(whole) // which copies do not take over
	more, err := whole.With(Added{Field{Name: "more", Kind: Float, Nullable: true}, []any{1.0, nil}})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{sum(whole): -1}
	for i, other := range []Table{
		made(func(r *LLMRun) { r.Nickname = "x" }, 1, nil), made(func(r *LLMRun) { r.NumGPUs = 2 }, 1, nil),
		made(func(r *LLMRun) { r.EnergyPerTokenJoules = 3 }, 1, nil), made(func(r *LLMRun) { r.IsStable = false }, 1, nil),
		made(func(r *LLMRun) { r.Seed = Some(0) }, 1, nil), made(func(r *LLMRun) { r.AvgOutputLen = Some(1.0) }, 1, nil),
		made(none, 2, nil), made(none, 1, &OutputLengths{Lengths: []int{1}}), whole.Doubting(map[int]string{1: "why"}),
		whole.Renamed("nickname", map[string]string{"a/x": "z"}), more, whole.Only([]int{1, 0}), whole.Slice(0, 1), whole.Repeated([]int{0, 0}),
	} {
		if before, known := seen[sum(other)]; known {
			t.Errorf("tables %d and %d have one digest", before, i)
		}
		seen[sum(other)] = i
	}
	if sum(made(none, 1, nil)) != sum(whole) || sum(whole.Only([]int{0, 1})) != sum(whole) {
		t.Error("equal tables have different digests")
	}
}

func TestCodedValuesAreTheValues(t *testing.T) {
	runs := sample()
	for _, f := range append(runs.Schema().Fields(), Field{Name: "unknown"}) {
		of, distinct := runs.Coded(f.Name)
		for i, want := range runs.Values(f.Name) {
			if distinct[of[i]] != want || slices.Index(distinct, want) != int(of[i]) {
				t.Errorf("%s of run %d is %v, want %v", f.Name, i, distinct[of[i]], want)
			}
		}
	}
}
