package view_test

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/leaderboard"
	"github.com/jouleboard/jouleboard/view"
)

var even = view.View{Kind: view.BreakEven, By: "model_id", Factor: "gpu_model"}

// The cheaper GPU at any prices is the one on the right side of the break-even ratio.
func TestBreakEvenIsWhereOutputsCostTheSame(t *testing.T) {
	fast := run("m", "B200", 8, 1, 20)
	fast.OutputThroughputTokensPerSec = 240
	slower := run("m", "B200", 4, 1, 60) // too late, though it would put out more
	slower.OutputThroughputTokensPerSec = 900
	s := chat(run("m", "H100", 8, 2, 10), fast, slower, run("alone", "H100", 8, 1, 10))
	a := even.Answer(s, s.Board.Default)
	if len(a.Pairs) != 1 || a.Pairs[0].Alt.GPU != "B200" || math.Abs(a.Pairs[0].BreakEven()-2.4) > 1e-12 || len(a.Alone) != 1 {
		t.Fatalf("%+v", a.Pairs)
	}
	for ratio, cheaper := range map[float64]string{2.39: "B200", 2.41: "H100"} {
		q := s.Board.Default
		q.Rents, q.Sort = []board.Rent{{GPU: "H100", Price: 3}, {GPU: "B200", Price: 3 * ratio}}, board.Sort{Field: board.ByCost}
		q.Search = "m"
		if best := s.Board.Answer(q).Best; best[0].GPU != cheaper {
			t.Errorf("at %v the cheaper is not %s", ratio, cheaper)
		}
	}
}

// Of 2,000 pairs of GPUs whose runs vary as a benchmark's do, at least 93% of the intervals contain the ratio of their means.
func TestBreakEvenWithinTheInterval(t *testing.T) {
	const sd, pairs, truth = 0.08, 2000, 2.4
	random := rand.New(rand.NewPCG(19, 19))
	noisy := func(x float64) float64 { return x * math.Exp(sd*random.NormFloat64()) }
	covered := 0
	for range pairs {
		var repeats [][]float64 // three configurations measured twice, as in the published data
		for range 3 {
			repeats = append(repeats, []float64{noisy(1), noisy(1)})
		}
		between := fitting.PooledSpread(repeats).FilledUp(fitting.Assumed(sd))
		base, alt := run("m", "H100", 8, 1, 20), run("m", "B200", 8, 1, 20)
		base.OutputThroughputTokensPerSec, alt.OutputThroughputTokensPerSec = noisy(1000), noisy(1000*truth)
		s := subject(aggregate.Rows(data.NewRuns([]data.LLMRun{base, alt}, true).Table, aggregate.Uncertainty{Between: between}), 50)
		a := even.Answer(s, s.Board.Default)
		if len(a.Pairs) != 1 {
			t.Fatalf("%+v", a.Pairs)
		}
		if low, high := a.Pairs[0].BreakEvenWithin(); low <= truth && truth <= high {
			covered++
		}
	}
	share := float64(covered) / pairs
	t.Logf("%.3f of the intervals contain the ratio", share)
	if share < 0.93 || share > 0.99 { // wider ones would say less than the data do
		t.Errorf("%.3f of the intervals contain the ratio", share)
	}
}

// The quartiles over the published tasks of language models, computed from their files by another program.
func TestBreakEvenOfThePublishedData(t *testing.T) {
	dir := filepath.Join(os.Getenv("JOULEBOARD_SHARED"), "data", "mlenergy-v3", "leaderboard")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("the published data are not here")
	}
	ds, err := leaderboard.Read(context.Background(), dir, leaderboard.Options{})
	if err != nil {
		t.Fatal(err)
	}
	settings, err := content.Load(content.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	var ratios []float64
	for _, b := range board.ShownIn(ds, settings) {
		if b.Rows[0].Domain != "llm" {
			continue
		}
		q := b.Default
		q.Deadline = 50
		for _, p := range even.Answer(view.Subject{Board: b.Board, Rows: b.Rows}, q).Pairs {
			ratios = append(ratios, p.BreakEven())
		}
	}
	slices.Sort(ratios)
	if len(ratios) != 39 {
		t.Fatalf("%d pairs", len(ratios))
	}
	for i, want := range map[int]float64{0: 0.30, 19: 1.81, 38: 6.05} {
		if math.Abs(ratios[i]-want) > 0.005 {
			t.Errorf("place %d: %.3f, want %v", i, ratios[i], want)
		}
	}
	for at, want := range map[float64]float64{9.5: 1.21, 28.5: 2.43} { // between two places
		i := int(at)
		if x := (ratios[i] + ratios[i+1]) / 2; math.Abs(x-want) > 0.005 {
			t.Errorf("quartile at %v: %.3f, want %v", at, x, want)
		}
	}
}
