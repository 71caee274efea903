package diff

import (
	"fmt"
	"iter"
	"slices"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// table is the runs of one record type: those of the base first, then those of
// the head.
type table struct {
	schema     *data.Schema
	base, head data.Table
}

// len is the number of runs of both sides.
func (t *table) len() int { return t.base.Len() + t.head.Len() }

// side is run i where it stands.
func (t *table) side(i int32) (runs data.Table, at int) {
	if n := t.base.Len(); int(i) >= n {
		return t.head, int(i) - n
	}
	return t.base, int(i)
}

// value is what run i holds in a field.
func (t *table) value(i int32, field string) any {
	runs, at := t.side(i)
	return runs.Value(at, field)
}

// the is what run i holds in the field that plays a role.
func (t *table) the(role data.Role, i int32) any { return t.value(i, t.schema.Name(role)) }

// column is a field of all runs.
func (t *table) column(name string) []any { return append(t.base.Values(name), t.head.Values(name)...) }

// both are the fields of some that either both sides or none state, with their values. Of one that a side, though it has
// runs, states nowhere, it notes what follows.
func (c *comparing) both(fields []data.Field, follows string, of func(f data.Field) bool) iter.Seq2[*data.Field, []any] {
	return func(yield func(*data.Field, []any) bool) {
		for _, f := range lists.Filter(fields, of) {
			values, n := c.column(f.Name), c.base.Len()
			base, head, missing := anyValue(values[:n]), anyValue(values[n:]), "head"
			if head {
				missing = "base"
			}
			if base != head && n > 0 && n < len(values) {
				c.notes = append(c.notes, fmt.Sprintf("%s runs: %s is missing in the whole %s%s", c.schema.Domain, f.Name, missing, follows))
			} else if !yield(c.fields[f.Name], values) {
				return
			}
		}
	}
}

func anyValue(values []any) bool {
	return slices.ContainsFunc(values, func(v any) bool { return v != nil })
}

// identify finds the fields that make a configuration, and groups the runs by them. A
// field that one side states nowhere is no part of it, since no run could then be
// found again.
func (c *comparing) identify() {
	identifies := func(f data.Field) bool { return f.Key || f.Protocol }
	for f := range c.both(c.schema.Fields(), ", so it is not used to identify configurations", identifies) {
		c.keys = append(c.keys, *f)
	}
	ids := make([]int32, c.len())
	c.tell(ids, false)
	c.findRepeats(bySide(ids, c.base.Len()))
	c.tell(ids, true)
	c.configurations = bySide(ids, c.base.Len())
}

// tell tells the runs apart by the fields of their protocol, or by all others.
func (c *comparing) tell(ids []int32, protocol bool) {
	for _, f := range c.keys {
		if f.Protocol == protocol {
			data.Tell(ids, f.Name, c.base, c.head)
		}
	}
}

// findRepeats notes which stable runs repeat each other.
func (c *comparing) findRepeats(found configurations) {
	for i := range found.base {
		before := len(c.repeats)
		for _, runs := range [][]int32{found.base[i], found.head[i]} {
			if stable := c.published(runs); len(stable) > 1 && !c.unstable(stable) {
				c.repeats = append(c.repeats, stable)
			}
		}
		if len(c.repeats) > before {
			c.repeated++
		}
	}
}

// configurations are the runs by identity: equal keys are repeats.
type configurations struct {
	base, head [][]int32 // runs of each configuration, one of the two at least
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
