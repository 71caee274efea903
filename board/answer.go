package board

import (
	"cmp"
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// Answer is the set of rows that a board shows for a query.
type Answer struct {
	Query Query
	Rows  []aggregate.Row // in the order shown
	Best  []aggregate.Row // of each model in each group of equal work, in the order of the query; see [Query.Ordered]
	// Ranks are the places of the rows in their groups by that order; nil if all configurations are shown, since the
	// configurations of one model are not ranked against each other.
	Ranks  []aggregate.Rank
	Ranges []aggregate.Range // the places that uncertainty allows; nil if Ranks is nil
	Late   []aggregate.Row   // models that only the deadline excludes
	Models int               // models with an accepted configuration
	Shown  int               // accepted configurations
	Total  int               // configurations of the board
}

// Answer applies the query.
func (b *Board) Answer(q Query) Answer {
	rows := q.Ordered(q.Affordable(b.Rows))
	best := aggregate.Best(rows, q.Query)
	a := Answer{
		Query: q, Best: best, Late: aggregate.Late(rows, q.Query),
		Models: ModelsIn(best), Shown: lists.Count(rows, q.Accepts), Total: len(b.Rows),
	}
	if q.Listing == Best {
		a.Rows, a.Ranks, a.Ranges = best, aggregate.Ranks(best), aggregate.Ranges(best)
	} else {
		a.Rows = q.InOrder(rows)
	}
	order := b.order(a.Rows, q)
	a.Rows, a.Ranks, a.Ranges = inOrder(a.Rows, order), inOrder(a.Ranks, order), inOrder(a.Ranges, order)
	return a
}

// ModelsIn is how many models some rows are of.
func ModelsIn(rows []aggregate.Row) int {
	return len(lists.By(rows, func(r aggregate.Row) (string, bool) { return r.ModelID, true }))
}

// Sorted returns rows of the board by the column of a query, or by cost, in each group of equal work. What is equal keeps
// its order, and missing values come last in both directions.
func (b *Board) Sorted(rows []aggregate.Row, q Query) []aggregate.Row {
	return inOrder(rows, b.order(rows, q))
}

// order is where the rows of each place come from, nil where they stay in their places.
func (b *Board) order(rows []aggregate.Row, q Query) []int {
	s, value := q.Sort, q.costOrNil
	if c, ok := b.Column(s.Field); ok {
		value = c.Value
	} else if s.Field == ByLatency {
		value = q.latencyOrNil
	} else if s.Field != ByCost {
		return nil
	}
	order := lists.Indices(len(rows))
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(rows[i].Group, rows[j].Group), compare(value(rows[i]), value(rows[j]), s.Descending))
	})
	return order
}

// inOrder puts values in another order. Without one, values stay as they are.
func inOrder[T any](values []T, order []int) []T {
	if values == nil || order == nil {
		return values
	}
	return lists.Map(order, func(from int) T { return values[from] })
}

// compare orders two values of a column, missing ones last: texts as people do, numbers
// by size; flags have no order.
func compare(x, y any, descending bool) int {
	sign := 1
	if descending {
		sign = -1
	}
	switch v := x.(type) {
	case string:
		if w, ok := y.(string); ok {
			return sign * units.Natural(v, w)
		}
	case bool:
		if _, ok := y.(bool); ok {
			return 0
		}
	}
	return data.Compare(x, y, sign)
}
