package charts

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/fitting"
)

func TestAThinnedTraceKeepsPeaksAndTroughs(t *testing.T) {
	tr := trace()
	if tr.Samples != 6000 || len(tr.spans) != traceSpans {
		t.Fatalf("%d samples in %d spans", tr.Samples, len(tr.spans))
	}
	_, greatest := tr.extremes()
	if greatest != 951.5 {
		t.Errorf("the peak of 951.5 W became %v", greatest)
	}
	last := math.Inf(-1)
	for _, p := range tr.spans {
		for _, s := range p.inTime() {
			if s.Seconds <= last {
				t.Fatalf("%v s comes after %v s", s.Seconds, last)
			}
			last = s.Seconds
		}
	}
}

func TestATraceOfAnyLengthIsDrawn(t *testing.T) {
	for name, samples := range map[string][]Sample{
		"one":        {{3, 100}},
		"two":        {{0, 100}, {1, 100}},
		"one moment": {{5, 100}, {5, 200}, {5, 300}},
		"with gaps":  {{0, 1}, {1, math.NaN()}, {2, math.Inf(1)}, {3, 4}},
	} {
		f := Power(NewTrace(samples), chatRows(1)[0], english)
		if f.Empty() || len(f.Rows) == 0 || strings.Contains(f.Title+f.Caption, "NaN") {
			t.Errorf("%s: %d rows, %q", name, len(f.Rows), f.Title)
		}
	}
	for name, samples := range map[string][]Sample{"none": nil, "no number": {{0, math.NaN()}}} {
		if f := Power(NewTrace(samples), chatRows(1)[0], english); !f.Empty() {
			t.Errorf("%s: is drawn", name)
		}
	}
}

func TestTheCaptionSaysWhetherSamplesAreLeftOut(t *testing.T) {
	for _, c := range []struct {
		trace   Trace
		want    string
		columns int // of the table: time and power, or those of the lowest and of the highest
	}{
		{trace(), "Of 6,000 samples, only the lowest and the highest in each of 80 time spans", 4},
		{NewTrace([]Sample{{0, 1}, {9, 2}}), "All 2 samples are drawn.", 2},
	} {
		fig := Power(c.trace, chatRows(1)[0], english)
		if !strings.Contains(fig.Caption, c.want) {
			t.Errorf("%q is not in %q", c.want, fig.Caption)
		}
		if len(fig.Columns) != c.columns || len(fig.Rows[0].Cells) != c.columns {
			t.Errorf("%q: the table has %d columns, want %d", c.want, len(fig.Columns), c.columns)
		}
	}
}

func TestLatencyQuantilesAreExactToAPercent(t *testing.T) {
	l := &Latencies{}
	for i := 1; i <= 1000; i++ {
		l.Add(float64(i) / 1000)
	}
	for q, want := range map[float64]float64{0.5: 500, 0.9: 900, 0.99: 990} {
		if got := l.at(q); math.Abs(got/want-1) > 0.01 {
			t.Errorf("quantile %v: got %v ms, want %v", q, got, want)
		}
	}
}

func TestAnyLatencyIsCountedAndDrawn(t *testing.T) {
	for _, seconds := range []float64{5e-324, 1e-9, 0.01, 86400, math.MaxFloat64} {
		l := &Latencies{}
		l.Add(seconds)
		f := InterTokenLatencies(l, chatRows(1)[0], english)
		if f.Empty() || len(f.Rows) != 1 || f.Rows[0].Cells[2].Text != "1" {
			t.Errorf("%v s: %v", seconds, f.Rows)
		}
	}
	for _, none := range []*Latencies{nil, {}} {
		if !InterTokenLatencies(none, chatRows(1)[0], english).Empty() {
			t.Error("no latency is drawn")
		}
	}
}

func TestLatencyBarsHoldAllLatencies(t *testing.T) {
	l := latencies()
	h, lowest := l.bars()
	if h.shown() > mostLatencyBars+1 || h.Requests() != l.n || lowest < h.Edges[0] {
		t.Errorf("%d of %d in %d bins from %v on", h.Requests(), l.n, len(h.Counts), lowest)
	}
	if tail := h.Counts[len(h.Counts)-1]; !h.Tail || float64(tail) > (1-shownShare)*float64(l.n) {
		t.Errorf("the tail has %d of %d", tail, l.n)
	}
}

func TestTheMixtureExpectsWhatTheBarsCount(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	truth := fitting.ITLMixture{
		Loc: 0.005, PiSteady: 0.9, SigmaSteady: 0.15, ScaleSteady: 0.01, PiStall: 0.1, SigmaStall: 0.3,
		ScaleStall: 0.08,
	}
	l := &Latencies{}
	for range 2 * mostSampled {
		l.Add(truth.Sample(rng))
	}
	f := InterTokenLatencies(l, chatRows(1)[0], english)
	if f.Curves == nil || len(f.Curves.Rows) != 2 || !strings.Contains(f.Caption, "distributions fitted to 32,768 randomly chosen latencies") {
		t.Fatalf("caption %q, table %+v", f.Caption, f.Curves)
	}
	share, _ := strconv.ParseFloat(f.Curves.Rows[0].Cells[1].Value, 64)
	median, _ := strconv.ParseFloat(f.Curves.Rows[1].Cells[3].Value, 64)
	if math.Abs(share-90) > 1 || math.Abs(median-85) > 2 {
		t.Errorf("steady pace %v %%, stalls around %v ms; want 90 and 85", share, median)
	}
	h, lowest := l.bars()
	h.Edges[0] = lowest
	line := l.mixture().line(h.Edges[:h.shown()+1])
	off := 0.0
	for i, n := range h.Counts[:h.shown()] {
		middle := math.Sqrt(h.Edges[i] * h.Edges[i+1])
		for _, p := range line {
			if math.Abs(math.Log(p[0]/middle)) < 0.02 {
				off += math.Abs(p[1] - float64(n))
				break
			}
		}
	}
	if off > 0.1*float64(l.n) {
		t.Errorf("bars and line differ by %.0f of %d", off, l.n)
	}
}

func TestLatenciesOfOneKindHaveOneComponent(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	l := &Latencies{}
	for range 5000 {
		l.Add(0.02 * math.Exp(0.2*rng.NormFloat64()))
	}
	f := InterTokenLatencies(l, chatRows(1)[0], english)
	if len(f.Curves.Rows) != 1 || !strings.Contains(f.Caption, "is a shifted lognormal") {
		t.Errorf("caption %q, table %+v", f.Caption, f.Curves.Rows)
	}
	few := &Latencies{}
	few.Add(0.02)
	if f := InterTokenLatencies(few, chatRows(1)[0], english); f.Curves != nil || strings.Contains(f.Caption, "lognormal") {
		t.Errorf("one latency has a mixture: %q", f.Caption)
	}
}
