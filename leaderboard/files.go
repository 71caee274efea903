package leaderboard

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/jouleboard/jouleboard/data"
)

// File is one file of the published tree. The path is relative to its root and
// has slashes.
type File struct {
	Path  string
	Bytes []byte
}

// Files are the published leaderboard: index.json, tasks/<task>.json and
// models/<org>__<model>__<task>.json, in that order and by path. What
// [Publishable] leaves out is not in them. lastUpdated is the date of the data
// (YYYY-MM-DD); empty is written as null.
//
// A model file of language model runs holds the histograms of output lengths
// that ds.Lengths knows. For a run whose source states no lengths (a compiled
// directory has none) output_length_distribution is left out, as is the sum at
// the top when there is none: an empty or invented histogram would read as
// measured. Readers that draw it must test for it; all others need not change.
//
// A value that is not finite is an error that names the file and the key; runs
// that came through [data.Intake] have none.
func Files(ds data.Dataset, lastUpdated string) ([]File, error) {
	ds, _ = Publishable(ds)
	out := tree{lengths: ds.Lengths, index: newIndex(lastUpdated)}
	llm, diffusion := tasks(ds)
	for _, task := range llm {
		addTask(&out, ds.LLM.Task(task), task, out.llmModel)
	}
	for _, task := range diffusion {
		addTask(&out, ds.Diffusion.Task(task), task, diffusionModel)
	}
	out.add("index.json", out.index.object())
	slices.SortFunc(out.files, func(a, b File) int {
		return cmp.Or(cmp.Compare(rank(a.Path), rank(b.Path)), cmp.Compare(a.Path, b.Path))
	})
	return out.files, out.err
}

// rank puts the index first and the models last.
func rank(path string) int {
	return slices.IndexFunc([]byte("itm"), func(first byte) bool { return path[0] == first })
}

// tree collects the files.
type tree struct {
	lengths map[data.LLMRun]*data.OutputLengths
	index   index
	files   []File
	err     error
}

func (t *tree) add(path string, o object) {
	text, err := encode(o)
	if err != nil && t.err == nil {
		t.err = fmt.Errorf("%s: %w", path, err)
	}
	t.files = append(t.files, File{path, text})
}

// addTask adds the file of a task and those of its models. modelFile is what the
// record types do not share: the rows of a model file and what else stands in it.
func addTask[R data.Record[R]](t *tree, runs data.Runs[R], task string, modelFile func(*layout, data.Runs[R]) object) {
	l := layoutOf(runs.Schema().Domain, task)
	runs = inWireOrder(l, runs)
	t.index.tasks = append(t.index.tasks, task)
	t.add(TaskPath(task), taskFile(l, runs, task))
	groups, err := runs.GroupBy("model_id")
	if err != nil && t.err == nil {
		t.err = err
	}
	for _, g := range groups {
		first := g.Runs.At(0)
		id := g.Key[0].(string)
		t.index.addModel(id, pick(l, first, inIndex, inFacts))
		o := modelFile(l, g.Runs)
		for key, v := range pick(l, first, inModel, inFacts) {
			o[key] = v
		}
		o["task"] = task
		t.add(ModelPath(id, task), o)
	}
}

func taskFile[R data.Record[R]](l *layout, runs data.Runs[R], task string) object {
	o := object{
		"task":              task,
		"task_display_name": displayName(task),
		"configurations":    data.Column(runs, func(r R) object { return pick(l, r) }),
	}
	if l.domain == "diffusion" {
		o["architecture"] = l.domain
	}
	return o
}

// configurations are the rows of a model file.
func configurations[R data.Record[R]](l *layout, runs data.Runs[R]) []object {
	return data.Column(runs, func(r R) object {
		o := pick(l, r, inRow)
		o["parallelization"] = pick(l, r, inSplit)
		return o
	})
}

func diffusionModel(l *layout, runs data.DiffusionRuns) object {
	return object{"configurations": configurations(l, runs)}
}

func (t *tree) llmModel(l *layout, runs data.LLMRuns) object {
	rows := configurations(l, runs)
	each, total := distributions(runs, t.lengths)
	for i, row := range rows {
		row["parallelization"].(object)["notes"] = splitNotes(runs.At(i))
		if each[i] != nil {
			row["output_length_distribution"] = each[i].object()
		}
	}
	o := object{"configurations": rows}
	if total != nil {
		o["output_length_distribution"] = total.object()
	}
	return o
}

// splitNotes says in words how a model is split where the degrees alone mislead.
func splitNotes(r data.LLMRun) string {
	if r.DataParallel > 1 && r.ExpertParallel > 1 {
		return "DP for attention, EP for MLP experts"
	}
	return ""
}
