package leaderboard

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
)

func write(t *testing.T, ds data.Dataset) map[string]map[string]any {
	t.Helper()
	files, err := Files(ds, "2026-02-16")
	if err != nil {
		t.Fatal(err)
	}
	decoded := map[string]map[string]any{}
	for _, f := range files {
		var o map[string]any
		if err := json.Unmarshal(f.Bytes, &o); err != nil {
			t.Fatalf("%s: %v", f.Path, err)
		}
		decoded[f.Path] = o
	}
	return decoded
}

func rows(t *testing.T, o map[string]any) []map[string]any {
	t.Helper()
	var rows []map[string]any
	for _, v := range o["configurations"].([]any) {
		rows = append(rows, v.(map[string]any))
	}
	return rows
}

// pluck lists the values of one key of all rows, as JSON.
func pluck(t *testing.T, o map[string]any, key string) string {
	t.Helper()
	var values []any
	for _, r := range rows(t, o) {
		v, there := r[key]
		if !there {
			v = "absent"
		}
		values = append(values, v)
	}
	text, _ := json.Marshal(values)
	return string(text)
}

func TestFilesComeAsIndexTasksModelsByPath(t *testing.T) {
	files, err := Files(sample(), "")
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, f := range files {
		paths = append(paths, f.Path)
	}
	want := "index.json tasks/gpqa.json tasks/image-chat.json tasks/riddles.json tasks/text-to-image.json tasks/text-to-video.json " +
		"models/bare__gpqa.json models/org__image__text-to-image.json"
	if got := strings.Join(paths, " "); !strings.HasPrefix(got, want) || len(paths) != 1+5+12 {
		t.Errorf("got %s", got)
	}
}

func TestEqualDataGivesEqualBytesWhateverItsOrder(t *testing.T) {
	ds := sample()
	files, _ := Files(ds, "2026-02-16")
	var backwards []data.LLMRun
	for r := range ds.LLM().All() {
		backwards = append(backwards, r)
	}
	slices.Reverse(backwards)
	// the repeat and its twin differ only where rows are not sorted, and keep
	// their places
	i := slices.IndexFunc(backwards, func(r data.LLMRun) bool { return r.EnergyPerTokenJoules == 1.05/8 })
	backwards[i], backwards[i+1] = backwards[i+1], backwards[i]
	ds = withLengths(ds.With(data.NewRuns(backwards, true).Table), lengthsIn(ds))
	again, _ := Files(ds, "2026-02-16")
	if !slices.EqualFunc(files, again, func(a, b File) bool { return a.Path == b.Path && string(a.Bytes) == string(b.Bytes) }) {
		t.Error("the order of the records shows in the files")
	}
}

func TestIndexNamesTasksModelsAndGroups(t *testing.T) {
	index := write(t, sample())["index.json"]
	got, _ := json.Marshal(index["architectures"])
	if want := `{"diffusion":["text-to-image","text-to-video"],"llm":["gpqa"],"mllm":["image-chat"]}`; string(got) != want {
		t.Errorf("got groups %s, want %s", got, want)
	}
	if got, _ := json.Marshal(index["tasks"]); string(got) != `["gpqa","image-chat","riddles","text-to-image","text-to-video"]` {
		t.Errorf("got tasks %s", got)
	}
	got, _ = json.Marshal(index["models"].(map[string]any)["org/image"])
	if want := `{"activated_params_billions":2.5,"nickname":"The ` +
		`org/image","total_params_billions":2.5,"weight_precision":"bfloat16"}`; string(got) != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestAnUnknownDateIsNull(t *testing.T) {
	files, err := Files(dataset(nil), "")
	if err != nil || !strings.Contains(string(files[0].Bytes), `"last_updated": null`) ||
		!strings.Contains(string(files[0].Bytes), `"llm": []`) {
		t.Errorf("got %s, %v", files[0].Bytes, err)
	}
}

func TestDiffusionKeysSayWhatIsMade(t *testing.T) {
	out := write(t, sample())
	image, video := out["tasks/text-to-image.json"], out["tasks/text-to-video.json"]
	if image["architecture"] != "diffusion" || image["task_display_name"] != "Text to Image" {
		t.Errorf("got %v, %v", image["architecture"], image["task_display_name"])
	}
	for _, c := range []struct{ key, image, video string }{
		{"energy_per_image_joules", "[500,450]", `["absent","absent"]`},
		{"energy_per_video_joules", `["absent","absent"]`, "[100000,90000]"},
		{"image_height", "[1024,1024]", `["absent","absent"]`},
		{"video_width", `["absent","absent"]`, "[768,768]"},
		{"num_frames", `["absent","absent"]`, "[81,null]"},
		{"inference_steps", "[20,20]", "[20,null]"},
	} {
		if got := pluck(t, image, c.key); got != c.image {
			t.Errorf("image %s: got %s, want %s", c.key, got, c.image)
		}
		if got := pluck(t, video, c.key); got != c.video {
			t.Errorf("video %s: got %s, want %s", c.key, got, c.video)
		}
	}
}

func TestAnUnknownTaskIsShownUnderItsID(t *testing.T) {
	if got := write(t, sample())["tasks/riddles.json"]["task_display_name"]; got != "riddles" {
		t.Errorf("got %v", got)
	}
}

func TestMissingValuesAreNull(t *testing.T) {
	out := write(t, sample())["models/bare__gpqa.json"]
	for _, key := range []string{"avg_batch_size", "avg_output_len", "energy_per_request_joules"} {
		if got := pluck(t, out, key); got != "[null]" {
			t.Errorf("%s: got %s", key, got)
		}
	}
}

func TestRowsAreSortedByRepeatsAndSeedWithTheirDefaults(t *testing.T) {
	at := func(energy float64, repeats, seed data.Opt[int]) data.LLMRun {
		r := llmRun("gpqa", "org/m", 1, 8, energy)
		r.NumRequestRepeats, r.Seed = repeats, seed
		return r
	}
	none := data.Opt[int]{}
	out := write(t, dataset([]data.LLMRun{
		at(5, data.Some(2), none), at(4, data.Some(1), data.Some(3)), at(1, none, none), at(2, data.Some(1), data.Some(0)),
		at(3, none, data.Some(1)), at(2.5, data.Some(0), none),
	}))
	if got := pluck(t, out["tasks/gpqa.json"], "energy_per_token_joules"); got != "[1,2,2.5,3,4,5]" {
		t.Errorf("got %s", got)
	}
}

func TestDiffusionRowsAreSortedByShape(t *testing.T) {
	at := func(energy float64, change func(*data.DiffusionRun)) data.DiffusionRun {
		r := diffusionRun(data.TextToImage, "org/m", 1, energy)
		change(&r)
		return r
	}
	out := write(t, dataset(nil,
		at(7, func(r *data.DiffusionRun) { r.UseTorchCompile = data.Some(true) }),
		at(6, func(r *data.DiffusionRun) { r.UseTorchCompile = data.Some(false) }),
		at(3, func(r *data.DiffusionRun) { r.Width = 512; r.InferenceSteps = data.Some(50) }),
		at(1, func(r *data.DiffusionRun) { r.Height = 512; r.Width = 4096 }),
		at(2, func(r *data.DiffusionRun) { r.Width = 512; r.InferenceSteps = data.Opt[int]{} }),
		at(8, func(r *data.DiffusionRun) { r.UlyssesDegree = data.Some(2) }),
	))
	if got := pluck(t, out["tasks/text-to-image.json"], "energy_per_image_joules"); got != "[1,2,3,6,7,8]" {
		t.Errorf("got %s", got)
	}
}

func TestOnlyStableRunsArePublished(t *testing.T) {
	unstable := llmRun("gpqa", "org/shaky", 1, 512, 1)
	unstable.IsStable = false
	out := write(t, dataset([]data.LLMRun{llmRun("gpqa", "org/m", 1, 8, 1), unstable}))
	if len(out) != 3 || len(rows(t, out["tasks/gpqa.json"])) != 1 {
		t.Errorf("got %d files", len(out))
	}
}

func TestNotesSayWhereExpertsAndAttentionAreSplitApart(t *testing.T) {
	both := llmRun("gpqa", "org/m", 8, 8, 1)
	both.DataParallel, both.ExpertParallel = 8, 8
	experts := llmRun("gpqa", "org/m", 8, 16, 1)
	experts.ExpertParallel = 8
	if got := pluck(t, write(t, dataset([]data.LLMRun{both, experts}))["models/org__m__gpqa.json"], "parallelization"); got !=
		`[{"data_parallel":8,"expert_parallel":8,"notes":"DP for attention, EP for MLP experts","tensor_parallel":8},`+
			`{"data_parallel":1,"expert_parallel":8,"notes":"","tensor_parallel":8}]` {
		t.Errorf("got %s", got)
	}
}

func TestARunWithoutLengthsHasNoHistogram(t *testing.T) {
	out := write(t, sample())
	if _, there := out["models/bare__gpqa.json"]["output_length_distribution"]; there {
		t.Error("a sum of no histograms is published")
	}
	if got := pluck(t, out["models/bare__gpqa.json"], "output_length_distribution"); got != `["absent"]` {
		t.Errorf("got %s", got)
	}
}

func TestHistogramsOfAModelShareEdgesAndAddUp(t *testing.T) {
	model := write(t, sample())["models/org__model-0__gpqa.json"]
	total := model["output_length_distribution"].(map[string]any)
	sums := make([]float64, 50)
	for _, r := range rows(t, model) {
		d := r["output_length_distribution"].(map[string]any)
		if !slices.Equal(d["bins"].([]any), total["bins"].([]any)) {
			t.Fatal("edges differ")
		}
		for i, n := range d["counts"].([]any) {
			sums[i] += n.(float64)
		}
	}
	for i, n := range total["counts"].([]any) {
		if sums[i] != n {
			t.Errorf("bin %d: got %v, want %v", i, n, sums[i])
		}
	}
	if sums[0] != 5*7 || sums[49] != 5*3 {
		t.Errorf("got %v at the ends", sums)
	}
}

func TestBinnedLengthsKeepTheirEdges(t *testing.T) {
	a, b, exact := llmRun("gpqa", "org/m", 1, 8, 1), llmRun("gpqa", "org/m", 1, 16, 1), llmRun("gpqa", "org/m", 1, 32, 1)
	ds := dataset([]data.LLMRun{a, b, exact})
	lengths := map[data.LLMRun]*data.OutputLengths{
		a: {Edges: []float64{0, 10, 20}, Counts: []int{1, 2}},
		b: {Edges: []float64{0, 10, 20}, Counts: []int{3, 4}},
	}
	same, _ := json.Marshal(write(t, withLengths(ds, lengths))["models/org__m__gpqa.json"]["output_length_distribution"])
	if string(same) != `{"bins":[0,10,20],"counts":[4,6]}` {
		t.Errorf("got %s", same)
	}
	lengths[exact] = &data.OutputLengths{Lengths: []int{5}, Counts: []int{9}}
	mixed := write(t, withLengths(ds, lengths))["models/org__m__gpqa.json"]
	if total, there := mixed["output_length_distribution"]; there {
		t.Errorf("histograms over different edges were added up to %v", total)
	}
	third := rows(t, mixed)[2]["output_length_distribution"].(map[string]any)
	if bins := third["bins"].([]any); bins[0] != 4.5 || bins[50] != 5.5 {
		t.Errorf("got edges %v", bins)
	}
}

func TestAValueThatIsNotFiniteNamesItsFile(t *testing.T) {
	r := llmRun("gpqa", "org/m", 1, 8, 1)
	r.EnergyPerTokenJoules = math.NaN()
	if _, err := Files(dataset([]data.LLMRun{r}), ""); err == nil ||
		!strings.Contains(err.Error(), "tasks/gpqa.json: energy_per_token_joules: expected a finite number") {
		t.Errorf("got %v", err)
	}
}

// Whoever takes the files can end it.
func TestWritingEndsWithTheFirstError(t *testing.T) {
	full, n := errors.New("the disk is full"), 0
	if err := Write(sample(), "", func(Draft) error { n++; return full }); !errors.Is(err, full) || n != 1 {
		t.Errorf("%v after %d files", err, n)
	}
}
