package diff

import (
	"cmp"
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
)

// deadlineSteps are the deadlines that are compared, as multiples of the task's
// own: for a chat 50, 100 and 250 ms between tokens.
var deadlineSteps = []float64{1, 2, 5}

// DeadlineChange is a model whose lowest energy within a deadline differs by more than the tie margin, or that meets
// the deadline on one side only.
type DeadlineChange struct {
	Deadline    float64 // in the unit of the latency
	Model, Name string
	Base, Head  float64 // J per output; NaN: no configuration meets the deadline
}

// atDeadlines compares the models that both sides have rows of, deadline by
// deadline, models by name.
func atDeadlines(base, head []aggregate.Row, deadline float64, p aggregate.Percentile) []DeadlineChange {
	names := nicknames(head)
	stayed := nicknames(base)
	var list []DeadlineChange
	for _, step := range deadlineSteps {
		before, after := leastWithin(base, step*deadline, p), leastWithin(head, step*deadline, p)
		for model := range names {
			if _, both := stayed[model]; !both {
				continue
			}
			b, inTime := before[model]
			h, still := after[model]
			if inTime != still || inTime && beyond(b, h, floor) {
				list = append(list, DeadlineChange{step * deadline, model, names[model], orNaN(b, inTime), orNaN(h, still)})
			}
		}
	}
	slices.SortFunc(list, func(a, b DeadlineChange) int {
		return cmp.Or(cmp.Compare(a.Deadline, b.Deadline), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Model, b.Model))
	})
	return list
}

func orNaN(x float64, ok bool) float64 {
	if !ok {
		return math.NaN()
	}
	return x
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

// leastWithin is each model's least energy within a deadline: what
// aggregate.Best answers, without ordering all rows.
func leastWithin(rows []aggregate.Row, deadline float64, p aggregate.Percentile) map[string]float64 {
	q := aggregate.Query{Deadline: deadline, Percentile: p}
	least := map[string]float64{}
	for _, r := range rows {
		if !q.Accepts(r) {
			continue
		}
		if e, known := least[r.ModelID]; !known || r.Energy < e {
			least[r.ModelID] = r.Energy
		}
	}
	return least
}
