package raw_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
)

// run is the bench's run as a record, of which an archive needs the path only.
func (b bench) run() data.LLMRuns {
	return data.NewRuns([]data.LLMRun{{ResultsPath: data.Some(b.found.Places[0].Path)}}, false)
}

// FuzzResults: whatever a results file holds, both decoders make the same of it.
func FuzzResults(f *testing.F) {
	for _, doc := range []string{
		goodRun, `{}`, `[]`, `{"results": [{"itl": [0, 0.5], "success": true, "output_len": 2}]}`,
		`{"steady_state_duration": NaN, "steady_state_energy": Infinity, "energy_per_token_joules": "2.5", "results": null}`,
		`{"steady_state_duration": 25, "steady_state_energy": 10, "steady_state_energy_per_token": -1, "output_throughput": 3, "results": ` +
			`[{"itl": [0.25], "success": 1, "itl": [-0.5, 0, 1, 0]}]}`,
	} {
		f.Add([]byte(doc))
	}
	b := newBench(f)
	f.Fuzz(func(t *testing.T, content []byte) {
		b.t = t
		b.agree(content, nil)
		b.agreeOnTimelines(content)
	})
}

// FuzzMetrics: the same of the server's metrics.
func FuzzMetrics(f *testing.F) {
	for _, doc := range []string{
		`{"steady_state_stats": {"vllm:num_requests_running": 7.5}, "timeline": [{"metrics": "a\n\"b\""}]}`,
		`{"steady_state_stats": null}`, `{"steady_state_stats": []}`, `[]`, `{"steady_state_stats": {"vllm:num_requests_running": "5"}}`,
	} {
		f.Add([]byte(doc))
	}
	b := newBench(f)
	f.Fuzz(func(t *testing.T, content []byte) {
		b.t = t
		b.agree([]byte(goodRun), content)
	})
}

// FuzzDiffusion: whatever a diffusion run's file holds, reading ends, and a run
// that is admitted has positive metrics.
func FuzzDiffusion(f *testing.F) {
	f.Add([]byte(goodDiffusion))
	f.Add([]byte(`{"num_frames": 8.5, "fps": "8", "iteration_energy_measurements": [{"time": "2", "gpu_energy": {"0": "5"}}, ` +
		`{"time": null}]}`))
	x := newTree(f)
	path := filepath.Join(x.root, filepath.FromSlash(x.diffusion(goodDiffusion)))
	f.Fuzz(func(t *testing.T, content []byte) {
		if err := os.WriteFile(path, content, 0o644); err != nil {
			t.Fatal(err)
		}
		c := open(t, raw.Options{Workers: 1}, x.root)
		for run := range c.Dataset.Diffusion().All() {
			if !(run.EnergyPerGenerationJoules > 0 && run.BatchLatencySeconds > 0) {
				t.Errorf("admitted %+v", run)
			}
		}
		if c.Dataset.Len() == 0 && len(c.Dataset.Problems()) == 0 {
			t.Error("the file vanished without a problem")
		}
		for line, err := range raw.Timelines(t.Context(), c.Archive, c.Dataset.Diffusion(), raw.Metrics[0]) {
			if err == nil && len(line.Samples) == 0 {
				t.Error("a timeline without samples")
			}
		}
	})
}
