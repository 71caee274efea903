package leaderboard

import (
	"encoding/json"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/shared"
)

// expectedRun is a record of the reference with its output lengths.
type expectedRun struct {
	Path    string
	Fields  map[string]any
	Lengths struct {
		Values []int
		Error  string
	} `json:"output_lengths"`
}

// decodeRuns turns the reference's records into runs, in order of path, without
// those that the reference could not publish.
func decodeRuns[R data.Record](t *testing.T, dir, name string) (runs []R, sources []expectedRun) {
	t.Helper()
	var excluded, all []expectedRun
	readJSON(t, filepath.Join(dir, "leaderboard-zoo-excluded.json"), &excluded)
	readJSON(t, filepath.Join(dir, name), &all)
	for _, e := range all {
		if slices.ContainsFunc(excluded, func(x expectedRun) bool { return x.Path == e.Path }) {
			continue
		}
		var r R
		for _, field := range slices.Sorted(maps.Keys(e.Fields)) {
			if err := data.Set(&r, field, plain(e.Fields[field])); err != nil {
				t.Fatalf("%s: %s: %v", e.Path, field, err)
			}
		}
		runs, sources = append(runs, r), append(sources, e)
	}
	return runs, sources
}

// plain undoes the reference's way to write NaN.
func plain(v any) any {
	if o, ok := v.(map[string]any); ok && o["f"] == "nan" {
		return math.NaN()
	}
	return v
}

func readJSON(t *testing.T, path string, into any) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatal(err)
	}
}

// exactly counts lengths as a loader of raw results states them.
func exactly(values []int) *data.OutputLengths {
	o := &data.OutputLengths{Lengths: []int{}, Counts: []int{}}
	for _, v := range slices.Sorted(slices.Values(values)) {
		if n := len(o.Lengths); n > 0 && o.Lengths[n-1] == v {
			o.Counts[n-1]++
			continue
		}
		o.Lengths, o.Counts = append(o.Lengths, v), append(o.Counts, 1)
	}
	return o
}

// TestRawResultsArePublishedByteForByte compares with what the Python toolkit
// made of a raw corpus with nulls, odd models and histograms from exact lengths.
func TestRawResultsArePublishedByteForByte(t *testing.T) {
	shared.Each(t, func(t *testing.T, root string) {
		dir := filepath.Join(root, "reference", "raw-expected")
		llm, sources := decodeRuns[data.LLMRun](t, dir, "llm_runs.json")
		diffusion, _ := decodeRuns[data.DiffusionRun](t, dir, "diffusion_runs.json")
		ds, lengths := dataset(llm, diffusion...), map[data.LLMRun]*data.OutputLengths{}
		for i, s := range sources {
			if s.Lengths.Error == "" {
				lengths[llm[i]] = exactly(s.Lengths.Values)
			}
		}
		files, err := Files(withLengths(ds, lengths), "2026-11-20")
		if err != nil {
			t.Fatal(err)
		}
		if want := filesBelow(t, filepath.Join(dir, "leaderboard")); len(files) != want {
			t.Errorf("got %d files, want %d", len(files), want)
		}
		for _, f := range files {
			comparePublished(t, filepath.Join(dir, "leaderboard", f.Path), f)
		}
	})
}
