package aggregate

import (
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
)

func pairRun(model, gpu string, batch int, latency, energy float64) data.LLMRun {
	return data.LLMRun{
		Task: "gpqa", ModelID: "a/" + model, Nickname: model, GPUModel: gpu, MaxNumSeqs: batch,
		MedianITLMillis: latency, EnergyPerTokenJoules: energy,
	}
}

func pairRuns() data.LLMRuns {
	return data.NewRuns([]data.LLMRun{
		pairRun("x", "H100", 8, 20, 4), pairRun("x", "H100", 64, 80, 2), pairRun("x", "B200", 8, 10, 3), pairRun("x", "B200", 64, 40, 1),
		pairRun("x FP8", "H100", 8, 20, 2), pairRun("x FP8", "B200", 8, 10, 2),
		pairRun("y", "B200", 8, 10, 5), // has no other side
	}, true)
}

func matched(t *testing.T, m Match) Comparison {
	t.Helper()
	m.Factor, m.Base, m.Alt, m.Metric = "gpu_model", "H100", "B200", "energy_per_token_joules"
	c, err := Matched(pairRuns().Table, m)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestEachSideIsItsLeastWithinTheDeadline(t *testing.T) {
	c := matched(t, Match{Hold: []string{"nickname"}, DeadlineField: "median_itl_ms", Deadlines: []float64{50, 100}})
	if len(c.Pairs) != 2 || c.Wins != 1 || len(c.ByDeadline) != 2 || c.ByDeadline[1].Deadline != 100 {
		t.Fatalf("got %d pairs, %d wins", len(c.Pairs), c.Wins)
	}
	var changes []float64
	for _, claim := range c.ByDeadline {
		for _, p := range claim.Pairs {
			changes = append(changes, p.Change)
		}
	}
	// x at 50 ms: 4 → 1; x FP8: equal, which is no win; x at 100 ms: 2 → 1
	if want := []float64{-75, 0, -50, 0}; !slices.Equal(changes, want) {
		t.Errorf("got %v, want %v", changes, want)
	}
	if *c.Median != -37.5 || *c.Min != -75 || *c.Max != 0 {
		t.Errorf("got median %v, from %v to %v", *c.Median, *c.Min, *c.Max)
	}
	// the batch size of the best is not the same on both sides, which is said
	if want := []Difference{{"max_num_seqs", 1}}; !slices.Equal(c.Differs, want) || c.OtherModels {
		t.Errorf("differs: %v", c.Differs)
	}
}

// As on boards, a configuration is the mean of its repeats, in energy and latency: of
// H100 at batch size 8 the energy is 3 at 40 ms, though single runs are faster and need less.
func TestRepeatsOfAPairCountByTheirMean(t *testing.T) {
	runs := data.NewRuns([]data.LLMRun{
		pairRun("x", "H100", 8, 20, 2), pairRun("x", "H100", 8, 40, 4), pairRun("x", "H100", 8, 30, 3), pairRun("x", "H100", 8, 70, 3),
		pairRun("x", "B200", 8, 10, 6), pairRun("x", "B200", 16, 10, 7),
	}, true)
	for deadline, want := range map[float64]int{39: 0, 40: 1} {
		c, err := Matched(runs.Table, Match{
			Factor: "gpu_model", Base: "H100", Alt: "B200", Metric: "energy_per_token_joules",
			Hold: []string{"nickname"}, DeadlineField: "median_itl_ms", Deadlines: []float64{deadline},
		})
		if err != nil || len(c.Pairs) != want {
			t.Fatalf("within %v ms: %d pairs, %v", deadline, len(c.Pairs), err)
		}
		if want == 1 && (c.Pairs[0].Base.Metric != 3 || c.Pairs[0].Change != 100 || c.Pairs[0].Base.Runs != 4 || c.Pairs[0].Alt.Runs != 2) {
			t.Errorf("%+v", c.Pairs[0])
		}
	}
}

func TestKeysMayBeExpressions(t *testing.T) {
	c := matched(t, Match{Hold: []string{`replace(nickname, " FP8", "")`, "max_num_seqs"}})
	if len(c.Pairs) != 2 || c.Groups != 1 || c.Merged != 1 {
		t.Fatalf("got %d pairs in %d groups, %d of several models", len(c.Pairs), c.Groups, c.Merged)
	}
	p := c.Pairs[0]
	if p.Hold[0] != "x" || p.Hold[1] != 8 || p.Base.Metric != 2 || p.Alt.Metric != 2 || p.Base.Models != 2 || p.Base.Runs != 2 {
		t.Errorf("got %+v", p)
	}
}

func TestWithoutKeysAllSettingsAreHeld(t *testing.T) {
	c := matched(t, Match{})
	want := []string{"task", "model_id", "weight_precision", "num_gpus", "max_num_seqs", "tensor_parallel", "expert_parallel", "data_parallel"}
	if !slices.Equal(c.Hold, want) || len(c.Pairs) != 3 || c.Differs != nil {
		t.Errorf("%d pairs with %v equal, %v differ", len(c.Pairs), c.Hold, c.Differs)
	}
	c = matched(t, Match{DeadlineField: "median_itl_ms", Deadlines: []float64{50}})
	if want := want[:3]; !slices.Equal(c.Hold, want) {
		t.Errorf("%v are equal within a deadline", c.Hold)
	}
	c, err := Matched(pairRuns().Table, Match{Factor: "num_gpus", Each: true, Metric: "energy_per_token_joules"})
	if want := []string{"task", "model_id", "weight_precision", "gpu_model", "max_num_seqs"}; err != nil || !slices.Equal(c.Hold, want) {
		t.Errorf("%v are equal for another number of GPUs: %v", c.Hold, err)
	}
}

func TestEachPairsEverySmallerWithEveryLargerValue(t *testing.T) {
	var runs []data.LLMRun
	for gpus, energy := range []float64{2, 1, 3, 4} {
		r := pairRun("x", "H100", 8, 10, energy)
		r.NumGPUs = 1 << gpus // 1, 2, 4, 8
		runs = append(runs, r)
	}
	c, err := Matched(data.NewRuns(runs[:3], true).Table, Match{Factor: "num_gpus", Each: true, Metric: "energy_per_token_joules"})
	if err != nil || len(c.Pairs) != 3 || c.Wins != 1 || c.Groups != 1 || c.Interval != nil {
		t.Fatalf("%+v, %v", c, err)
	}
	var sides [][2]any
	for _, p := range c.Pairs {
		sides = append(sides, [2]any{p.Base.Value, p.Alt.Value})
	}
	if want := [][2]any{{1, 2}, {1, 4}, {2, 4}}; !slices.Equal(sides, want) {
		t.Errorf("got %v", sides)
	}
	var many []data.LLMRun
	for i := range mostValues + 1 {
		many = append(many, pairRun("x", "H100", i+1, 10, 1))
	}
	each := Match{Factor: "max_num_seqs", Each: true, Hold: []string{"task"}, Metric: "energy_per_token_joules"}
	_, err = Matched(data.NewRuns(many, true).Table, each)
	if err == nil || !strings.Contains(err.Error(), "more than 64 values") {
		t.Errorf("too many values: %v", err)
	}
}

func TestPairsAreOrderedByTheirKeys(t *testing.T) {
	c := matched(t, Match{Hold: []string{"max_num_seqs", "nickname"}})
	var keys []any
	for _, p := range c.Pairs {
		keys = append(keys, p.Hold...)
	}
	if want := []any{8, "x", 8, "x FP8", 64, "x"}; !slices.Equal(keys, want) {
		t.Errorf("got %v", keys)
	}
}

func TestTheBatchSizeIsSplitWhereTheSignTurns(t *testing.T) {
	var runs []data.LLMRun
	for _, batch := range []int{8, 16, 64, 65} {
		runs = append(runs, pairRun("x", "H100", batch, 10, 4), pairRun("x", "B200", batch, 10, float64(100/batch)))
	}
	c, err := Matched(data.NewRuns(runs, true).Table, Match{Factor: "gpu_model", Base: "H100", Alt: "B200", Metric: "energy_per_token_joules"})
	if err != nil || !c.Turns() || len(c.ByBatch) != 3 {
		t.Fatalf("%+v, %v", c.ByBatch, err)
	}
	for i, want := range []Claim{{Above: 0, UpTo: 16}, {Above: 16, UpTo: 64}, {Above: 64, UpTo: 0}} {
		if got := c.ByBatch[i]; got.Above != want.Above || got.UpTo != want.UpTo || len(got.Pairs) != 1+(2-i)/2 {
			t.Errorf("from %v to %v: %d pairs", got.Above, got.UpTo, len(got.Pairs))
		}
	}
	if matched(t, Match{}).Turns() {
		t.Error("a sign turns that is the same for all batch sizes")
	}
}

func TestNoPairHasNoChange(t *testing.T) {
	c := matched(t, Match{Hold: []string{"nickname"}, DeadlineField: "median_itl_ms", Deadlines: []float64{1}})
	if len(c.Pairs) != 0 || c.Median != nil || c.ByDeadline[0].Max != nil || c.Turns() {
		t.Errorf("got %+v", c.Effect)
	}
}

func TestASensorErrorCountsForGPUsAndEnergies(t *testing.T) {
	c := matched(t, Match{SensorError: 5})
	// 4 → 3, 2 → 1, 2 → 2: the last is a win or none
	if s := c.Sensor; s == nil || s.FewestWins != 2 || s.MostWins != 3 || s.Turns || s.LowMedian != -28.75 || s.HighMedian != -21.25 {
		t.Errorf("got %+v", s)
	}
	c = matched(t, Match{SensorError: 40})
	if s := c.Sensor; !s.Turns || s.FewestWins != 1 {
		t.Errorf("got %+v", s)
	}
	c, err := Matched(pairRuns().Table, Match{Factor: "gpu_model", Base: "H100", Alt: "B200", Metric: "median_itl_ms", SensorError: 5})
	if err != nil || c.Sensor != nil {
		t.Errorf("a latency has %+v, %v", c.Sensor, err)
	}
}

// spreadPairs are pairs of so many models, each with its changes.
func spreadPairs(groups ...[]float64) (pairs []Pair) {
	for i, changes := range groups {
		for _, x := range changes {
			pairs = append(pairs, Pair{Model: i, AltModel: i, Change: x, Base: Side{Metric: 100}, Alt: Side{Metric: 100 + x}})
		}
	}
	return pairs
}

func TestTheIntervalIsThatOfGroups(t *testing.T) {
	five := spreadPairs([]float64{-9}, []float64{-7}, []float64{-5}, []float64{-3}, []float64{1})
	six := append(slices.Clone(five), spreadPairs(nil, nil, nil, nil, nil, []float64{-6})...)
	if e := EffectOf(five, 0); e.Interval != nil || e.Groups != 5 || e.GroupWins != 4 || *e.Median != -5 {
		t.Errorf("five groups: %+v", e)
	}
	alone := EffectOf(six, 0)
	if i := alone.Interval; i == nil || !(i.Low >= -9 && i.Low < *alone.Median && *alone.Median < i.High && i.High <= 1) {
		t.Fatalf("six groups: %+v", i)
	}
	// repeating each pair tells nothing new
	if twice := EffectOf(slices.Concat(six, six), 0); *twice.Interval != *alone.Interval || twice.Groups != 6 {
		t.Errorf("each pair twice: %+v, once: %+v", twice.Interval, alone.Interval)
	}
}

func TestAGroupWinsByItsMedian(t *testing.T) {
	e := EffectOf(spreadPairs([]float64{-50, 1, 2}, []float64{-1, -2}), 0)
	if e.Wins != 3 || e.GroupWins != 1 || e.Groups != 2 || e.Models != 2 || *e.Median != -1 {
		t.Errorf("%+v", e)
	}
}

func TestMatchedRefusesWhatItCannotCompare(t *testing.T) {
	for _, c := range []struct {
		m    Match
		want string
	}{
		{Match{Factor: "gpu", Metric: "energy_per_token_joules"}, "gpu_model"},
		{Match{Factor: "gpu_model", Metric: "nickname"}, "not numeric"},
		{Match{Factor: "gpu_model", Metric: "energy_per_token_joules", Each: true}, "gpu_model is not numeric"},
		{Match{Factor: "gpu_model", Metric: "energy_per_token_joules", Hold: []string{"nickname +"}}, "unexpected end"},
		{Match{Factor: "gpu_model", Metric: "energy_per_token_joules", Hold: []string{"nick"}}, "nickname"},
	} {
		if _, err := Matched(pairRuns().Table, c.m); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: got %v", c.m, err)
		}
	}
}
