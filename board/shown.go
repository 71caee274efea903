package board

import (
	"cmp"
	"slices"
	"sync"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Shown is a board with its subject: a task of the ML.ENERGY benchmark, or results of another system.
type Shown struct {
	*Board
	Task        content.Task
	Subject     *Subject // nil for a task of the ML.ENERGY benchmark
	Uncertainty aggregate.Uncertainty
}

// Key names the subject of the board, the same in all datasets.
func (s Shown) Key() string {
	if s.Subject != nil {
		return s.Subject.Key()
	}
	return s.Task.ID
}

// ShownIn returns the boards of a dataset: those of tasks, then those of other systems.
func ShownIn(ds data.Dataset, settings content.Content) []Shown {
	return append(Tasks(ds, aggregate.RowsIn(ds, settings), settings), Systems(ds, settings)...)
}

// Tasks returns the boards of the tasks that have rows, in the order of [ByTask].
func Tasks(ds data.Dataset, rows []aggregate.Row, settings content.Content) []Shown {
	uncertainty := uncertaintyIn(ds, settings)
	return lists.Map(ByTask(rows, settings), func(of TaskRows) Shown {
		percentile, _ := aggregate.ParsePercentile(of.Percentile) // of a batch there is none
		return Shown{
			Board: New(of.Rows, of.Deadline, percentile).priced(settings.Site, ds), Task: of.Task,
			Uncertainty: uncertainty[of.Rows[0].Domain](),
		}
	})
}

// TaskRows are the rows of a task.
type TaskRows struct {
	content.Task
	Rows []aggregate.Row
}

// ByTask returns the tasks that have rows: first those in tasks.yaml, in their order, then the others by id.
func ByTask(rows []aggregate.Row, settings content.Content) []TaskRows {
	order := map[string]int{}
	for i, t := range settings.Tasks {
		order[t.ID] = i - len(settings.Tasks)
	}
	tasks := lists.Map(lists.Group(rows, func(r aggregate.Row) string { return r.Task }), func(own []aggregate.Row) TaskRows {
		return TaskRows{settings.Task(own[0].Task, own[0].Domain), own}
	})
	slices.SortFunc(tasks, func(a, b TaskRows) int { return cmp.Or(cmp.Compare(order[a.ID], order[b.ID]), cmp.Compare(a.ID, b.ID)) })
	return tasks
}

// Systems returns the boards of all record types that declare them.
func Systems(ds data.Dataset, settings content.Content) (boards []Shown) {
	uncertainty := uncertaintyIn(ds, settings)
	for _, s := range Subjects(ds) {
		u, noun := uncertainty[s.Runs.Schema().Domain](), s.Runs.Schema().Noun
		boards = append(boards, Shown{
			Board: New(aggregate.Rows(s.Runs, u), s.Deadline, s.Percentile).priced(settings.Site, ds), Subject: &s, Uncertainty: u,
			Task: content.Task{
				ID: s.ID, Name: s.Name, Title: s.Title, Output: noun, Summary: s.About, Daily: content.UsualDaily(noun),
				Deadline: s.Deadline, Percentile: s.Board.Percentile,
			},
		})
	}
	return boards
}

// uncertaintyIn is that of each record type, computed for those that have boards.
func uncertaintyIn(ds data.Dataset, settings content.Content) map[string]func() aggregate.Uncertainty {
	return lists.By(ds.Tables, func(runs data.Table) (string, func() aggregate.Uncertainty) {
		return runs.Schema().Domain, sync.OnceValue(func() aggregate.Uncertainty { return aggregate.UncertaintyOf(runs, settings) })
	})
}
