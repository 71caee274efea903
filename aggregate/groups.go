package aggregate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// Groups are runs by the values of fields.
type Groups struct {
	By      []data.Field // the fields in which the runs of a group agree
	Metrics []data.Field // the fields whose minimum and median are computed
	// Rows contain the values of By, the number of runs and, for each metric, its lowest value and its median; nil if
	// missing.
	Rows [][]any
}

// GroupRuns groups runs by fields, in the order of the runs. The metrics are numeric
// fields.
func GroupRuns(runs data.Table, by []string, metrics []data.Field) (Groups, error) {
	groups, err := runs.GroupBy(by...)
	if err != nil {
		return Groups{}, err
	}
	g := Groups{Metrics: metrics, Rows: lists.Map(groups, func(group data.Group) []any { return groupRow(group, metrics) })}
	if len(by) > 0 {
		if g.By, err = runs.Schema().Columns(by...); err != nil {
			return Groups{}, err
		}
	}
	return g, nil
}

// Names returns the names of the columns: the fields of By, count, and for each metric its name with _least and with
// _median.
func (g Groups) Names() (names []string) {
	names = lists.Map(g.By, func(f data.Field) string { return f.Name })
	return append(append(names, "count"), lists.FlatMap(g.Metrics, func(f data.Field) []string {
		return []string{f.Name + "_least", f.Name + "_median"}
	})...)
}

// Sort orders the rows by the column of that name, in descending order if the name has a prefix -, missing values
// last.
func (g Groups) Sort(by string) error {
	name, sign := data.Order(by)
	i := slices.Index(g.Names(), name)
	if i < 0 {
		return fmt.Errorf("the groups have no column %q; use one of %s", name, strings.Join(g.Names(), ", "))
	}
	slices.SortStableFunc(g.Rows, func(a, b []any) int { return data.Compare(a[i], b[i], sign) })
	return nil
}

func groupRow(group data.Group, metrics []data.Field) []any {
	row := append(slices.Clone(group.Key), group.Runs.Len())
	for _, f := range metrics {
		values := numbers(group.Runs, f.Name)
		if len(values) == 0 {
			row = append(row, nil, nil)
			continue
		}
		row = append(row, values[0], lists.Quantile(values, 0.5))
	}
	return row
}

// numbers are the values that are there and finite, ascending.
func numbers(runs data.Table, field string) []float64 {
	values := slices.DeleteFunc(runs.Numbers(field), func(x float64) bool { return !units.IsFinite(x) })
	slices.Sort(values)
	return values
}
