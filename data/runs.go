package data

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
)

// Record is a run of any benchmark: a plain value that knows its field table.
type Record[R any] interface {
	comparable
	Schema() *Schema[R]
}

// Runs is an immutable collection of records of one type. Filters return a new
// collection and chain. A filter that cannot be applied (an unknown field,
// exact values together with a bound) leaves an empty collection that carries
// the first such error to the end of the chain, where [Runs.Err] tells it.
type Runs[R Record[R]] struct {
	rows       []*R       // never modified after construction
	schema     *Schema[R] // nil: the record type's own
	stableOnly bool
	err        error
}

// NewRuns is a collection of the records, in the order given. stableOnly says
// that unstable runs were left out on loading, so that asking for them is an
// error and not an empty answer.
func NewRuns[R Record[R]](records []R, stableOnly bool) Runs[R] {
	kept := slices.Clone(records)
	rows := make([]*R, len(kept))
	for i := range kept {
		rows[i] = &kept[i]
	}
	return collection(rows, stableOnly)
}

// collection is the runs at these places, which nobody else may change.
func collection[R Record[R]](rows []*R, stableOnly bool) Runs[R] {
	rs := Runs[R]{rows: rows, stableOnly: stableOnly}
	if len(rows) > 0 {
		rs.schema = (*rows[0]).Schema() // an AnyRun's is not that of its type
	}
	return rs
}

// None is a collection without a run, of the record type of the field table.
func None[R Record[R]](s *Schema[R]) Runs[R] { return Runs[R]{schema: s} }

func schemaOf[R Record[R]]() *Schema[R] {
	var zero R
	return zero.Schema()
}

// Schema is the field table of the collection's record type.
func (rs Runs[R]) Schema() *Schema[R] {
	if rs.schema != nil {
		return rs.schema
	}
	return schemaOf[R]()
}

// Err is the first error of the filters that led here, nil if all applied.
func (rs Runs[R]) Err() error { return rs.err }

// Len is the number of runs.
func (rs Runs[R]) Len() int { return len(rs.rows) }

// At is the run at index i, counted from 0; it panics outside the collection, as
// a slice does.
func (rs Runs[R]) At(i int) R { return *rs.rows[i] }

// Value is what the run at index i holds in a field, as [Schema.Value] has it, read
// where the run stands.
func (rs Runs[R]) Value(i int, field string) any {
	c := rs.Schema().lookUp(field)
	if c == nil {
		return nil
	}
	return c.value(rs.rows[i])
}

// Only is the runs at these indices, in that order; like [Runs.At] it panics
// outside the collection.
func (rs Runs[R]) Only(indices []int) Runs[R] {
	chosen := rs
	chosen.rows = make([]*R, len(indices))
	for i, index := range indices {
		chosen.rows[i] = rs.rows[index]
	}
	return chosen
}

// AppendValues appends what each run holds in a field, in order; see [Runs.Value].
func (rs Runs[R]) AppendValues(values []any, field string) []any {
	c := rs.Schema().lookUp(field)
	if c == nil {
		return append(values, make([]any, len(rs.rows))...)
	}
	for _, r := range rs.rows {
		values = append(values, c.value(r))
	}
	return values
}

// All iterates over the runs in order.
func (rs Runs[R]) All() iter.Seq[R] {
	return func(yield func(R) bool) {
		for _, r := range rs.rows {
			if !yield(*r) {
				return
			}
		}
	}
}

// Concat is this collection followed by the others.
func (rs Runs[R]) Concat(others ...Runs[R]) Runs[R] {
	all := rs
	all.rows = slices.Clone(rs.rows)
	for _, o := range others {
		all.rows = append(all.rows, o.rows...)
		all.stableOnly = all.stableOnly && o.stableOnly
		all.err = cmp.Or(all.err, o.err)
	}
	return all
}

// Column is one value a run, in order: typed access to a field.
//
//	data.Column(runs, func(r data.LLMRun) float64 { return r.EnergyPerTokenJoules })
func Column[R Record[R], T any](rs Runs[R], field func(R) T) []T {
	values := make([]T, len(rs.rows))
	for i, r := range rs.rows {
		values[i] = field(*r)
	}
	return values
}

// MinBy is the first run with the least value of a metric; ok is false for an
// empty collection.
func MinBy[R Record[R], T cmp.Ordered](rs Runs[R], metric func(R) T) (least R, ok bool) {
	for i, r := range rs.rows {
		if i == 0 || metric(*r) < metric(least) {
			least = *r
		}
	}
	return least, len(rs.rows) > 0
}

// Sorted orders the runs by a field; a name with a leading minus sorts
// descending. Missing values come last either way, ties keep their order.
func (rs Runs[R]) Sorted(field string) Runs[R] {
	name, sign := field, 1
	if len(field) > 0 && field[0] == '-' {
		name, sign = field[1:], -1
	}
	c, err := rs.Schema().column(name)
	if err != nil {
		return rs.fail(err)
	}
	sorted := rs
	sorted.rows = slices.Clone(rs.rows)
	slices.SortStableFunc(sorted.rows, func(a, b *R) int { return c.compare(a, b, sign) })
	return sorted
}

// InOrder sorts the runs by the schema's order (task, model, GPU, number of
// GPUs, batch size); ties keep their order.
func (rs Runs[R]) InOrder() Runs[R] {
	var columns []*FieldOf[R]
	s := rs.Schema()
	for _, name := range s.Order {
		columns = append(columns, &s.columns[s.byName[name]])
	}
	order := func(a, b *R) int {
		for _, c := range columns {
			if d := c.compare(a, b, 1); d != 0 {
				return d
			}
		}
		return 0
	}
	if slices.IsSortedFunc(rs.rows, order) {
		return rs
	}
	sorted := rs
	sorted.rows = slices.Clone(rs.rows)
	slices.SortStableFunc(sorted.rows, order)
	return sorted
}

// compare orders two records by the column as compareValues does, without taking the
// values out.
func (c *FieldOf[R]) compare(a, b *R, sign int) int {
	switch x := c.At(a).(type) {
	case *string:
		return sign * cmp.Compare(*x, *c.At(b).(*string))
	case *int:
		return sign * cmp.Compare(*x, *c.At(b).(*int))
	case *float64:
		return sign * cmp.Compare(*x, *c.At(b).(*float64))
	}
	return compareValues(c.value(a), c.value(b), sign)
}

// compareValues orders two values of one kind; sign -1 reverses all but the
// place of missing values, which is last.
func compareValues(a, b any, sign int) int {
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil:
		return 1
	case b == nil:
		return -1
	}
	switch x := a.(type) {
	case string:
		return sign * cmp.Compare(x, b.(string))
	case int:
		return sign * cmp.Compare(x, b.(int))
	case float64:
		return sign * cmp.Compare(x, b.(float64))
	case bool:
		return sign * cmp.Compare(rank(x), rank(b.(bool)))
	}
	panic(fmt.Sprintf("data: no order for %T", a))
}

func rank(b bool) int {
	if b {
		return 1
	}
	return 0
}

// fail empties the collection and keeps the first error.
func (rs Runs[R]) fail(err error) Runs[R] {
	rs.rows = nil
	rs.err = cmp.Or(rs.err, err)
	return rs
}

// CompareKeys orders two lists of values, such as group keys, value by value:
// values of one kind by size, missing ones last, kinds apart.
func CompareKeys(a, b []any) int {
	for i := range min(len(a), len(b)) {
		if d := cmp.Or(cmp.Compare(kindRank(a[i]), kindRank(b[i])), compareAlike(a[i], b[i])); d != 0 {
			return d
		}
	}
	return cmp.Compare(len(a), len(b))
}

// kindRank puts numbers before texts before conditions before nothing.
func kindRank(v any) int {
	switch v.(type) {
	case int, float64:
		return 0
	case string:
		return 1
	case bool:
		return 2
	}
	return 3
}

func compareAlike(a, b any) int {
	if kindRank(a) != kindRank(b) {
		return 0
	}
	if x, ok := Number(a); ok {
		y, _ := Number(b)
		return cmp.Compare(x, y)
	}
	return compareValues(a, b, 1)
}
