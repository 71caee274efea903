package leaderboard

import (
	"cmp"
	"slices"

	"github.com/jouleboard/jouleboard/data"
)

// inWireOrder sorts the runs as their layout publishes them; ties keep their order.
func inWireOrder(l *layout, runs data.Table) data.Table {
	keys, order := make([][]any, runs.Len()), make([]int, runs.Len())
	for i := range order {
		keys[i], order[i] = orderKey(l, runs, i), i
	}
	slices.SortStableFunc(order, func(i, j int) int { return data.CompareKeys(keys[i], keys[j]) })
	return runs.Only(order)
}

// orderKey is the values that a run is sorted by. A missing number sorts as zero, and
// zero as the value that the layout names for it, since the published files are sorted
// by "number of repeats or 1".
func orderKey(l *layout, runs data.Table, i int) []any {
	key := make([]any, len(l.order))
	for k, o := range l.order {
		switch x := runs.Value(i, o.field).(type) {
		case string, bool:
			key[k] = x
		case int:
			key[k] = cmp.Or(x, o.zero)
		default:
			key[k] = o.zero
		}
	}
	return key
}
