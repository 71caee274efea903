package data

import (
	"cmp"
	"iter"
	"reflect"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// Runs is a table whose runs are read as records of one Go type: the filters and groups of a [Table], with records as
// arguments and results.
type Runs[R Record] struct{ Table }

// As reads a table as records. It panics if the table has another record type.
func As[R Record](t Table) Runs[R] {
	var zero R
	if t.values == nil {
		t = Empty(zero.Schema())
	}
	if t.schema != zero.Schema() {
		panic("data: " + t.schema.Domain + " runs are not " + zero.Schema().Domain + " runs")
	}
	return Runs[R]{t}
}

// NewRuns returns a collection of the records, in the order given. stableOnly means that unstable runs were left out,
// so that a filter for them is an error rather than an empty result.
func NewRuns[R Record](records []R, stableOnly bool) Runs[R] {
	var zero R
	f := newFilling(zero.Schema())
	for _, r := range records {
		f.add(RowOf(r).values, Place{})
	}
	return Runs[R]{f.table(stableOnly)}
}

// At returns the run at index i, counted from 0; like a slice, it panics if i is out of range.
func (rs Runs[R]) At(i int) (r R) {
	bindingOf[R]().fill(reflect.ValueOf(&r).Elem(), rs.values, int(rs.rows[i]))
	return r
}

// All iterates over the runs in order.
func (rs Runs[R]) All() iter.Seq[R] {
	return func(yield func(R) bool) {
		for i := range rs.rows {
			if !yield(rs.At(i)) {
				return
			}
		}
	}
}

// Where keeps the runs for which keep is true.
func (rs Runs[R]) Where(keep func(R) bool) Runs[R] {
	return Runs[R]{rs.Select(func(i int) bool { return keep(rs.At(i)) })}
}

// Column returns one value per run, in order: typed access to a field.
//
//	data.Column(runs, func(r data.LLMRun) float64 { return r.EnergyPerTokenJoules })
func Column[R Record, T any](rs Runs[R], field func(R) T) []T {
	values := make([]T, 0, rs.Len())
	for r := range rs.All() {
		values = append(values, field(r))
	}
	return values
}

// MinBy returns the first run with the lowest value of a metric; ok is false for an empty
// collection.
func MinBy[R Record, T cmp.Ordered](rs Runs[R], metric func(R) T) (least R, ok bool) {
	for r := range rs.All() {
		if !ok || metric(r) < metric(least) {
			least, ok = r, true
		}
	}
	return least, ok
}

// GroupOf is a group of runs that agree in the grouping fields, as records.
type GroupOf[R Record] struct {
	Key  []any
	Runs Runs[R]
}

// GroupBy splits the runs; see [Table.GroupBy].
func (rs Runs[R]) GroupBy(fields ...string) ([]GroupOf[R], error) {
	groups, err := rs.Table.GroupBy(fields...)
	typed := lists.Map(groups, func(g Group) GroupOf[R] { return GroupOf[R]{g.Key, Runs[R]{g.Runs}} })
	return typed, err
}

// table is the runs as a table; the zero collection has none.
func (rs Runs[R]) table() Table { return As[R](rs.Table).Table }

// The filters of [Table] with records behind them.

func (rs Runs[R]) Filter(source string) Runs[R] { return Runs[R]{rs.table().Filter(source)} }

func (rs Runs[R]) Task(tasks ...string) Runs[R]     { return Runs[R]{rs.table().Task(tasks...)} }
func (rs Runs[R]) Model(ids ...string) Runs[R]      { return Runs[R]{rs.table().Model(ids...)} }
func (rs Runs[R]) Nickname(names ...string) Runs[R] { return Runs[R]{rs.table().Nickname(names...)} }

func (rs Runs[R]) GPU(models ...string) Runs[R] { return Runs[R]{rs.table().GPU(models...)} }

func (rs Runs[R]) Precision(names ...string) Runs[R] { return Runs[R]{rs.table().Precision(names...)} }

func (rs Runs[R]) Architecture(names ...string) Runs[R] {
	return Runs[R]{rs.table().Architecture(names...)}
}

func (rs Runs[R]) NumGPUs(counts ...Count) Runs[R] { return Runs[R]{rs.table().NumGPUs(counts...)} }

func (rs Runs[R]) Batch(sizes ...Count) Runs[R] { return Runs[R]{rs.table().Batch(sizes...)} }
func (rs Runs[R]) Stable() Runs[R]              { return Runs[R]{rs.table().Stable()} }
func (rs Runs[R]) Unstable() Runs[R]            { return Runs[R]{rs.table().Unstable()} }
func (rs Runs[R]) Sorted(field string) Runs[R]  { return Runs[R]{rs.table().Sorted(field)} }
func (rs Runs[R]) InOrder() Runs[R]             { return Runs[R]{rs.table().InOrder()} }
func (rs Runs[R]) Only(indices []int) Runs[R]   { return Runs[R]{rs.table().Only(indices)} }

// Concat returns this collection followed by the others.
func (rs Runs[R]) Concat(others ...Runs[R]) Runs[R] {
	all := rs.Table
	for _, o := range others {
		all = all.Concat(o.Table)
	}
	return Runs[R]{all}
}
