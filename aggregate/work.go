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
		of     string
		values []any
		models map[string]bool
	}
	groups, keys := map[string]*group{}, make([]string, len(rows))
	for i, r := range rows {
		values := lists.Map(names, r.Value)
		keys[i] = strings.Join(lists.Map(values, data.Text), "\n")
		if groups[keys[i]] == nil {
			groups[keys[i]] = &group{keys[i], values, map[string]bool{}}
		}
		groups[keys[i]].models[r.ModelID] = true
	}
	order := make([]*group, 0, len(groups))
	for _, g := range groups {
		order = append(order, g)
	}
	slices.SortFunc(order, func(a, b *group) int {
		return cmp.Or(cmp.Compare(len(b.models), len(a.models)), slices.CompareFunc(a.values, b.values, compare))
	})
	place := map[string]int{}
	for i, g := range order {
		place[g.of] = i
	}
	own := slices.Clone(rows)
	for i := range own {
		own[i].Group = place[keys[i]]
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

// InGroup are the rows of a group.
func InGroup(rows []Row, group int) []Row {
	return lists.Filter(rows, func(r Row) bool { return r.Group == group })
}
