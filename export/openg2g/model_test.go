package openg2g

import (
	"encoding/json"
	"flag"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/fitting"
)

var update = flag.Bool("update", false, "write the golden files anew")

// measured is a run of the small model at a batch size; copies differ a little.
func measured(batch, copyOf int) Measured {
	b, c := float64(batch), float64(copyOf)
	m := Measured{
		Run: data.LLMRun{
			MaxNumSeqs: batch, AvgPowerWatts: 300 + 50*math.Log2(b) + c, MeanITLMillis: data.Some(5 + b/8 + c/4),
			OutputThroughputTokensPerSec: 100 * b / (1 + b/64), IsStable: true,
		},
		Day: "2026-02-1" + string(rune('5'+copyOf)),
	}
	for i := range 6 {
		m.Power.Seconds = append(m.Power.Seconds, 0.05+0.11*float64(i))
		m.Power.Watts = append(m.Power.Watts, m.Run.AvgPowerWatts+float64(i%3))
	}
	for i := range 40 {
		m.Latencies = append(m.Latencies, (0.004+b/8000)*(1+0.02*float64(i%7)))
		if i%10 == 0 {
			m.Latencies = append(m.Latencies, 0.08+0.001*float64(i))
		}
	}
	return m
}

func smallSpec() Spec {
	return Spec{
		ModelLabel: "Small", ModelID: "Acme/Small-1B", Task: "gpqa", GPUModel: "H100", GPUsPerReplica: 2, Precision: "bfloat16",
		TensorParallel: 2, ExpertParallel: 1, BatchSizes: []int{8, 16, 32}, FitExcludeBatchSizes: []int{16},
	}
}

func smallModel(t *testing.T) Model {
	t.Helper()
	m, err := Fit(smallSpec(), []Measured{measured(8, 0), measured(8, 1), measured(16, 0), measured(32, 0)}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestExportsAreAsRecorded(t *testing.T) {
	small := smallModel(t)
	other := small
	other.Spec.ModelLabel, other.Spec.Precision = "A, quoted", "fp8"
	current, err := Current([]Model{small, other}, "2026-02-16")
	if err != nil {
		t.Fatal(err)
	}
	legacy, err := Legacy([]Model{small, other})
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "v3", current)
	golden(t, "legacy", legacy)
}

// golden compares the files with those of testdata.
func golden(t *testing.T, layout string, files []File) {
	t.Helper()
	dir := filepath.Join("testdata", layout)
	if *update {
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if *update {
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, f.Content, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if string(want) != string(f.Content) {
			t.Errorf("%s/%s: got\n%s\nwant\n%s\n(-update writes it anew)", layout, f.Name, f.Content, want)
		}
	}
	if got, want := len(files), countFiles(t, dir); got != want {
		t.Errorf("%s: %d files, %d recorded", layout, got, want)
	}
}

func countFiles(t *testing.T, dir string) (n int) {
	t.Helper()
	err := filepath.WalkDir(dir, func(_ string, e os.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			n++
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestCurvesGoThroughTheMediansOfTheSizesThatAreFitted(t *testing.T) {
	m := smallModel(t)
	x := []float64{3, 5}
	for i, want := range []struct {
		metric string
		y      []float64
	}{
		{"power", []float64{450.5, 550}},
		{"latency", []float64{0.006125, 0.009}},
		{"throughput", []float64{100 * 8 / 1.125, 100 * 32 / 1.5}},
	} {
		fit, err := fitting.FitLogistic(x, want.y, fitting.Compat)
		if err != nil {
			t.Fatal(err)
		}
		got := m.curves[i]
		if got.metric != want.metric || math.Abs(got.fit.EvalX(3)-fit.EvalX(3)) > 1e-9 || math.Abs(got.fit.EvalX(5)-fit.EvalX(5)) > 1e-9 {
			t.Errorf("%s: got %+v, want %+v", want.metric, got, fit)
		}
	}
}

func TestCurvesThroughFourSizesOrFewerAreOpen(t *testing.T) {
	s, runs := smallSpec(), []Measured{}
	s.BatchSizes, s.FitExcludeBatchSizes = nil, nil
	for i := range 5 {
		s.BatchSizes = append(s.BatchSizes, 8<<i)
		runs = append(runs, measured(8<<i, 0), measured(8<<i, 1))
		if m, err := Fit(s, runs, Options{}); err != nil || m.Open != (i < 4) {
			t.Errorf("%d sizes: open %v, %v", i+1, m.Open, err)
		}
	}
}

func TestLatenciesOfARepeatedSizeArePooled(t *testing.T) {
	a, b := measured(8, 0), measured(8, 1)
	b.Latencies = b.Latencies[:7]
	m, err := Fit(smallSpec(), []Measured{a, b, measured(32, 0)}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want, err := fitting.FitITLMixture(slices.Concat(a.Latencies, b.Latencies), 0, 0, fitting.Compat)
	if err != nil {
		t.Fatal(err)
	}
	if got := m.sizes[0].latency; got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if !slices.Equal(m.Missing, []int{16}) || m.Day != "2026-02-16" {
		t.Errorf("missing %v, day %s", m.Missing, m.Day)
	}
}

func TestLatenciesAreSampledDownWhereAsked(t *testing.T) {
	fit := func(o Options) fitting.ITLMixture {
		m, err := Fit(smallSpec(), []Measured{measured(8, 0)}, o)
		if err != nil {
			t.Fatal(err)
		}
		return m.sizes[0].latency
	}
	if fit(Options{}) == fit(Options{MaxLatencies: 10}) {
		t.Error("ten latencies give the fit of all")
	}
	if fit(Options{MaxLatencies: 10}) == fit(Options{MaxLatencies: 10, Seed: 1}) {
		t.Error("another seed gives the same fit")
	}
	if fit(Options{MaxLatencies: 10}) != fit(Options{MaxLatencies: 10}) {
		t.Error("the same seed gives another fit")
	}
}

func TestWhatIsNotThereIsAnError(t *testing.T) {
	for name, c := range map[string]struct {
		edit func(*Measured)
		want string
	}{
		"power": {
			func(m *Measured) { m.Power = Series{} },
			"batch size 8: no run has two samples of power; correct the runs or remove the size from batch_sizes",
		},
		"latencies": {func(m *Measured) { m.Latencies = nil }, "batch size 8: no run has inter-token latencies"},
		"mean": {
			func(m *Measured) { m.Run.MeanITLMillis = data.Opt[float64]{} },
			"batch size 8: no run contains its latency; add the size to fit_exclude_batch_sizes",
		},
		"order":  {func(m *Measured) { m.Power.Seconds[1] = -1 }, "batch size 8: power sample 2 is earlier than sample 1"},
		"size":   {func(m *Measured) { m.Run.MaxNumSeqs = 9 }, "no run of Acme/Small-1B for gpqa on 2 H100 at batch sizes [8 16 32]"},
		"fitted": {func(m *Measured) { m.Run.MaxNumSeqs = 16 }, "none of the batch sizes to fit has a run"},
	} {
		t.Run(name, func(t *testing.T) {
			m := measured(8, 0)
			c.edit(&m)
			if _, err := Fit(smallSpec(), []Measured{m}, Options{}); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

func TestModelsThatWouldShareAFileAreErrors(t *testing.T) {
	a := smallModel(t)
	b := a
	b.Spec.ModelLabel = "Copy"
	if _, err := Current([]Model{a, b}, "2026-02-16"); err == nil ||
		!strings.Contains(err.Error(), `"Small" and "Copy" differ only in their labels`) {
		t.Errorf("got %v", err)
	}
	b = a
	b.Spec.Task = "image-chat"
	if _, err := Legacy([]Model{a, b}); err == nil || !strings.Contains(err.Error(), `the label "Small" is used twice`) {
		t.Errorf("got %v", err)
	}
}

func TestFitsReadBackAsTheyWere(t *testing.T) {
	m := smallModel(t)
	files, err := Current([]Model{m}, "2026-02-16")
	if err != nil {
		t.Fatal(err)
	}
	var latency struct {
		PerBatch map[int]fitting.ITLMixture `json:"per_batch"`
	}
	var curves struct{ Power fitting.Logistic }
	for _, f := range files {
		switch filepath.Base(f.Name) {
		case "itl_fit.json":
			err = json.Unmarshal(f.Content, &latency)
		case "logistic_fit.json":
			err = json.Unmarshal(f.Content, &curves)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, s := range m.sizes {
		if latency.PerBatch[s.batch] != s.latency {
			t.Errorf("batch size %d: %+v, want %+v", s.batch, latency.PerBatch[s.batch], s.latency)
		}
	}
	if curves.Power != m.curves[0].fit {
		t.Errorf("power %+v, want %+v", curves.Power, m.curves[0].fit)
	}
}
