package leaderboard

import (
	"cmp"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// place is where a field stands beside the rows of a task file, which have all.
type place string

const (
	inModel place = "model" // top of a model file
	inIndex place = "index" // the model's entry in index.json
	inFacts place = "facts" // both
	inRow   place = "row"   // a configuration of a model file
	inSplit place = "split" // the parallelization of such a configuration
)

// wire is one published key and the record field that it holds.
type wire struct {
	key, field string
	at         place
}

// wires are keys at a place that are the names of their fields.
func wires(at place, names string) []wire {
	return lists.Map(strings.Fields(names), func(name string) wire { return wire{name, name, at} })
}

// layout is how the runs of a task are published: which keys, and in which order
// the rows stand.
type layout struct {
	domain string // "llm" or "diffusion"
	fields []wire
	// order lists the fields that rows are sorted by.
	order []string
}

var llmLayout = &layout{
	domain: "llm",
	order:  []string{"model_id", "task", "gpu_model", "num_gpus", "max_num_seqs", "num_request_repeats", "seed"},
	fields: slices.Concat(modelFields(inIndex), wires(inFacts, "architecture"), wires(inRow, "gpu_model num_gpus max_num_seqs"),
		wires(inSplit, "tensor_parallel expert_parallel data_parallel"),
		wires(inRow, `energy_per_token_joules energy_per_request_joules output_throughput_tokens_per_sec avg_power_watts avg_output_len
			avg_batch_size median_itl_ms p90_itl_ms p95_itl_ms p99_itl_ms`)),
}

var (
	imageLayout = diffusionLayout("image")
	videoLayout = diffusionLayout("video", wires(inRow, "num_frames fps")...)
)

// diffusionLayout names some keys after what the model makes.
func diffusionLayout(output string, more ...wire) *layout {
	fields := slices.Concat(modelFields(inFacts), wires(inRow, "gpu_model num_gpus batch_size inference_steps"), []wire{
		{output + "_height", "height", inRow}, {output + "_width", "width", inRow},
	}, wires(inSplit, "ulysses_degree ring_degree"), wires(inRow, "batch_latency_s avg_power_watts"), []wire{
		{"energy_per_" + output + "_joules", "energy_per_generation_joules", inRow},
		{"throughput_" + output + "s_per_sec", "throughput_generations_per_sec", inRow},
	})
	return &layout{
		domain: "diffusion",
		fields: append(fields, more...),
		order: []string{
			"model_id", "task", "gpu_model", "num_gpus", "batch_size", "height", "width",
			"inference_steps", "ulysses_degree", "ring_degree", "use_torch_compile",
		},
	}
}

// modelFields is what every record says about its model.
func modelFields(nickname place) []wire {
	return slices.Concat(wires(inModel, "model_id"), wires(nickname, "nickname"),
		wires(inFacts, "total_params_billions activated_params_billions weight_precision"))
}

// layoutOf is the layout of a task of that domain. A diffusion task that makes
// videos says so at the end of its id.
func layoutOf(domain, task string) *layout {
	switch {
	case domain == "llm":
		return llmLayout
	case task == data.TextToVideo || strings.HasSuffix(task, "-video"):
		return videoLayout
	}
	return imageLayout
}

// keyOf is the published name of a record field, "" if it is not published.
func (l *layout) keyOf(field string) string {
	found, _ := lists.Find(l.fields, func(w wire) bool { return w.field == field })
	return found.key
}

// fieldOf is the record field behind a published key, "" if there is none.
func (l *layout) fieldOf(key string) string {
	found, _ := lists.Find(l.fields, func(w wire) bool { return w.key == key })
	return found.field
}

// pick is the published object of run i with the fields that stand at one of the places;
// no place means all of them.
func pick(l *layout, runs data.Table, i int, places ...place) object {
	o := make(object, len(l.fields)+2)
	for _, w := range l.fields {
		if w.isAt(places) {
			o[w.key] = runs.Value(i, w.field)
		}
	}
	return o
}

// at are the fields that stand at one of the places, by key; no place means all of them.
func (l *layout) at(places ...place) []wire {
	fields := lists.Filter(l.fields, func(w wire) bool { return w.isAt(places) })
	sortByKey(fields)
	return fields
}

func sortByKey(fields []wire) {
	lists.Sort(fields, func(a, b wire) int { return strings.Compare(a.key, b.key) })
}

func (w wire) isAt(places []place) bool {
	return len(places) == 0 || slices.Contains(places, w.at)
}

// The tasks that the published leaderboard knows by name and group.
var (
	taskNames = map[string]string{
		"gpqa":            "GPQA Diamond",
		"lm-arena-chat":   "LLM Chat (LM Arena)",
		"sourcegraph-fim": "Fill-in-the-Middle (Sourcegraph)",
		"image-chat":      "Image Chat",
		"video-chat":      "Video Chat",
		data.TextToImage:  "Text to Image",
		data.TextToVideo:  "Text to Video",
	}
	taskGroups = map[string][]string{
		"llm":       {"gpqa", "lm-arena-chat", "sourcegraph-fim"},
		"mllm":      {"image-chat", "video-chat"},
		"diffusion": {data.TextToImage, data.TextToVideo},
	}
)

// displayName is the name of a task for people: its id when it has none.
func displayName(task string) string { return cmp.Or(taskNames[task], task) }

// inWireOrder sorts the runs as their layout publishes them; ties keep their order.
func inWireOrder(l *layout, runs data.Table) data.Table {
	keys := lists.Times(runs.Len(), func(i int) []any { return orderKey(l, runs, i) })
	order := lists.Indices(runs.Len())
	slices.SortStableFunc(order, func(i, j int) int { return data.CompareKeys(keys[i], keys[j]) })
	return runs.Only(order)
}

// orderKey is the values that a run is sorted by. A missing number sorts as zero, but one of repeats as 1, as does zero: the
// published files are sorted by "number of repeats or 1".
func orderKey(l *layout, runs data.Table, i int) []any {
	return lists.Map(l.order, func(field string) any {
		zero := lists.One(field == "num_request_repeats")
		switch x := runs.Value(i, field).(type) {
		case string, bool:
			return x
		case int:
			return cmp.Or(x, zero)
		}
		return zero
	})
}
