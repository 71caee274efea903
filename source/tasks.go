package source

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/nearest"
)

// tasksOf are the tasks of a benchmark that has tasks.
func tasksOf(ds data.Dataset) (tasks []string) {
	for _, runs := range []data.Table{ds.LLM().Table, ds.Diffusion().Table} {
		tasks = append(tasks, lists.Map(runs.Distinct(runs.Schema().Name(data.RoleTask)), data.Text)...)
	}
	return tasks
}

// ofTasks keeps the runs of the tasks; none keep all.
func ofTasks(ds data.Dataset, tasks []string) data.Dataset {
	if len(tasks) == 0 || len(ds.Sources) == 0 {
		return ds
	}
	ds = ds.With(ds.LLM().Task(tasks...).Table).With(ds.Diffusion().Task(tasks...).Table)
	only := ds.Sources[0] // the kinds that are opened one by one have one
	only.Runs = ds.Len()
	return data.NewDataset(only, ds.Tables...)
}

// withoutRuns says which of the tasks have no run, and which tasks there are; "" if each
// has one.
func (d *Dataset) withoutRuns(tasks []string) string {
	if len(tasks) == 0 {
		return ""
	}
	loaded := tasksOf(d.Dataset)
	missing := slices.DeleteFunc(slices.Clone(tasks), func(task string) bool { return slices.Contains(loaded, task) })
	if len(missing) == 0 {
		return ""
	}
	known := d.known()
	return fmt.Sprintf("no runs of the task %s; the sources have %s%s",
		strings.Join(missing, ", "), strings.Join(known, ", "), nearest.Hint(missing[0], known))
}

// known are the tasks of all sources. Raw results are searched again, since those of other
// tasks were passed over.
func (d *Dataset) known() (tasks []string) {
	for _, p := range d.Parts {
		tasks = append(tasks, p.tasks...)
		if p.Err != nil || p.kind == nil || !p.kind.joint {
			continue
		}
		if found, err := raw.Find(context.Background(), []string{p.at}, raw.Options{}); err == nil {
			tasks = append(tasks, lists.Map(found.Places, func(place raw.Place) string { return place.Task })...)
		}
	}
	slices.Sort(tasks)
	return slices.Compact(tasks)
}
