package plausible_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/ipw"
	"github.com/jouleboard/jouleboard/data/llenergymeasure"
	"github.com/jouleboard/jouleboard/data/plausible"
)

var rules = plausible.Rules{GPUs: map[string]plausible.Limit{"H100": {Least: 35, Most: 770}}}

// run is a plausible run at a batch size.
func run(batch int) data.LLMRun {
	energy := 4 / math.Sqrt(float64(batch))
	return data.LLMRun{
		Domain: "llm", Task: "gpqa", ModelID: "a/b", Nickname: "b", Architecture: "Dense", TotalParamsBillions: 8, ActivatedParamsBillions: 8,
		WeightPrecision: "bfloat16", GPUModel: "H100", NumGPUs: 1, MaxNumSeqs: batch, TensorParallel: 1, ExpertParallel: 1, DataParallel: 1,
		EnergyPerTokenJoules: energy, EnergyPerRequestJoules: data.Some(energy * 300), AvgOutputLen: data.Some(300.0),
		OutputThroughputTokensPerSec: 600 / energy, AvgPowerWatts: 600, AvgBatchSize: data.Some(float64(batch)),
		MedianITLMillis: 20, P50ITLMillis: 20, P90ITLMillis: 30, P95ITLMillis: 35, P99ITLMillis: 120, IsStable: true,
	}
}

// table is runs at batch sizes 8, 16, … of which change alters the first.
func table(t testing.TB, n int, change func(*data.LLMRun)) data.Table {
	t.Helper()
	in := data.NewIntake(data.LLMRun{}.Schema())
	for i := range n {
		r := run(8 << i)
		if i == 0 {
			change(&r)
		}
		if !in.Add(data.RowOf(r), "runs/llm.parquet", i+1) {
			t.Fatal(in.Problems)
		}
	}
	return in.Table(false)
}

// codes are those of the findings, which must be about the first row.
func codes(t *testing.T, found []plausible.Finding) string {
	t.Helper()
	var list []string
	for _, f := range found {
		if f.Run != 0 || f.File != "runs/llm.parquet" || f.Row != 1 || f.Field == "" || f.Message == "" {
			t.Errorf("got %+v", f)
		}
		list = append(list, f.Code)
	}
	return strings.Join(list, " ")
}

func TestRulesHoldUpToTheirBounds(t *testing.T) {
	power := func(x float64) func(*data.LLMRun) {
		return func(r *data.LLMRun) {
			r.AvgPowerWatts, r.OutputThroughputTokensPerSec = x, x/r.EnergyPerTokenJoules
		}
	}
	for _, c := range []struct {
		name   string
		change func(*data.LLMRun)
		want   string
	}{
		{"as it is", func(*data.LLMRun) {}, ""},
		{"the most power", power(770), ""},
		{"more power", power(770.1), "power-limit"},
		{"the least power", power(35), "concurrency"},
		{"less power", power(34.9), "power-idle"},
		{"unknown GPU", func(r *data.LLMRun) { power(5000)(r); r.GPUModel = "X" }, "concurrency"},
		{"off by what sums of doubles may make", func(r *data.LLMRun) { r.AvgPowerWatts *= 1 + 0.9e-6 }, ""},
		{"off by more", func(r *data.LLMRun) { r.AvgPowerWatts *= 1.0001 }, "energy-power"},
		{"rounded to three digits", func(r *data.LLMRun) { r.EnergyPerTokenJoules, r.EnergyPerRequestJoules = 1.41, data.Some(424.3) }, ""},
		{"more than rounded", func(r *data.LLMRun) { r.EnergyPerTokenJoules, r.EnergyPerRequestJoules = 1.39, data.Some(417.0) }, "energy-power"},
		{"full batch", func(r *data.LLMRun) { r.AvgBatchSize = data.Some(8.0) }, ""},
		{"more than a full batch", func(r *data.LLMRun) { r.AvgBatchSize = data.Some(8.1) }, "batch-mean"},
		{"equal percentiles", func(r *data.LLMRun) { r.P95ITLMillis, r.P99ITLMillis = 30, 30 }, ""},
		{"falling percentiles", func(r *data.LLMRun) { r.P95ITLMillis = 29 }, "percentiles"},
		{"tokens that are there", func(r *data.LLMRun) { r.CompletedRequests, r.TotalOutputTokens = data.Some(10.0), data.Some(3000.0) }, ""},
		{"tokens that are lacking", func(r *data.LLMRun) {
			r.CompletedRequests, r.TotalOutputTokens = data.Some(10.0), data.Some(2900.0)
		}, "tokens-total"},
		{"more parts than GPUs", func(r *data.LLMRun) { r.DataParallel = 2 }, "parallelism"},
		{"unstable", func(r *data.LLMRun) { r.DataParallel, r.IsStable = 2, false }, ""},
	} {
		if got := codes(t, findings(table(t, 1, c.change))); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestNeighborsAreThreeOrMore(t *testing.T) {
	scaled := func(by float64) func(r *data.LLMRun) {
		return func(r *data.LLMRun) {
			*r = run(16) // whose neighbors it has
			r.MaxNumSeqs, r.AvgBatchSize, r.AvgOutputLen = 8, data.Opt[float64]{}, data.Opt[float64]{}
			r.MedianITLMillis, r.P50ITLMillis, r.P90ITLMillis, r.P95ITLMillis, r.P99ITLMillis = 20*by, 20*by, 30*by, 35*by, 120*by
		}
	}
	for _, c := range []struct {
		runs int
		by   float64
		want string
	}{
		{4, 0.0099, "neighbors"},
		{4, 0.0101, "curve"},
		{4, 250, "neighbors"},
		{3, 0.0001, "curve"},
		{2, 0.0001, ""},
		{4, 0.401, ""},
		{4, 0.399, "curve"},
		{4, 2.49, ""},
		{4, 2.51, "curve"},
	} {
		if got := codes(t, findings(table(t, c.runs, scaled(c.by)))); got != c.want {
			t.Errorf("%d runs, %v times: got %q, want %q", c.runs, c.by, got, c.want)
		}
	}
}

func TestARunStandsIfAllOfItsProblemsAreAnsweredFor(t *testing.T) {
	wrong := table(t, 4, func(r *data.LLMRun) { r.AvgPowerWatts, r.DataParallel = 900, 2 })
	for answered, want := range map[string]int{"": 3, "parallelism": 3, "parallelism energy-power power-limit": 4} {
		r := rules
		r.Accept = func(run data.Table, p data.Problem) string {
			if run.Len() == 1 && strings.Contains(answered, p.Code) {
				return "looked at"
			}
			return ""
		}
		ds := r.Apply(data.NewDataset(data.Source{Runs: 4}, wrong))
		s := ds.Sources[0]
		if ds.Len() != want || s.Runs != want || s.Domains["llm"] != want || s.LeftOut != 4-want || len(s.Problems) != 3 {
			t.Errorf("%q: %d runs, %+v", answered, ds.Len(), s)
		}
		if open := len(data.Unaccepted(s.Problems)); open != 3-len(strings.Fields(answered)) {
			t.Errorf("%q: %d problems are open", answered, open)
		}
	}
}

// No rule fails on a run that a loader admits.
func FuzzFindings(f *testing.F) {
	f.Add([]byte("energy"))
	f.Add(binary.LittleEndian.AppendUint64(nil, math.Float64bits(1e-310)))
	schemas := []*data.Schema{
		data.LLMRun{}.Schema(), data.DiffusionRun{}.Schema(), ipw.Schema(), llenergymeasure.Schema(),
	}
	f.Fuzz(func(t *testing.T, seed []byte) {
		for _, s := range schemas {
			in := data.NewIntake(s)
			for i := range 6 {
				in.Add(rowOf(s, seed, i), "f", i+1)
			}
			for _, found := range findings(in.Table(false)) {
				if found.Code == "" || found.Field == "" || found.Row == 0 {
					t.Errorf("got %+v", found)
				}
			}
		}
	})
}

// rowOf is a row of which each number is drawn from the seed.
func rowOf(s *data.Schema, seed []byte, n int) data.Row {
	row := data.NewRow(s)
	at := n
	next := func() float64 {
		var b [8]byte
		for i := range b {
			if at++; len(seed) > 0 {
				b[i] = seed[at%len(seed)] * byte(1+at/len(seed))
			}
		}
		if x := math.Float64frombits(binary.LittleEndian.Uint64(b[:])); b[0]%3 == 0 {
			return x
		}
		return float64(b[0]) + float64(b[1])/256
	}
	for _, f := range s.Fields() {
		var v any = next()
		switch f.Kind {
		case data.String:
			v = "gpqa"
		case data.Int:
			v = 1 + int(math.Abs(math.Mod(next(), 4096)))
		case data.Bool:
			v = true
		}
		if f.Role == data.RoleModel {
			v = "a/b"
		}
		_ = row.Set(f.Name, v) // what does not fit stays as it was
	}
	return row
}

func BenchmarkFindings(b *testing.B) {
	for _, n := range []int{25_000, 50_000, 100_000} {
		runs := make([]data.LLMRun, n)
		for i := range runs {
			runs[i] = run(8 << (i % 8))
			runs[i].ModelID = fmt.Sprintf("a/%d", i/50%100)
		}
		t := data.NewRuns(runs, false).Table
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				rules.Findings(t)
			}
		})
	}
}
