package data

import (
	"maps"
	"slices"
	"sync"
)

// filling is a table while runs are added.
type filling struct {
	schema  *Schema
	columns []column
	places  []Place
	n       int
	beside  map[int32]beside
}

func newFilling(s *Schema) *filling {
	f := &filling{schema: s, columns: make([]column, len(s.fields)), beside: map[int32]beside{}}
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
		if b, there := t.beside[row]; there {
			f.beside[to] = b
		}
	}
	f.n += len(t.rows)
}

// hang changes what hangs beside the fields of run i.
func (f *filling) hang(i int, change func(b *beside)) {
	b := f.beside[int32(i)]
	change(&b)
	f.beside[int32(i)] = b
}

// table is the runs added so far, in the order in which they came. stableOnly says that
// unstable ones were left out.
func (f *filling) table(stableOnly bool) Table {
	v := &values{schema: f.schema, n: f.n, columns: make([]column, len(f.columns)), places: f.places[:f.n:f.n], beside: maps.Clone(f.beside)}
	for i, c := range f.columns {
		v.columns[i] = c.sorted()
	}
	v.runs = sync.OnceValue(func() *column { return runIDs(v) })
	t := v.all()
	t.stableOnly = stableOnly
	return t
}
