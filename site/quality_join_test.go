package site

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
)

// An accuracy of a task joins the rows of its models there and nowhere else, and gives the energy per correct answer with its
// interval.
func TestAnAccuracyOfATaskJoinsItsRowsOnly(t *testing.T) {
	opts := options(t)
	const task = "gpqa"
	in := data.NewIntake(data.LLMRun{}.Schema())
	for i := range 8 {
		r := data.LLMRun{
			Domain: "llm", Task: []string{task, "lm-arena-chat"}[i%2], ModelID: fmt.Sprintf("lab/model-%d", i/4), Nickname: "Model",
			Architecture: "MoE", WeightPrecision: "fp8", TotalParamsBillions: 30, ActivatedParamsBillions: 3, GPUModel: "B200", NumGPUs: 1,
			MaxNumSeqs: 8 << (i / 2 % 2), TensorParallel: 1, ExpertParallel: 1, DataParallel: 1, EnergyPerTokenJoules: 2 + float64(i),
			EnergyPerRequestJoules: data.Some(100 + float64(i)), OutputThroughputTokensPerSec: 100, AvgPowerWatts: 400, MedianITLMillis: 10,
			P50ITLMillis: 10, P90ITLMillis: 60, P95ITLMillis: 61, P99ITLMillis: 62, IsStable: true,
		}
		if !in.Add(data.RowOf(r), "runs", i+1) {
			t.Fatal(in.Problems)
		}
	}
	ds := data.NewDataset(data.Source{Name: "results", Kind: "compiled", Date: "2026-02-16"}, in.Table(true))
	score := content.Score{
		Model: "lab/model-0", Benchmark: "Exam", Value: 80, Source: "https://scores.example.org/", Task: task, Accuracy: 0.8, Questions: 100,
	}
	opts.Content.Scores = []content.Score{score}
	const measure = "energy_per_correct_answer"
	found := 0
	for _, b := range Leaderboards(ds, opts.Content) {
		for _, r := range b.Rows {
			joined := b.ID == task && r.ModelID == "lab/model-0"
			if joined != !math.IsNaN(r.Accuracy) {
				t.Fatalf("%s of %s has the accuracy %v", r.ModelID, b.ID, r.Accuracy)
			}
			x, ok := r.Normalized(measure)
			if !joined {
				continue
			}
			of, _ := r.Schema().NormalizedBy(measure)
			found++
			response, _ := r.Float("energy_per_request_joules")
			if !ok || math.Abs(x-response/0.8) > 1e-12 {
				t.Errorf("%v J per correct answer, want %v", x, response/0.8)
			}
			low, high, known := board.NormalizedInterval(r, of)
			if !known || !(low < x && x < high) || math.Log(high/low)/2 <= r.Margin {
				t.Errorf("interval %v to %v of %v with the margin %v", low, high, x, r.Margin)
			}
		}
		q, faults := b.Parse("sort=energy_per_correct_answer&accuracy=70%25")
		if b.ID != task {
			if len(faults) == 0 {
				t.Errorf("%s: a floor without accuracies is no fault", b.ID)
			}
			continue
		}
		if a := b.Answer(q); len(faults) > 0 || len(a.Rows) != 1 || a.Rows[0].ModelID != "lab/model-0" || !strings.Contains(b.Lede(a), "accuracy of at least") {
			t.Errorf("%v, %d rows, %s", faults, len(a.Rows), b.Lede(a))
		}
		if back, faults := b.Parse(b.Encode(q)); len(faults) > 0 || back.Floor != 0.7 {
			t.Errorf("read back: %v %v", back.Floor, faults)
		}
		wire, err := json.Marshal(b.Board.Wire())
		if err != nil || !strings.Contains(string(wire), `"accuracy":{"share":[`) {
			t.Errorf("the wire lacks accuracies: %v", err)
		}
	}
	if found == 0 {
		t.Fatal("no row joined")
	}
	opts.Content.Scores[0].Precision = "none that was measured"
	for _, b := range Leaderboards(ds, opts.Content) {
		if b.HasAccuracy() {
			t.Errorf("%s: an accuracy of other weights joined", b.ID)
		}
	}
}
