package mlenergy_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/columnfile/columntest"
	"github.com/jouleboard/jouleboard/data/mlenergy"
)

// sidecar is an output-length file of rows path, length, count.
func sidecar(t testing.TB, rows ...[3]any) []byte {
	t.Helper()
	columns := []columntest.Column{
		{Name: "results_path", Node: parquet.Optional(parquet.String())},
		{Name: "output_len", Node: parquet.Optional(parquet.Int(64))},
		{Name: "count", Node: parquet.Optional(parquet.Int(64))},
	}
	for _, row := range rows {
		for i, v := range row {
			if n, ok := v.(int); ok {
				v = int64(n)
			}
			columns[i].Values = append(columns[i].Values, v)
		}
	}
	return write(t, columns)
}

func TestLengthsAreFoundByResultsPath(t *testing.T) {
	runs := sampleRuns(t).LLM()
	first, second := runs.At(0), runs.At(1)
	a, b := first.ResultsPath.Or(""), second.ResultsPath.Or("")
	d := open(t, tree{
		"runs/llm.parquet": exported(t, runs),
		"runs/output_lengths.parquet": sidecar(t,
			[3]any{a, 30, 2}, [3]any{b, 7, 1}, [3]any{a, 10, 5}, [3]any{a, 20, 0}, [3]any{b, 0, 3}),
	}.dir(t), mlenergy.Options{})
	if p := d.Problems(); len(p) > 0 || len(lengthsIn(d)) != 2 || d.LLM().At(1) != second {
		t.Fatalf("%d histograms, problems %v", len(lengthsIn(d)), p)
	}
	checkLengths(t, d.LLM().Lengths(0), []int{10, 30}, []int{5, 2})
	checkLengths(t, d.LLM().Lengths(1), []int{0, 7}, []int{3, 1})
}

// lengthsIn are the histograms of all runs that have one.
func lengthsIn(d data.Dataset) (all []*data.OutputLengths) {
	for i := range d.LLM().Len() {
		if l := d.LLM().Lengths(i); l != nil {
			all = append(all, l)
		}
	}
	return all
}

func checkLengths(t *testing.T, got *data.OutputLengths, lengths, counts []int) {
	t.Helper()
	if got == nil || !slices.Equal(got.Lengths, lengths) || !slices.Equal(got.Counts, counts) || got.Edges != nil {
		t.Errorf("got %+v, want %v with %v", got, lengths, counts)
	}
}

func TestABadRowOfLengthsIsAProblemAndTheOthersCount(t *testing.T) {
	runs := sampleRuns(t).LLM()
	path := runs.At(0).ResultsPath.Or("")
	for _, c := range []struct {
		name, field, message string
		row                  [3]any
	}{
		{"negative length", "output_len", "got -1", [3]any{path, -1, 1}},
		{"negative count", "count", "got -2", [3]any{path, 5, -2}},
		{"no path", "results_path", "got nothing", [3]any{nil, 5, 1}},
		{"no length", "output_len", "got nothing", [3]any{path, nil, 1}},
		{"no count", "count", "got nothing", [3]any{path, 5, nil}},
		{"unknown run", "results_path", "no run has the path elsewhere", [3]any{"elsewhere", 5, 1}},
		{"counted twice", "output_len", "repeated length", [3]any{path, 100, 1}},
		{"beyond counting", "count", "from 0 to", [3]any{path, 5, 1 << 60}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := open(t, tree{
				"runs/llm.parquet": exported(t, runs), "runs/output_lengths.parquet": sidecar(t, [3]any{path, 100, 4}, c.row),
			}.dir(t), mlenergy.Options{})
			p := d.Problems()
			if len(p) != 1 || p[0].File != "runs/output_lengths.parquet" || p[0].Row != 2 || p[0].Field != c.field ||
				!strings.Contains(p[0].Message, c.message) {
				t.Errorf("got %v", p)
			}
			checkLengths(t, d.LLM().Lengths(0), []int{100}, []int{4})
			if d.LLM().Len() != runs.Len() {
				t.Errorf("got %d runs", d.LLM().Len())
			}
		})
	}
}

func TestLengthsOfARunThatIsNotLoadedAreNoProblem(t *testing.T) {
	runs := sampleRuns(t).LLM()
	unstable := runs.Unstable().At(0)
	d := open(t, tree{
		"runs/llm.parquet": exported(t, runs), "runs/output_lengths.parquet": sidecar(t, [3]any{unstable.ResultsPath.Or(""), 1, 1}),
	}.dir(t), mlenergy.Options{StableOnly: true})
	if len(d.Problems()) != 0 || len(lengthsIn(d)) != 0 {
		t.Errorf("got %v, %v", d.Problems(), lengthsIn(d))
	}
}

func TestABadSidecarKeepsTheRuns(t *testing.T) {
	runs := sampleRuns(t).LLM()
	text := write(t, []columntest.Column{
		{Name: "results_path", Node: parquet.String(), Values: []any{"a"}},
		{Name: "output_len", Node: parquet.String(), Values: []any{"12"}},
	})
	for name, c := range map[string]struct {
		file  []byte
		wrong int
	}{"cut": {sidecar(t, [3]any{"a", 1, 1})[:40], 1}, "columns": {text, 2}} {
		d := open(t, tree{"runs/llm.parquet": exported(t, runs), "runs/output_lengths.parquet": c.file}.dir(t), mlenergy.Options{})
		if d.LLM().Len() != runs.Len() || len(lengthsIn(d)) != 0 || len(d.Problems()) != c.wrong {
			t.Errorf("%s: %d runs, %d histograms, %v", name, d.LLM().Len(), len(lengthsIn(d)), d.Problems())
		}
	}
}

// FuzzLengths: whatever the sidecar holds, the runs stay what they are, and each
// length has a count.
func FuzzLengths(f *testing.F) {
	runs := sampleRuns(f).LLM().GPU("H100").NumGPUs(data.Exactly(1))
	path := runs.At(0).ResultsPath.Or("")
	good := sidecar(f, [3]any{path, 30, 2}, [3]any{path, 7, 1}, [3]any{nil, 5, nil}, [3]any{"elsewhere", -1, 1})
	f.Add(good)
	dir := tree{"runs/llm.parquet": exported(f, runs), "runs/output_lengths.parquet": good}.dir(f)
	f.Fuzz(func(t *testing.T, content []byte) {
		if err := os.WriteFile(filepath.Join(dir, "runs", "output_lengths.parquet"), content, 0o644); err != nil {
			t.Fatal(err)
		}
		d := open(t, dir, mlenergy.Options{})
		if d.LLM().Len() != runs.Len() || len(lengthsIn(d)) > runs.Len() {
			t.Errorf("%d runs, %d with lengths", d.LLM().Len(), len(lengthsIn(d)))
		}
		for _, o := range lengthsIn(d) {
			if len(o.Lengths) != len(o.Counts) || !slices.IsSorted(o.Lengths) || o.Requests() < 0 {
				t.Errorf("got %+v", o)
			}
		}
	})
}
