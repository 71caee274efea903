package diff

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/provenance"
	"github.com/jouleboard/jouleboard/units"
)

// comparing is the comparison of one record type while it is made. Its runs are numbered: those of the base first, then those of
// the head.
type comparing struct {
	schema     *data.Schema
	base, head data.Table

	pairs    []pair
	repeats  [][]int32                 // stable runs of one configuration on one side, whatever their seed, where there are several
	repeated int                       // configurations that have such
	noise    map[string]fitting.Spread // that these show, by metric
	system   *SystemNoise
	shared   float64 // standard deviation of the error that the runs of one side share
	refused  refusals
	families map[string]*float64 // p-values of no change at all, by metric
	fields   map[string]*data.Field
	keys     []data.Field
	renames  []rename
	stable   []any                   // whether each run is; nil where the type knows no stability
	triggers func() map[sweep]string // found when they are first asked for

	found []*Change // those with a difference
	same  int       // configurations without one
	notes []string
}

// newComparing finds the configurations of one type and their repeats, in the base by the names of the head.
func newComparing(base, head data.Table, shared float64) *comparing {
	c := &comparing{
		schema: base.Schema(), head: head, shared: shared,
		fields: map[string]*data.Field{}, noise: map[string]fitting.Spread{}, families: map[string]*float64{},
	}
	c.base, c.renames = renamedIn(base, head)
	c.triggers = sync.OnceValue(c.findTriggers)
	for _, f := range c.schema.Fields() {
		c.fields[f.Name] = &f
	}
	if stable := c.schema.Name(data.RoleStable); stable != "" {
		c.stable = c.column(stable)
	}
	c.identify()
	return c
}

// compare compares the runs. Where one side's are invented and the other's measured,
// nothing can be compared.
func (c *comparing) compare(invented bool) {
	c.stability()
	c.presence(invented)
	c.methods()
	c.measures()
	c.facts()
	c.names()
}

// presence notes what is on one side only, and what is invented there.
func (c *comparing) presence(invented bool) {
	for i := range c.pairs {
		switch p := &c.pairs[i]; {
		case len(p.base) == 0 && len(p.head) == 0: // left out
		case len(p.base) == 0:
			p.noted().Class = Added
		case len(p.head) == 0:
			p.noted().Class = Removed
			if why, found := c.refusal(p.base[0]); found {
				p.decide(LeftOut, why)
			}
		case invented:
			p.decide(NotComparable, "one side is synthetic, the other measured")
		}
	}
}

// methods finds configurations whose values came to be in another way.
func (c *comparing) methods() {
	isMethod := func(f data.Field) bool { return f.Method }
	for f := range c.both(c.schema.Fields(), ", so it is unknown whether the methods agree", isMethod) {
		values := c.column(f.Name)
		for p := range c.onBoth() {
			if p.class() != "" && p.change.Method == "" {
				continue
			}
			if base, head := textsOf(values, p.base), textsOf(values, p.head); !slices.Equal(base, head) {
				p.noted().otherMethod(f, listed(base), listed(head))
			}
		}
	}
}

// otherMethod notes that a field of the method differs.
func (c *Change) otherMethod(f *data.Field, base, head string) {
	why := fmt.Sprintf("%s differs: %s → %s", f.Name, base, head)
	method := fmt.Sprintf("%s %s → %s", english().first(f.Label, len(c.Method)), base, head)
	if c.Class == NotComparable {
		why, method = c.Why+"; "+why, c.Method+", "+method
	}
	c.Class, c.Why, c.Method = NotComparable, why, method
}

// facts compares what is neither metric nor identity.
func (c *comparing) facts() {
	isFact := func(f data.Field) bool {
		return !(f.Key || f.Protocol || f.Method || f.Path || isResult(f) || f.Computed || f.Role == data.RoleStable || f.Role == data.RoleReason)
	}
	for f := range c.both(c.schema.Fields(), " and was not compared", isFact) {
		values := c.column(f.Name)
		for p := range c.onBoth() {
			if !p.alike(f, values) {
				p.noted().Facts = append(p.noted().Facts, Fact{f, listed(textsOf(values, p.base)), listed(textsOf(values, p.head))})
			}
		}
	}
}

// names adds the names that the base had for what the head calls otherwise.
func (c *comparing) names() {
	for _, r := range c.renames {
		values := c.column(r.field.Name)
		for p := range c.onBoth() {
			if values[p.head[0]] == r.to {
				p.noted().Facts = append([]Fact{{c.fields[r.field.Name], r.from, r.to}}, p.noted().Facts...)
			}
		}
	}
}

// alike reports whether a field says the same on both sides. Numbers may differ in
// what reading and writing them costs.
func (p *pair) alike(f *data.Field, values []any) bool {
	if len(p.base) == 1 && len(p.head) == 1 && values[p.base[0]] == values[p.head[0]] {
		return true
	}
	if f.Kind == data.Float {
		b, nB := mean(values, p.base)
		h, nH := mean(values, p.head)
		return nB+nH == 0 || nB > 0 && nH > 0 && close(b, h)
	}
	return slices.Equal(textsOf(values, p.base), textsOf(values, p.head))
}

// textsOf lists the distinct values of runs in order.
func textsOf(values []any, runs []int32) []string {
	return lists.Ascending(lists.Map(runs, func(r int32) string { return data.Text(values[r]) }))
}

// listed joins texts, of which it shows a few.
func listed(texts []string) string {
	const most = 3
	joined := strings.Join(lists.Map(texts[:min(len(texts), most)], cut), ", ")
	if n := len(texts) - most; n > 0 {
		joined += fmt.Sprintf(" and %d more", n)
	}
	return joined
}

// cut keeps the beginning of a long text.
func cut(s string) string { return units.Clip(s, 120) }

// finish completes the changes and counts the configurations without one. published is the number of runs of the head,
// on which the address of a run's page depends.
func (c *comparing) finish(published int) {
	for i := range c.pairs {
		switch p := &c.pairs[i]; {
		case len(p.base) == 0 && len(p.head) == 0: // left out
		case p.change == nil && len(p.base) == len(p.head):
			c.same++
		default:
			change := p.noted()
			change.BaseRuns, change.HeadRuns = len(p.base), len(p.head)
			change.classify()
			c.name(change, slices.Concat(p.base, p.head)[0])
			if len(p.head) > 0 && !c.unstable(p.head) {
				change.Page = provenance.Address(change.ID, published)
			}
			c.found = append(c.found, change)
		}
	}
	// as a table orders them: task by task, values by size
	slices.SortFunc(c.found, func(a, b *Change) int { return data.CompareKeys(a.values(), b.values()) })
}

// name says which configuration a change is about; any of its runs will do.
func (c *comparing) name(change *Change, run int32) {
	runs, at := c.side(run)
	change.Domain, change.ID = c.schema.Domain, runs.ConfigurationID(at)
	text := func(role data.Role) string { v, _ := c.the(role, run).(string); return v }
	change.Model = text(data.RoleModel)
	change.Task, change.Name = text(data.RoleTask), cmp.Or(text(data.RoleModelName), change.Model)
	change.Key = lists.Map(c.keys, func(f data.Field) KeyValue { return KeyValue{c.fields[f.Name], c.value(run, f.Name)} })
}
