package main

import (
	"math"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/mlenergy"
)

func loaded(t *testing.T) data.Dataset {
	t.Helper()
	d, err := mlenergy.Sample(mlenergy.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if problems := d.Problems(); len(problems) > 0 {
		t.Fatal(problems)
	}
	return d
}

func gpuNamed(t *testing.T, name string) gpu {
	t.Helper()
	for _, g := range gpus {
		if g.name == name {
			return g
		}
	}
	t.Fatal("no GPU " + name)
	return gpu{}
}

func TestPowerStaysBetweenIdleAndTDP(t *testing.T) {
	d := loaded(t)
	check := func(model, gpu string, gpus int, watts float64) {
		g := gpuNamed(t, gpu)
		if each := watts / float64(gpus); each < g.idle || each > g.tdp {
			t.Errorf("%s draws %.0f W on each %s, outside %.0f to %.0f", model, each, gpu, g.idle, g.tdp)
		}
	}
	for r := range d.LLM().Stable().All() {
		check(r.ModelID, r.GPUModel, r.NumGPUs, r.AvgPowerWatts)
	}
	for r := range d.Diffusion().All() {
		check(r.ModelID, r.GPUModel, r.NumGPUs, r.AvgPowerWatts)
	}
}

// A batch shares the weights that a step reads, so a token costs less in a
// larger one; later the sequences' own work rules and the curve is flat. A
// mixture of experts first reads more experts with each sequence, so that its
// curve bends the other way before that.
func TestEnergyFallsWithBatchThenFlattens(t *testing.T) {
	groups, err := firstRuns(loaded(t)).GroupBy("task", "model_id", "gpu_model", "num_gpus")
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range groups {
		n := g.Runs.Len()
		if n < 4 {
			continue
		}
		for i := 1; i < n; i++ {
			if before, now := g.Runs.At(i-1).EnergyPerTokenJoules, g.Runs.At(i).EnergyPerTokenJoules; now > 1.06*before {
				t.Errorf("%v: energy rises from %.4f to %.4f J at batch %d", g.Key, before, now, g.Runs.At(i).MaxNumSeqs)
			}
		}
		if g.Runs.At(0).Architecture == moe {
			continue
		}
		start := saving(g.Runs.At(0), g.Runs.At(1))
		if end := saving(g.Runs.At(n-2), g.Runs.At(n-1)); end > start+0.05 {
			t.Errorf("%v: a doubling saves %.2f at first and %.2f at last", g.Key, start, end)
		}
	}
}

// saving is the share of the energy that a doubling of the batch saves.
func saving(a, b data.LLMRun) float64 {
	doublings := math.Log2(float64(b.MaxNumSeqs) / float64(a.MaxNumSeqs))
	return 1 - math.Pow(b.EnergyPerTokenJoules/a.EnergyPerTokenJoules, 1/doublings)
}

// firstRuns are the stable runs that are no repeats.
func firstRuns(d data.Dataset) data.LLMRuns {
	return d.LLM().Stable().Where(func(r data.LLMRun) bool { return r.Seed == data.Some(firstSeed) })
}

func TestFasterGPUIsFasterAtEqualBatch(t *testing.T) {
	groups, err := firstRuns(loaded(t)).GroupBy("task", "model_id", "num_gpus", "max_num_seqs")
	if err != nil {
		t.Fatal(err)
	}
	order := map[string]int{"A100": 0, "H100": 1, "B200": 2}
	compared := 0
	for _, g := range groups {
		for a := range g.Runs.All() {
			for b := range g.Runs.All() {
				if order[a.GPUModel] < order[b.GPUModel] {
					compared++
					if a.OutputThroughputTokensPerSec >= b.OutputThroughputTokensPerSec {
						t.Errorf("%v: %s is not slower than %s", g.Key, a.GPUModel, b.GPUModel)
					}
				}
			}
		}
	}
	if compared < 100 {
		t.Errorf("only %d pairs compared", compared)
	}
}

// Each running sequence gains a token per step.
func TestThroughputIsRunningSequencesOverMeanITL(t *testing.T) {
	for r := range loaded(t).LLM().All() {
		running, ok := r.AvgBatchSize.Value()
		itl, known := r.MeanITLMillis.Value()
		if want := running / itl * 1e3; ok && known && math.Abs(r.OutputThroughputTokensPerSec/want-1) > 1e-4 {
			t.Errorf("%s: throughput %v, want %v", r.ResultsPath.Or(""), r.OutputThroughputTokensPerSec, want)
		}
	}
}

func TestNumbersOfARunAgree(t *testing.T) {
	for r := range loaded(t).LLM().All() {
		name := r.ResultsPath.Or("")
		if r.P50ITLMillis != r.MedianITLMillis || r.P90ITLMillis <= r.P50ITLMillis || r.P95ITLMillis <= r.P90ITLMillis ||
			r.P99ITLMillis <= r.P95ITLMillis {
			t.Errorf("%s: percentiles are not in order", name)
		}
		if r.IsStable != (r.UnstableReason == "") {
			t.Errorf("%s: stable %v with reason %q", name, r.IsStable, r.UnstableReason)
		}
		if !r.IsStable {
			continue
		}
		if r.EnergyPerTokenJoules != r.AvgPowerWatts/r.OutputThroughputTokensPerSec {
			t.Errorf("%s: energy per token is not power over throughput", name)
		}
		if length, ok := r.AvgOutputLen.Value(); ok {
			agree(t, name, "energy per request", r.EnergyPerRequestJoules, r.EnergyPerTokenJoules*length)
			agree(t, name, "request throughput", r.RequestThroughputReqPerSec, r.OutputThroughputTokensPerSec/length)
			agree(t, name, "output length", r.AvgOutputLen, r.TotalOutputTokens.Or(0)/r.CompletedRequests.Or(0))
		}
	}
}

func agree(t *testing.T, run, what string, got data.Opt[float64], want float64) {
	t.Helper()
	if got != data.Some(want) {
		t.Errorf("%s: %s is %v, want %v", run, what, got, want)
	}
}

func TestLengthCountsAreTheRunsTotals(t *testing.T) {
	runs := loaded(t).LLM()
	for i := range runs.Len() {
		r, lengths := runs.At(i), runs.Lengths(i)
		completed, counted := r.CompletedRequests.Value()
		if counted != (lengths != nil) {
			t.Errorf("%s: counts %v, histogram %v", r.ResultsPath.Or(""), counted, lengths != nil)
		}
		if lengths == nil {
			continue
		}
		tokens := 0
		for i, n := range lengths.Counts {
			tokens += n * lengths.Lengths[i]
		}
		if float64(lengths.Requests()) != completed || float64(tokens) != r.TotalOutputTokens.Or(0) {
			t.Errorf("%s: %d answers with %d tokens, want %v with %v", r.ResultsPath.Or(""), lengths.Requests(), tokens, completed,
				r.TotalOutputTokens)
		}
	}
}

func TestRepeatsShareTheVisibleKeyAndDifferALittle(t *testing.T) {
	groups, err := loaded(t).LLM().Stable().GroupBy("task", "model_id", "gpu_model", "num_gpus", "max_num_seqs")
	if err != nil {
		t.Fatal(err)
	}
	repeats := 0
	for _, g := range groups {
		if g.Runs.Len() != 2 {
			continue
		}
		repeats++
		a, b := g.Runs.At(0), g.Runs.At(1)
		if d := math.Abs(a.EnergyPerTokenJoules/b.EnergyPerTokenJoules - 1); d < 0.01 || d > 0.10 || a.Seed == b.Seed {
			t.Errorf("%v: repeats differ by %.3f, seeds %v and %v", g.Key, d, a.Seed, b.Seed)
		}
	}
	if repeats < 10 {
		t.Errorf("only %d repeats", repeats)
	}
}

func TestEveryKindOfInstabilityIsThereAndCascades(t *testing.T) {
	groups, err := loaded(t).LLM().GroupBy("task", "model_id", "gpu_model", "num_gpus")
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]int{}
	for _, g := range groups {
		smallest := math.MaxInt
		for r := range g.Runs.Unstable().All() {
			smallest = min(smallest, r.MaxNumSeqs)
			kinds[kindOf(r.UnstableReason)]++
		}
		for r := range g.Runs.Stable().All() {
			if r.MaxNumSeqs >= smallest {
				t.Errorf("%v: batch %d is stable above the unstable %d", g.Key, r.MaxNumSeqs, smallest)
			}
		}
	}
	for _, kind := range []string{"short_steady_state", "invalid_energy_per_token", "low_batch_utilization", "cascade_from_unstable_batch"} {
		if kinds[kind] == 0 {
			t.Errorf("no run is unstable by %s", kind)
		}
	}
}

func kindOf(reason string) string {
	for i := range reason {
		if reason[i] == ':' {
			return reason[:i]
		}
	}
	return reason
}

func TestEveryModelMeetsItsTasksDeadline(t *testing.T) {
	d := loaded(t)
	deadline := map[string]float64{data.TextToImage: 30, data.TextToVideo: 300}
	met := map[string]bool{}
	for r := range d.LLM().All() {
		key := r.Task + " " + r.ModelID
		met[key] = met[key] || r.IsStable && r.MedianITLMillis <= 50
	}
	for r := range d.Diffusion().All() {
		key := r.Task + " " + r.ModelID
		met[key] = met[key] || r.BatchLatencySeconds <= deadline[r.Task]
	}
	for key, ok := range met {
		if !ok {
			t.Errorf("%s has no configuration within the deadline", key)
		}
	}
	if len(met) < 35 {
		t.Errorf("only %d pairs of task and model", len(met))
	}
}

func TestModelsTieWithinFivePercent(t *testing.T) {
	for _, pair := range [][2]string{
		{"aurora/Lumen-8B", "borealis-lab/Skerry-8B"},
		{"lanternworks/Prism-2B", "inkwell-studio/Vellum-2B"},
	} {
		d := loaded(t)
		a, b := least(d, pair[0]), least(d, pair[1])
		if ratio := max(a, b) / min(a, b); ratio == 1 || ratio >= 1.05 {
			t.Errorf("%s and %s: least energies %v and %v are no tie", pair[0], pair[1], a, b)
		}
	}
}

func least(d data.Dataset, model string) float64 {
	if r, ok := data.MinBy(d.LLM().Stable().Task("gpqa").Model(model), func(r data.LLMRun) float64 { return r.EnergyPerTokenJoules }); ok {
		return r.EnergyPerTokenJoules
	}
	r, _ := data.MinBy(d.Diffusion().Model(model), func(r data.DiffusionRun) float64 { return r.EnergyPerGenerationJoules })
	return r.EnergyPerGenerationJoules
}

func TestDenoisingGrowsWithBatchAndShrinksWithGPUs(t *testing.T) {
	p := func(n float64) place { return place{gpus[1], n} }
	m := &diffusers[0]
	for _, c := range []struct {
		name         string
		fast, slow   place
		small, large int
	}{
		{"batch", p(1), p(1), 1, 4},
		{"GPUs", p(4), p(1), 4, 4},
	} {
		a, _ := m.latency(c.fast, c.small, 1)
		b, _ := m.latency(c.slow, c.large, 1)
		if a >= b {
			t.Errorf("%s: %.2f s is not less than %.2f s", c.name, a, b)
		}
	}
}

func TestExpertsTouchedGrowWithBatch(t *testing.T) {
	for i := range llms {
		m := &llms[i]
		one, many := m.weightsTouched(1), m.weightsTouched(4096)
		active := m.active * 1e9 * bytesPerWeight[m.precision]
		if math.Abs(one/active-1) > 1e-9 {
			t.Errorf("%s: one sequence reads %.3g bytes, want the active %.3g", m.id, one, active)
		}
		if math.Abs(many/m.weights()-1) > 1e-3 {
			t.Errorf("%s: a large batch reads %.3g bytes, want all %.3g", m.id, many, m.weights())
		}
	}
}

func TestEveryOptionalFieldIsSeenWithAndWithoutValue(t *testing.T) {
	d := loaded(t)
	both(t, d.LLM(), "seed", "steady_state_energy_joules", "steady_state_duration_seconds", "results_path")
	both(t, d.Diffusion(), "inference_steps", "ulysses_degree", "ring_degree", "results_path")
}

// both checks that each optional column has values and gaps, but for those named
// that are always there.
func both[R data.Record](t *testing.T, runs data.Runs[R], always ...string) {
	t.Helper()
	full := map[string]bool{}
	for _, name := range always {
		full[name] = true
	}
	for _, f := range runs.Schema().Fields() {
		values, gaps := 0, 0
		for _, v := range runs.Values(f.Name) {
			if v == nil {
				gaps++
			} else {
				values++
			}
		}
		if f.Nullable && !f.Added && (values == 0 || (gaps == 0) != full[f.Name]) {
			t.Errorf("%s has %d values and %d gaps", f.Name, values, gaps)
		}
	}
}
