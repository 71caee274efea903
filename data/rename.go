package data

import (
	"slices"
	"sync"
)

// Renamed returns the table with other values of a text field: names maps old to new values. Ids of runs change
// accordingly.
func (t Table) Renamed(field string, names map[string]string) Table {
	at, ok := t.schema.byName[field]
	if !ok || len(names) == 0 {
		return t
	}
	v := *t.values
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
	v.runs = sync.OnceValue(func() *column { return runIDs(&v) })
	t.values = &v
	return t
}
