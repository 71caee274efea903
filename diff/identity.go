package diff

import (
	"fmt"
	"iter"
	"slices"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// len is the number of runs of both sides.
func (c *comparing) len() int { return c.base.Len() + c.head.Len() }

// side is run i where it stands.
func (c *comparing) side(i int32) (runs data.Table, at int) {
	if n := c.base.Len(); int(i) >= n {
		return c.head, int(i) - n
	}
	return c.base, int(i)
}

// value is what run i holds in a field.
func (c *comparing) value(i int32, field string) any {
	runs, at := c.side(i)
	return runs.Value(at, field)
}

// the is what run i holds in the field that plays a role.
func (c *comparing) the(role data.Role, i int32) any { return c.value(i, c.schema.Name(role)) }

// column is a field of all runs.
func (c *comparing) column(name string) []any {
	return slices.Concat(c.base.Values(name), c.head.Values(name))
}

// both are the fields of some that either both sides or none state. Of one that a side, though it has runs, states nowhere, it
// notes what follows.
func (c *comparing) both(fields []data.Field, follows string, of func(f data.Field) bool) iter.Seq[*data.Field] {
	return func(yield func(*data.Field) bool) {
		for _, f := range lists.Filter(fields, of) {
			base, head, missing := states(c.base, f.Name), states(c.head, f.Name), "head"
			if head {
				missing = "base"
			}
			if base != head && c.base.Len() > 0 && c.head.Len() > 0 {
				c.notes = append(c.notes, fmt.Sprintf("%s runs: %s is missing in the whole %s%s", c.schema.Domain, f.Name, missing, follows))
			} else if !yield(c.fields[f.Name]) {
				return
			}
		}
	}
}

// states reports whether any run has a value of the field.
func states(runs data.Table, field string) bool {
	for i := range runs.Len() {
		if runs.Value(i, field) != nil {
			return true
		}
	}
	return false
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
	c.findRepeats(c.pairsOf(ids))
	c.tell(ids, true)
	c.pairs = c.pairsOf(ids)
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
func (c *comparing) findRepeats(pairs []pair) {
	for _, p := range pairs {
		before := len(c.repeats)
		for _, runs := range [][]int32{p.base, p.head} {
			if stable := c.published(runs); len(stable) > 1 && !c.unstable(stable) {
				c.repeats = append(c.repeats, stable)
			}
		}
		if len(c.repeats) > before {
			c.repeated++
		}
	}
}

// pair is the runs of a configuration on both sides, of which one may have none: equal keys are repeats.
type pair struct {
	base, head []int32
	change     *Change // what differs; nil for nothing
}

// pairsOf collects the runs of each id.
func (c *comparing) pairsOf(ids []int32) []pair {
	pairs, runs := make([]pair, 1+slices.Max(append(ids, -1))), make([]int32, len(ids))
	for i, id := range ids {
		side := &pairs[id].base
		if i >= c.base.Len() {
			side = &pairs[id].head
		}
		if runs[i] = int32(i); *side == nil {
			*side = runs[i : i+1 : i+1] // most have one run, which needs no memory of its own
		} else {
			*side = append(*side, int32(i))
		}
	}
	return pairs
}

// noted is what differs, to be filled in.
func (p *pair) noted() *Change {
	if p.change == nil {
		p.change = &Change{}
	}
	return p.change
}

// decide notes of which class a pair is.
func (p *pair) decide(class Class, why string) { p.noted().Class, p.noted().Why = class, why }

// class is "" where it is not decided yet.
func (p *pair) class() Class {
	if p.change == nil {
		return ""
	}
	return p.change.Class
}

// onBoth are the pairs that have runs on both sides.
func (c *comparing) onBoth() iter.Seq[*pair] {
	return func(yield func(*pair) bool) {
		for i := range c.pairs {
			if p := &c.pairs[i]; len(p.base) > 0 && len(p.head) > 0 && !yield(p) {
				return
			}
		}
	}
}
