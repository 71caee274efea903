package site

import (
	"cmp"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/nearest"
)

// unanswered says why none of some configurations of the board answers a query: its model is measured in other tasks or not at
// all, the limit is below the fastest, or no configuration has all its settings, or a price.
func (t *task) unanswered(q board.Query, among []aggregate.Row) []string {
	w := t.words
	named := func(r aggregate.Row) bool { return q.Finds(r.Nickname, r.ModelID) }
	if !slices.ContainsFunc(among, named) {
		return t.missed(q.Search)
	}
	unhurried := q
	unhurried.Deadline = 0
	late := lists.Filter(q.Affordable(q.Ordered(among)), func(r aggregate.Row) bool {
		return unhurried.Accepts(r) && r.Ranked() && isTimed(q, r)
	})
	var said []string
	gpus, tooLate := unhurried.Unpriced(among), "answer.none_late"
	if len(gpus) > 0 {
		said, tooLate = append(said, w.Say("answer.unpriced", "n", len(gpus), "gpus", w.All(gpus))), "answer.none_late_priced"
	}
	switch {
	case len(late) > 0:
		fastest := slices.MinFunc(late, func(a, b aggregate.Row) int {
			return cmp.Or(cmp.Compare(a.Latency(q.Percentile), b.Latency(q.Percentile)), cmp.Compare(a.Score, b.Score), cmp.Compare(a.NumGPUs, b.NumGPUs))
		})
		said = append(said, w.Say(tooLate, "limit", t.limitText(q), "latency", t.beyond(q, fastest.Latency(q.Percentile)),
			"name", t.nameOf(board.Choice{Among: board.Models}, fastest)))
	case len(gpus) == 0 && slices.ContainsFunc(q.Affordable(among), q.Accepts):
		said = append(said, w.Say("task.lede.unstated", "metric", t.order(q).name))
	case len(gpus) == 0 && lacksHardware(q, among):
		said = append(said, w.Say("answer.none_on", "n", w.Either(lists.Map(q.GPUCounts, w.Whole)), "gpu", w.Either(q.GPUs)))
	case len(gpus) == 0:
		said = append(said, w.Say("answer.none"))
	default:
		said = append([]string{w.Say("answer.none_priced")}, said...)
	}
	said[0] = t.among(q, nil, said[0])
	return said
}

// lacksHardware reports whether no row is of both a GPU model and a number of GPUs that a query names.
func lacksHardware(q board.Query, among []aggregate.Row) bool {
	on := aggregate.Query{Search: q.Search, GPUs: q.GPUs, GPUCounts: q.GPUCounts}
	return len(q.GPUs) > 0 && len(q.GPUCounts) > 0 && !slices.ContainsFunc(among, on.Accepts)
}

// stranger is a model that was measured, but not in a task.
type stranger struct {
	Name  string   `json:"name"`
	ID    string   `json:"id"`
	Tasks []string `json:"tasks"` // names
	In    []string `json:"in"`    // ids, in the same order
}

// introduce tells each task which models the others have.
func introduce(tasks []*task) {
	for _, model := range modelsOf(tasks) {
		s := stranger{
			Name: model.name, ID: model.id, Tasks: lists.Map(model.boards, func(t *task) string { return t.Name }),
			In: lists.Map(model.boards, func(t *task) string { return t.ID }),
		}
		for _, t := range tasks {
			if !slices.Contains(model.boards, t) {
				t.strangers = append(t.strangers, s)
			}
		}
	}
}

// missed says where the models are measured that a search would find, or which names are near to it.
func (t *task) missed(search string) (said []string) {
	w := t.words
	found := lists.Filter(t.strangers, func(m stranger) bool { return (aggregate.Query{Search: search}).Finds(m.Name, m.ID) })
	if len(found) == 0 {
		names := lists.Map(t.rows, func(r aggregate.Row) string { return r.Nickname })
		names = lists.Distinct(append(names, lists.Map(t.strangers, func(m stranger) string { return m.Name })...))
		near := nearest.Near(search, names)
		if len(near) == 0 {
			return []string{w.Say("answer.unknown_far", "q", search, "href", content.ModelFolder)}
		}
		return []string{w.Say("answer.unknown", "q", search, "names", w.Either(near[:min(len(near), mostNear)]))}
	}
	said = []string{w.Say("answer.not_here", "q", search, "task", t.Name)}
	for _, m := range found[:min(len(found), mostNamed)] {
		said = append(said, w.Say("answer.measured_in", "model", m.Name)+" "+strings.Join(m.Tasks, ", ")+".")
	}
	if more := len(found) - mostNamed; more > 0 {
		said = append(said, w.Say("answer.not_here_more", "n", more))
	}
	return said
}
