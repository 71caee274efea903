package plausible

import (
	"fmt"
	"slices"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// tellsApart are the roles of names that tell runs apart.
var tellsApart = []data.Role{data.RoleTask, data.RoleModel, data.RoleGPU, data.RolePrecision}

// twofold tells a name that several combinations of the other settings have twice, and another name never, where all others have each name
// once: runs were given the wrong one.
func (t *tally) twofold(f data.Field, runs []int) string {
	if !f.Key || !slices.Contains(tellsApart, f.Role) || t.table.Len() > mostLooked {
		return ""
	}
	names := lists.Distinct(lists.Map(runs, func(run int) string { return t.table.Text(run, f.Name) }))
	groups := t.groupsOf(runs, lists.Filter(t.table.Schema().Keys(), func(name string) bool { return name != f.Name }))
	isFull := func(group []int) bool { return len(group) == len(names) }
	if len(names) < 2 || lists.Sum(groups, func(g []int) int { return len(g) }) < len(runs) || !lists.All(groups, isFull) {
		return ""
	}
	var double, missing string
	var first []int
	odd := 0
	for _, group := range groups {
		of := lists.Under(group, func(run int) string { return t.table.Text(run, f.Name) })
		absent := lists.Filter(names, func(name string) bool { return len(of[name]) == 0 })
		if len(absent) == 0 {
			continue
		}
		twice, _ := lists.Find(names, func(name string) bool { return len(of[name]) > 1 })
		if odd++; odd == 1 {
			double, missing, first = twice, absent[0], of[twice]
		}
		if len(absent) > 1 || absent[0] != missing || twice != double {
			return ""
		}
	}
	if odd < fewestAlike || 3*odd > len(groups) {
		return ""
	}
	return fmt.Sprintf("of %d combinations of the other settings, %d have %s twice and %s never, such as %s and %s, the others each once: "+
		"correct it where runs of one are called as the other", len(groups), odd, data.ClipName(double), data.ClipName(missing), t.place(first[0]), t.place(first[1]))
}
