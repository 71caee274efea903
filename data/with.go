package data

import (
	"fmt"
	"slices"
	"sync"
)

// Repeated returns the runs of these indices, some several times, as rows of their own that keep the ids of their runs:
// further columns can tell them apart.
func (t Table) Repeated(indices []int) Table {
	f := newFilling(t.schema)
	f.take(t.Only(indices))
	out := f.table(t.stableOnly)
	ids := column{kind: String}
	for _, i := range indices {
		ids.append(t.Run(i))
	}
	ids = ids.sorted()
	out.runs = func() *column { return &ids }
	return out
}

// Added is a further column of a table.
type Added struct {
	Field  Field
	Values []any // of each run in the table's order: string or float64, according to the field's kind; nil is missing
}

// With returns the table with further columns at the end. The ids of runs stay the same. A field that the table has
// already is an error.
func (t Table) With(more ...Added) (Table, error) {
	v := t.copied()
	fields := append([]Field(nil), t.schema.fields...)
	v.columns = append([]column(nil), t.columns...)
	for _, a := range more {
		if t.schema.Has(a.Field.Name) {
			return t, fmt.Errorf("the runs have a field %s already; give the column another name", a.Field.Name)
		}
		all := make([]any, t.n)
		for k, row := range t.rows {
			all[row] = a.Values[k]
		}
		c := column{kind: a.Field.Kind}
		for _, one := range all {
			c.append(one)
		}
		fields, v.columns = append(fields, a.Field), append(v.columns, c.sorted())
	}
	v.schema = t.schema.remade(t.schema.Traits, fields)
	t.values = v
	return t, nil
}

// Measuring returns the table with further measures of its record type.
func (t Table) Measuring(more ...Normalized) Table {
	v, traits := t.copied(), t.schema.Traits
	traits.Normalized = slices.Concat(traits.Normalized, more)
	v.schema = t.schema.remade(traits, t.schema.fields)
	t.values = v
	return t
}

// remade is a field table with other traits or fields, whose measures can be computed.
func (s *Schema) remade(t Traits, fields []Field) *Schema {
	made := newSchema(t, fields)
	made.normalize(&Faults{})
	return made
}

// Renamed returns the table with other values of a text field: names maps old to new values. Ids of runs change
// accordingly.
func (t Table) Renamed(field string, names map[string]string) Table {
	at, ok := t.schema.byName[field]
	if !ok || len(names) == 0 {
		return t
	}
	v := t.copied()
	v.columns = slices.Clone(t.columns)
	c := column{kind: String}
	for row := range t.n {
		word := t.columns[at].at(row)
		if text, ok := word.(string); ok && names[text] != "" {
			word = names[text]
		}
		c.append(word)
	}
	v.columns[at] = c.sorted()
	v.runs = sync.OnceValue(func() *column { return runIDs(v) })
	t.values = v
	return t
}
