package raw

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data/jsonscan"
	"github.com/jouleboard/jouleboard/fitting"
)

func TestStepsHoldTheLastReading(t *testing.T) {
	samples := []Sample{
		{RelativeSeconds: 0.25, Value: 100},
		{RelativeSeconds: 1.5, Value: 200},
		{RelativeSeconds: 1.5, Value: 300},
		{RelativeSeconds: 2.75, Value: 400},
	}
	for _, c := range []struct{ edges, want []float64 }{
		{[]float64{0, 1, 2, 3, 4}, []float64{100, 200, 325, 400}},
		{[]float64{0.5, 1.75, 2.5}, []float64{175, 225}},
		{[]float64{3, 5}, []float64{800}},
		{[]float64{1}, nil},
	} {
		if got := energies(samples, c.edges); !slices.Equal(got, c.want) {
			t.Errorf("between %v: %v, want %v", c.edges, got, c.want)
		}
	}
}

func TestStepsLieInTheSteadyState(t *testing.T) {
	counts := []count{{9, 5}, {10, 7}, {11, 17}, {11, 18}, {12.5, 40}, {21, 99}}
	edges, tokens := steps(counts, 10, 20)
	if !slices.Equal(edges, []float64{0, 1, 2.5}) || !slices.Equal(tokens, []float64{10, 23}) {
		t.Errorf("edges %v, tokens %v", edges, tokens)
	}
	if edges, tokens = steps(append(counts, count{13, 2}), 10, 20); edges != nil || tokens != nil {
		t.Errorf("a server that began again: edges %v, tokens %v", edges, tokens)
	}
}

func TestTheCounterIsReadFromTheMetrics(t *testing.T) {
	const line = `# HELP vllm:generation_tokens_total x\nvllm:generation_tokens_total{engine=\"0\",model_name=\"a b\"} 1.5e3\n`
	const more = `vllm:generation_tokens_total{engine=\"1\"} 20\nvllm:generation_tokens_created{engine=\"0\"} 7`
	doc := `[{"timestamp": 10, "metrics": "` + line + more + `"}, {"timestamp": 11, "metrics": "` + strings.Repeat("x", 5000) +
		`\nvllm:generation_tokens_total 2000"}, {"timestamp": 12, "metrics": "nothing"}, {"metrics": "` + line + `"}, 5,
		{"timestamp": "13", "metrics": "vllm:generation_tokens_total NaN"}, {"timestamp": 14, "metrics": {}}]`
	for _, size := range []int{64, jsonscan.BufferSize} {
		s := jsonscan.New(size)
		s.Reset(strings.NewReader(doc))
		if got := readCounts(s); !slices.Equal(got, []count{{10, 1520}, {11, 2000}}) || !s.End() {
			t.Errorf("got %v, %v", got, s.Err())
		}
	}
}

// steady is the timeline of one GPU at 10 Hz, noisy around 500 W.
func steady(seconds int, noise float64) timelineFacts {
	rng := rand.New(rand.NewPCG(1, 0))
	var all []reading
	for i := range seconds * 10 {
		all = append(all, reading{100 + float64(i)/10, 500 * (1 + noise*rng.NormFloat64())})
	}
	end := 100 + float64(seconds)
	return timelineFacts{
		given: true, start: number{state: present, value: 100}, end: number{state: present, value: end},
		series: gpuSeries{gpus: map[int][]reading{0: all}},
	}
}

// counted are the counts of a server for the same time: a thousand tokens a second,
// which vary by a share.
func counted(seconds int, share float64, seed uint64) []count {
	rng := rand.New(rand.NewPCG(seed, 1))
	all := []count{{at: 100, tokens: 50}}
	for i := range seconds {
		all = append(all, count{101 + float64(i), all[i].tokens + max(1000*(1+share*rng.NormFloat64()), 0)})
	}
	return all
}

func TestARunsOwnIntervalIsThatOfItsEnergyAndTokens(t *testing.T) {
	x := llmFacts{power: steady(100, 0.1)}
	for share, want := range map[float64]float64{
		0:    1.96 * 0.1 / math.Sqrt(1000),                                // of the mean of 1000 readings
		0.05: 1.96 * math.Hypot(0.1/math.Sqrt(1000), 0.05/math.Sqrt(100)), // and of 100 seconds' tokens
	} {
		got := x.within(0.25, counted(100, share, 1))
		if got == nil || got.Kind != fitting.BlockBootstrap || got.Points != 100 || got.Level != 0.95 || got.Center != 0.25 {
			t.Fatalf("got %+v", got)
		}
		if half := (got.High - got.Low) / 2 / 0.25; half < want/1.5 || half > want*1.5 {
			t.Errorf("tokens vary by %v: half width %v, want about %v", share, half, want)
		}
	}
}

func TestARunsOwnIntervalCovers(t *testing.T) {
	const runs = 300
	x := llmFacts{power: steady(60, 0.02)}
	covered := 0
	for seed := range uint64(runs) {
		counts := counted(60, 0.05, seed)
		mean := 500.0 * 60 / (counts[60].tokens - counts[0].tokens)
		if i := x.within(mean, counts); i.Low <= 0.5 && 0.5 <= i.High {
			covered++
		}
	}
	if share := float64(covered) / runs; share < 0.92 || share > 0.99 {
		t.Errorf("covers %v of the true values", share)
	}
}

func TestARunThatTellsTooLittleHasNoInterval(t *testing.T) {
	long, short := llmFacts{power: steady(100, 0.1)}, llmFacts{power: steady(19, 0.1)}
	for name, got := range map[string]*fitting.Interval{
		"nothing stated":    (&llmFacts{}).within(1, counted(100, 0, 1)),
		"no counter":        long.within(1, nil),
		"few counts":        long.within(1, counted(19, 0, 1)),
		"too short":         short.within(1, counted(100, 0, 1)),
		"few iterations":    iterations{energies: []float64{1, 2, 3}}.within(1),
		"no energy":         iterations{energies: make([]float64, 30)}.within(1),
		"beyond all bounds": iterations{energies: slices.Concat(make([]float64, 29), []float64{1})}.within(math.MaxFloat64),
	} {
		if got != nil {
			t.Errorf("%s: got %+v", name, got)
		}
	}
}

// FuzzCounts: whatever a list of metrics holds, counts are finite and none negative.
func FuzzCounts(f *testing.F) {
	f.Add([]byte(`[{"timestamp": 10, "metrics": "vllm:generation_tokens_total{a=\"}\"} 3\n"}, {"timestamp": null}]`))
	f.Add([]byte(`[{"metrics": "vllm:generation_tokens_total 1e400\nvllm:generation_tokens_total -1", "timestamp": "1"}`))
	s := jsonscan.New(64)
	f.Fuzz(func(t *testing.T, doc []byte) {
		s.Reset(bytes.NewReader(doc))
		for _, c := range readCounts(s) {
			if !(c.tokens >= 0) {
				t.Errorf("%q: %v tokens", doc, c.tokens)
			}
		}
	})
}
