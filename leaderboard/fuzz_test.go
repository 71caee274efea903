package leaderboard

import (
	"context"
	"errors"
	"testing"

	"github.com/jouleboard/jouleboard/data"
)

// memory is a location without a disk.
type memory map[string][]byte

func (m memory) read(_ context.Context, path string, _ int64) ([]byte, error) {
	text, ok := m[path]
	if !ok {
		return nil, errors.New("there is no such file")
	}
	return text, nil
}

func (memory) close() error { return nil }

// tinyTree is small, so that many of its mutations can be tried.
func tinyTree(t testing.TB) map[string][]byte {
	t.Helper()
	a, b := llmRun("gpqa", "org/m", 1, 8, 1), llmRun("gpqa", "org/m", 1, 16, 0.75)
	ds := dataset([]data.LLMRun{a, b}, diffusionRun(data.TextToImage, "org/image", 1, 500))
	ds = withLengths(ds, map[data.LLMRun]*data.OutputLengths{a: {Edges: []float64{0, 1, 2.5}, Counts: []int{1, 2}}})
	files, err := Files(ds, "")
	if err != nil {
		t.Fatal(err)
	}
	tree := map[string][]byte{}
	for _, f := range files {
		tree[f.Path] = f.Bytes
	}
	return tree
}

// readMemory reads a tree with one file replaced and checks what must hold for
// any bytes: nothing panics, every record can be published, every row is either
// taken or named.
func readMemory(t *testing.T, tree map[string][]byte, path string, text []byte) data.Dataset {
	t.Helper()
	changed := memory{}
	for p, b := range tree {
		changed[p] = b
	}
	changed[path] = text
	r := newReader(changed, Options{})
	tasks, _, err := r.index(context.Background())
	if err != nil {
		return data.Dataset{}
	}
	r.loadTasks(context.Background(), tasks)
	r.loadLengths(context.Background())
	ds := r.dataset()
	for _, p := range ds.Problems() {
		if p.File == "" || p.Message == "" || len(p.Message) > 1000 {
			t.Errorf("problem %+v", p)
		}
	}
	for run, o := range lengthsIn(ds) {
		if len(o.Edges) != len(o.Counts)+1 || o.Requests() < 0 {
			t.Errorf("%s: histogram %v", run.ModelID, o)
		}
	}
	if _, err := Files(ds, ""); err != nil {
		t.Errorf("what was read cannot be written: %v", err)
	}
	return ds
}

func FuzzTaskFile(f *testing.F) {
	tree := tinyTree(f)
	f.Add(tree["tasks/gpqa.json"])
	f.Add([]byte(`{"task": "gpqa", "configurations": [{"model_id": "a/b", "num_gpus": 1e400}, null, {}]}`))
	f.Add([]byte(`{"task": "gpqa", "architecture": "diffusion", "configurations": [{"batch_latency_s": NaN}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		readMemory(t, tree, "tasks/gpqa.json", text)
	})
}

func FuzzModelFile(f *testing.F) {
	tree := tinyTree(f)
	f.Add(tree["models/org__m__gpqa.json"])
	f.Add([]byte(`{"model_id": "org/m", "task": "gpqa", "configurations": [{"output_length_distribution": {"bins": [0, 0], "counts": ` +
		`[1e3]}}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if ds := readMemory(t, tree, "models/org__m__gpqa.json", text); ds.Len() != 3 {
			t.Errorf("a model file changed the runs: %d", ds.Len())
		}
	})
}

func FuzzIndexFile(f *testing.F) {
	tree := tinyTree(f)
	f.Add(tree["index.json"])
	f.Add([]byte(`{"tasks": ["gpqa", "../x", 5, "gpqa"], "last_updated": 3}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		readMemory(t, tree, "index.json", text)
	})
}
