package diff

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
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
	names, stayed := nicknames(head), nicknames(base)
	maps.DeleteFunc(names, func(model, _ string) bool { _, both := stayed[model]; return !both })
	var list []DeadlineChange
	for _, step := range deadlineSteps {
		before, after := leastWithin(base, step*deadline, p), leastWithin(head, step*deadline, p)
		for model, name := range names {
			b, inTime := before[model]
			h, still := after[model]
			d := DeadlineChange{Deadline: step * deadline, Model: model, Name: name, Base: energyOf(b, inTime), Head: energyOf(h, still)}
			switch real := inTime && material[b.Configuration()] || still && material[h.Configuration()]; {
			case !real:
				continue
			case inTime && !still:
				d.Near = isNear(head, b, d.Deadline, p)
			case still && !inTime:
				d.Near = isNear(base, h, d.Deadline, p)
			case !beyond(b.Energy, h.Energy, floor) || b.Configuration() != h.Configuration() && b.Ties(h):
				continue
			}
			list = append(list, d)
		}
	}
	slices.SortFunc(list, func(a, b DeadlineChange) int {
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

// energyOf is that of a row, NaN of none.
func energyOf(r aggregate.Row, ok bool) float64 {
	if !ok {
		return math.NaN()
	}
	return r.Energy
}

// nicknames are the names of the models for people, by id; the first in order of
// several.
func nicknames(rows []aggregate.Row) map[string]string {
	names := map[string]string{}
	for _, r := range rows {
		if name, known := names[r.ModelID]; !known || r.Nickname < name {
			names[r.ModelID] = r.Nickname
		}
	}
	return names
}

// leastWithin is the row of each model's least energy within a deadline: what aggregate.Best answers, without ordering all
// rows.
func leastWithin(rows []aggregate.Row, deadline float64, p aggregate.Percentile) map[string]aggregate.Row {
	q := aggregate.Query{Deadline: deadline, Percentile: p}
	least := map[string]aggregate.Row{}
	for _, r := range rows {
		if !q.Accepts(r) {
			continue
		}
		if best, known := least[r.ModelID]; !known || r.Energy < best.Energy {
			least[r.ModelID] = r
		}
	}
	return least
}
