package command

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/internal/shared"
)

// referenceSpec is one entry of --spec, in the shape of the file.
type referenceSpec struct {
	Label     string `json:"model_label"`
	Model     string `json:"model_id"`
	Task      string `json:"task"`
	GPU       string `json:"gpu_model"`
	GPUs      int    `json:"gpus_per_replica"`
	Precision string `json:"precision"`
	TP        int    `json:"tensor_parallel"`
	EP        int    `json:"expert_parallel"`
	Batches   []int  `json:"batch_sizes"`
	Excluded  []int  `json:"fit_exclude_batch_sizes"`
}

// referenceSpecs are the entries for models that the corpus has, by their hashes.
func referenceSpecs(t *testing.T, root string) map[string]referenceSpec {
	t.Helper()
	const llama, qwen = "meta-llama/Llama-3.1-70B-Instruct", "Qwen/Qwen3-30B-A3B-Instruct-2507"
	all := map[string]referenceSpec{
		"f3dab0c2cd4ab519": {"Llama-3.1-70B", llama, "lm-arena-chat", "H100", 4, "bfloat16", 4, 1, []int{32, 8, 16}, []int{}},
		"fc73f595e1a2929c": {"Qwen3-30B-A3B", qwen, "gpqa", "B200", 2, "fp8", 2, 1, []int{8, 16, 32, 64}, []int{8}},
		"07f85790783f1e5a": {"Repeats", "zoo/cascade-repeats", "lm-arena-chat", "H100", 1, "bfloat16", 1, 1, []int{8, 16, 32, 64}, []int{}},
	}
	maps.DeleteFunc(all, func(_ string, s referenceSpec) bool { return len(expectedRuns(t, root, s)) == 0 })
	return all
}

// expectedRun is a row of the reference for the raw corpus.
type expectedRun struct {
	Path   string
	Fields struct {
		Task    string  `json:"task"`
		Model   string  `json:"model_id"`
		GPU     string  `json:"gpu_model"`
		GPUs    int     `json:"num_gpus"`
		Batch   int     `json:"max_num_seqs"`
		Power   float64 `json:"avg_power_watts"`
		MeanITL float64 `json:"mean_itl_ms"`
		Rate    float64 `json:"output_throughput_tokens_per_sec"`
	}
	Timelines map[string]struct {
		Head, Tail [][]float64
	}
}

// expectedRuns are the reference's rows for a specification by batch size.
func expectedRuns(t *testing.T, root string, s referenceSpec) map[int][]expectedRun {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "reference", "raw-expected", "llm_runs.json"))
	if err != nil {
		t.Fatal(err)
	}
	var rows []map[string]json.RawMessage
	if err := json.Unmarshal(text, &rows); err != nil {
		t.Fatal(err)
	}
	byBatch := map[int][]expectedRun{}
	for _, row := range rows {
		var r expectedRun
		if json.Unmarshal(row["fields"], &r.Fields) != nil || json.Unmarshal(row["path"], &r.Path) != nil {
			continue // rows with other types belong to no specification here
		}
		f := r.Fields
		if f.Task != s.Task || f.Model != s.Model || f.GPU != s.GPU || f.GPUs != s.GPUs || !slices.Contains(s.Batches, f.Batch) {
			continue
		}
		if err := json.Unmarshal(row["timelines"], &r.Timelines); err != nil {
			t.Fatal(err)
		}
		byBatch[f.Batch] = append(byBatch[f.Batch], r)
	}
	return byBatch
}

func TestOpenG2GExportOfTheRawReferenceIsAsDocumented(t *testing.T) {
	shared.Each(t, func(t *testing.T, root string) {
		specs := referenceSpecs(t, root)
		hashes := slices.Sorted(maps.Keys(specs))
		out, legacy := exportReference(t, root, specs)
		var want []string
		for _, hash := range hashes {
			for _, name := range []string{"_manifest.json", "itl_fit.json", "logistic_fit.json", "trace.csv"} {
				want = append(want, hash+"/"+name)
			}
		}
		if got := filesBelow(t, out); !slices.Equal(got, want) {
			t.Fatalf("files %v, want %v", got, want)
		}
		for _, hash := range hashes {
			t.Run(specs[hash].Label, func(t *testing.T) {
				s, dir := specs[hash], filepath.Join(out, hash)
				runs := expectedRuns(t, root, s)
				checkManifest(t, dir, hash)
				checkTrace(t, csvLines(t, filepath.Join(dir, "trace.csv")), runs)
				checkCurves(t, dir, s, runs)
				checkMixtures(t, dir, root, s, runs)
				checkLegacy(t, legacy, dir, s, runs)
			})
		}
	})
}

// exportReference exports the corpus in both layouts.
func exportReference(t *testing.T, root string, specs map[string]referenceSpec) (current, legacy string) {
	t.Helper()
	var list []referenceSpec
	for _, hash := range slices.Sorted(maps.Keys(specs)) {
		list = append(list, specs[hash])
	}
	text, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	spec := filepath.Join(dir, "models.json")
	if err := os.WriteFile(spec, text, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"v3", "legacy"} {
		_, said := command(t, "export", "openg2g", "--source", "raw:"+filepath.Join(root, "reference", "raw"), "--spec", spec, "--format",
			format, "--out", filepath.Join(dir, format))
		for _, s := range specs {
			for _, sentence := range map[string][]string{
				"Qwen3-30B-A3B": {"precision is fp8 in the specification and bfloat16 in the runs", "no run at batch size 64"},
				"Repeats":       {"2 runs of 2 failed the stability rules"},
			}[s.Label] {
				if !strings.Contains(said, s.Label+": "+sentence) {
					t.Errorf("not said of %s: %s", s.Label, sentence)
				}
			}
		}
	}
	return filepath.Join(dir, "v3"), filepath.Join(dir, "legacy")
}

// filesBelow are the files of an export, without the marker of the tree.
func filesBelow(t *testing.T, dir string) (names []string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && name != ".jouleboard" {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func checkManifest(t *testing.T, dir, hash string) {
	t.Helper()
	m := readJSON[map[string]any](t, filepath.Join(dir, "_manifest.json"))
	written, _ := m["written_utc"].(string)
	if m["schema_version"] != 3.0 || m["spec_hash"] != hash ||
		m["openg2g_version"] != "0.2.0.post1" || m["mlenergy_data_version"] != "0.4.0" ||
		!strings.HasSuffix(written, "T00:00:00Z") || len(m["spec"].(map[string]any)) != 9 {
		t.Errorf("manifest %v", m)
	}
}

func readJSON[T any](t *testing.T, path string) (v T) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return v
}

func csvLines(t *testing.T, path string) [][]string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return lines
}

// checkTrace compares the trace of each batch size with the reference's samples:
// the grid, its end, and the power wherever the reference states it.
func checkTrace(t *testing.T, lines [][]string, runs map[int][]expectedRun) {
	t.Helper()
	if want := []string{"batch_size", "relative_time_s", "power_total_W"}; !slices.Equal(lines[0], want) {
		t.Errorf("columns %v, want %v", lines[0], want)
	}
	watts := map[int][]float64{}
	for _, line := range lines[1:] {
		batch, _ := strconv.Atoi(line[0])
		at, _ := strconv.ParseFloat(line[1], 64)
		w, _ := strconv.ParseFloat(line[2], 64)
		if want := float64(len(watts[batch])) * 0.1; at != want {
			t.Fatalf("batch %d: time %v, want %v", batch, at, want)
		}
		watts[batch] = append(watts[batch], w)
	}
	if len(watts) != len(runs) {
		t.Errorf("%d batch sizes, want %d", len(watts), len(runs))
	}
	for batch, pooled := range runs {
		var ends []float64
		for _, r := range pooled {
			tail := r.Timelines["power.device_instant"].Tail
			ends = append(ends, tail[len(tail)-1][1])
		}
		if n := int(math.Ceil((middle(ends) + 1e-12) / 0.1)); len(watts[batch]) != n {
			t.Errorf("batch %d: %d points, want %d", batch, len(watts[batch]), n)
		}
		checkPower(t, batch, watts[batch], pooled)
	}
}

// checkPower compares the start of a trace, where the reference lists samples of
// every run.
func checkPower(t *testing.T, batch int, watts []float64, runs []expectedRun) {
	t.Helper()
	compared := 0
	for i, got := range watts {
		at := float64(i) * 0.1
		var values []float64
		for _, r := range runs {
			if v, ok := between(r.Timelines["power.device_instant"].Head, at); ok {
				values = append(values, v)
			}
		}
		if len(values) < len(runs) {
			break
		}
		compared++
		if want := middle(values); math.Abs(got-want) > 1e-9*want {
			t.Errorf("batch %d at %.1f s: %v W, want %v", batch, at, got, want)
		}
	}
	if compared < 5 {
		t.Errorf("batch %d: only %d points compared", batch, compared)
	}
}

// between interpolates samples (timestamp, seconds, watts) and tells whether they
// reach as far.
func between(samples [][]float64, at float64) (float64, bool) {
	for i, s := range samples {
		switch {
		case s[1] < at:
		case i == 0:
			return s[2], true
		default:
			b := samples[i-1]
			return b[2] + (s[2]-b[2])*(at-b[1])/(s[1]-b[1]), true
		}
	}
	return 0, false
}

func middle(values []float64) float64 {
	slices.Sort(values)
	n := len(values)
	return (values[(n-1)/2] + values[n/2]) / 2
}

// checkCurves fits the medians of the reference's rows.
func checkCurves(t *testing.T, dir string, s referenceSpec, runs map[int][]expectedRun) {
	t.Helper()
	got := readJSON[map[string]json.RawMessage](t, filepath.Join(dir, "logistic_fit.json"))
	if len(got) != 5 || string(got["schema"]) != `"logistic_v1"` || string(got["model_label"]) != strconv.Quote(s.Label) {
		t.Errorf("keys %v", slices.Sorted(maps.Keys(got)))
	}
	for metric, of := range map[string]func(expectedRun) float64{
		"power":      func(r expectedRun) float64 { return r.Fields.Power },
		"latency":    func(r expectedRun) float64 { return r.Fields.MeanITL / 1000 },
		"throughput": func(r expectedRun) float64 { return r.Fields.Rate },
	} {
		var x, y []float64
		for _, batch := range slices.Sorted(maps.Keys(runs)) {
			if slices.Contains(s.Excluded, batch) {
				continue
			}
			var values []float64
			for _, r := range runs[batch] {
				values = append(values, of(r))
			}
			x, y = append(x, math.Log2(float64(batch))), append(y, middle(values))
		}
		want, err := fitting.FitLogistic(x, y, fitting.Compat)
		if err != nil {
			t.Fatal(err)
		}
		var have fitting.Logistic
		if err := json.Unmarshal(got[metric], &have); err != nil || have != want {
			t.Errorf("%s: %+v, %v; want %+v", metric, have, err, want)
		}
	}
}

// checkMixtures fits the latencies as they stand in the raw files.
func checkMixtures(t *testing.T, dir, root string, s referenceSpec, runs map[int][]expectedRun) {
	t.Helper()
	got := readJSON[struct {
		Schema, Label string
		PerBatch      map[string]map[string]float64 `json:"per_batch"`
	}](t, filepath.Join(dir, "itl_fit.json"))
	if got.Schema != "itl_fit.lognormal_mixture_2" || len(got.PerBatch) != len(runs) {
		t.Errorf("schema %q, %d batch sizes, want %d", got.Schema, len(got.PerBatch), len(runs))
	}
	for batch, pooled := range runs {
		var samples []float64
		for _, r := range pooled {
			samples = append(samples, smoothed(t, filepath.Join(root, "reference", "raw", filepath.FromSlash(r.Path)))...)
		}
		want, err := fitting.FitITLMixture(samples, 0, 0, fitting.Compat)
		if err != nil {
			t.Fatal(err)
		}
		have := got.PerBatch[strconv.Itoa(batch)]
		if len(have) != len(want.Parameters()) {
			t.Errorf("batch %d: keys %v", batch, slices.Sorted(maps.Keys(have)))
		}
		for _, p := range want.Parameters() {
			if v, ok := have[p.Name]; !ok || math.Abs(v-p.Value) > 1e-9*math.Abs(p.Value) {
				t.Errorf("batch %d: %s %v, want %v", batch, p.Name, v, p.Value)
			}
		}
	}
}

// smoothed are the latencies of the successful requests of a file: each value is
// spread over itself and the zeros behind it, and zeros at the start are dropped.
func smoothed(t *testing.T, path string) (all []float64) {
	t.Helper()
	file := readJSON[struct {
		Results []struct {
			Success bool
			ITL     []float64
		}
	}](t, path)
	for _, r := range file.Results {
		for i := 0; r.Success && i < len(r.ITL); {
			n := i + 1
			for n < len(r.ITL) && r.ITL[n] == 0 {
				n++
			}
			if r.ITL[i] > 0 {
				all = append(all, slices.Repeat([]float64{r.ITL[i] / float64(n-i)}, n-i)...)
			}
			i = n
		}
	}
	return all
}

// checkLegacy compares the older layout with the newer one.
func checkLegacy(t *testing.T, legacy, current string, s referenceSpec, runs map[int][]expectedRun) {
	t.Helper()
	trace := csvLines(t, filepath.Join(current, "trace.csv"))
	for batch := range runs {
		name := fmt.Sprintf("traces/%s_num_gpus_%d_max_num_seqs_%d.csv", s.Label, s.GPUs, batch)
		want := [][]string{{"relative_time_s", "power_total_W"}}
		for _, line := range trace[1:] {
			if line[0] == strconv.Itoa(batch) {
				want = append(want, line[1:])
			}
		}
		if got := csvLines(t, filepath.Join(legacy, filepath.FromSlash(name))); !slices.EqualFunc(got, want, slices.Equal[[]string]) {
			t.Errorf("%s differs from the trace of the newer layout", name)
		}
		line := []string{s.Label, strconv.Itoa(s.GPUs), strconv.Itoa(batch), name}
		if !hasLine(csvLines(t, filepath.Join(legacy, "traces_summary.csv")), line) {
			t.Errorf("traces_summary.csv: no line %v", line)
		}
	}
	for name, header := range map[string]string{
		"traces_summary.csv": "model_label,num_gpus,max_num_seqs,trace_file",
		"latency_fits.csv": "model_label,max_num_seqs,itl_dist,itl_mix_loc,itl_mix_pi_steady,itl_mix_sigma_steady,itl_mix_scale_steady," +
			"itl_mix_pi_stall,itl_mix_sigma_stall,itl_mix_scale_stall",
		"logistic_fits.csv": "model_label,metric,L,x0,k,b0",
	} {
		if got := strings.Join(csvLines(t, filepath.Join(legacy, name))[0], ","); got != header {
			t.Errorf("%s: columns %s, want %s", name, got, header)
		}
	}
	power := readJSON[struct{ Power fitting.Logistic }](t, filepath.Join(current, "logistic_fit.json")).Power
	for _, line := range csvLines(t, filepath.Join(legacy, "logistic_fits.csv")) {
		if line[0] == s.Label && line[1] == "power" {
			if got, _ := strconv.ParseFloat(line[2], 64); cmp.Compare(got, power.L) != 0 {
				t.Errorf("logistic_fits.csv: L %v, want %v", got, power.L)
			}
			return
		}
	}
	t.Error("logistic_fits.csv has no power")
}

func hasLine(lines [][]string, want []string) bool {
	return slices.ContainsFunc(lines, func(line []string) bool { return slices.Equal(line, want) })
}
