package diff

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/provenance"
	"github.com/jouleboard/jouleboard/units"
)

// comparing is the comparison of one record type while it is made.
type comparing struct {
	table
	configurations configurations
	repeats        [][]int32                 // stable runs of one configuration on one side, whatever their seed, where there are several
	repeated       int                       // configurations that have such
	noise          map[string]fitting.Spread // that these show, by metric
	system         *SystemNoise
	shared         float64 // standard deviation of the error that the runs of one side share
	refused        refusals
	families       map[string]*float64 // p-values of no change at all, by metric
	fields         map[string]*data.Field
	keys           []data.Field
	renames        []rename
	stable         []any // whether each run is; nil where the type knows no stability
	changes        []*Change
	// triggering is what triggers told, nil before
	triggering map[sweep]string

	found []*Change // those with a difference
	same  int       // configurations without one
	notes []string
}

// newComparing finds the configurations of one type and their repeats.
func newComparing(base, head data.Table) *comparing {
	c := &comparing{
		table:  table{schema: base.Schema(), base: base, head: head},
		fields: map[string]*data.Field{}, noise: map[string]fitting.Spread{}, families: map[string]*float64{},
	}
	for _, f := range c.schema.Fields() {
		c.fields[f.Name] = &f
	}
	if stable := c.schema.Name(data.RoleStable); stable != "" {
		c.stable = c.column(stable)
	}
	c.identify()
	c.changes = make([]*Change, len(c.configurations.base))
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

// change is what differs in configuration i.
func (c *comparing) change(i int) *Change {
	if c.changes[i] == nil {
		c.changes[i] = &Change{}
	}
	return c.changes[i]
}

// presence notes what is on one side only, and what is invented there.
func (c *comparing) presence(invented bool) {
	for i := range c.changes {
		base, head := c.configurations.base[i], c.configurations.head[i]
		switch {
		case len(base) == 0 && len(head) == 0: // left out
		case len(base) == 0:
			c.change(i).Class = Added
		case len(head) == 0:
			c.change(i).Class = Removed
			if why, found := c.refusal(base[0]); found {
				c.change(i).Class, c.change(i).Why = LeftOut, why
			}
		case invented:
			c.change(i).Class, c.change(i).Why = NotComparable, "one side is synthetic, the other measured"
		}
	}
}

// decided reports whether nothing more needs to be compared.
func (c *comparing) decided(i int) bool {
	change := c.changes[i]
	return len(c.configurations.base[i]) == 0 || len(c.configurations.head[i]) == 0 || change != nil && change.Class != ""
}

// methods finds configurations whose values came to be in another way.
func (c *comparing) methods() {
	isMethod := func(f data.Field) bool { return f.Method }
	for f, values := range c.both(c.schema.Fields(), ", so it is unknown whether the methods agree", isMethod) {
		for i := range c.changes {
			if c.decided(i) && (c.absent(i) || c.change(i).Method == "") {
				continue
			}
			if base, head := c.texts(values, i); !slices.Equal(base, head) {
				c.change(i).otherMethod(f, listed(base), listed(head))
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
	for f, values := range c.both(c.schema.Fields(), " and was not compared", isFact) {
		for i := range c.changes {
			if !c.absent(i) && !c.alike(f, values, i) {
				base, head := c.texts(values, i)
				c.change(i).Facts = append(c.change(i).Facts, Fact{f, listed(base), listed(head)})
			}
		}
	}
}

// names adds the names that the base had for what the head calls otherwise.
func (c *comparing) names() {
	for _, r := range c.renames {
		values := c.column(r.field.Name)
		for i, runs := range c.configurations.head {
			if !c.absent(i) && values[runs[0]] == r.to {
				c.change(i).Facts = append([]Fact{{c.fields[r.field.Name], r.from, r.to}}, c.change(i).Facts...)
			}
		}
	}
}

// absent reports whether a side has no run of configuration i.
func (c *comparing) absent(i int) bool {
	return len(c.configurations.base[i]) == 0 || len(c.configurations.head[i]) == 0
}

// alike reports whether a field says the same on both sides. Numbers may differ in
// what reading and writing them costs.
func (c *comparing) alike(f *data.Field, values []any, i int) bool {
	base, head := c.configurations.base[i], c.configurations.head[i]
	if len(base) == 1 && len(head) == 1 && values[base[0]] == values[head[0]] {
		return true
	}
	if f.Kind == data.Float {
		b, nB := mean(values, base)
		h, nH := mean(values, head)
		return nB+nH == 0 || nB > 0 && nH > 0 && close(b, h)
	}
	before, after := c.texts(values, i)
	return slices.Equal(before, after)
}

// texts lists the distinct values of a configuration on each side in order.
func (c *comparing) texts(values []any, i int) (base, head []string) {
	list := func(runs []int32) []string {
		texts := lists.Map(runs, func(r int32) string { return data.Text(values[r]) })
		slices.Sort(texts)
		return slices.Compact(texts)
	}
	return list(c.configurations.base[i]), list(c.configurations.head[i])
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
	for i, change := range c.changes {
		base, head := c.configurations.base[i], c.configurations.head[i]
		switch {
		case len(base) == 0 && len(head) == 0: // left out
		case change == nil && len(base) == len(head):
			c.same++
		default:
			c.change(i).BaseRuns, c.change(i).HeadRuns = len(base), len(head)
			c.change(i).classify()
			c.name(c.change(i), slices.Concat(base, head)[0])
			if len(head) > 0 && !c.unstable(head) {
				c.change(i).Page = provenance.Address(c.change(i).ID, published)
			}
			c.found = append(c.found, c.change(i))
		}
	}
	slices.SortFunc(c.found, compareKeys)
}

// name says which configuration a change is about; any of its runs will do.
func (c *comparing) name(change *Change, run int32) {
	runs, at := c.side(run)
	change.Domain, change.ID = c.schema.Domain, runs.ConfigurationID(at)
	text := func(role data.Role) string { v, _ := c.the(role, run).(string); return v }
	change.Model = text(data.RoleModel)
	change.Task, change.Name = text(data.RoleTask), cmp.Or(text(data.RoleModelName), change.Model)
	for _, f := range c.keys {
		change.Key = append(change.Key, KeyValue{c.fields[f.Name], c.value(run, f.Name)})
	}
}
