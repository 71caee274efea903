package diff

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Fault is a change or problem that a maintainer may reject.
type Fault struct {
	Kind     FaultKind
	Where    string // a run or its place in a source, if there is no change
	Message  string
	Change   *Change   // the change that it concerns; nil for a problem of a source
	Together *Together // the joint change that it concerns
	Accepted string    // the reason for its approval
}

// FaultKind is the kind of a problem.
type FaultKind string

// The kinds. All but a regression are errors of the head, whatever they do to the
// rankings.
const (
	Schema     FaultKind = "schema"     // a file or row that cannot be understood
	Twice      FaultKind = "twice"      // a duplicate run
	Value      FaultKind = "value"      // an impossible value, whatever its code, or one in another unit
	Removal    FaultKind = "removed"    // a published configuration that is gone
	Unstable   FaultKind = "unstable"   // an unstable run that is presented as stable
	Regression FaultKind = "regression" // a metric materially worse, or stability lost
)

// FaultKinds lists all kinds.
func FaultKinds() []FaultKind {
	return []FaultKind{Schema, Twice, Value, Removal, Unstable, Regression}
}

// faults are the problems of head that base does not have.
func faults(base, head data.Dataset, r *Report) []Fault {
	list := lists.Map(leftOut(base.Problems(), head.Problems()), func(p data.Problem) Fault {
		return Fault{Kind: kindOf(p), Where: p.Where(), Message: p.Message}
	})
	list = append(list, posing(base, head)...)
	for i := range r.Changes {
		if kind, why := r.Changes[i].fault(); kind != "" {
			list = append(list, Fault{Kind: kind, Message: why, Change: &r.Changes[i]})
		}
	}
	for _, g := range r.Together {
		if slices.ContainsFunc(g.Shifts, func(s Shift) bool { return s.Worse() }) {
			list = append(list, Fault{Kind: Regression, Message: fmt.Sprintf("%s, %s: %s", g.Task, cmp.Or(g.Name, "all models"), g.Words()), Together: g})
		}
	}
	return list
}

// leftOut are the problems that left out rows of head, and that base does not have.
func leftOut(base, head []data.Problem) []data.Problem {
	known := lists.By(base, func(p data.Problem) (string, bool) { return p.Error(), true })
	return lists.Filter(head, func(p data.Problem) bool { return p.LeftOut > 0 && !known[p.Error()] })
}

func kindOf(p data.Problem) FaultKind {
	return cmp.Or(map[string]FaultKind{"": Schema, data.CodeTwice: Twice}[p.Code], Value)
}

// fault is what is wrong with a change, "" if nothing.
func (c *Change) fault() (kind FaultKind, why string) {
	switch {
	case c.Unstable:
		return "", ""
	case c.Class == Removed:
		return Removal, "removed"
	case c.Class == LeftOut:
		return Removal, cmp.Or(c.Why, string(LeftOut))
	case c.Class == Flipped && strings.HasPrefix(c.Why, nowUnstable):
		return Regression, c.Why
	case c.Class == Flipped && len(c.Measures) == 0:
		// who measures again gets other numbers
		return Unstable, "same values, but " + c.Why
	case c.Class == Changed:
		if m, ok := c.furthest(Measure.Worse); ok {
			return Regression, english().measure(m)
		}
		if m, ok := c.furthest(func(m Measure) bool { return m.unit() > 0 }); ok { // a better value of which nothing else complains
			return Value, english().measure(m) + english().otherUnit(m)
		}
	}
	return "", ""
}

// posing are the runs of head that are called stable beside a reason why they are not, unless base has them too.
func posing(base, head data.Dataset) (list []Fault) {
	for _, t := range head.Tables {
		stable, reason := t.Schema().Name(data.RoleStable), t.Schema().Name(data.RoleReason)
		if stable == "" || reason == "" {
			continue
		}
		poses := func(of data.Table) data.Table {
			return of.Select(func(i int) bool { return of.Text(i, reason) != "" && of.Value(i, stable) == true })
		}
		before, runs := poses(base.Table(t.Schema())), poses(t)
		known := lists.By(lists.Times(before.Len(), before.Run), func(run string) (string, bool) { return run, true })
		for i := range runs.Len() {
			if at := runs.Place(i); !known[runs.Run(i)] {
				list = append(list, Fault{
					Kind: Unstable, Where: data.Problem{File: at.File, Row: at.Row, Field: stable}.Where(),
					Message: fmt.Sprintf("is true for %s, although %s is %q", runs.Run(i), reason, cut(runs.Text(i, reason))),
				})
			}
		}
	}
	return list
}

// Failures returns the faults of these kinds that are not approved.
func (r *Report) Failures(kinds []FaultKind) []Fault {
	return slices.DeleteFunc(slices.Clone(r.Faults), func(f Fault) bool {
		return f.Accepted != "" || !slices.Contains(kinds, f.Kind)
	})
}

// Text returns the fault as one line.
func (f Fault) Text() string {
	if f.Change == nil {
		return strings.TrimPrefix(f.Where+": "+f.Message, ": ")
	}
	return fmt.Sprintf("%s, %s, %s (%s): %s", f.Change.Task, f.Change.Name, f.Change.Label(), f.Change.ID, f.Message)
}
