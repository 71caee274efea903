package leaderboard

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Slug returns a model id as a file name and as the last part of its page's address: a slash becomes two underscores, and what
// no file name has on some systems a hyphen.
func Slug(modelID string) string { return portable.Replace(modelID) }

var portable = strings.NewReplacer("/", "__", `\`, "-", ":", "-", "<", "-", ">", "-", `"`, "-", "|", "-", "?", "-", "*", "-")

// TaskPath is the file of a task, relative to the tree.
func TaskPath(task string) string { return "tasks/" + task + ".json" }

// ModelPath is the file of a model on a task, relative to the tree.
func ModelPath(modelID, task string) string {
	return "models/" + Slug(modelID) + "__" + task + ".json"
}

// Publishable returns the part of ds that can be published: the stable runs of models and tasks with distinct file
// names. Two models whose names are equal as file names (a/b__c and a__b/c, or names that differ only in case, which
// some file systems ignore) cannot both have a page: the later one in order of ids is left out. The diffusion runs of
// a task that also has language model runs are left out as well. Each problem names both, the number of runs left
// out, and a remedy.
//
// Pages and files are built from the result, so they need not check for this again.
func Publishable(ds data.Dataset) (data.Dataset, []data.Problem) {
	ds = ds.With(ds.LLM().Stable().Table)
	losers := collisions(ds)
	shared := sharedTasks(ds)
	problems := lists.Map(slices.Sorted(maps.Keys(losers)), func(id string) data.Problem { return collision(ds, id, losers[id]) })
	for _, runs := range benchmarkRuns(ds) {
		model := runs.Schema().Name(data.RoleModel)
		ds = ds.With(runs.Select(func(i int) bool { return losers[runs.Text(i, model)] == "" }))
	}
	diffusion := ds.Diffusion()
	for _, task := range shared {
		problems = append(problems, data.Problem{
			Field: "task",
			Message: fmt.Sprintf("task %q also has language model runs, and one file cannot contain both kinds; diffusion runs left out; "+
				"rename the task in one source",
				task),
			LeftOut: diffusion.Task(task).Len(),
		})
	}
	return ds.With(diffusion.Where(func(r data.DiffusionRun) bool { return !slices.Contains(shared, r.Task) }).Table), problems
}

// benchmarkRuns are the runs that the published files hold.
func benchmarkRuns(ds data.Dataset) []data.Table {
	return []data.Table{ds.LLM().Table, ds.Diffusion().Table}
}

func collision(ds data.Dataset, loser, winner string) data.Problem {
	return data.Problem{
		Field: "model_id",
		Message: fmt.Sprintf("models %q and %q would share the file name %s; %q left out; rename one of them in its source",
			winner, loser, Slug(loser), loser),
		LeftOut: ds.LLM().Model(loser).Len() + ds.Diffusion().Model(loser).Len(),
	}
}

// collisions maps each model that must go to the model whose name it takes.
func collisions(ds data.Dataset) map[string]string {
	owners, losers := map[string]string{}, map[string]string{}
	for _, id := range modelsOf(benchmarkRuns(ds)...) {
		name := strings.ToLower(Slug(id))
		if owner, taken := owners[name]; taken {
			losers[id] = owner
		} else {
			owners[name] = id
		}
	}
	return losers
}

// sharedTasks lists the tasks that both record types claim.
func sharedTasks(ds data.Dataset) []string {
	llm, diffusion := tasks(ds)
	return slices.DeleteFunc(diffusion, func(t string) bool { return !slices.Contains(llm, t) })
}

// tasks lists the tasks of each record type in order.
func tasks(ds data.Dataset) (llm, diffusion []string) {
	return textsOf(data.RoleTask, ds.LLM().Table), textsOf(data.RoleTask, ds.Diffusion().Table)
}
