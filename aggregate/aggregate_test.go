package aggregate

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
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
	return Rows(data.NewRuns(runs, true).Table, Uncertainty{})
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
	for _, energy := range []float64{1, 1.04, 1.06, 1.10, 2, 2.2} {
		sorted = append(sorted, Row{Facts: &Facts{Energy: energy}, Score: energy, Margin: math.Log(1.05) / math.Sqrt2})
	}
	got := Ranks(sorted)
	want := []Rank{{1, true}, {1, true}, {3, true}, {3, true}, {5, false}, {6, false}}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	ranges := Ranges(sorted)
	for i, want := range []string{"1–2", "1–3", "2–4", "3–4", "5", "6"} {
		if ranges[i].String() != want {
			t.Errorf("row %d: ranks %v, want %s", i+1, ranges[i], want)
		}
	}
}

// Independent errors add in quadrature, those of sensors between GPU types only.
func TestRowsTieWithinWhatTheirUncertaintyAllows(t *testing.T) {
	of := func(energy, margin, sensor float64, gpu string) Row {
		return Row{Facts: &Facts{Energy: energy, GPU: gpu}, Score: energy, Margin: margin, Sensor: sensor}
	}
	for name, c := range map[string]struct {
		a, b Row
		want bool
	}{
		"equal":                        {of(1, 0, 0, ""), of(1, 0, 0, ""), true},
		"nothing known":                {of(1, 0, 0, ""), of(1.001, 0, 0, ""), false},
		"within both":                  {of(1, 0.03, 0, ""), of(math.Exp(0.0499), 0.04, 0, ""), true},
		"beyond both":                  {of(1, 0.03, 0, ""), of(math.Exp(0.0501), 0.04, 0, ""), false},
		"sensor between GPU types":     {of(1, 0, 0.03, "A"), of(math.Exp(0.0499), 0, 0.04, "B"), true},
		"beyond the sensors":           {of(1, 0, 0.03, "A"), of(math.Exp(0.0501), 0, 0.04, "B"), false},
		"sensor that both share":       {of(1, 0, 0.03, "A"), of(1.01, 0, 0.03, "A"), false},
		"no metric, the least of all":  {of(1, 9, 0, ""), of(math.Inf(1), 9, 0, ""), false},
		"no metric, neither of either": {of(math.Inf(1), 9, 0, ""), of(math.Inf(1), 9, 0, ""), false},
	} {
		if c.a.Ties(c.b) != c.want || c.b.Ties(c.a) != c.want {
			t.Errorf("%s: tied %v", name, !c.want)
		}
	}
}

// The window in which Ranges looks for ties must miss none.
func TestRangesCountAllTies(t *testing.T) {
	r := random(7)
	for range 200 {
		var sorted []Row
		for range r.IntN(40) {
			score := math.Exp(r.NormFloat64())
			sorted = append(sorted, Row{Facts: &Facts{GPU: []string{"A", "B"}[r.IntN(2)]}, Score: score, Margin: r.Float64(), Sensor: r.Float64() / 4})
		}
		slices.SortFunc(sorted, func(a, b Row) int { return cmp.Compare(a.Score, b.Score) })
		for i, got := range Ranges(sorted) {
			want := Range{1, len(sorted)}
			for j := range sorted {
				switch {
				case j < i && !sorted[i].Ties(sorted[j]):
					want.First++
				case j > i && !sorted[i].Ties(sorted[j]):
					want.Last--
				}
			}
			if got != want {
				t.Fatalf("row %d of %d: %v, want %v", i+1, len(sorted), got, want)
			}
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

func TestAConfigurationIsTheMeanOfItsRepeats(t *testing.T) {
	runs := repeated(9, 10, 14).Table
	rows := RowsOf(runs, content.Content{})
	if len(rows) != 1 || rows[0].Energy != 11 || rows[0].Score != 11 || rows[0].Run != runs.Run(0) || rows[0].Runs().Len() != 3 {
		t.Fatalf("%+v", rows)
	}
	// the standard deviation of the logarithms, and Student's quantile for 2 degrees of freedom
	logs := []float64{math.Log(9), math.Log(10), math.Log(14)}
	margin := 4.302652729911275 * stat.StdDev(logs, nil) / math.Sqrt(3)
	low, high, ok := rows[0].Interval()
	if !ok || math.Abs(low-11*math.Exp(-margin)) > 1e-9 || math.Abs(high-11*math.Exp(margin)) > 1e-9 {
		t.Errorf("from %v to %v, want 11 times exp(±%v)", low, high, margin)
	}
	if v := rows[0].Value("seed"); v != 1 {
		t.Errorf("seed %v: whole numbers have a whole mean", v)
	}
	if v := rows[0].Value("gpu_model"); v != "H100" {
		t.Errorf("GPU %v", v)
	}
}

// A repeat without the metric that ranks tells nothing of the mean of the others.
func TestOnlyMeasuredRepeatsNarrowTheInterval(t *testing.T) {
	s := data.MustDeclare([]byte("{domain: tiny, board: {system: T}, fields: [{name: model, type: text, role: model, is: [key]}, " +
		"{name: e, type: number?, role: energy, unit: J/token}]}"))
	in := data.NewIntake(s)
	for i, e := range []any{1.0, nil, 1.1, nil} {
		row := data.NewRow(s)
		for name, v := range map[string]any{"domain": "tiny", "model": "m", "e": e} {
			if err := row.Set(name, v); err != nil {
				t.Fatal(err)
			}
		}
		in.Add(row, "", i+1)
	}
	var assumed content.Content
	assumed.Site.Uncertainty.BetweenRuns = 8
	rows := RowsOf(in.Table(false), assumed)
	u := UncertaintyOf(in.Table(false), assumed)
	if want := u.Between.Margin(Level, 2); len(rows) != 1 || rows[0].Measured() != 2 || rows[0].Margin != want {
		t.Errorf("%d runs of %d are measured; margin %v, want %v", rows[0].Measured(), rows[0].Runs().Len(), rows[0].Margin, want)
	}
}

// Runs of one configuration tell how much those of another vary; without repeats the
// settings do.
func TestUncertaintyIsPooledOrAssumed(t *testing.T) {
	var assumed content.Content
	assumed.Site.Uncertainty.BetweenRuns = 8
	assumed.GPUs = []content.GPU{{Model: "H100", Sensor: content.Sensor{Percent: 5}}}
	single := RowsOf(repeated(1).Table, assumed)[0]
	if want := 0.08 * 1.959963984540054; math.Abs(single.Margin-want) > 1e-12 || single.Sensor != 0.05 {
		t.Errorf("one run: margin %v, sensor %v; want %v and 0.05", single.Margin, single.Sensor, want)
	}
	var both []data.LLMRun
	for r := range repeated(1, 1.2).All() {
		both = append(both, r)
	}
	other := both[0]
	other.MaxNumSeqs = 16
	rows := RowsOf(data.NewRuns(append(both, other), true).Table, assumed)
	pair := math.Log(1.2) * math.Log(1.2) / 2
	sd := math.Sqrt((pair + 19*0.08*0.08) / 20) // filled up to 20 degrees of freedom
	if want := 2.085963447265837 * sd; len(rows) != 2 || math.Abs(rows[1].Margin-want) > 1e-9 ||
		math.Abs(rows[0].Margin-want/math.Sqrt2) > 1e-9 {
		t.Errorf("margins %v and %v, want %v of the single run", rows[0].Margin, rows[1].Margin, want)
	}
	for want, runs := range map[string]data.LLMRuns{
		"runs vary by 8.3% (standard deviation, from 1 repeated configuration and an assumed 8%)": repeated(1, 1.2),
		"runs are assumed to vary by 8% (standard deviation)":                                     repeated(1),
	} {
		if got := described(UncertaintyOf(runs.Table, assumed)); got != want {
			t.Error(got)
		}
	}
}

func TestWhatVariedWithinARunIsToldOfOneRunAlone(t *testing.T) {
	within := fitting.Interval{Kind: fitting.BlockBootstrap, Points: 100, Level: Level, Low: 0.9, High: 1.1}
	for _, energies := range [][]float64{{1}, {1, 2}} {
		in := data.NewIntake(data.LLMRun{}.Schema())
		for r := range repeated(energies...).All() {
			if !in.Add(data.RowOf(r), "runs", in.Len()+1) {
				t.Fatal(in.Problems)
			}
		}
		in.SetWithin(0, within)
		got := RowsIn(data.NewDataset(data.Source{}, in.Table(true)), content.Content{})[0].Within
		if single := len(energies) == 1; (got != nil) != single || single && *got != within {
			t.Errorf("%d runs: %+v", len(energies), got)
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
	pair := data.NewRuns([]data.LLMRun{seeded, other}, true)
	if pair.Run(1) != pair.Run(0)+"-2" {
		t.Errorf("repeats are %q and %q", pair.Run(0), pair.Run(1))
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
		if got := lists.Quantile(c.values, c.q); got != c.want {
			t.Errorf("quantile %v of %v: got %v, want %v", c.q, c.values, got, c.want)
		}
	}
}

func TestLatencyOfABatchIsTheSameAtEveryPercentile(t *testing.T) {
	r := Rows(data.NewRuns([]data.DiffusionRun{{BatchLatencySeconds: 4}}, false).Table, Uncertainty{})[0]
	if r.Latency(P99) != 4 {
		t.Errorf("got %v", r.Latency(P99))
	}
}

// described is the spread between runs and its origin.
func described(u Uncertainty) string {
	switch {
	case u.Repeated == 0 && u.Stated:
		return "intervals are those that the source states"
	case !u.Between.Known():
		return "how much runs vary is not known, so that different values are not ties"
	case u.Repeated == 0:
		return "runs are assumed to vary by " + percent(u.Between) + " (standard deviation)"
	}
	text := fmt.Sprintf("runs vary by %s (standard deviation, from %s", percent(u.Between), units.Plural(u.Repeated, "repeated configuration"))
	if u.Between.Freedom <= fitting.Enough && u.Assumed.Known() {
		text += " and an assumed " + percent(u.Assumed)
	}
	return text + ")"
}

func percent(s fitting.Spread) string { return strconv.FormatFloat(100*s.SD, 'g', 2, 64) + "%" }
