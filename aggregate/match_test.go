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
	if c.Pairs != 4 || c.Wins != 2 || len(c.ByDeadline) != 2 {
		t.Fatalf("got %d pairs, %d wins", c.Pairs, c.Wins)
	}
	var changes []float64
	for _, p := range c.Rows {
		changes = append(changes, p.ChangePercent)
	}
	// x at 50 ms: 4 → 1, at 100 ms: 2 → 1; x FP8: equal, which is no win
	if want := []float64{-75, -50, 0, 0}; !slices.Equal(changes, want) {
		t.Errorf("got %v, want %v", changes, want)
	}
	if *c.Median != -25 || *c.Min != -75 || *c.Max != 0 {
		t.Errorf("got median %v, from %v to %v", *c.Median, *c.Min, *c.Max)
	}
}

func TestKeysMayBeExpressions(t *testing.T) {
	c := matched(t, Match{Hold: []string{`replace(nickname, " FP8", "")`, "max_num_seqs"}})
	if c.Pairs != 2 || c.ByDeadline != nil {
		t.Fatalf("got %d pairs", c.Pairs)
	}
	if p := c.Rows[0]; p.Hold[0] != "x" || p.Hold[1] != 8 || p.Base != 2 || p.Alt != 2 {
		t.Errorf("got %+v", p)
	}
}

func TestPairsAreOrderedByTheirKeys(t *testing.T) {
	c := matched(t, Match{Hold: []string{"max_num_seqs", "nickname"}})
	var keys []any
	for _, p := range c.Rows {
		keys = append(keys, p.Hold...)
	}
	if want := []any{8, "x", 8, "x FP8", 64, "x"}; !slices.Equal(keys, want) {
		t.Errorf("got %v", keys)
	}
}

func TestNoPairHasNoChange(t *testing.T) {
	c := matched(t, Match{Hold: []string{"nickname"}, DeadlineField: "median_itl_ms", Deadlines: []float64{1}})
	if c.Pairs != 0 || c.Median != nil || c.ByDeadline[0].Max != nil {
		t.Errorf("got %+v", c.Effect)
	}
}

func TestMatchedRefusesWhatItCannotCompare(t *testing.T) {
	for _, c := range []struct {
		m    Match
		want string
	}{
		{Match{Factor: "gpu", Metric: "energy_per_token_joules"}, "gpu_model"},
		{Match{Factor: "gpu_model", Metric: "nickname"}, "no number"},
		{Match{Factor: "gpu_model", Metric: "energy_per_token_joules", Hold: []string{"nickname +"}}, "unexpected token"},
	} {
		if _, err := Matched(pairRuns().Table, c.m); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: got %v", c.m, err)
		}
	}
}
