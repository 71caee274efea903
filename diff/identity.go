package diff

import (
	"fmt"

	"github.com/jouleboard/jouleboard/data"
)

// table is the runs of one record type: those of the base first, then those of
// the head.
type table[R data.Record[R]] struct {
	schema     *data.Schema[R]
	base, head data.Runs[R]
}

// len is the number of runs of both sides.
func (t *table[R]) len() int { return t.base.Len() + t.head.Len() }

// value is what run i holds in a field.
func (t *table[R]) value(i int32, field string) any {
	if n := t.base.Len(); int(i) >= n {
		return t.head.Value(int(i)-n, field)
	}
	return t.base.Value(int(i), field)
}

func (t *table[R]) at(i int32) R {
	if n := t.base.Len(); int(i) >= n {
		return t.head.At(int(i) - n)
	}
	return t.base.At(int(i))
}

// column is a field of all runs.
func (t *table[R]) column(name string) column {
	values := t.base.AppendValues(make([]any, 0, t.len()), name)
	return column{t.head.AppendValues(values, name), t.base.Len()}
}

// column is the values of a field, those of the base before the split.
type column struct {
	values []any
	split  int
}

// onOneSide reports whether one side, though it has runs, has no value at all and
// the other has one; side names the one without.
func (c column) onOneSide() (side string, missing bool) {
	base, head := anyValue(c.values[:c.split]), anyValue(c.values[c.split:])
	switch {
	case base == head, c.split == 0, c.split == len(c.values):
		return "", false
	case head:
		return "base", true
	}
	return "head", true
}

func anyValue(values []any) bool {
	for _, v := range values {
		if v != nil {
			return true
		}
	}
	return false
}

// identify finds the fields that make a configuration, and groups the runs by them. A
// field that one side states nowhere is no part of it, since no run could then be
// found again.
//
// Values are numbered field by field and joined in pairs, so no key is built from
// text, values that print alike stay apart, and no more than one column is in memory.
func (t *table[R]) identify() (fields []data.Field, found configurations, notes []string) {
	ids := make([]int32, t.len())
	for _, f := range t.schema.Fields() {
		if !f.Key && !f.Protocol {
			continue
		}
		c := t.column(f.Name)
		if side, missing := c.onOneSide(); missing {
			notes = append(notes, fmt.Sprintf("%s runs: %s is stated nowhere in %s, so it does not tell configurations apart here", t.schema.Domain, f.Name, side))
			continue
		}
		fields = append(fields, f)
		c.tellApart(ids)
	}
	return fields, bySide(ids, t.base.Len()), notes
}

// configurations are the runs by identity: equal keys are repeats.
type configurations struct {
	base, head [][]int32 // runs of each configuration, one of the two at least
}

// tellApart renumbers runs so that those of one number stay together only if they
// have the same value.
func (c column) tellApart(ids []int32) {
	numbers := map[any]int32{}
	pairs := map[[2]int32]int32{}
	for i, v := range c.values {
		pair := [2]int32{ids[i], numberOf(numbers, v)}
		ids[i] = numberOf(pairs, pair)
	}
}

func numberOf[K comparable](numbers map[K]int32, k K) int32 {
	n, ok := numbers[k]
	if !ok {
		n = int32(len(numbers))
		numbers[k] = n
	}
	return n
}

// bySide collects the runs of each id, side by side.
func bySide(ids []int32, split int) configurations {
	most := int32(-1)
	for _, id := range ids {
		most = max(most, id)
	}
	return configurations{
		base: collect(ids[:split], 0, int(most)+1),
		head: collect(ids[split:], split, int(most)+1),
	}
}

// collect lists for each of n ids the places where it stands, from first on.
func collect(ids []int32, first, n int) [][]int32 {
	sizes := make([]int, n)
	for _, id := range ids {
		sizes[id]++
	}
	all, next := make([]int32, len(ids)), 0
	places := make([][]int32, n)
	for id, size := range sizes {
		places[id] = all[next : next : next+size]
		next += size
	}
	for i, id := range ids {
		places[id] = append(places[id], int32(first+i))
	}
	return places
}
