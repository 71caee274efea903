package raw_test

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"iter"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
	"github.com/jouleboard/jouleboard/internal/shared"
)

// expectation is what the benchmark's own toolkit makes of one run.
type expectation struct {
	Path       string
	Fields     map[string]any
	Lengths    lengthsDigest `json:"output_lengths"`
	AllLengths lengthsDigest `json:"output_lengths_all"`
	ITL        struct {
		N   int
		SHA string `json:"sha256_f64le"`
	}
	Timelines map[string]timelineDigest
}

type lengthsDigest struct {
	Values []int
	Error  string
}

type timelineDigest struct {
	N     int
	SHA   struct{ Timestamp, Relative_time_s, Value string } `json:"sha256_f64le"`
	Head  [][]float64
	Tail  [][]float64
	Sum   float64 `json:"value_sum"`
	Error string
}

// The runs that the toolkit has and this package refuses: zoo model, or the
// configuration's beginning, to the problem's field. docs/raw-differences.md
// explains each.
var refused = map[string]string{
	"steady-bool": "steady_state_duration",
	"steady-nan":  "steady_state_duration_seconds",
	"energy-nan":  "steady_state_energy_joules",
	"itl-nan":     "results",
	"diff/batch-1+size-256x256+steps-26+uly-1+ring-1": "iteration_energy_measurements",
}

// The verdicts that differ.
var otherReason = map[string]string{
	"steady-bool": "failed_to_load_results:steady_state_duration: expected a number, got true",
	"steady-nan":  "short_steady_state:nan",
}

// overCorpora runs a test over the small and the whole reference corpus.
func overCorpora(t *testing.T, test func(t *testing.T, root, expected string)) {
	t.Helper()
	shared.Each(t, func(t *testing.T, dir string) {
		test(t, filepath.Join(dir, "reference", "raw"), filepath.Join(dir, "reference", "raw-expected"))
	})
}

func open(t testing.TB, o raw.Options, roots ...string) *raw.Corpus {
	t.Helper()
	c, err := raw.Open(context.Background(), roots, o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func readJSON(t testing.TB, v any, parts ...string) {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(parts...))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(content, v); err != nil {
		t.Fatal(err)
	}
}

func pathOf[R data.Record](r R) string {
	path, _ := data.RowOf(r).Value("results_path").(string)
	return path
}

// zooName is the edge case that a path of the reference corpus stands for, "" if
// it stands for none.
func zooName(path string) string {
	_, name, _ := strings.Cut(path, "/zoo/")
	if strings.HasPrefix(name, "diff/") {
		return strings.TrimSuffix(name, "/results.json")
	}
	name, _, _ = strings.Cut(name, "/")
	return name
}

func TestEveryFieldEqualsTheReference(t *testing.T) {
	overCorpora(t, func(t *testing.T, root, expected string) {
		c := open(t, raw.Options{}, root)
		compareRuns(t, c, c.Dataset.LLM(), filepath.Join(expected, "llm_runs.json"))
		compareRuns(t, c, c.Dataset.Diffusion(), filepath.Join(expected, "diffusion_runs.json"))
	})
}

func compareRuns[R data.Record](t *testing.T, c *raw.Corpus, runs data.Runs[R], reference string) {
	t.Helper()
	var all []expectation
	readJSON(t, &all, reference)
	got := map[string]int{}
	for i := range runs.Len() {
		got[runs.Text(i, "results_path")] = i
	}
	want := 0
	for _, e := range all {
		if field, ok := refused[zooName(e.Path)]; ok {
			wantProblem(t, c, e.Path, field)
			continue
		}
		want++
		i, ok := got[e.Path]
		if !ok {
			t.Errorf("%s is not among the runs", e.Path)
			continue
		}
		for name, value := range e.Fields {
			if v := runs.Value(i, name); !sameValue(v, value) {
				t.Errorf("%s: %s: got %v, want %v", e.Path, name, v, value)
			}
		}
	}
	if runs.Len() != want || want == 0 {
		t.Errorf("got %d runs, want %d", runs.Len(), want)
	}
}

func sameValue(got, want any) bool {
	if n, ok := got.(int); ok {
		got = float64(n)
	}
	return got == want
}

func wantProblem(t *testing.T, c *raw.Corpus, path, field string) {
	t.Helper()
	found := func(p data.Problem) bool { return p.File == path && p.Field == field }
	if !slices.ContainsFunc(c.Dataset.Problems(), found) {
		t.Errorf("%s: no problem says that the run is left out for %s", path, field)
	}
}

func TestEveryFileIsListedWithTheReferencesVerdict(t *testing.T) {
	overCorpora(t, func(t *testing.T, root, expected string) {
		c := open(t, raw.Options{}, root)
		var verdicts map[string]struct {
			Unstable bool
			Reason   string
		}
		readJSON(t, &verdicts, expected, "stability.json")
		var paths map[string]any
		readJSON(t, &paths, expected, "paths.json")
		var dropped []string
		readJSON(t, &dropped, expected, "dropped.json")
		if len(c.Files) != len(paths) || !slices.IsSortedFunc(c.Files, func(a, b raw.File) int { return strings.Compare(a.Path, b.Path) }) {
			t.Errorf("got %d files, want %d in path order", len(c.Files), len(paths))
		}
		for _, f := range c.Files {
			if paths[f.Path] == nil {
				t.Errorf("%s is listed", f.Path)
			}
			zoo := zooName(f.Path)
			if in := !slices.Contains(dropped, f.Path) && refused[zoo] == ""; f.InRuns != in {
				t.Errorf("%s: in runs: %v, want %v", f.Path, f.InRuns, in)
			}
			want := verdicts[f.Path].Reason
			if other, ok := otherReason[zoo]; ok {
				want = other
			}
			got := f.UnstableReason
			if strings.HasPrefix(want, "failed_to_load_results:") && otherReason[zoo] == "" {
				want, _, _ = strings.Cut(want, ":")
				got, _, _ = strings.Cut(got, ":")
			}
			if got != want {
				t.Errorf("%s: got %q, want %q", f.Path, f.UnstableReason, want)
			}
		}
	})
}

func TestEveryFileLeftOutIsNamedWithAReason(t *testing.T) {
	overCorpora(t, func(t *testing.T, root, _ string) {
		c := open(t, raw.Options{}, root)
		left := map[string]int{}
		for _, p := range c.Dataset.Problems() {
			left[p.File] += p.LeftOut
		}
		for _, f := range c.Files {
			if !f.InRuns && left[f.Path] != 1 || f.InRuns && left[f.Path] > 0 {
				t.Errorf("%s: in runs: %v, left out %d times", f.Path, f.InRuns, left[f.Path])
			}
		}
	})
}

func TestRunsComeInTheReferencesOrder(t *testing.T) {
	overCorpora(t, func(t *testing.T, root, expected string) {
		c := open(t, raw.Options{}, root)
		var order []string
		readJSON(t, &order, expected, "llm_order.json")
		order = slices.DeleteFunc(order, func(path string) bool { return refused[zooName(path)] != "" })
		got := data.Column(c.Dataset.LLM(), pathOf[data.LLMRun])
		// one pair has equal keys; here it stands in path order, there it does not
		for i := range got {
			if i+1 < len(got) && got[i] != order[i] && got[i] == order[i+1] && got[i+1] == order[i] {
				order[i], order[i+1] = order[i+1], order[i]
			}
		}
		if !slices.Equal(got, order) {
			t.Errorf("the order differs")
		}
	})
}

// The reference loads parts of the corpus: other roots, some tasks, stable runs.
func TestPartsOfTheCorpus(t *testing.T) {
	overCorpora(t, func(t *testing.T, root, expected string) {
		var modes map[string][][]any
		readJSON(t, &modes, expected, "modes.json")
		for name, o := range map[string]struct {
			roots []string
			raw.Options
		}{
			"results_dirs":  {roots: []string{filepath.Join(root, "llm")}},
			"h100_only":     {roots: []string{filepath.Join(root, "llm", "h100", "current", "run")}},
			"stable_only":   {roots: []string{root}, Options: raw.Options{StableOnly: true}},
			"tasks_gpqa":    {roots: []string{root}, Options: raw.Options{Tasks: []string{"gpqa"}}},
			"tasks_unknown": {roots: []string{root}, Options: raw.Options{Tasks: []string{"no-such-task"}}},
			"diff_t2v":      {roots: []string{root}, Options: raw.Options{Tasks: []string{"text-to-video"}}},
		} {
			t.Run(name, func(t *testing.T) {
				c := open(t, o.Options, o.roots...)
				var got [][]any
				for f := range slices.Values(c.Files) {
					if f.InRuns && (strings.HasPrefix(f.Path, "diffusion/") == strings.HasPrefix(name, "diff_")) {
						got = append(got, verdict(c, f))
					}
				}
				want := slices.DeleteFunc(modes[name], func(row []any) bool { return refused[zooName(row[0].(string))] != "" })
				if !slices.EqualFunc(got, want, slices.Equal[[]any]) {
					t.Errorf("got %d runs, want %d:\n%v\n%v", len(got), len(want), got, want)
				}
			})
		}
	})
}

// verdict is a run's path, GPU, stability and reason, the last two of an LLM run.
func verdict(c *raw.Corpus, f raw.File) []any {
	for run := range c.Dataset.LLM().All() {
		if pathOf(run) == f.Path {
			return []any{f.Path, run.GPUModel, run.IsStable, run.UnstableReason}
		}
	}
	for run := range c.Dataset.Diffusion().All() {
		if pathOf(run) == f.Path {
			return []any{f.Path, run.GPUModel, nil, nil}
		}
	}
	return []any{f.Path}
}

func TestOutputLengthsEqualTheReference(t *testing.T) {
	overCorpora(t, func(t *testing.T, root, expected string) {
		c := open(t, raw.Options{}, root)
		reference := expectations(t, expected, "llm_runs.json")
		lengths := map[string]*data.OutputLengths{}
		for i := range c.Dataset.LLM().Len() {
			lengths[c.Dataset.LLM().Text(i, "results_path")] = c.Dataset.LLM().Lengths(i)
		}
		for _, unsuccessful := range []bool{false, true} {
			for block, err := range c.Archive.OutputLengths(t.Context(), c.Dataset.LLM(), unsuccessful) {
				want := reference[pathOf(block.Run)].Lengths
				if unsuccessful {
					want = reference[pathOf(block.Run)].AllLengths
				}
				if zooName(pathOf(block.Run)) == "len-float" { // true is no length
					want = lengthsDigest{Error: "request 2"}
				}
				if (err != nil) != (want.Error != "") {
					t.Errorf("%s: got error %v, want %q", pathOf(block.Run), err, want.Error)
					continue
				}
				if err == nil && !slices.Equal(lengthsOf(block.Requests), want.Values) {
					t.Errorf("%s: got %v, want %v", pathOf(block.Run), block.Requests, want.Values)
				}
				if !unsuccessful && err == nil {
					compareCounts(t, lengths[pathOf(block.Run)], want.Values)
				}
			}
		}
	})
}

func lengthsOf(requests []raw.Request) (lengths []int) {
	for _, r := range requests {
		lengths = append(lengths, r.OutputLen)
	}
	return lengths
}

// compareCounts holds the histogram's data against the list.
func compareCounts(t *testing.T, got *data.OutputLengths, list []int) {
	t.Helper()
	var lengths, counts []int
	for _, n := range slices.Sorted(slices.Values(list)) {
		if k := len(lengths); k > 0 && lengths[k-1] == n {
			counts[k-1]++
			continue
		}
		lengths, counts = append(lengths, n), append(counts, 1)
	}
	if got == nil || !slices.Equal(got.Lengths, lengths) || !slices.Equal(got.Counts, counts) {
		t.Errorf("got %+v, want the counts of %v", got, list)
	}
}

func expectations(t *testing.T, dir, file string) map[string]expectation {
	t.Helper()
	var all []expectation
	readJSON(t, &all, dir, file)
	byPath := map[string]expectation{}
	for _, e := range all {
		byPath[e.Path] = e
	}
	return byPath
}

func TestLatenciesEqualTheReference(t *testing.T) {
	overCorpora(t, func(t *testing.T, root, expected string) {
		c := open(t, raw.Options{}, root)
		reference := expectations(t, expected, "llm_runs.json")
		got := map[string][]float64{}
		for block, err := range c.Archive.InterTokenLatencies(t.Context(), c.Dataset.LLM()) {
			if err != nil {
				t.Fatal(err)
			}
			got[pathOf(block.Run)] = append(got[pathOf(block.Run)], block.Seconds...)
		}
		for run := range c.Dataset.LLM().All() {
			path := pathOf(run)
			if want := reference[path].ITL; len(got[path]) != want.N || digest(got[path]) != want.SHA {
				t.Errorf("%s: got %d latencies, want %d, or they differ", path, len(got[path]), want.N)
			}
		}
	})
}

// digest is the SHA-256 of the numbers as little-endian doubles.
func digest(values []float64) string {
	h := sha256.New()
	for _, v := range values {
		h.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(v)))
	}
	return hex.EncodeToString(h.Sum(nil))
}

func TestTimelinesEqualTheReference(t *testing.T) {
	overCorpora(t, func(t *testing.T, root, expected string) {
		c := open(t, raw.Options{}, root)
		llm := expectations(t, expected, "llm_runs.json")
		diffusion := expectations(t, expected, "diffusion_runs.json")
		for _, metric := range raw.Metrics {
			compareTimelines(t, metric, llm, raw.Timelines(t.Context(), c.Archive, c.Dataset.LLM(), metric))
			compareTimelines(t, metric, diffusion, raw.Timelines(t.Context(), c.Archive, c.Dataset.Diffusion(), metric))
		}
	})
}

func compareTimelines[R data.Record](
	t *testing.T, metric string, reference map[string]expectation, lines iter.Seq2[raw.Timeline[R], error],
) {
	t.Helper()
	for line, err := range lines {
		path := pathOf(line.Run)
		want := reference[path].Timelines[metric]
		if (err != nil) != (want.Error != "") {
			t.Errorf("%s: %s: got error %v, want %q", path, metric, err, want.Error)
		}
		if err != nil || want.Error != "" {
			continue
		}
		var at, relative, values []float64
		for _, s := range line.Samples {
			at, relative, values = append(at, s.Timestamp), append(relative, s.RelativeSeconds), append(values, s.Value)
		}
		gpus, _ := data.RowOf(line.Run).Value("num_gpus").(int)
		same := digest(values) == want.SHA.Value || gpus >= 8 && near(line.Samples, want)
		if digest(at) != want.SHA.Timestamp || digest(relative) != want.SHA.Relative_time_s || !same || len(at) != want.N {
			t.Errorf("%s: %s differs in %d samples, want %d", path, metric, len(at), want.N)
		}
	}
}

// near compares where the reference's order of summation varies.
func near(got []raw.Sample, want timelineDigest) bool {
	sum := 0.0
	for _, s := range got {
		sum += s.Value
	}
	return math.Abs(sum-want.Sum) <= 1e-12*math.Abs(want.Sum)
}
