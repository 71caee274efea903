package leaderboard

import (
	"cmp"
	"slices"

	"github.com/jouleboard/jouleboard/data"
)

// keyed is a run and what it is sorted by: one string or int a field.
type keyed[R any] struct {
	run R
	key []any
}

// inWireOrder sorts the runs as their layout publishes them; ties keep their
// order.
func inWireOrder[R data.Record[R]](l *layout, runs data.Runs[R]) data.Runs[R] {
	rows := data.Column(runs, func(r R) keyed[R] { return keyed[R]{r, orderKey(l, r)} })
	slices.SortStableFunc(rows, func(a, b keyed[R]) int { return compareKeys(a.key, b.key) })
	sorted := make([]R, len(rows))
	for i, row := range rows {
		sorted[i] = row.run
	}
	return data.NewRuns(sorted, true)
}

// orderKey turns a run into comparable values. A missing number sorts as zero,
// and zero as the value that the layout names for it, since the published files
// are sorted by "number of repeats or 1".
func orderKey[R data.Record[R]](l *layout, r R) []any {
	key := make([]any, len(l.order))
	for i, o := range l.order {
		switch x := r.Schema().Value(r, o.field).(type) {
		case string:
			key[i] = x
		case int:
			key[i] = cmp.Or(x, o.zero)
		case bool:
			key[i] = 0
			if x {
				key[i] = 1
			}
		default:
			key[i] = o.zero
		}
	}
	return key
}

func compareKeys(a, b []any) int {
	for i := range a {
		d := 0
		if s, ok := a[i].(string); ok {
			d = cmp.Compare(s, b[i].(string))
		} else {
			d = cmp.Compare(a[i].(int), b[i].(int))
		}
		if d != 0 {
			return d
		}
	}
	return 0
}
