package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
	"github.com/jouleboard/jouleboard/data/rowfile"
	"github.com/jouleboard/jouleboard/source"
	"github.com/jouleboard/jouleboard/units"
	"github.com/spf13/cobra"
)

type bulkOptions struct {
	sources      sourceFlags
	domain       string
	where        string
	metric       string
	unstable     bool
	unsuccessful bool
	format       string
}

// bulkTable is one kind of bulk data: its columns and who fills them.
type bulkTable struct {
	name, short, long string
	columns           []rowfile.Column
	flags             func(cmd *cobra.Command, o *bulkOptions)
	llm               func(b *bulkRows, runs data.LLMRuns) error
	diffusion         func(b *bulkRows, runs data.DiffusionRuns) error // nil: LLM runs only
}

func bulkCommand(c *console) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "bulk",
		Short: "Print output lengths, latencies or timelines from raw files",
		Long: `Bulk prints what stands behind the runs, one row a value: runs in the order of
the command runs, values in the order of their file. It needs raw files: sources
raw:DIR, or compiled directories that hold them.

A run whose file is missing or wrong is named on standard error, the others go
on, and the exit status is 1. Rows before the fault in such a file may have been
printed.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	for _, t := range bulkTables() {
		cmd.AddCommand(bulkTableCommand(c, t))
	}
	return cmd
}

func bulkTableCommand(c *console, t bulkTable) *cobra.Command {
	var o bulkOptions
	cmd := &cobra.Command{
		Use:   t.name,
		Short: t.short,
		Long:  t.long + "\n\nColumns: " + columnNames(t.columns) + "\n\n" + sourcesHelp(),
		Example: `  jouleboard bulk ` + t.name + ` --source raw:results --where 'task == "gpqa"' --format csv
  jouleboard bulk ` + t.name + ` --source compiled --format parquet > ` + t.name + `.parquet`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return c.bulk(cmd.Context(), t, o) },
	}
	o.sources.register(cmd)
	f := cmd.Flags()
	f.StringVarP(&o.where, "where", "w", "", "of the runs for which this `EXPR` is true, as in the command runs")
	f.BoolVar(&o.unstable, "include-unstable", false, "with the runs that failed the stability rules")
	f.StringVar(&o.format, "format", "csv", strings.Join(rowfile.Formats, ", "))
	complete(cmd, "where", completeWhere)
	complete(cmd, "format", fixed(rowfile.Formats...))
	if t.flags != nil {
		t.flags(cmd, &o)
	}
	return cmd
}

func columnNames(columns []rowfile.Column) string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.Name
	}
	return strings.Join(names, ", ")
}

// bulk prints one kind of bulk data of the selected runs.
func (c *console) bulk(ctx context.Context, t bulkTable, o bulkOptions) error {
	if err := o.validate(c); err != nil {
		return err
	}
	ds, err := c.open(ctx, o.sources, o.unstable)
	if err != nil {
		return err
	}
	if err := ds.NoRaw(); err != nil {
		return err
	}
	b := &bulkRows{ctx: ctx, console: c, data: ds, options: o}
	if t.diffusion != nil && (o.domain == diffusion || o.domain == "" && ds.LLM().Len() == 0) {
		return printBulk(b, t, ds.Diffusion(), t.diffusion)
	}
	return printBulk(b, t, ds.LLM(), t.llm)
}

func (o bulkOptions) validate(c *console) error {
	switch {
	case !slices.Contains(rowfile.Formats, o.format):
		return usagef("--format %q: want %s", o.format, strings.Join(rowfile.Formats, ", "))
	case !slices.Contains([]string{"", llm, diffusion}, o.domain):
		return usagef("--domain %q: want %s or %s", o.domain, llm, diffusion)
	case o.metric != "" && !slices.Contains(raw.Metrics, o.metric):
		return usagef("--metric %q: want %s", o.metric, strings.Join(raw.Metrics, ", "))
	case o.format == "parquet" && isTerminal(c.stdout):
		return usagef("Parquet is not for a terminal; add > values.parquet")
	}
	return nil
}

// printBulk writes the rows of the selected runs as one file.
func printBulk[R data.Record](b *bulkRows, t bulkTable, all data.Runs[R], write func(*bulkRows, data.Runs[R]) error) error {
	selected, err := selectRuns(all.Table, runsOptions{where: b.options.where})
	if err != nil {
		return usageError{err}
	}
	runs := data.As[R](selected)
	if runs.Len() == 0 {
		b.console.note("no run is selected: %s in all, of domain %s", units.Counted(all.Len(), "run"), all.Schema().Domain)
	}
	if err := b.console.prefetch(b.ctx, b.data, selected); err != nil {
		return err
	}
	if b.Writer, err = rowfile.New(b.options.format, b.console.stdout, t.columns); err != nil {
		return err
	}
	if err := errors.Join(write(b, runs), b.Close()); err != nil {
		return err
	}
	if b.lost > 0 {
		return fmt.Errorf("%s of %d could not be read and are not among the rows; the messages above say why",
			units.Counted(b.lost, "run"), runs.Len())
	}
	return nil
}

// bulkRows is the table being printed.
type bulkRows struct {
	*rowfile.Writer
	ctx     context.Context
	console *console
	data    *source.Dataset
	options bulkOptions
	lost    int // runs whose files could not be read
}

// lose names a run that has no rows and lets the others go on, unless it was the
// user who ended it all.
func (b *bulkRows) lose(err error) error {
	if b.ctx.Err() != nil {
		return b.ctx.Err()
	}
	b.lost++
	b.console.say("%v", err)
	return nil
}
