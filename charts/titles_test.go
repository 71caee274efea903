package charts

import (
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
)

// at is rows of one model with the given latencies and energies, in batches of
// 8, 16, ….
func at(points ...[2]float64) []aggregate.Row {
	var runs []data.LLMRun
	for i, p := range points {
		runs = append(runs, data.LLMRun{
			Task: "chat", ModelID: "org/m", Nickname: "M", GPUModel: "H100", NumGPUs: 2, MaxNumSeqs: 8 << i,
			MedianITLMillis: p[0], P90ITLMillis: p[0], P95ITLMillis: p[0], P99ITLMillis: p[0],
			EnergyPerTokenJoules: p[1], AvgPowerWatts: 700, OutputThroughputTokensPerSec: 1000 * float64(i+1),
		})
	}
	return aggregate.Rows(data.NewRuns(runs, true).Table, aggregate.Uncertainty{})
}

func TestFrontierTitleSaysWhatWaitingIsWorth(t *testing.T) {
	unbounded := Task{Words: english, Output: "token"}
	for _, c := range []struct {
		rows []aggregate.Row
		task Task
		want string
	}{
		{at([2]float64{44.5, 0.0318}, [2]float64{247, 0.0284}), chat, "At 247 ms per token instead of 44.5 ms, energy is 11% lower"},
		{at([2]float64{40, 1}, [2]float64{75, 0.5}), chat, "At 75 ms per token instead of 40 ms, energy is 50% lower"},
		{at([2]float64{40, 1}, [2]float64{120, 0.5}), chat, "At 120 ms per token instead of 40 ms, energy is 50% lower"},
		{at([2]float64{40, 1}, [2]float64{120, 0.999}), chat, "At 120 ms per token instead of 40 ms, energy is less than 1% lower"},
		{
			at([2]float64{40, 1}, [2]float64{120, 1.5}), chat,
			"Lowest energy: 1.00 J per token at 40 ms; no configuration slower than 50 ms uses less",
		},
		{at([2]float64{40, 1}, [2]float64{45, 1.5}), chat, "Lowest energy: 1.00 J per token at 40 ms; no configuration is slower than 50 ms"},
		{at([2]float64{60, 1}, [2]float64{120, 0.5}), chat, "No configuration meets the deadline of 50 ms per token; the fastest takes 60 ms"},
		{at([2]float64{40, 1}), chat, "One configuration: 1.00 J per token at 40 ms"},
		{
			at([2]float64{40, 1}, [2]float64{120, 0.5}), unbounded,
			"Lowest energy: 0.500 J per token at 120 ms; the fastest configuration, 40 ms, uses 2 times as much",
		},
		{
			at([2]float64{40, 1}, [2]float64{120, 1.5}), unbounded,
			"The fastest configuration also uses the least energy: 1.00 J per token at 40 ms",
		},
		{nil, chat, "No configuration to show"},
	} {
		if got := untied(TaskFrontier(c.rows, c.task, gpu).Title); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

// untied undoes what keeps numbers and units on one line.
func untied(s string) string { return strings.ReplaceAll(s, "\u00a0", " ") }

func TestOutputLengthsCountEveryAnswer(t *testing.T) {
	exact := answers()
	want := exact.Requests()
	f := OutputLengths([]*data.OutputLengths{exact}, english)
	if h := sum([]*data.OutputLengths{exact}); h.Requests() != want {
		t.Errorf("got %d answers, want %d", h.Requests(), want)
	}
	if len(f.Rows) != lengthBins+1 {
		t.Errorf("got %d bins, want %d and a tail", len(f.Rows), lengthBins)
	}
	binned := &data.OutputLengths{Edges: []float64{0, 10, 20, 30, 40}, Counts: []int{1, 2, 1, 0}}
	other := &data.OutputLengths{Edges: []float64{0, 1}, Counts: []int{9}}
	h := sum([]*data.OutputLengths{binned, binned, other})
	if h.Requests() != 8 || len(h.Counts) != 3 || h.quantile(0.5) != 15 || h.quantile(1) != 30 {
		t.Errorf("got %+v, median %v", h, h.quantile(0.5))
	}
}

func TestOneLengthStillHasAHistogram(t *testing.T) {
	f := OutputLengths([]*data.OutputLengths{{Lengths: []int{7}, Counts: []int{3}}}, english)
	if f.Empty() {
		t.Error("no drawing")
	}
}
