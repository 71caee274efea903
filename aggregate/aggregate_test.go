package aggregate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/jouleboard/jouleboard/data"
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
	return Rows(data.NewRuns(runs, true))
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
	got := Ranks([]float64{1, 1.04, 1.06, 1.10, 2, 2.1})
	want := []Rank{{1, true}, {1, true}, {3, true}, {3, true}, {5, false}, {6, false}}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
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
	pair := Rows(data.NewRuns([]data.LLMRun{seeded, other}, true))
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
	r := Rows(data.NewRuns([]data.DiffusionRun{{BatchLatencySeconds: 4}}, false))[0]
	if r.Latency(P99) != 4 {
		t.Errorf("got %v", r.Latency(P99))
	}
}
