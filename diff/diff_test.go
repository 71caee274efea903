package diff

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
)

// run is a plausible run of a model at a batch size.
func run(model string, batch int, energy float64) data.LLMRun {
	return data.LLMRun{
		Domain: "llm", Task: "gpqa", ModelID: "lab/" + model, Nickname: model, Architecture: "Dense",
		TotalParamsBillions: 8, ActivatedParamsBillions: 8, WeightPrecision: "bfloat16", GPUModel: "H100",
		NumGPUs: 1, MaxNumSeqs: batch, Seed: data.Some(48105), NumRequestRepeats: data.Some(1),
		TensorParallel: 1, ExpertParallel: 1, DataParallel: 1,
		EnergyPerTokenJoules: energy, EnergyPerRequestJoules: data.Some(energy * 100), AvgOutputLen: data.Some(100.0),
		OutputThroughputTokensPerSec: 400 / energy, AvgPowerWatts: 400,
		MedianITLMillis: float64(batch), P50ITLMillis: float64(batch), P90ITLMillis: float64(batch), P95ITLMillis: float64(batch),
		P99ITLMillis: float64(batch),
		IsStable:     true,
	}
}

func side(runs ...data.LLMRun) Side {
	return Side{Data: data.NewDataset(data.Source{Name: "test", Runs: len(runs)}, data.NewRuns(runs, false).Table)}
}

func compare(base, head Side) Report { return Compare(base, head, Options{Content: texts0()}) }

func texts0() content.Content {
	return content.Content{
		Tasks: []content.Task{{ID: "gpqa", Group: "llm", Name: "Problem solving", Deadline: 50, Percentile: "p50"}},
		Site:  content.Site{Uncertainty: content.Uncertainty{BetweenRuns: 8}}, // two runs tie up to 25%
	}
}

// scaled is the run with its energy times a factor, at the same power.
func scaled(r data.LLMRun, factor float64) data.LLMRun {
	r.EnergyPerTokenJoules *= factor
	r.EnergyPerRequestJoules = data.Some(r.EnergyPerRequestJoules.Or(0) * factor)
	r.OutputThroughputTokensPerSec /= factor
	return r
}

func TestEachClassIsTold(t *testing.T) {
	same, noisy, worse, better := run("same", 8, 1), run("noisy", 8, 1), run("worse", 8, 1), run("better", 8, 1)
	renamed, gone, added, lost := run("renamed", 8, 1), run("gone", 8, 1.1), run("added", 8, 1), run("lost", 8, 1)
	cascaded := run("lost", 16, 1)
	newName := renamed
	newName.Nickname = "Renamed | <b>"
	unstable, after := lost, cascaded
	unstable.IsStable, unstable.UnstableReason = false, "low_batch_utilization:0.500000"
	after.IsStable, after.UnstableReason = false, "cascade_from_unstable_batch:8"
	r := compare(
		side(same, noisy, worse, better, renamed, gone, lost, cascaded),
		side(same, scaled(noisy, 1.04), scaled(worse, 1.6), scaled(better, 0.5), newName, added, unstable, after),
	)
	want := map[string]Class{
		"noisy": Noise, "worse": Changed, "better": Changed, "Renamed | <b>": Metadata, "renamed": Metadata, "gone": Removed,
		"added": Added, "lost": Flipped,
	}
	for _, c := range r.Changes {
		if c.Class != want[c.Name] {
			t.Errorf("%s: got %s, want %s", c.Name, c.Class, want[c.Name])
		}
	}
	if got := fmt.Sprint(r.Counts); got != "map[added:1 changed:2 metadata only:1 removed:1 same:1 stability flipped:2 within noise:1]" {
		t.Error(got)
	}
	flips := r.Of(Flipped)
	if why := flips[1].Why; why != "now unstable: cascade_from_unstable_batch:8, where low_batch_utilization:0.500000" {
		t.Error(why)
	}
	if w := r.Worst(); len(w) != 1 || w[0].Name != "worse" || w[0].By.Percent() != "+60.0%" {
		t.Errorf("worst: %+v", w)
	}
	if b := r.Best(); len(b) != 1 || b[0].Name != "better" {
		t.Errorf("best: %+v", b)
	}
	if v := r.Verdict(); !strings.HasPrefix(v, "worse in Problem solving: energy per token +60.0% in 1 configuration, better in Problem solving: energy per token −50.0% in 1 configuration, 1 configuration added (new model added)") {
		t.Error(v)
	}
	if r.SameResults() {
		t.Error("there are result changes")
	}
}

func TestVerdictTellsWhoIsBothWorseAndBetter(t *testing.T) {
	before := run("mixed", 8, 2)
	after := scaled(before, 1.6)
	after.OutputThroughputTokensPerSec *= 3
	r := compare(side(before), side(after))
	if v := r.Verdict(); !strings.HasPrefix(v, "mixed in Problem solving: energy per token +60.0% in 1 configuration, mixed in Problem solving: throughput +87.5% in 1 configuration") {
		t.Error(v)
	}
}

func TestAKeyThatOneSideLacksLeavesTheKey(t *testing.T) {
	one, two := run("m", 8, 1), run("m", 8, 1.1)
	two.Seed = data.Some(7)
	with := side(one, two)
	one.Seed, two.Seed = data.Opt[int]{}, data.Opt[int]{}
	r := compare(with, side(one, two))
	if len(r.Changes) != 0 || r.Counts[Same] != 1 {
		t.Errorf("%+v", r.Changes)
	}
	if want := []string{"llm runs: seed is missing in the whole head, so it is not used to identify configurations"}; !slices.Equal(r.Notes,
		want) {
		t.Error(r.Notes)
	}
}

func TestSwapsWithinTheNoiseAreNoMoves(t *testing.T) {
	a, b, c := run("a", 8, 1), run("b", 8, 1.02), run("c", 8, 2)
	r := compare(side(a, b, c), side(scaled(a, 1.04), b, c))
	if len(r.Boards) != 0 {
		t.Errorf("%+v", r.Boards)
	}
	r = compare(side(a, b, c), side(scaled(a, 4), b, c))
	if len(r.Boards) != 1 || len(r.Boards[0].Moves) != 2 {
		t.Fatalf("%+v", r.Boards)
	}
	if m := r.Boards[0].Moves[1]; m.Name != "a" || m.Base.String() != "=1" || m.Head.String() != "3" {
		t.Errorf("%+v", m)
	}
}

func TestFrontierChangesNameWhoDominates(t *testing.T) {
	slow, fast := run("slow", 32, 1), run("fast", 8, 2)
	r := compare(side(slow, fast), side(slow, scaled(fast, 0.4)))
	f := r.Boards[0].Frontier
	if len(f) != 1 || f[0].Joined || f[0].Gone || f[0].Row.Nickname != "slow" || f[0].By.Nickname != "fast" {
		t.Fatalf("%+v", f)
	}
	if h := r.Boards[0].Hypervolume; !(h.Head > h.Base) || h.Base <= 0 || h.Head >= 1 {
		t.Errorf("%+v", h)
	}
	d := r.Boards[0].AtDeadlines
	if len(d) != 3 || d[0].Name != "fast" || d[0].Deadline != 50 || d[2].Deadline != 250 || d[0].Base != 2 || d[0].Head != 0.8 {
		t.Errorf("%+v", d)
	}
}

// Synthetic runs against measured ones are no comparison.
func TestInventedRunsAreNotComparable(t *testing.T) {
	base, head := side(run("m", 8, 1)), side(run("m", 8, 2))
	base.Data.Sources[0].Synthetic = true
	if r := compare(base, head); len(r.Changes) != 1 || r.Changes[0].Class != NotComparable {
		t.Errorf("%+v", r.Changes)
	}
}

// random is a side with repeats, unstable runs and gaps.
func random(rng *rand.Rand) Side {
	var runs []data.LLMRun
	for range rng.IntN(60) {
		r := run(string(rune('a'+rng.IntN(4))), 8<<rng.IntN(4), math.Exp(rng.NormFloat64()*0.2))
		r.Task = []string{"gpqa", "chat"}[rng.IntN(2)]
		r.MedianITLMillis *= 1 + rng.Float64()
		r.Nickname += []string{"", " x"}[rng.IntN(2)]
		if rng.IntN(8) == 0 {
			r.IsStable, r.UnstableReason = false, "short_steady_state:3"
		}
		if rng.IntN(8) == 0 {
			r.EnergyPerRequestJoules = data.Opt[float64]{}
		}
		if rng.IntN(8) == 0 {
			r.Seed = data.Some(1)
		}
		runs = append(runs, r)
	}
	return side(runs...)
}

func shuffled(rng *rand.Rand, s Side) Side {
	runs := slices.Collect(s.Data.LLM().All())
	rng.Shuffle(len(runs), func(i, j int) { runs[i], runs[j] = runs[j], runs[i] })
	return side(runs...)
}

func TestADatasetDoesNotDifferFromItselfInAnyOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		a := random(rng)
		r := compare(a, shuffled(rng, a))
		if len(r.Changes)+len(r.Boards)+len(r.Faults)+len(r.Notes) > 0 || !r.SameResults() {
			t.Fatalf("%+v %+v", r.Changes, r.Boards)
		}
	}
}

// mirror swaps the two sides of what a report says.
func mirror(c Change) Change {
	c.BaseRuns, c.HeadRuns, c.Why = c.HeadRuns, c.BaseRuns, ""
	c.Measures, c.Facts = slices.Clone(c.Measures), slices.Clone(c.Facts)
	for i, m := range c.Measures {
		c.Measures[i].Base, c.Measures[i].Head = m.Head, m.Base
	}
	for i, f := range c.Facts {
		c.Facts[i].Base, c.Facts[i].Head = f.Head, f.Base
	}
	switch c.Class {
	case Added:
		c.Class = Removed
	case Removed:
		c.Class = Added
	}
	return c
}

// said is what a change says, with missing numbers as text so that they are equal.
func said(c Change) string {
	text := fmt.Sprint(c.ID, c.Label(), c.Class, c.Unstable, c.BaseRuns, c.HeadRuns)
	for _, f := range c.Facts {
		text += fmt.Sprint(f.Field.Name, f.Base, f.Head)
	}
	for _, m := range c.Measures {
		text += fmt.Sprint(m.Field.Name, m.Base, m.Head, m.Noise, float32(m.Q), m.Material)
	}
	return text
}

func TestTheReportMirrors(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 60 {
		a, b := random(rng), random(rng)
		there, back := compare(a, shuffled(rng, b)), compare(b, shuffled(rng, a))
		if len(there.Changes) != len(back.Changes) || len(there.Boards) != len(back.Boards) {
			t.Fatalf("%d and %d changes, %d and %d boards", len(there.Changes), len(back.Changes), len(there.Boards), len(back.Boards))
		}
		for i, c := range there.Changes {
			// names come from a run of the base, so they may differ
			if got, want := said(mirror(back.Changes[i])), said(Change{
				Domain: c.Domain, Model: c.Model, Key: c.Key, ID: c.ID, Class: c.Class, Unstable: c.Unstable, BaseRuns: c.BaseRuns,
				HeadRuns: c.HeadRuns, Measures: c.Measures, Facts: c.Facts,
			}); got != want {
				t.Fatalf("got\n%s\nwant\n%s", got, want)
			}
		}
		for i, b := range there.Boards {
			mirrorsBoard(t, b, back.Boards[i])
		}
	}
}

func mirrorsBoard(t *testing.T, there, back BoardChange) {
	t.Helper()
	if there.Task != back.Task || len(there.Moves) != len(back.Moves) || len(there.Frontier) != len(back.Frontier) ||
		len(there.AtDeadlines) != len(back.AtDeadlines) {
		t.Fatalf("%+v\n%+v", there, back)
	}
	if there.Hypervolume.Base != back.Hypervolume.Head && !math.IsNaN(there.Hypervolume.Base) {
		t.Errorf("hypervolume %+v %+v", there.Hypervolume, back.Hypervolume)
	}
	for _, m := range there.Moves {
		i := slices.IndexFunc(back.Moves, func(b Move) bool { return b.Model == m.Model })
		if i < 0 || !reflect.DeepEqual(back.Moves[i].Base, m.Head) || !reflect.DeepEqual(back.Moves[i].Head, m.Base) ||
			back.Moves[i].Top != -m.Top {
			t.Errorf("%+v has no mirror", m)
		}
	}
}

func TestAStableRunWithAReasonWhyItIsNotIsAFault(t *testing.T) {
	posing, honest := run("x", 8, 1), run("x", 16, 1)
	posing.UnstableReason = "short_steady_state:3"
	for _, c := range []struct {
		base Side
		want int
	}{{side(run("x", 8, 1), honest), 1}, {side(posing, honest), 0}, {side(), 1}} {
		r := Compare(c.base, side(posing, honest), Options{})
		if got := r.Failures([]FaultKind{Unstable}); len(got) != c.want || c.want == 1 && !strings.Contains(got[0].Text(), posing.UnstableReason) {
			t.Errorf("%d runs before: faults %v, want %d", c.base.Data.Len(), got, c.want)
		}
	}
}
