package diff

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// group is configurations of one model in one task on one GPU of which the same can be said.
type group struct {
	what    string // worse, better
	members []Ranked
}

// groupsOf collects a list by place and text, in the order in which these begin.
func groupsOf[T any](list []T, of func(T) (c *Change, what string)) (groups [][]T) {
	at := map[string]int{}
	for _, x := range list {
		c, what := of(x)
		key := strings.Join([]string{c.Domain, c.Task, c.Model, c.Name, c.GPU(), what}, "\x00")
		i, known := at[key]
		if !known {
			i, at[key] = len(groups), len(groups)
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], x)
	}
	return groups
}

// GPU is the type of the GPUs, "" if it is not part of the identity.
func (c *Change) GPU() string {
	if v := c.key(data.RoleGPU); v != nil {
		return data.Text(v)
	}
	return ""
}

// task is the name of a task for people.
func (r *Report) task(id string) string { return cmp.Or(r.TaskNames[id], id) }

// groups are the configurations that changed: those that are worse, the worst first, then the others.
func (r *Report) groups() (all []group) {
	for _, l := range []struct {
		what string
		list []Ranked
	}{{"worse", r.Worst()}, {"better", r.Best()}, {"changed", r.Otherwise()}} {
		for _, members := range groupsOf(l.list, func(m Ranked) (*Change, string) { return m.Change, "" }) {
			all = append(all, group{l.what, members})
		}
	}
	return all
}

func (r *Report) groupSection(l Limits) Section {
	s := Section{
		ID: "groups", Linked: "Configuration",
		Columns: []string{"Result", "Task", "Model", "GPU", "Median change", "Configuration", "Largest change"},
	}
	for _, g := range r.groups() {
		first := g.members[0]
		s.linkedRow(l.Rows+l.Folded, first.Page, func() []Cell {
			return []Cell{
				plain("%s %s", units.Whole(len(g.members)), g.what), foreign(r.task(first.Task)), foreign(first.Name), foreign(first.GPU()),
				plain("%s", g.median()), foreign(first.Label()), g.most(),
			}
		})
	}
	return s
}

// median is the change in the metric that changed most in most configurations.
func (g group) median() string {
	metric, ratios := g.metric()
	text := metric.Label
	if len(g.members) > 1 {
		slices.SortFunc(ratios, func(a, b Measure) int { return cmp.Compare(a.Head/a.Base, b.Head/b.Base) })
		text += " " + ratios[(len(ratios)-1)/2].Percent()
		if len(ratios) < len(g.members) {
			text += fmt.Sprintf(" (in %s)", units.Whole(len(ratios)))
		}
	}
	return text
}

func (g group) metric() (metric *data.Field, measures []Measure) {
	by := map[*data.Field][]Measure{}
	for _, m := range g.members {
		by[m.By.Field] = append(by[m.By.Field], m.By)
		if metric == nil || len(by[m.By.Field]) > len(by[metric]) {
			metric = m.By.Field
		}
	}
	return metric, by[metric]
}

// most is the largest change.
func (g group) most() Cell {
	first := g.members[0]
	text := arrow(first.By.Base, first.By.Head, first.By.Field.Unit)
	if change := first.By.Percent(); !math.IsNaN(first.By.Ratio()) {
		text += ", " + change
	}
	if metric, _ := g.metric(); metric != first.By.Field {
		text = first.By.Field.Label + " " + text
	}
	if first.Accepted == "" {
		return plain("%s", text)
	}
	return foreign(text + "; accepted: " + first.Accepted)
}

// rowSection lists the configurations that changed with all that did.
func (r *Report) rowSection(l Limits) Section {
	s := Section{
		ID: "changed", Folded: true, Linked: "Configuration",
		Columns: []string{"Result", "Task", "Model", "GPU", "Configuration", "Changes", "Evidence"},
	}
	told := map[*Change]bool{}
	for _, g := range r.groups() {
		for _, m := range g.members {
			if told[m.Change] {
				continue
			}
			told[m.Change] = true
			s.linkedRow(l.Folded, m.Page, func() []Cell {
				c := m.Change
				return []Cell{
					plain("%s", g.what), foreign(r.task(c.Task)), foreign(c.Name), foreign(c.GPU()), foreign(c.Label()),
					c.what(), m.By.evidence(c),
				}
			})
		}
	}
	return s
}

// classSection lists the configurations of a class, those together of which the same can be said.
func (r *Report) classSection(l Limits, class Class) Section {
	s := Section{
		ID: strings.ReplaceAll(string(class), " ", "-"), Folded: true, Linked: "Configurations",
		Columns: []string{"Task", "Model", "GPU", "Count", "Configurations", "Status"},
	}
	var members []*Change
	for i := range r.Changes {
		if c := &r.Changes[i]; c.Class == class && !c.onlyNamed() {
			members = append(members, &r.Changes[i])
		}
	}
	said := func(c *Change) (*Change, string) {
		if class == LeftOut { // of one mistake in many rows the first says enough
			return c, numbers.ReplaceAllString(c.what().Text, "0")
		}
		return c, c.what().Text
	}
	for _, g := range groupsOf(members, said) {
		c := g[0]
		s.linkedRow(l.Folded, c.Page, func() []Cell {
			return []Cell{
				foreign(r.task(c.Task)), foreign(c.Name), foreign(c.GPU()), plain("%s", units.Whole(len(g))), foreign(labelOf(g)),
				c.what(),
			}
		})
		s.Count += len(g)
	}
	return s
}

// labelOf says which configurations some are: what they have in common, and the values in which they differ.
func labelOf(members []*Change) string {
	var parts []string
	for i, k := range members[0].Key {
		var values []any
		for _, c := range members {
			if len(c.Key) > i {
				values = append(values, c.Key[i].Value)
			}
		}
		slices.SortFunc(values, func(a, b any) int { return data.Compare(a, b, 1) })
		values = slices.Compact(values)
		if len(values) == 1 {
			if words := k.words(members[0]); words != "" {
				parts = append(parts, words)
			}
			continue
		}
		parts = append(parts, k.label()+" "+several(lists.Map(values, k.text)))
	}
	return strings.Join(parts, ", ")
}

// several are some values, of many the first and the last.
func several(values []string) string {
	const most = 6
	texts := lists.Map(values, orNone)
	if n := len(texts); n > most {
		return fmt.Sprintf("%s … %s (%d values)", texts[0], texts[n-1], n)
	}
	return strings.Join(texts, "/")
}
