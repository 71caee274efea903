package history_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/aggregate"
	boards "github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/history"
)

// results are those of a night, in which models, GPUs and batch sizes come and go, and some are too slow.
func results(rng *rand.Rand) (runs []data.LLMRun) {
	for len(runs) == 0 {
		for i := range 24 {
			if rng.Float64() < 0.4 {
				continue
			}
			model, gpu, batch, latency := "lab/"+string("abc"[i%3]), []string{"H100", "B200"}[i/3%2], []int{1, 16}[i/6%2], float64(20+10*rng.IntN(5))
			runs = append(runs, data.LLMRun{
				Domain: "llm", Task: []string{"gpqa", "lm-arena-chat"}[i/12], ModelID: model, Nickname: model, GPUModel: gpu, NumGPUs: 1, MaxNumSeqs: batch,
				EnergyPerTokenJoules: float64(1+i%6) * math.Exp(0.5*rng.NormFloat64()), MedianITLMillis: latency, P50ITLMillis: latency,
			})
		}
	}
	return runs
}

// taken is a snapshot of results, as history --add takes it.
func taken(night int, runs []data.LLMRun) history.Snapshot {
	ds := data.NewDataset(data.Source{}, data.NewRuns(runs, true).Table)
	return snapshot(dateOf(night), "r", history.Take(boards.ShownIn(ds, content.Content{}))...)
}

// addedIn is the file of nights that were added in an order, each to what was read.
func addedIn(t *testing.T, order []int, nights [][]data.LLMRun) (h history.History) {
	t.Helper()
	for _, night := range order {
		h.Add(taken(night, nights[night]))
		read, err := history.Read("h.jsonl", strings.NewReader(text(t, h)))
		if err != nil {
			t.Fatal(err)
		}
		h = read
	}
	return h
}

// told are the changes of a history, without the night before.
func told(h history.History) (lines []string) {
	for _, s := range h.Steps() {
		for _, c := range s.Changes {
			lines = append(lines, fmt.Sprint(s.To.Date, c.Task, c.Kind, c.Name, c.Words(content.Task{}, content.English())))
		}
	}
	return lines
}

// The order in which nights are added says nothing: the file is the same, and no configuration without a result is called worse.
func TestAFileDoesNotDependOnTheOrderOfAdding(t *testing.T) {
	rng, leftOut := rand.New(rand.NewPCG(7, 1)), 0
	for range 30 {
		var nights [][]data.LLMRun
		for range 6 {
			nights = append(nights, results(rng))
		}
		h := addedIn(t, []int{0, 1, 2, 3, 4, 5}, nights)
		want := text(t, h)
		for range 5 {
			if order := rng.Perm(len(nights)); text(t, addedIn(t, order, nights)) != want {
				t.Fatalf("added in the order %v, the file is another one than in order of dates, which is\n%s", order, want)
			}
		}
		leftOut += checkReasons(t, h, nights)
		// a line can be deleted, too
		at := 1 + rng.IntN(4)
		h.Snapshots = slices.Delete(h.Snapshots, at, at+1)
		checkReasons(t, h, slices.Delete(nights, at, at+1))
	}
	if leftOut == 0 {
		t.Error("no best configuration was left out")
	}
}

// checkReasons tests of each change whether the best of before is said to be gone, and counts the models that are worse without it.
func checkReasons(t *testing.T, h history.History, nights [][]data.LLMRun) (leftOut int) {
	t.Helper()
	for i, s := range h.Steps() {
		there := map[string]bool{}
		now := data.NewRuns(nights[len(nights)-1-i], true).Table
		for _, r := range aggregate.Rows(now, aggregate.Uncertainty{}) {
			there[r.Task+r.Configuration()] = true
		}
		for _, c := range s.Changes {
			if c.Kind == history.Without {
				leftOut++
			}
			if c.Before == nil || c.After == nil || c.Kind == history.NewBest {
				continue
			}
			if gone := !there[c.Task+c.Before.Run]; gone != (c.Gone != nil) || gone && c.Kind == history.More {
				t.Errorf("%s: %s of %s, whose best of before is gone: %t", s.To.Date, c.Kind, c.Name, gone)
			}
		}
	}
	return leftOut
}

// A night that equals the one before it is not kept. Nights that are all added again, in order of their dates, say the same as if
// they had been added once in that order.
func TestNightsThatAreAddedAgainMendTheOrder(t *testing.T) {
	rng, differed := rand.New(rand.NewPCG(7, 2)), 0
	for range 30 {
		two := [][]data.LLMRun{results(rng), results(rng)}
		var nights [][]data.LLMRun
		for range 6 {
			nights = append(nights, two[rng.IntN(2)])
		}
		inOrder, order := []int{0, 1, 2, 3, 4, 5}, rng.Perm(len(nights))
		want := told(addedIn(t, inOrder, nights))
		if !slices.Equal(told(addedIn(t, order, nights)), want) {
			differed++
		}
		if got := told(addedIn(t, append(order, inOrder...), nights)); !slices.Equal(got, want) {
			t.Fatalf("added in the order %v and again:\n%q, want\n%q", order, got, want)
		}
	}
	if differed == 0 {
		t.Error("the order never matters")
	}
}

// A board with more configurations than it keeps states which best ones are gone, of the snapshot that it follows; one of a file
// of version 1 has none but the best, which tells nothing of others.
func TestWhatABoardDoesNotKeepIsNotGone(t *testing.T) {
	var runs []data.LLMRun
	for i := range history.MostOthers + 2 {
		runs = append(runs, data.LLMRun{
			Domain: "llm", Task: "gpqa", ModelID: "lab/a", Nickname: "A", GPUModel: "H100", NumGPUs: 1, MaxNumSeqs: 1 + i,
			EnergyPerTokenJoules: 5 + float64(i), MedianITLMillis: 10, P50ITLMillis: 10,
		})
	}
	rows := aggregate.Rows(data.NewRuns(runs, true).Table, aggregate.Uncertainty{})
	last := slices.MaxFunc(rows, func(a, b aggregate.Row) int { return strings.Compare(a.Run, b.Run) }).Batch - 1
	with := func(energy float64) []data.LLMRun {
		changed := slices.Clone(runs)
		changed[last].EnergyPerTokenJoules = energy
		return changed
	}
	for want, after := range map[history.Kind][]data.LLMRun{
		history.More: with(1e6), history.Without: slices.Delete(slices.Clone(runs), last, last+1),
	} {
		h := addedIn(t, []int{1, 0, 2}, [][]data.LLMRun{with(2), with(1), after})
		if c := h.Steps()[0].Changes; len(c) != 1 || c[0].Kind != want || (c[0].Gone != nil) != (want == history.Without) {
			t.Errorf("%+v, want %s", c, want)
		}
	}
	slow := configuration("a", 2)
	slow.Run = "another"
	h := history.History{Snapshots: []history.Snapshot{
		snapshot("2025-01-01", "r", board("gpqa", configuration("a", 1))), snapshot("2025-01-02", "r", board("gpqa", slow)),
	}}
	if h, err := history.Read("h.jsonl", strings.NewReader(text(t, h))); err != nil || h.Steps()[0].Changes[0].Kind != history.More {
		t.Errorf("%+v, %v", h.Steps(), err)
	}
}
