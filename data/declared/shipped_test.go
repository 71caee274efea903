package declared_test

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/declared"
	"github.com/jouleboard/jouleboard/internal/shared"
)

// what a run of a fixture is
type want struct {
	model, gpu                                  string
	gpus, batch                                 float64
	energy, throughput, power, latency, seconds float64 // NaN: missing
}

var none = math.NaN()

// wants are the runs of the fixtures, whose files have the shape of each tool's.
var wants = map[string][]want{
	"aiperf": {
		{"lab/Tiny", "NVIDIA H100 80GB HBM3", 2, 4, 0.75, 400, 300, 9, 10},
		{"lab/Tiny", "NVIDIA H100 80GB HBM3", 2, 16, 0.42, 1000, 420, 12.5, 16},
		{"lab/Tiny", "", 2, 1, 1.25, 200, 250, 8, none},
	},
	"codecarbon": {
		{"lab/Small", "NVIDIA A100-SXM4-40GB", 1, none, 2, none, 360, none, 200},
		{"lab/Tiny", "NVIDIA A100-SXM4-40GB", 1, none, 1, none, 360, none, 100},
	},
	"llama-bench": {
		{"small 7B Q8_0", "", none, none, none, 80, none, 12.5, none},
		{"tiny 1B Q4_K - Medium", "RTX 4090", none, none, none, 125, none, 8, none},
		{"tiny 1B Q4_K - Medium", "RTX 4090", none, none, none, 200, none, 5, none},
		{"tiny 1B Q4_K - Medium", "RTX 4090", none, none, none, 160, none, 6.25, none},
		{"tiny 1B Q4_K - Medium", "RTX 4090", none, none, none, 250, none, 4, none},
	},
	"llmperf": {{"lab/Tiny", "H100", 1, 4, none, 400, none, 9, none}, {"lab/Tiny", "H100", 1, 16, none, 1000, none, 12.5, none}},
	"lm-eval": {
		{"lab/Tiny", "", none, none, none, none, none, none, 2811.6}, {"lab/Tiny", "", none, none, none, none, none, none, 2811.6},
	},
	"ollama": {
		{"tiny:1b", "RTX 4090", 1, none, 1, 100, 90, 10, 10}, {"tiny:1b", "RTX 4090", 1, none, 2, 80, 150, 12.5, 16},
	},
	"vllm-bench-latency":    {{"lab/Tiny", "H100", 1, 8, none, none, none, 1250, none}},
	"vllm-bench-throughput": {{"lab/Tiny", "H100", 1, none, none, none, none, none, 16}},
	"ai-energy-score": {{"lab/Small", "H100", none, none, 9000, none, none, none, none}, {
		"lab/Tiny", "H100", none, none, 1800, none, none,
		none, none,
	}},
	"guidellm":       {{"lab/Tiny", "H100", 2, 4, 0.775, 400, 310, 9, 10}, {"lab/Tiny", "H100", 2, 16, 0.42, 1000, 420, 12.5, 16}},
	"inference-perf": {{"lab/Tiny", "H100", 1, 4, none, 400, none, 9, none}, {"lab/Tiny", "H100", 1, 16, none, 1000, none, 12.5, none}},
	"inferencex": {
		{"lab/Tiny", "H100", 2, 4, 0.75, 400, 300, 9, none},
		{"lab/Tiny", "H100", 2, 16, 0.42, 1000, 420, 12.5, none},
		{"lab/Tiny", "H100", 2, 64, none, 1000, none, 12.5, none},
		{"lab/Tiny", "H100", 16, 256, 0.75, 3200, 2400, 12.5, none},
	},
	"helm":        {{"lab/Tiny", "", none, none, none, none, none, 12.5, none}},
	"mlenergy-v1": {{"lab/Small", "A100", 1, 1, 12, 27, 300, 40, none}, {"lab/Tiny", "A100", 1, 1, 5, 48, 250, 20, none}},
	"mlenergy-v2": {{"lab/Tiny", "NVIDIA A100-SXM4-40GB", 2, 16, 0.42, 1000, 420, 12.5, none}},
	"mlperf-log":  {{"lab/Tiny", "H100", 8, none, 0.3, 10000, 3000, none, 10}},
	"tgi-benchmark": {
		{"lab/Tiny", "H100", 1, 4, none, 400, none, 10, none}, {"lab/Tiny", "H100", 1, 16, none, 1280, none, 12.5, none},
	},
	"zeus-monitor": {{"lab/Small", "H100", 2, none, 2.1, none, 420, none, 20}, {"lab/Tiny", "H100", 2, none, 0.75, none, 300, none, 10}},
	"mlperf": {
		{"llama2-70b-99", "H100", 1, none, none, none, none, none, none},
		{"llama2-70b-99", "H100", 4, none, 0.3, 10000, 3000, none, none},
		{"llama2-70b-99", "H100", 8, none, 0.25, 20000, 5000, none, none},
		{"llama2-70b-99", "H100", 8, none, none, 15000, none, none, none},
	},
	"optimum-benchmark": {
		{"lab/Small", "NVIDIA A100-SXM4-80GB", 1, 1, 72. / 63, 49.4, none, 20.4, none},
		{"lab/Tiny", "NVIDIA A100-SXM4-80GB", 1, 1, 36. / 63, 63, none, 16, none},
	},
	"sglang": {{"lab/Tiny", "H100", 1, 4, none, 400, none, 9, 10}, {"lab/Tiny", "H100", 1, 16, none, 1000, none, 12.5, 16}},
	"tokenpowerbench": {
		{"lab/Tiny", "NVIDIA H100 80GB HBM3", 1, 4, 0.75, 400, 300, none, 10}, {
			"lab/Tiny", "NVIDIA H100 80GB HBM3", 1, 16, 0.42, 1000, 420,
			none, 16,
		},
	},
	"trtllm-bench": {
		{"lab/Tiny", "NVIDIA H100 80GB HBM3", 1, 4, none, 400, none, 9, none}, {
			"lab/Tiny", "NVIDIA H100 80GB HBM3", 1, 16, none, 1000, none,
			12.5, none,
		},
	},
	"vllm-bench-serve": {{"lab/Tiny", "H100", 1, 4, 0.75, 400, 300, 9, 10}, {"lab/Tiny", "H100", 1, 16, 0.42, 1000, 420, 12.5, 16}},
}

// leftOut are the rows that a fixture has so that they are left out: not completed, of
// negative energy.
var leftOut = map[string]int{"optimum-benchmark": 1, "tokenpowerbench": 2}

func TestShippedDeclarationsReadTheirFixtures(t *testing.T) {
	for _, name := range declared.Shipped() {
		ds, err := declared.Open(t.Context(), filepath.Join("testdata", name), true)
		if err != nil || len(ds.Tables) != 1 {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if ds.Sources[0].LeftOut != leftOut[name] || len(ds.Problems()) != leftOut[name] {
			t.Errorf("%s: %v", name, ds.Problems())
		}
		again, err := declared.Open(t.Context(), filepath.Join("testdata", name), true)
		if err != nil || again.Sources[0].Revision != ds.Sources[0].Revision {
			t.Errorf("%s: read again, revision is %v, was %s (%v)", name, again.Sources, ds.Sources[0].Revision, err)
		}
		runs := ds.Tables[0]
		if scope, recorded := runs.Schema().Basis.Scope, strings.Contains("guidellm vllm-bench-serve", name); recorded && scope != "GPUs" {
			t.Errorf("%s: with a recording of GPUs, what is measured is %q", name, scope)
		}
		if runs.Len() != len(wants[name]) {
			t.Fatalf("%s: %d runs, want %d", name, runs.Len(), len(wants[name]))
		}
		for i, w := range wants[name] {
			s := runs.Schema()
			if model, gpu := runs.Text(i, s.Name(data.RoleModel)), runs.Text(i, s.Name(data.RoleGPU)); model != w.model || gpu != w.gpu {
				t.Errorf("%s: run %d is of %s on %s, want %s on %s", name, i, model, gpu, w.model, w.gpu)
			}
			latency := s.Name(data.RoleP50) + s.Name(data.RoleLatency)
			for field, x := range map[string]float64{
				s.Name(data.RoleGPUs): w.gpus, s.Name(data.RoleBatch): w.batch, s.Name(data.RoleEnergy): w.energy,
				s.Name(data.RoleThroughput): w.throughput, s.Name(data.RolePower): w.power, latency: w.latency, s.Name(data.RoleDuration): w.seconds,
			} {
				if got, stated := runs.Number(i, field); stated == math.IsNaN(x) || stated && math.Abs(got-x) > 1e-9*x {
					t.Errorf("%s: run %d: %s is %v (%v), want %v", name, i, field, got, stated, x)
				}
			}
		}
		if faults := runs.Schema().Board.Faults(runs.Schema()); len(faults) > 0 {
			t.Errorf("%s: %v", name, faults)
		}
	}
}

// Every example of the formats' description is read, by its declaration and what its files do
// not state.
func TestShippedDeclarationsReadTheExamplesOfTheFormats(t *testing.T) {
	root := filepath.Join(shared.Whole(t), "fixtures", "other")
	for dir, c := range map[string]struct {
		text string
		runs int
	}{
		"vllm-bench-serve":     {"benchmark: vllm-bench-serve", 4},
		"sglang-bench-serving": {"benchmark: sglang\nset: [{model: a/b}]", 4},
		"guidellm":             {"benchmark: guidellm\nset: [{model: a/b}]", 3},
		"inference-perf":       {"benchmark: inference-perf\nset: [{model: a/b}]", 3},
		"inferencex":           {"benchmark: inferencex\nrows: [{files: [agg_bmk.json]}]", 4},
		"trtllm-bench":         {"benchmark: trtllm-bench", 4},
		"optimum-benchmark":    {"benchmark: optimum-benchmark", 3},
		"llm-perf":             {"benchmark: optimum-benchmark", 3},
		"tokenpowerbench":      {"benchmark: tokenpowerbench", 4},
		"mlperf":               {"benchmark: mlperf", 3},
		"ai-energy-score":      {"benchmark: ai-energy-score", 3},
	} {
		at := t.TempDir()
		if err := os.CopyFS(at, os.DirFS(filepath.Join(root, dir))); err != nil {
			t.Fatal(err)
		}
		written(t, at, declared.Name, c.text)
		ds, err := declared.Open(t.Context(), at, true)
		if err != nil || ds.Len() != c.runs || len(ds.Problems()) > 0 {
			t.Errorf("%s: %d runs, want %d; %v %v", dir, ds.Len(), c.runs, err, ds.Problems())
		}
	}
}

// A flag is one value, however the files of a format write it: repeats in two of them are of one configuration.
func TestAFlagIsTheSameInAllFormats(t *testing.T) {
	dir := t.TempDir()
	written(t, dir, declared.Name, "benchmark: llama-bench")
	written(t, dir, "a.json", `[{"model_type": "tiny", "n_prompt": 0, "n_gen": 128, "flash_attn": false, "avg_ts": 200}]`)
	written(t, dir, "b.csv", "model_type,n_prompt,n_gen,flash_attn,avg_ts\ntiny,0,128,0,202\ntiny,0,128,False,204\ntiny,0,128,1,220\ntiny,0,128,-1,230\n")
	ds, err := declared.Open(t.Context(), dir, true)
	if err != nil || ds.Len() != 5 || len(ds.Problems()) > 0 {
		t.Fatalf("%d runs, %v %v", ds.Len(), err, ds.Problems())
	}
	runs := ds.Tables[0]
	if values := runs.Values("flash_attn"); !slices.Equal(values, []any{false, false, false, true, nil}) {
		t.Errorf("got %v", values)
	}
	if runs.ConfigurationID(0) != runs.ConfigurationID(2) || runs.ConfigurationID(0) == runs.ConfigurationID(3) {
		t.Error("repeats are not those of the same flag")
	}
}
