package site

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/history"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/tree"
)

// lastModel is the one that has two runs of each configuration.
const lastModel = "lab/model-3"

// sweep is the runs of three tasks, as [many] has them of one.
func sweep() (runs []data.LLMRun) {
	for t, task := range []string{"gpqa", "lm-arena-chat", "sourcegraph-fim"} {
		for m := range 4 {
			for n := range 6 {
				batch, energy, latency := 8<<(n/2), 0.1*float64(1+m+t)/float64(1+n), 10+float64(m+15*n)
				runs = append(runs, data.LLMRun{
					Domain: "llm", Task: task, ModelID: fmt.Sprintf("lab/model-%d", m), Nickname: fmt.Sprintf("Model %d", m),
					Architecture: []string{"Dense", "MoE"}[m%2], WeightPrecision: "bfloat16", TotalParamsBillions: 8, ActivatedParamsBillions: 8,
					GPUModel: []string{"H100", "B200"}[n%2], NumGPUs: 1, MaxNumSeqs: batch, TensorParallel: 1, ExpertParallel: 1, DataParallel: 1,
					EnergyPerTokenJoules: energy, OutputThroughputTokensPerSec: 400 / energy, AvgPowerWatts: 400,
					MedianITLMillis: latency, P50ITLMillis: latency, P90ITLMillis: latency + 1, P95ITLMillis: latency + 2, P99ITLMillis: latency + 3,
					IsStable: true,
				})
				if r := runs[len(runs)-1]; r.ModelID == lastModel {
					r.Seed = data.Some(1)
					runs = append(runs, r)
				}
			}
		}
	}
	return runs
}

// resultsFile is where the first runs of a sweep are read.
const resultsFile = "tasks/gpqa.json"

// resultsOfSweep are those runs, of each task in a file, from a source with some problems.
func resultsOfSweep(revision string, runs []data.LLMRun, problems []data.Problem) data.Dataset {
	in := data.NewIntake(data.LLMRun{}.Schema())
	rows := map[string]int{}
	for _, r := range runs {
		rows[r.Task]++
		in.Add(data.RowOf(r), "tasks/"+r.Task+".json", rows[r.Task])
	}
	return data.NewDataset(data.Source{
		Name: "results", Kind: "compiled", Date: "2026-02-16", Revision: revision, Runs: len(runs), LeftOut: len(problems), Problems: problems,
	}, in.Table(true))
}

// changed makes a random change of runs, settings or texts, and says which.
func changed(random *rand.Rand, runs []data.LLMRun, o *Options) ([]data.LLMRun, string) {
	i := random.IntN(len(runs))
	r := &runs[i]
	switch random.IntN(21) {
	case 20:
		for k := range runs {
			if runs[k].Seed == data.Some(1) {
				runs[k].EnergyPerTokenJoules *= 1.1
				runs[k].OutputThroughputTokensPerSec /= 1.1
			}
		}
		return runs, "another spread of runs"
	case 0:
		copied := *r
		copied.Seed = data.Some(random.IntN(1000))
		copied.EnergyPerTokenJoules *= 1.02
		copied.OutputThroughputTokensPerSec = 400 / copied.EnergyPerTokenJoules
		return append(runs, copied), "a repeat"
	case 1:
		return slices.Delete(runs, i, i+1), "a run less"
	case 2:
		r.Nickname = fmt.Sprintf("Model %d", random.IntN(100))
		return runs, "a name"
	case 3:
		o.Content.Site.Name = fmt.Sprintf("Site %d", random.IntN(100))
		return runs, "the name of the site"
	case 4:
		o.Content.Tasks = slices.Clone(o.Content.Tasks)
		o.Content.Tasks[random.IntN(3)].Deadline = 20 + random.Float64()*50
		return runs, "a deadline"
	case 5:
		o.Content.Pages = slices.Clone(o.Content.Pages)
		o.Content.Pages[random.IntN(len(o.Content.Pages))].Title += " again"
		return runs, "a text"
	case 6:
		o.Content.Posts = slices.Clone(o.Content.Posts)
		o.Content.Posts[random.IntN(len(o.Content.Posts))].Body.Text += "\n\nMore.\n"
		return runs, "a post"
	case 7:
		o.Content.GPUs = slices.Clone(o.Content.GPUs)
		o.Content.GPUs[random.IntN(len(o.Content.GPUs))].Name += "+"
		return runs, "a GPU"
	case 8:
		r.P99ITLMillis *= 1 + random.Float64()
		return runs, "a latency"
	case 9:
		r.P50ITLMillis *= 4
		r.MedianITLMillis = r.P50ITLMillis
		return runs, "a run beyond the deadline"
	case 10:
		by := 1e5 // and back
		if r.EnergyPerTokenJoules > 1e3 {
			by = 1e-5
		}
		for k := range runs {
			if runs[k].ModelID == r.ModelID && runs[k].Task == r.Task {
				runs[k].EnergyPerTokenJoules *= by
				runs[k].OutputThroughputTokensPerSec /= by
			}
		}
		return runs, "another multiple of the unit"
	case 11:
		r.GPUModel = []string{"A100", "H200"}[random.IntN(2)]
		return runs, "another GPU"
	case 12:
		for k := range runs {
			if runs[k].ModelID == r.ModelID {
				runs[k].TotalParamsBillions = r.TotalParamsBillions * 1.5
			}
		}
		return runs, "the size of a model"
	case 13:
		r.AvgOutputLen = data.Some(100 + 400*random.Float64())
		r.EnergyPerRequestJoules = data.Some(r.EnergyPerTokenJoules * r.AvgOutputLen.Or(0))
		return runs, "a length"
	case 14:
		r.WeightPrecision, r.Architecture = "fp8", "Hybrid"
		return runs, "a precision and an architecture"
	case 15:
		*r = runs[random.IntN(len(runs))]
		r.Seed, r.NumGPUs = data.Some(random.IntN(1000)), 2*r.NumGPUs
		return runs, "a run of another model and task"
	case 16, 17, 18:
		for k := range runs {
			if runs[k].ModelID == r.ModelID && runs[k].Task == r.Task && runs[k].EnergyPerTokenJoules < r.EnergyPerTokenJoules {
				r = &runs[k]
			}
		}
		r.EnergyPerTokenJoules *= 0.95 + 0.1*random.Float64()
		r.OutputThroughputTokensPerSec = 400 / r.EnergyPerTokenJoules
		return runs, "the least energy of a model"
	}
	r.EnergyPerTokenJoules *= 0.5 + random.Float64()
	r.OutputThroughputTokensPerSec = 400 / r.EnergyPerTokenJoules
	return runs, "an energy"
}

// After any change a build that follows another one has the files of one that does not; whatever happens to the notes of
// the last build, and to its files.
func TestABuildAfterAChangeIsAWholeBuild(t *testing.T) {
	changes := 12
	if large() {
		changes = 50
	}
	random := rand.New(rand.NewPCG(1, 2))
	o, runs := options(t), sweep()
	o.BaseURL = "https://example.org/" // with cards
	notes := filepath.Join(filepath.Dir(o.Out), ".public.jouleboard.parts")
	for n := range changes {
		var problems []data.Problem
		for row := range random.IntN(3) {
			problems = append(problems, data.Problem{File: resultsFile, Row: 1 + row + n, Message: "a latency is unlikely"})
		}
		ds := resultsOfSweep(fmt.Sprint(contentRevision, n), runs, problems)
		selected := Select(ds, o.Content)
		var whole tree.Memory
		if _, err := buildInto(context.Background(), selected, o, &whole); err != nil {
			t.Fatal(err)
		}
		if _, err := Build(context.Background(), selected, o); err != nil {
			t.Fatal(err)
		}
		sameFiles(t, fmt.Sprint("change ", n), read(t, o.Out), whole.Files())
		var did string
		runs, did = changed(random, runs, &o)
		t.Log(n+1, did)
		switch n % 8 { // most builds follow one that is whole
		case 1:
			damage(t, notes, func(text []byte) []byte { return text[:len(text)/2] })
		case 2:
			damage(t, notes, func(text []byte) []byte { text[len(text)/2] ^= 1; return text })
		case 3:
			damage(t, filepath.Join(o.Out, "methods", "index.html"), func(text []byte) []byte { text[len(text)/2] ^= 1; return text })
			if err := os.Remove(filepath.Join(o.Out, "models", "index.html")); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// The page of a model states what its boards have in common and its places on them, which runs of others change: each of
// these changes is one of some runs of another model, which are as many before and after it.
func TestThePageOfAModelFollowsItsBoards(t *testing.T) {
	o := options(t)
	of := func(change func(r *data.LLMRun, n int)) Selection {
		return Select(resultsOfSweep("", ofLast(change), nil), o.Content)
	}
	whole := func(selected Selection) map[string]string {
		var files tree.Memory
		if _, err := buildInto(context.Background(), selected, o, &files); err != nil {
			t.Fatal(err)
		}
		return files.Files()
	}
	follow := func(what string, selected Selection, want map[string]string) {
		if _, err := Build(context.Background(), selected, o); err != nil {
			t.Fatal(err)
		}
		sameFiles(t, what, read(t, o.Out), want)
	}
	unchanged := of(func(*data.LLMRun, int) {})
	before := whole(unchanged)
	energy := func(by float64) func(*data.LLMRun, int) {
		return func(r *data.LLMRun, _ int) {
			r.EnergyPerTokenJoules *= by
			r.OutputThroughputTokensPerSec /= by
		}
	}
	for _, c := range []struct {
		what   string
		change func(r *data.LLMRun, n int)
	}{
		{"another GPU", func(r *data.LLMRun, n int) { r.GPUModel = []string{"H100", "A100"}[n/2%2] }},
		{"more GPUs", func(r *data.LLMRun, _ int) { r.NumGPUs, r.AvgPowerWatts = 2, 800 }},
		{"another precision", func(r *data.LLMRun, _ int) { r.WeightPrecision = "fp8" }},
		{"another architecture", func(r *data.LLMRun, _ int) { r.Architecture = "Hybrid" }},
		{"no size", func(r *data.LLMRun, _ int) { r.TotalParamsBillions, r.ActivatedParamsBillions = 0, 0 }},
		{"lengths", func(r *data.LLMRun, n int) {
			r.AvgOutputLen = data.Some(float64(400 + n))
			r.EnergyPerRequestJoules = data.Some(r.EnergyPerTokenJoules * r.AvgOutputLen.Or(0))
		}},
		{"less energy than others", energy(0.1)},
		{"more energy", energy(2)},
		{"repeats that differ", func(r *data.LLMRun, n int) { energy([]float64{1, 1.5}[n%2])(r, n) }},
		{"no repeats", func(r *data.LLMRun, n int) { r.NumGPUs, r.AvgPowerWatts = 1+n%2, 400*float64(1+n%2) }},
		{"too slow", func(r *data.LLMRun, _ int) {
			for _, x := range []*float64{&r.MedianITLMillis, &r.P50ITLMillis, &r.P90ITLMillis, &r.P95ITLMillis, &r.P99ITLMillis} {
				*x *= 100
			}
		}},
	} {
		follow("nothing", unchanged, before)
		after := of(c.change)
		follow(c.what, after, whole(after))
	}
}

// Results that differ from the last snapshot add a date to all trends, those of runs that stay as they were among them.
func TestTrendsFollowTheDatesOfAHistory(t *testing.T) {
	o, runs := options(t), sweep()
	of := func() Selection { return Select(resultsOfSweep("", runs, nil), o.Content) }
	boards := history.Take(lists.Map(newEdition(of(), o).all, (*task).shown))
	o.History = &history.History{Snapshots: []history.Snapshot{{Date: "2025-01-01", Boards: boards}}}
	if _, err := Build(context.Background(), of(), o); err != nil {
		t.Fatal(err)
	}
	before := len(read(t, o.Out))
	runs[0].EnergyPerTokenJoules *= 1.5
	runs[0].OutputThroughputTokensPerSec /= 1.5
	var whole tree.Memory
	if _, err := buildInto(context.Background(), of(), o, &whole); err != nil {
		t.Fatal(err)
	}
	if _, err := Build(context.Background(), of(), o); err != nil {
		t.Fatal(err)
	}
	sameFiles(t, "a date", read(t, o.Out), whole.Files())
	if len(whole.Files()) <= before {
		t.Errorf("%d files with a second date, %d before", len(whole.Files()), before)
	}
}

// ofLast is a sweep after a change of the n-th runs of the last model in each task.
func ofLast(change func(r *data.LLMRun, n int)) []data.LLMRun {
	runs, n := sweep(), map[string]int{}
	for i := range runs {
		if r := &runs[i]; r.ModelID == lastModel {
			change(r, n[r.Task])
			n[r.Task]++
		}
	}
	return runs
}

// damage changes a file in place, and so in every tree that it is linked to.
func damage(t *testing.T, file string, change func([]byte) []byte) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, change(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == tree.Marker {
			return err
		}
		text, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		files[filepath.ToSlash(name)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func sameFiles(t *testing.T, what string, got, want map[string]string) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if text, ok := got[name]; !ok {
			t.Errorf("%s: %s is missing", what, name)
		} else if text != want[name] {
			i := 0
			for i < min(len(text), len(want[name])) && text[i] == want[name][i] {
				i++
			}
			clip := func(s string) string { return s[max(0, min(i, len(s))-80):min(len(s), i+80)] }
			t.Errorf("%s: %s differs: %q, want %q", what, name, clip(text), clip(want[name]))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if _, ok := want[name]; !ok && !strings.HasPrefix(name, ".") {
			t.Errorf("%s: %s should not be there", what, name)
		}
	}
}

// A change of one run leaves the pages of other tasks as they are, and writes nothing twice that did not change.
func TestAChangeOfOneRunKeepsWhatDoesNotReadIt(t *testing.T) {
	o, runs := options(t), sweep()
	keys := func(problems ...data.Problem) map[string]part {
		ds := resultsOfSweep("", runs, problems)
		w, err := tree.Open(o.Out)
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		if _, err := buildInto(context.Background(), Select(ds, o.Content), o, w); err != nil {
			t.Fatal(err)
		}
		made := partsOf(w).before.Parts
		if err := w.Commit(); err != nil {
			t.Fatal(err)
		}
		return made
	}
	before := keys()
	for _, c := range []struct {
		what   string
		change func() map[string]part
	}{
		{"another energy", func() map[string]part {
			runs[0].EnergyPerTokenJoules *= 3
			runs[0].OutputThroughputTokensPerSec /= 3
			return keys()
		}},
		{"a run with a problem", func() map[string]part {
			return keys(data.Problem{File: resultsFile, Row: 1, Message: "a latency is unlikely"})
		}},
		{"a run less", func() map[string]part { runs = runs[1:]; return keys() }},
	} {
		after, kept := c.change(), 0
		for name, p := range after {
			if before[name].Key == p.Key {
				kept++
			}
		}
		if kept < 50 || kept == len(after) {
			t.Errorf("%s: %d of %d parts are kept", c.what, kept, len(after))
		}
		before = after
	}
}
