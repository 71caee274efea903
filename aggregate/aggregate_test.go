package aggregate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/fitting"
)

func rows(n int, random *rand.Rand) []Row {
	runs := make([]data.LLMRun, n)
	for i := range runs {
		latency := float64(1 + random.IntN(20))
		runs[i] = data.LLMRun{
			Task: "gpqa", ModelID: fmt.Sprintf("a/m%d", random.IntN(5)), GPUModel: []string{"H100", "B200"}[random.IntN(2)],
			NumGPUs: 1 + random.IntN(3), MaxNumSeqs: 8 << random.IntN(4), EnergyPerTokenJoules: float64(1 + random.IntN(20)),
			MedianITLMillis: latency, P90ITLMillis: latency + 1, P95ITLMillis: latency + 2, P99ITLMillis: latency + 3,
		}
	}
	return Rows(data.NewRuns(runs, true).Table)
}

// random is a seeded source, so that a failure can be repeated.
func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

func dominates(a, b Row) bool {
	noWorse := a.Energy <= b.Energy && a.Latency(P90) <= b.Latency(P90)
	return noWorse && (a.Energy < b.Energy || a.Latency(P90) < b.Latency(P90))
}

func TestFrontierIsTheRowsThatNoneDominates(t *testing.T) {
	for seed := range uint64(50) {
		all := rows(40, random(seed))
		frontier := Frontier(all, P90)
		for _, r := range all {
			dominated := slices.ContainsFunc(all, func(o Row) bool { return dominates(o, r) })
			on := slices.ContainsFunc(frontier, func(f Row) bool { return f.Run == r.Run })
			if on == dominated {
				t.Fatalf("seed %d: row at %v, %v: on the frontier %v, dominated %v", seed, r.Latency(P90), r.Energy, on, dominated)
			}
		}
	}
}

func TestFrontierIgnoresInputOrder(t *testing.T) {
	all := rows(60, random(3))
	want := Frontier(all, P50)
	shuffled := slices.Clone(all)
	random(4).Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	got := Frontier(shuffled, P50)
	for i := range want {
		if got[i].Energy != want[i].Energy || got[i].Latency(P50) != want[i].Latency(P50) {
			t.Fatalf("point %d moved", i)
		}
	}
}

func TestBestIsTheLeastEnergyThatPasses(t *testing.T) {
	for seed := range uint64(30) {
		all := rows(60, random(seed))
		q := Query{Deadline: 12, Percentile: P95, EnergyBudget: 15, GPUs: []string{"B200"}}
		best := Best(all, q)
		if !slices.IsSortedFunc(best, func(a, b Row) int { return int(math.Copysign(1, a.Energy-b.Energy)) }) {
			t.Fatal("not sorted by energy")
		}
		for _, b := range best {
			for _, r := range all {
				passes := r.GPU == "B200" && r.Latency(P95) <= 12 && r.Energy <= 15
				if passes && r.ModelID == b.ModelID && r.Energy < b.Energy {
					t.Fatalf("seed %d: %s has %v J, best says %v", seed, r.ModelID, r.Energy, b.Energy)
				}
			}
			if !q.Accepts(b) {
				t.Fatalf("seed %d: best row does not pass", seed)
			}
		}
	}
}

func TestEveryModelIsInTimeOrLate(t *testing.T) {
	all := rows(40, random(9))
	q := Query{Deadline: 3}
	models := map[string]int{}
	for _, r := range append(Best(all, q), Late(all, q)...) {
		models[r.ModelID]++
	}
	for id, n := range models {
		if n != 1 {
			t.Errorf("%s is listed %d times", id, n)
		}
	}
	if len(models) != len(Best(all, Query{})) {
		t.Errorf("got %d models, want %d", len(models), len(Best(all, Query{})))
	}
}

func TestTiesDoNotChain(t *testing.T) {
	var sorted []Row
	for _, energy := range []float64{1, 1.04, 1.06, 1.10, 2, 2.1} {
		sorted = append(sorted, Row{Energy: energy, Score: energy})
	}
	got := Ranks(sorted)
	want := []Rank{{1, true}, {1, true}, {3, true}, {3, true}, {5, false}, {6, false}}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestOnlyIntervalsOfRepeatsTellNearRowsApart(t *testing.T) {
	of := func(kind fitting.IntervalKind, energy, low, high float64) Row {
		return Row{Energy: energy, Score: energy, Interval: &fitting.Interval{Kind: kind, Low: low, High: high}}
	}
	const mean, two, one = fitting.StudentT, fitting.Range, fitting.BlockBootstrap
	for name, c := range map[string]struct {
		first, second Row
		want          bool
	}{
		"far apart but overlapping":   {of(two, 1, 1, 1.3), of(two, 1.2, 1.2, 1.4), true},
		"touching":                    {of(mean, 1, 1, 1.2), of(mean, 1.2, 1.2, 1.4), true},
		"means near but apart":        {of(mean, 1, 0.99, 1.01), of(mean, 1.03, 1.02, 1.04), false},
		"ranges near but apart":       {of(two, 1, 0.99, 1.01), of(two, 1.03, 1.02, 1.04), true},
		"single runs near but apart":  {of(one, 1, 0.99, 1.01), of(one, 1.03, 1.02, 1.04), true},
		"a mean and a range near":     {of(mean, 1, 0.99, 1.01), of(two, 1.03, 1.02, 1.04), true},
		"single runs apart":           {of(one, 1, 0.99, 1.01), of(one, 1.06, 1.05, 1.07), false},
		"one without, near":           {of(mean, 1, 0.99, 1.01), Row{Energy: 1.03, Score: 1.03}, true},
		"one without, apart":          {of(mean, 1, 0.9, 1.2), Row{Energy: 1.06, Score: 1.06}, false},
		"none, at the margin exactly": {Row{Energy: 1, Score: 1}, Row{Energy: 1.05, Score: 1.05}, false},
	} {
		if got := Ranks([]Row{c.first, c.second})[1].Tied; got != c.want {
			t.Errorf("%s: tied %v", name, got)
		}
	}
}

func repeated(energies ...float64) data.LLMRuns {
	runs := make([]data.LLMRun, len(energies))
	for i, e := range energies {
		runs[i] = data.LLMRun{
			Task: "gpqa", ModelID: "a/x", Nickname: "X", Architecture: "MoE", WeightPrecision: "fp8", GPUModel: "H100", Seed: data.Some(i),
			TotalParamsBillions: 30, ActivatedParamsBillions: 3, NumGPUs: 1, MaxNumSeqs: 8, TensorParallel: 1, ExpertParallel: 1, DataParallel: 1,
			EnergyPerTokenJoules: e, OutputThroughputTokensPerSec: 400 / e, AvgPowerWatts: 400,
			MedianITLMillis: 10, P50ITLMillis: 10, P90ITLMillis: 11, P95ITLMillis: 12, P99ITLMillis: 13, IsStable: true,
		}
	}
	return data.NewRuns(runs, true)
}

func TestRepeatsShareTheIntervalOfTheirMean(t *testing.T) {
	if r := Rows(repeated(1).Table)[0]; r.Interval != nil {
		t.Errorf("one run has %+v", r.Interval)
	}
	for _, r := range Rows(repeated(3, 1).Table) {
		if i := r.Interval; i == nil || i.Kind != fitting.Range || i.Low != 1 || i.High != 3 || Covers(*i) != "range of 2 runs" {
			t.Errorf("two runs: %+v", i)
		}
	}
	for _, r := range Rows(repeated(9, 10, 11).Table) {
		if i := r.Interval; i == nil || i.Kind != fitting.StudentT || i.Center != 10 || Covers(*i) != "95 % interval of the mean of 3 runs" {
			t.Errorf("three runs: %+v", i)
		}
	}
}

func TestRepeatsTellMoreThanTheRunItself(t *testing.T) {
	within := fitting.Interval{Kind: fitting.BlockBootstrap, Points: 100, Level: Level, Low: 0.9, High: 1.1}
	for _, c := range []struct {
		energies []float64
		want     fitting.IntervalKind
	}{{[]float64{1}, fitting.BlockBootstrap}, {[]float64{1, 2}, fitting.Range}} {
		in := data.NewIntake(data.LLMRun{}.Schema())
		for r := range repeated(c.energies...).All() {
			if !in.Add(data.RowOf(r), "runs", in.Len()+1) {
				t.Fatal(in.Problems)
			}
		}
		in.SetWithin(0, within)
		if got := RowsIn(data.NewDataset(data.Source{}, in.Table(true)))[0].Interval; got == nil || got.Kind != c.want {
			t.Errorf("%d runs: %+v, want %s", len(c.energies), got, c.want)
		}
	}
}

func TestRunIDsAreUniqueAndNumberRepeats(t *testing.T) {
	all := rows(200, random(1))
	seen := map[string]bool{}
	for _, r := range all {
		if seen[r.Run] {
			t.Fatalf("run id %s twice", r.Run)
		}
		seen[r.Run] = true
	}
	seeded := data.LLMRun{Task: "gpqa", ModelID: "a/x", Seed: data.Some(1)}
	other := seeded
	other.Seed = data.Some(2)
	pair := Rows(data.NewRuns([]data.LLMRun{seeded, other}, true).Table)
	if pair[1].Run != pair[0].Run+"-2" {
		t.Errorf("repeats are %q and %q", pair[0].Run, pair[1].Run)
	}
}

func TestSummaryCountsEveryRowOnce(t *testing.T) {
	all := rows(80, random(5))
	total := 0
	for _, s := range Summarize(all, func(r Row) string { return r.GPU }) {
		total += s.Configurations
		if !(s.Least <= s.Lower && s.Lower <= s.Median && s.Median <= s.Upper && s.Upper <= s.Most) || s.Best.Energy != s.Least {
			t.Errorf("%s: %+v is out of order", s.Key, s)
		}
	}
	if total != len(all) {
		t.Errorf("got %d rows, want %d", total, len(all))
	}
}

func TestQuantileInterpolates(t *testing.T) {
	for _, c := range []struct {
		values  []float64
		q, want float64
	}{
		{[]float64{1, 2, 3, 4}, 0.5, 2.5},
		{[]float64{1, 2, 3, 4}, 0.25, 1.75},
		{[]float64{7}, 0.75, 7},
		{[]float64{1, 2}, 1, 2},
	} {
		if got := Quantile(c.values, c.q); got != c.want {
			t.Errorf("quantile %v of %v: got %v, want %v", c.q, c.values, got, c.want)
		}
	}
}

func TestLatencyOfABatchIsTheSameAtEveryPercentile(t *testing.T) {
	r := Rows(data.NewRuns([]data.DiffusionRun{{BatchLatencySeconds: 4}}, false).Table)[0]
	if r.Latency(P99) != 4 {
		t.Errorf("got %v", r.Latency(P99))
	}
}
