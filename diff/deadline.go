package diff

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// deadlineSteps are the deadlines that are compared, as multiples of the task's
// own: for a chat 50, 100 and 250 ms between tokens.
var deadlineSteps = []float64{1, 2, 5}

// DeadlineChange is a model whose lowest energy within a deadline differs by more than uncertainty, or that meets the
// deadline on one side only, for a reason other than noise: a configuration that was or is the best was added, removed or
// changed.
type DeadlineChange struct {
	Deadline    float64 // in the unit of the latency
	Model, Name string
	Base, Head  float64 // J per output; NaN: no configuration meets the deadline
	// Near reports that the configuration that meets the deadline on one side alone is within noise of it on the other.
	Near bool
}

// atDeadlines compares the models that both sides have rows of, deadline by
// deadline, models by name.
func atDeadlines(base, head []aggregate.Row, deadline float64, p aggregate.Percentile, material map[string]bool) []DeadlineChange {
	name := func(r aggregate.Row) (model, name string) { return r.ModelID, r.Nickname }
	names, stayed := lists.By(head, name), lists.By(base, name)
	maps.DeleteFunc(names, func(model, _ string) bool { _, both := stayed[model]; return !both })
	var list []DeadlineChange
	for _, step := range deadlineSteps {
		limit := step * deadline
		before, after := standingOf(base, limit, p), standingOf(head, limit, p)
		for model, name := range names {
			b, inTime := before.at[model]
			h, still := after.at[model]
			d := DeadlineChange{Deadline: limit, Model: model, Name: name, Base: before.metric(model), Head: after.metric(model)}
			switch real := inTime && material[b.row.Configuration()] || still && material[h.row.Configuration()]; {
			case !real:
				continue
			case inTime && !still:
				d.Near = isNear(head, b.row, limit, p)
			case still && !inTime:
				d.Near = isNear(base, h.row, limit, p)
			case !beyond(d.Base, d.Head) || b.row.Configuration() != h.row.Configuration() && b.row.Ties(h.row):
				continue
			}
			list = append(list, d)
		}
	}
	lists.Sort(list, func(a, b DeadlineChange) int {
		return cmp.Or(cmp.Compare(a.Deadline, b.Deadline), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Model, b.Model))
	})
	return list
}

// isNear reports whether a configuration that meets a deadline is among the rows of the other side within noise of it: its
// latency exceeds the deadline by no more than two runs may differ.
func isNear(others []aggregate.Row, r aggregate.Row, deadline float64, p aggregate.Percentile) bool {
	return slices.ContainsFunc(others, func(o aggregate.Row) bool {
		return o.Configuration() == r.Configuration() && math.Log(o.Latency(p)/deadline) <= math.Hypot(o.Margin, r.Margin)
	})
}
