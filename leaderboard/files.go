package leaderboard

import (
	"fmt"
	"maps"
	"slices"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Draft is a file of the published leaderboard that is made when its content is asked for. Its path is relative to the root of
// the tree, with slashes.
type Draft struct {
	Path string
	// Runs are what the content depends on, besides the date of the data.
	Runs []data.Table

	content func() object
}

// Bytes makes the content of the file. A value that is not finite is an error that names the file and the key; runs from
// [data.Intake] have no such values.
func (d Draft) Bytes() ([]byte, error) {
	text, err := encode(d.content())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", d.Path, err)
	}
	return text, nil
}

// Write passes the files of the published leaderboard one after the other, so that they need not fit in memory together:
// tasks/<task>.json and models/<org>__<model>__<task>.json, without the runs that [Publishable] leaves out, then
// index.json. lastUpdated is the date of the data (YYYY-MM-DD); an empty date is written as null. An error of write ends
// it.
//
// A model file of language model runs contains histograms of their output lengths, see [data.Table.Lengths]. For a
// run without output lengths, output_length_distribution is left out, as is the sum at the top if there is none,
// because an empty or invented histogram would look like a measured one. Readers that draw it must check whether it
// exists; others need not change.
func Write(ds data.Dataset, lastUpdated string, write func(Draft) error) error {
	ds, _ = Publishable(ds)
	x := index{lastUpdated: orNull(lastUpdated), models: object{}}
	published := benchmarkRuns(ds)
	for _, runs := range published {
		tasks, err := runs.GroupBy(runs.Schema().Name(data.RoleTask))
		if err != nil {
			return err
		}
		lists.Sort(tasks, func(a, b data.Group) int { return data.CompareKeys(a.Key, b.Key) })
		for _, task := range tasks {
			if err := x.addTask(task.Runs, task.Key[0].(string), write); err != nil {
				return err
			}
		}
	}
	return write(Draft{"index.json", published, x.object})
}

// addTask passes the file of a task and those of its models.
func (x *index) addTask(runs data.Table, task string, write func(Draft) error) error {
	l := layoutOf(runs.Schema().Domain, task)
	runs = inWireOrder(l, runs)
	x.tasks = append(x.tasks, task)
	if err := write(Draft{TaskPath(task), []data.Table{runs}, func() object { return taskFile(l, runs, task) }}); err != nil {
		return err
	}
	groups, err := runs.GroupBy("model_id")
	if err != nil {
		return err
	}
	for _, g := range groups {
		id := g.Key[0].(string)
		if _, known := x.models[id]; !known { // where tasks disagree about its facts, the first stays
			x.models[id] = pick(l, g.Runs, 0, inIndex, inFacts)
		}
		content := func() object {
			o := modelFile(l, g.Runs)
			maps.Copy(o, pick(l, g.Runs, 0, inModel, inFacts))
			o["task"] = task
			return o
		}
		if err := write(Draft{ModelPath(id, task), []data.Table{g.Runs}, content}); err != nil {
			return err
		}
	}
	return nil
}

// made is a file of an object that is there.
func made(path string, o object) Draft { return Draft{Path: path, content: func() object { return o }} }

func taskFile(l *layout, runs data.Table, task string) object {
	sorted := l.at()
	rows := sequence{lists.Map(sorted, func(w wire) string { return w.key }), runs.Len(), func(i, k int) any { return runs.Value(i, sorted[k].field) }}
	o := object{
		"task":              task,
		"task_display_name": displayName(task),
		"configurations":    rows,
	}
	if l.domain == "diffusion" {
		o["architecture"] = l.domain
	}
	return o
}

// modelFile is the rows of a model file and what sums them up.
func modelFile(l *layout, runs data.Table) object {
	each, total := distributions(runs)
	special := map[string]func(i int) any{
		"parallelization": func(i int) any {
			split := pick(l, runs, i, inSplit)
			if l.domain == llmLayout.domain {
				split["notes"] = splitNotes(runs, i)
			}
			return split
		},
		"output_length_distribution": func(i int) any {
			if each[i] == nil {
				return absent{}
			}
			return histogramObject(each[i])
		},
	}
	sorted := append(l.at(inRow), lists.Map(slices.Sorted(maps.Keys(special)), func(key string) wire { return wire{key: key} })...)
	sortByKey(sorted)
	rows := sequence{lists.Map(sorted, func(w wire) string { return w.key }), runs.Len(), func(i, k int) any {
		if of := special[sorted[k].key]; of != nil {
			return of(i)
		}
		return runs.Value(i, sorted[k].field)
	}}
	o := object{"configurations": rows}
	if total != nil {
		o["output_length_distribution"] = histogramObject(total)
	}
	return o
}

// splitNotes says in words how a model is split where the degrees alone mislead.
func splitNotes(runs data.Table, i int) string {
	several := func(degree string) bool { n, _ := runs.Number(i, degree); return n > 1 }
	if several("data_parallel") && several("expert_parallel") {
		return "DP for attention, EP for MLP experts"
	}
	return ""
}

// index is index.json while it is collected.
type index struct {
	lastUpdated any
	tasks       []string
	models      object
}

func (x *index) object() object {
	slices.Sort(x.tasks)
	return object{
		"last_updated":  x.lastUpdated,
		"tasks":         x.tasks,
		"models":        x.models,
		"architectures": x.groups(),
	}
}

// groups lists the known tasks by group; a task that belongs to none stays in
// tasks alone.
func (x *index) groups() object {
	groups := object{}
	for group, known := range taskGroups {
		groups[group] = lists.Filter(known, func(task string) bool { return slices.Contains(x.tasks, task) })
	}
	return groups
}

// histogramObject is a published histogram of output lengths in tokens: one edge
// more than counts.
func histogramObject(o *data.OutputLengths) object {
	return object{"bins": o.Edges, "counts": o.Counts}
}

// distributions gives each run of one model and task its histogram, nil where
// the source states no lengths. Exact lengths share their edges; already binned
// ones keep theirs, since lengths cannot be counted anew. total is the sum, nil
// when there is none or the edges differ.
func distributions(runs data.Table) (each []*data.OutputLengths, total *data.OutputLengths) {
	stated := lists.Times(runs.Len(), runs.Lengths)
	edges := data.CommonEdges(slices.DeleteFunc(slices.Clone(stated), func(o *data.OutputLengths) bool { return o == nil }))
	each = lists.Map(stated, func(o *data.OutputLengths) *data.OutputLengths { return Histogram(o, edges) })
	return each, sum(each)
}

// Histogram returns output lengths as counts in bins: exact ones in the common bins, others in their own. It is nil where
// nothing is known.
func Histogram(o *data.OutputLengths, common []float64) *data.OutputLengths {
	if o == nil {
		return nil
	}
	if o.Lengths == nil {
		common = o.Edges
	}
	counts, _ := o.Binned(common)
	if o.Lengths == nil && len(common) != len(counts)+1 {
		return nil
	}
	return &data.OutputLengths{Edges: common, Counts: counts}
}

// sum adds up histograms over equal edges.
func sum(each []*data.OutputLengths) *data.OutputLengths {
	var total *data.OutputLengths
	for _, d := range each {
		switch {
		case d == nil:
			continue
		case total == nil:
			total = &data.OutputLengths{Edges: d.Edges, Counts: slices.Clone(d.Counts)}
			continue
		case !slices.Equal(total.Edges, d.Edges):
			return nil
		}
		for i, n := range d.Counts {
			total.Counts[i] += n
		}
	}
	return total
}
