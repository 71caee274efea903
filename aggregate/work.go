package aggregate

import (
	"cmp"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// Grouped returns the rows of a board with their groups of equal work: rows of a group agree in all settings of the work
// ([data.Schema.Settings]) but those that a measure levels out. Group 0 has the most models; of groups with as many, that of
// lower settings is first.
func Grouped(rows []Row, leveled ...string) []Row {
	if len(rows) == 0 {
		return rows
	}
	names := slices.DeleteFunc(rows[0].Schema().Settings(), func(name string) bool { return slices.Contains(leveled, name) })
	type group struct {
		members []int
		values  []any
		models  int
	}
	values := func(i int) []any { return lists.Map(names, rows[i].Value) }
	key := func(i int) string { return strings.Join(lists.Map(values(i), data.Text), "\n") }
	groups := lists.Map(lists.Group(lists.Indices(len(rows)), key), func(members []int) group {
		models := lists.By(members, func(i int) (string, bool) { return rows[i].ModelID, true })
		return group{members, values(members[0]), len(models)}
	})
	lists.Sort(groups, func(a, b group) int {
		return cmp.Or(cmp.Compare(b.models, a.models), slices.CompareFunc(a.values, b.values, compare))
	})
	own := slices.Clone(rows)
	for place, g := range groups {
		for _, i := range g.members {
			own[i].Group = place
		}
	}
	return own
}

// compare orders two settings: texts as people do, missing ones last.
func compare(a, b any) int {
	x, isText := a.(string)
	y, areTexts := b.(string)
	if isText && areTexts {
		return units.Natural(x, y)
	}
	return data.Compare(a, b, 1)
}

// ByGroup splits rows that are sorted by group.
func ByGroup(sorted []Row) (groups [][]Row) {
	for from := 0; from < len(sorted); {
		to := from + 1
		for to < len(sorted) && sorted[to].Group == sorted[from].Group {
			to++
		}
		groups = append(groups, sorted[from:to:to])
		from = to
	}
	return groups
}

// InGroup are the rows of a group, the list itself where it has no others, which is usual.
func InGroup(rows []Row, group int) []Row {
	of := func(r Row) bool { return r.Group == group }
	if lists.All(rows, of) {
		return rows
	}
	return lists.Filter(rows, of)
}
