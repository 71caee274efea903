package command

import (
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// columnOf is a column of a table of things.
type columnOf[T any] struct {
	sheetColumn
	value func(T) any
}

// tableOf is the table of things for programs, or for people.
func tableOf[T any](things []T, columns []columnOf[T], forPrograms bool) sheet {
	columns = lists.Filter(columns, func(c columnOf[T]) bool { return forPrograms && c.name != "" || !forPrograms && c.label != "" })
	return sheet{
		columns: lists.Map(columns, func(c columnOf[T]) sheetColumn { return c.sheetColumn }),
		rows:    lists.Map(things, func(thing T) []any { return lists.Map(columns, func(c columnOf[T]) any { return c.value(thing) }) }),
	}
}

// forPrograms are the formats that have names in place of labels.
func (f formatFlag) forPrograms() bool {
	return slices.Contains([]string{"csv", "json", "arrow"}, f.is)
}

// printGroups prints the groups of the selected runs.
func printGroups(c *console, runs data.Table, o runsOptions) error {
	metrics, err := groupMetrics(runs, o)
	if err != nil {
		return usagef("--fields: %w", err)
	}
	groups, err := aggregate.GroupRuns(runs, o.GroupBy, metrics)
	if err != nil {
		return usagef("--group-by: %w", err)
	}
	if o.Sort != "" {
		if err := groups.Sort(o.Sort); err != nil {
			return usagef("--sort: %w", err)
		}
	}
	if o.Format.is == "table" && len(groups.Rows) > 0 {
		c.note("%s of %s", units.Counted(len(groups.Rows), "group"), units.Counted(runs.Len(), "run"))
	}
	columns := append(lists.Map(groups.By, fieldColumn), sheetColumn{label: "Runs"})
	for _, f := range metrics {
		columns = append(columns, sheetColumn{label: "Min " + units.LowerFirst(f.Label), unit: f.Unit}, sheetColumn{label: "median"})
	}
	for i, name := range groups.Names() {
		columns[i].name = name
	}
	return sheet{columns: columns, rows: groups.Rows}.print(c, o.Format.is)
}

// groupMetrics are the fields whose least and median are told.
func groupMetrics(runs data.Table, o runsOptions) ([]data.Field, error) {
	s := runs.Schema()
	if len(o.Fields) == 0 {
		return lists.Filter(s.Fields(), func(f data.Field) bool {
			return f.Better != data.Neutral && runs.Writes(f) && (o.Format.is != "table" || slices.Contains(s.Main, f.Name))
		}), nil
	}
	return numeric(s, o.Fields, "has no median")
}
