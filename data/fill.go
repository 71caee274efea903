package data

import (
	"maps"
	"slices"
	"sync"

	"github.com/jouleboard/jouleboard/fitting"
)

// filling is a table while runs are added.
type filling struct {
	schema  *Schema
	columns []column
	places  []Place
	n       int
	bulk
}

func newFilling(s *Schema) *filling {
	f := &filling{schema: s, columns: make([]column, len(s.fields)), bulk: bulk{}.clone()}
	for i, field := range s.fields {
		f.columns[i].kind = field.Kind
	}
	return f
}

// reserve makes room for more runs.
func (f *filling) reserve(runs int) {
	for i := range f.columns {
		f.columns[i].reserve(runs)
	}
	f.places = slices.Grow(f.places, runs)
}

// add appends a run: a value a field, of its kind, and where it was read.
func (f *filling) add(values []any, at Place) {
	for i, v := range values {
		if !f.schema.fields[i].Computed {
			f.columns[i].append(v)
		}
	}
	f.places = append(f.places, at)
	f.n++
}

// Bytes is about what the values of the runs take in memory while runs are added.
func (f *filling) Bytes() (sum int) {
	const value, word = 8, 100 // of a number or code, and of a text beside its letters
	for i := range f.columns {
		c := &f.columns[i]
		sum += value*c.len() + word*len(c.words) + c.spelt
	}
	return sum
}

// take appends the runs of a table with the same fields.
func (f *filling) take(t Table) {
	for i := range f.columns {
		if f.schema.fields[i].Computed {
			continue
		}
		from := t.column(i)
		f.columns[i].reserve(len(t.rows))
		for _, row := range t.rows {
			f.columns[i].append(from.at(int(row)))
		}
	}
	for k, row := range t.rows {
		to := int32(f.n + k)
		f.places = append(f.places, t.places[row])
		moved(f.lengths, t.lengths, row, to)
		moved(f.within, t.within, row, to)
		moved(f.series, t.series, row, to)
		moved(f.doubts, t.doubts, row, to)
	}
	f.n += len(t.rows)
}

func moved[T any](to, from map[int32]T, row, at int32) {
	if v, there := from[row]; there {
		to[at] = v
	}
}

// table is the runs added so far, in the order in which they came. stableOnly says that
// unstable ones were left out.
func (f *filling) table(stableOnly bool) Table {
	v := &values{schema: f.schema, n: f.n, columns: make([]column, len(f.columns)), places: f.places[:f.n:f.n], bulk: f.clone()}
	for i, c := range f.columns {
		v.columns[i] = c.sorted()
	}
	v.runs = sync.OnceValue(func() *column { return runIDs(v) })
	t := v.all()
	t.stableOnly = stableOnly
	return t
}

func (b bulk) clone() bulk {
	if b.lengths == nil {
		return bulk{map[int32]*OutputLengths{}, map[int32]fitting.Interval{}, map[int32][]Series{}, map[int32]string{}}
	}
	return bulk{maps.Clone(b.lengths), maps.Clone(b.within), maps.Clone(b.series), maps.Clone(b.doubts)}
}
