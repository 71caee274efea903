package command

import (
	"context"
	"fmt"
	"slices"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/rowfile"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
	"github.com/spf13/cobra"
)

type runsOptions struct {
	sources sourceFlags
	runFlags
	groupBy  []string
	sort     string
	fields   []string
	unstable bool
	format   formatFlag
}

func runsCommand(c *console) *cobra.Command {
	var o runsOptions
	cmd := &cobra.Command{
		Use:  "runs",
		Args: c.noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return c.runs(cmd.Context(), o) },
	}
	o.sources.register(cmd)
	f := cmd.Flags()
	o.runFlags.register(cmd)
	f.StringSliceVarP(&o.groupBy, "group-by", "g", nil, "group by these `FIELDS`, separated by commas")
	f.StringVar(&o.sort, "sort", "", "sort by `FIELD`; prefix with - for descending")
	f.StringSliceVarP(&o.fields, "fields", "f", nil, "print these `FIELDS`, separated by commas")
	f.BoolVar(&o.unstable, "include-unstable", false, "include runs that failed the stability rules")
	o.format.register(cmd, append([]string{"table", "csv", "json", "parquet"}, sheetFormats...)...)
	complete(cmd, "sort", completeSort)
	complete(cmd, "fields", completeFields)
	complete(cmd, "group-by", completeFields)
	return cmd
}

// runs prints the selected runs or groups.
func (c *console) runs(ctx context.Context, o runsOptions) error {
	if err := o.validate(c); err != nil {
		return err
	}
	ds, err := c.dataset(ctx, o.sources, o.unstable)
	if err != nil {
		return err
	}
	if n := len(ds.Problems()); n > 0 {
		c.note("%s in the sources: list with jouleboard check", units.Counted(n, "problem"))
	}
	runs, err := runsOf(ds, o.domain)
	if err != nil {
		return err
	}
	return printRuns(c, runs, o)
}

func (o runsOptions) validate(c *console) error {
	switch {
	case o.format.is == "parquet" && len(o.groupBy) > 0:
		return usagef("--group-by cannot write Parquet; use --format csv or json")
	case o.format.is == "parquet" && len(o.fields) > 0:
		return usagef("Parquet contains every field; remove --fields, or use --format csv")
	case slices.Contains(rowfile.Binary, o.format.is) && isTerminal(c.stdout):
		return usagef("%s cannot be printed to a terminal; add > runs.%[1]s", o.format.is)
	}
	return o.format.check()
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
	if len(o.groupBy) > 0 {
		return printGroups(c, selected, o)
	}
	switch o.format.is {
	case "csv":
		return selected.WriteCSV(c.stdout, o.fields...)
	case "json":
		return selected.WriteJSON(c.stdout, o.fields...)
	case "parquet":
		return selected.WriteParquet(c.stdout, nil)
	case "arrow":
		return selected.WriteArrow(c.stdout, o.fields...)
	case "table":
		if selected.Len() > 0 {
			c.note("%s of domain %s", units.Counted(selected.Len(), "run"), all.Schema().Domain)
		}
	}
	return runsSheet(selected, o).print(c, o.format.is)
}

// selectRuns applies --where and --sort and knows the names in --fields.
func selectRuns(runs data.Table, o runsOptions) (data.Table, error) {
	runs, err := o.filter(runs)
	if err != nil {
		return runs, err
	}
	if o.sort != "" && len(o.groupBy) == 0 {
		runs = runs.Sorted(o.sort)
	}
	if err := runs.Err(); err != nil {
		return runs, usageError{fmt.Errorf("--sort: %w", err)}
	}
	if _, err := runs.Schema().Columns(o.fields...); err != nil {
		return runs, usageError{fmt.Errorf("--fields: %w", err)}
	}
	return runs, nil
}

// runsSheet is the runs with the columns asked for.
func runsSheet(runs data.Table, o runsOptions) sheet {
	names := o.fields
	if len(names) == 0 {
		names = runs.Schema().Main
		if stable := runs.Schema().Name(data.RoleStable); stable != "" && o.unstable {
			names = append(slices.Clone(names), stable)
		}
	}
	var s sheet
	for _, name := range names {
		f, _ := runs.Schema().Field(name)
		s.columns = append(s.columns, fieldColumn(f))
	}
	for k := range runs.Len() {
		row := lists.Map(names, func(name string) any { return runs.Value(k, name) })
		s.rows = append(s.rows, row)
	}
	return s
}
