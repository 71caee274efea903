package command

import (
	"context"
	"fmt"
	"slices"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

type runsOptions struct {
	Sources sourceFlags
	runFlags
	GroupBy  []string `flag:"group-by,g" help:"group by these {FIELDS}, separated by commas" complete:"fields"`
	Sort     string   `flag:"sort" help:"sort by {FIELD}; prefix with - for descending" complete:"sort"`
	Fields   []string `flag:"fields,f" help:"print these {FIELDS}, separated by commas" complete:"fields"`
	Unstable bool     `flag:"include-unstable" help:"include runs that failed the stability rules"`
	Format   formatFlag
}

// runs prints the selected runs or groups.
func (c *console) runs(ctx context.Context, o runsOptions) error {
	if err := o.validate(); err != nil {
		return err
	}
	ds, err := c.open(ctx, o.Sources, o.Unstable)
	if err != nil {
		return err
	}
	if n := len(ds.Problems()); n > 0 {
		c.note("%s in the sources: list with jouleboard check", units.Counted(n, "problem"))
	}
	runs, err := runsOf(ds.Dataset, o.Domain)
	if err != nil {
		return err
	}
	return printRuns(c, runs, o)
}

func (o runsOptions) validate() error {
	switch {
	case o.Format.is == "parquet" && len(o.GroupBy) > 0:
		return usagef("--group-by cannot write Parquet; use --format csv or json")
	case o.Format.is == "parquet" && len(o.Fields) > 0:
		return usagef("Parquet contains every field; remove --fields, or use --format csv")
	}
	return nil
}

// printRuns selects runs of one record type and prints them.
func printRuns(c *console, all data.Table, o runsOptions) error {
	selected, err := selectRuns(all, o)
	if err != nil {
		return err
	}
	if selected.Len() == 0 {
		c.note("no run is selected; the sources contain %s of domain %s", units.Counted(all.Len(), "run"), all.Schema().Domain)
	}
	if len(o.GroupBy) > 0 {
		return printGroups(c, selected, o)
	}
	switch o.Format.is {
	case "csv":
		return selected.WriteCSV(c.stdout, o.Fields...)
	case "json":
		return selected.WriteJSON(c.stdout, o.Fields...)
	case "parquet":
		return selected.WriteParquet(c.stdout, nil)
	case "arrow":
		return selected.WriteArrow(c.stdout, o.Fields...)
	case "table":
		if selected.Len() > 0 {
			c.note("%s of domain %s", units.Counted(selected.Len(), "run"), all.Schema().Domain)
		}
	}
	return runsSheet(selected, o).print(c, o.Format.is)
}

// selectRuns applies --where and --sort and knows the names in --fields.
func selectRuns(runs data.Table, o runsOptions) (data.Table, error) {
	runs, err := o.filter(runs)
	if err != nil {
		return runs, err
	}
	if o.Sort != "" && len(o.GroupBy) == 0 {
		runs = runs.Sorted(o.Sort)
	}
	if err := runs.Err(); err != nil {
		return runs, usageError{fmt.Errorf("--sort: %w", err)}
	}
	if _, err := runs.Schema().Columns(o.Fields...); err != nil {
		return runs, usageError{fmt.Errorf("--fields: %w", err)}
	}
	return runs, nil
}

// runsSheet is the runs with the columns asked for.
func runsSheet(runs data.Table, o runsOptions) sheet {
	names := o.Fields
	if len(names) == 0 {
		names = runs.Schema().Main
		if stable := runs.Schema().Name(data.RoleStable); stable != "" && o.Unstable {
			names = append(slices.Clone(names), stable)
		}
	}
	fields, _ := runs.Schema().Columns(names...) // they were checked
	return sheet{
		columns: lists.Map(fields, fieldColumn),
		rows: lists.Times(runs.Len(), func(run int) []any {
			return lists.Map(names, func(name string) any { return runs.Value(run, name) })
		}),
	}
}
