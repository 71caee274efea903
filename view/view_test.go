package view_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/view"
)

func subject(rows []aggregate.Row, deadline float64) view.Subject {
	return view.Subject{Board: board.New(rows, deadline, aggregate.P50), Rows: rows}
}

func chat(runs ...data.LLMRun) view.Subject {
	return subject(aggregate.Rows(data.NewRuns(runs, true).Table, aggregate.Uncertainty{}), 50)
}

func run(model, gpu string, batch int, energy, latency float64) data.LLMRun {
	return data.LLMRun{
		Domain: "llm", Task: "chat", ModelID: model, Nickname: model, GPUModel: gpu, NumGPUs: 1, MaxNumSeqs: batch, EnergyPerTokenJoules: energy,
		OutputThroughputTokensPerSec: 100, AvgPowerWatts: 100 * energy, MedianITLMillis: latency, P50ITLMillis: latency, P90ITLMillis: latency,
		P95ITLMillis: latency, P99ITLMillis: latency,
	}
}

// imageRows is one image model at two resolutions on 1, 2 and 4 GPUs.
func imageRows() []aggregate.Row {
	var runs []data.DiffusionRun
	for _, side := range []int{512, 1024} {
		for _, n := range []int{1, 2, 4} {
			for batch := 1; batch <= 8*side/1024; batch *= 2 {
				latency := float64(batch*side) / 600 / math.Sqrt(float64(n))
				power := 600 * float64(n)
				runs = append(runs, data.DiffusionRun{
					Domain: "diffusion", Task: data.TextToImage, ModelID: "org/painter", Nickname: "Painter",
					GPUModel: "H100", NumGPUs: n, BatchSize: batch, Height: side, Width: side, InferenceSteps: data.Some(20),
					BatchLatencySeconds: latency, AvgPowerWatts: power, EnergyPerGenerationJoules: power * latency / float64(batch),
					ThroughputGenerationsPerSec: float64(batch) / latency,
				})
			}
		}
	}
	return aggregate.Rows(data.NewRuns(runs, false).Table, aggregate.Uncertainty{})
}

func TestLinesHoldEqualWorkOnly(t *testing.T) {
	s := subject(imageRows(), 30)
	v := view.View{Kind: view.Line, By: "hardware", X: "batch_size", Y: []string{"energy_per_generation_joules"}, Alike: []string{"resolution"}}
	a := v.Answer(s, s.Board.Default)
	if len(a.Rows) != 12 || a.OtherWork != 9 || a.Work != "1024×1024" {
		t.Errorf("%d rows of %q, %d of other work", len(a.Rows), a.Work, a.OtherWork)
	}
}

func TestALineHasTheLeastEnergyAtEachPlace(t *testing.T) {
	other := run("m", "H100", 8, 1, 20)
	other.TensorParallel = 2
	s := chat(run("m", "H100", 8, 2, 10), other, run("m", "H100", 16, 3, 10))
	a := view.View{Kind: view.Line, By: "hardware", X: "max_num_seqs", Y: []string{"energy_per_token_joules"}}.Answer(s, s.Board.Default)
	if len(a.Series) != 1 || len(a.Rows) != 2 || a.Rows[0].Energy != 1 || a.Rows[1].Energy != 3 {
		t.Errorf("%+v", a.Rows)
	}
}

func TestAChangeHoldsModelsOfBothSidesWithinTheLimit(t *testing.T) {
	s := chat(run("a", "H100", 8, 2, 10), run("a", "B200", 8, 1, 10), run("b", "H100", 8, 1, 10), run("b", "B200", 8, 4, 10),
		run("slow", "H100", 8, 1, 90), run("slow", "B200", 8, 1, 10), run("alone", "B200", 8, 1, 10))
	v := view.View{Kind: view.Change, By: "model_id", Factor: "gpu_model", Base: "H100", Alt: "B200"}
	a := v.Answer(s, s.Board.Default)
	if len(a.Pairs) != 2 || a.Pairs[0].Alt.ModelID != "a" || a.Pairs[1].Alt.ModelID != "b" || len(a.Alone) != 2 {
		t.Errorf("%d pairs, %d alone", len(a.Pairs), len(a.Alone))
	}
	if e := a.Effect; e.Pairs != 2 || e.Lower != 1 || math.Abs(e.Median-125) > 1e-9 {
		t.Errorf("%+v", e)
	}
}

func TestARankingIsBoundedAndSaysWhatItLeavesOut(t *testing.T) {
	var runs []data.LLMRun
	for i := range 50 {
		runs = append(runs, run("m", "H100", i+1, float64(i+1), 10+float64(i)))
	}
	s := chat(runs...)
	a := view.View{Kind: view.Ranking, X: "median_itl_ms", Y: []string{"energy_per_token_joules"}}.Answer(s, s.Board.Default)
	if len(a.Rows) != view.Most || a.More != 20 || len(a.Front) != 1 || a.Rows[0].Run != a.Front[0].Run {
		t.Errorf("%d rows, %d more, %d on the frontier", len(a.Rows), a.More, len(a.Front))
	}
}

func TestTheFastestOfWhatMissesTheLimitIsLate(t *testing.T) {
	s := chat(run("m", "H100", 8, 1, 60), run("m", "H100", 4, 2, 55), run("m", "B200", 8, 1, 20))
	a := view.View{Kind: view.Ranking, By: "hardware"}.Answer(s, s.Board.Default)
	if len(a.Rows) != 1 || a.Rows[0].GPU != "B200" || len(a.Late) != 1 || a.Late[0].Batch != 4 {
		t.Errorf("rows %+v, late %+v", a.Rows, a.Late)
	}
}

// tradeoff is drawn of the sample's kind of rows: energy against latency, a frontier for each GPU model.
var tradeoff = view.View{
	Kind: view.Tradeoff, By: "gpu_model", X: "median_itl_ms", Y: []string{"energy_per_token_joules"}, Label: "nickname",
}

func drawn(s view.Subject) charts.Figure {
	style := view.Style{Words: content.English(), Marks: charts.Marks{}, Wide: 1120}
	return charts.Declared(tradeoff.Answer(s, s.Board.Default).Plot(s, style))
}

func TestATradeoffIgnoresInputOrder(t *testing.T) {
	var runs []data.LLMRun
	random := rand.New(rand.NewPCG(1, 1))
	for i := range 40 {
		runs = append(runs, run(fmt.Sprint("m", i%5), []string{"H100", "B200"}[i%2], 8<<(i%6), 1+random.Float64(), 10+90*random.Float64()))
	}
	want := drawn(chat(runs...))
	for range 5 {
		random.Shuffle(len(runs), func(i, j int) { runs[i], runs[j] = runs[j], runs[i] })
		if got := drawn(chat(runs...)); fmt.Sprint(got.Wide.Scene()) != fmt.Sprint(want.Wide.Scene()) {
			t.Fatal("the drawing depends on the order of rows")
		}
	}
}

func TestNamesNeverLeaveTheirStrings(t *testing.T) {
	hostile := "</script><svg onload=\"x\">{c}{a|b}\n%"
	scene := fmt.Sprint(drawn(chat(run(hostile, hostile+"1", 8, 1, 10), run(hostile+"2", hostile, 16, 2, 9))).Wide.Scene())
	for _, bad := range []string{"{c}", "{a|"} { // ECharts would take them for templates
		if strings.Contains(scene, bad) {
			t.Errorf("a text contains %q", bad)
		}
	}
}

func TestAbsurdValuesStillDraw(t *testing.T) {
	extremes := []float64{5e-324, 1e-300, 1, 1.7e308}
	for n := range extremes {
		var runs []data.LLMRun
		for i, v := range extremes[n:] {
			runs = append(runs, run(fmt.Sprint("m", i), "H100", 8<<i, v, extremes[(i+1)%len(extremes)]))
		}
		drawn(chat(runs...))
	}
}

// Of many rows those of the frontier are drawn, and the answer says how many are not.
func TestATradeoffIsBounded(t *testing.T) {
	var runs []data.LLMRun
	for i := range 1500 {
		runs = append(runs, run(fmt.Sprint("m", i%100), "H100", i+1, 1+float64(i*7919%1500), 10+float64(i)))
	}
	s := chat(runs...)
	a := tradeoff.Answer(s, s.Board.Default)
	kept := map[string]bool{}
	for _, r := range a.Rows {
		kept[r.Run] = true
	}
	for _, r := range aggregate.Frontier(s.Rows, aggregate.P50) {
		if !kept[r.Run] {
			t.Errorf("%s of the frontier is left out", r.Run)
		}
	}
	if len(a.Rows) != 600 || a.More != 900 {
		t.Errorf("%d rows, %d more", len(a.Rows), a.More)
	}
}
