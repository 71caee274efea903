package openg2g

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/shared"
)

// entry is a specification as JSON, with one key replaced; an empty value takes
// the key out.
func entry(key, value string) string {
	keys := map[string]string{
		"model_label": `"Small"`, "model_id": `"Acme/Small-1B"`, "task": `"gpqa"`, "gpu_model": `"H100"`,
		"gpus_per_replica": "2", "precision": `"bfloat16"`, "tensor_parallel": "2", "expert_parallel": "1",
		"batch_sizes": "[16, 8]", "fit_exclude_batch_sizes": "[8]",
	}
	keys[key] = value
	var parts []string
	for k, v := range keys {
		if v != "" {
			parts = append(parts, fmt.Sprintf("%q: %s", k, v))
		}
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

func TestTheHashIsThatOfTheSimulator(t *testing.T) {
	s := Spec{
		ModelLabel: "any", ModelID: "meta-llama/Llama-3.1-8B-Instruct", Task: "lm-arena-chat", GPUModel: "H100", GPUsPerReplica: 2,
		Precision: "bfloat16", TensorParallel: 2, ExpertParallel: 1, BatchSizes: []int{8, 16, 32}, FitExcludeBatchSizes: []int{8},
	}
	if got := s.Hash(); got != "2e8614e06d93755e" {
		t.Errorf("got %s for %s", got, s.payload())
	}
	other := s
	other.ModelLabel = "other"
	if other.Hash() != s.Hash() {
		t.Error("the label changes the hash")
	}
	other.FitExcludeBatchSizes = nil
	if other.Hash() == s.Hash() {
		t.Error("what is not fitted does not change the hash")
	}
}

func TestThePayloadIsWhatPythonWrites(t *testing.T) {
	specs, err := ParseSpecs([]byte("[" + entry("model_id", `"Größe/\"7B\"\n<𝄞>\u007f"`) + "]"))
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"batch_sizes": [8, 16], "expert_parallel": 1, "fit_exclude_batch_sizes": [8], "gpu_model": "H100", ` +
		`"gpus_per_replica": 2, "model_id": "Gr\u00f6\u00dfe/\"7B\"\n<\ud834\udd1e>\u007f", "precision": "bfloat16", ` +
		`"task": "gpqa", "tensor_parallel": 2}`
	if got := specs[0].payload(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	specs[0].FitExcludeBatchSizes = nil
	if got := specs[0].payload(); !strings.Contains(got, `"fit_exclude_batch_sizes": [], `) {
		t.Errorf("an empty list is %s", got)
	}
}

func TestSpecsAreReadInOrderWithSizesAscending(t *testing.T) {
	specs, err := ParseSpecs([]byte("[" + entry("", "") + "," + entry("model_label", `"Other"`) + "]"))
	if err != nil {
		t.Fatal(err)
	}
	if len(specs) != 2 || specs[0].ModelLabel != "Small" || specs[1].ModelLabel != "Other" ||
		!slices.Equal(specs[0].BatchSizes, []int{8, 16}) {
		t.Errorf("got %+v", specs)
	}
}

func TestWrongSpecsAreErrorsThatNameEntryAndKey(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"no JSON":           {"models:", "expected a JSON list of objects"},
		"text":              {`"models"`, "entry 1: expected an object"},
		"all of them":       {"[" + entry("task", "") + ", {}, " + entry("precision", "7") + "]", "entry 3: precision: expected text, got 7"},
		"all of one":        {`{"precision": 7, "task": ""}`, "entry 1: precision: expected text, got 7\nentry 1: task: is empty"},
		"no spec":           {`{"spec_hash": "", "spec": 7}`, "entry 1: unknown key spec"},
		"wrong spec":        {`{"spec_hash": "", "spec": {}}`, "entry 1: batch_sizes: is missing"},
		"no deadline":       {entry("itl_deadline_s", "0"), "entry 1: itl_deadline_s: expected a positive number of seconds, got 0"},
		"infinite deadline": {entry("itl_deadline_s", "1e999"), "entry 1: itl_deadline_s: expected a positive number of seconds, got 1e999"},
		"not feasible":      {entry("feasible_batch_sizes", "[8, 32]"), "entry 1: feasible_batch_sizes: 32 is not one of batch_sizes"},
		"null":              {"null", "the list is empty"},
		"empty":             {"[]", "the list is empty: add at least one model"},
		"something behind":  {"[] []", "expected a JSON list of objects"},
		"no object":         {"[" + entry("", "") + ", 7]", "entry 2: expected an object"},
		"null entry":        {"[null]", "entry 1: expected an object"},
		"missing":           {"[" + entry("precision", "") + "]", "entry 1: precision: is missing"},
		"unknown":           {"[" + entry("tp", "2") + "]", "entry 1: unknown key tp; use batch_sizes, expert_parallel"},
		"null value":        {"[" + entry("task", "null") + "]", "entry 1: task: expected text, got null"},
		"wrong type":        {"[" + entry("task", "7") + "]", "entry 1: task: expected text, got 7"},
		"empty text":        {"[" + entry("model_id", `""`) + "]", "entry 1: model_id: is empty"},
		"no integer":        {"[" + entry("gpus_per_replica", "2.0") + "]", "entry 1: gpus_per_replica: expected a positive integer, got 2.0"},
		"zero":              {"[" + entry("tensor_parallel", "0") + "]", "entry 1: tensor_parallel: expected a positive integer, got 0"},
		"no list":           {"[" + entry("batch_sizes", "8") + "]", "entry 1: batch_sizes: expected a list of positive integers, got 8"},
		"no sizes":          {"[" + entry("batch_sizes", "[]") + "]", "entry 1: batch_sizes: expected at least one"},
		"negative size":     {"[" + entry("batch_sizes", "[8, -1]") + "]", "entry 1: batch_sizes: expected positive integers, got -1"},
		"null size":         {"[" + entry("batch_sizes", "[8, null]") + "]", "entry 1: batch_sizes: expected positive integers, got 0"},
		"size twice":        {"[" + entry("batch_sizes", "[8, 16, 8]") + "]", "entry 1: batch_sizes: 8 is listed twice"},
		"nothing to fit":    {"[" + entry("fit_exclude_batch_sizes", "[8, 16]") + "]", "no batch size is left to fit"},
		"label with slash":  {"[" + entry("model_label", `"a/b"`) + "]", "model_label: \"a/b\": expected a name that can be part of a file name"},
		"label with blank":  {"[" + entry("model_label", `"a "`) + "]", "model_label: \"a \": remove the spaces at its ends"},
		"label with a line": {"[" + entry("model_label", `"a\nb"`) + "]", "expected a name that can be part of a file name"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := ParseSpecs([]byte(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

func TestAManifestIsASpecification(t *testing.T) {
	m := smallModel(t)
	m.Spec.ITLDeadlineSeconds, m.Spec.FeasibleBatchSizes = 0.08, []int{8, 32}
	files, err := Current([]Model{m}, "2026-02-16")
	if err != nil {
		t.Fatal(err)
	}
	manifest := string(files[len(files)-1].Content)
	own, err := ParseSpecs([]byte(manifest))
	if err != nil || !reflect.DeepEqual(own, []Spec{m.Spec}) {
		t.Errorf("got %+v, %v; want %+v", own, err, m.Spec)
	}
	// The simulator writes no label.
	unlabeled := strings.Replace(manifest, `"model_label"`, `"written_by"`, 1)
	foreign, err := ParseSpecs([]byte("[" + unlabeled + "," + entry("expert_parallel", "") + "]"))
	if err != nil || foreign[0].ModelLabel != "Small-1B" || foreign[0].Hash() != m.Spec.Hash() || foreign[1].ExpertParallel != 1 {
		t.Errorf("got %+v, %v", foreign, err)
	}
}

func FuzzParseSpecs(f *testing.F) {
	f.Add([]byte("[" + entry("", "") + "]"))
	f.Add([]byte(`[{"batch_sizes": [1e3]}]`))
	f.Add([]byte(strings.Repeat(`{"spec":`, 500)))
	f.Fuzz(func(t *testing.T, text []byte) {
		var specs []Spec
		var err error
		shared.Bounded(func() { specs, err = ParseSpecs(text) })
		for _, s := range specs {
			if err == nil && (len(s.Hash()) != 16 || len(s.BatchSizes) == 0 || strings.Contains(s.ModelLabel, "/")) {
				t.Errorf("%q gives %+v", text, s)
			}
		}
	})
}

func TestRunsArePooledWhateverTheirParallelismAndTheDifferenceIsSaid(t *testing.T) {
	specs, err := ParseSpecs([]byte("[" + entry("", "") + "]"))
	if err != nil {
		t.Fatal(err)
	}
	run := func(edit func(*data.LLMRun)) data.LLMRun {
		r := data.LLMRun{
			Task: "gpqa", ModelID: "Acme/Small-1B", GPUModel: "H100", NumGPUs: 2, MaxNumSeqs: 8,
			WeightPrecision: "bfloat16", TensorParallel: 2, ExpertParallel: 1,
		}
		edit(&r)
		return r
	}
	all := data.NewRuns([]data.LLMRun{
		run(func(*data.LLMRun) {}),
		run(func(r *data.LLMRun) { r.TensorParallel, r.ExpertParallel, r.MaxNumSeqs = 1, 2, 16 }),
		run(func(r *data.LLMRun) { r.MaxNumSeqs = 32 }),
		run(func(r *data.LLMRun) { r.NumGPUs = 1 }),
		run(func(r *data.LLMRun) { r.Task = "image-chat" }),
		run(func(r *data.LLMRun) { r.GPUModel = "B200" }),
		run(func(r *data.LLMRun) { r.ModelID = "Acme/Large" }),
	}, false)
	got := specs[0].Select(all)
	if sizes := data.Column(got, func(r data.LLMRun) int { return r.MaxNumSeqs }); !slices.Equal(sizes, []int{8, 16}) {
		t.Errorf("selected batch sizes %v", sizes)
	}
	want := []string{
		"tensor_parallel is 2 in the specification and 1, 2 in the runs",
		"expert_parallel is 1 in the specification and 1, 2 in the runs",
	}
	if said := specs[0].Differences(got); !slices.Equal(said, want) {
		t.Errorf("said %q", said)
	}
	if said := specs[0].Differences(got.Batch(data.Exactly(8))); len(said) > 0 {
		t.Errorf("said %q of runs that are as specified", said)
	}
}
