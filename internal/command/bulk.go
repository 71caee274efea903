package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/ipw"
	"github.com/jouleboard/jouleboard/data/rowfile"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/source"
	"github.com/jouleboard/jouleboard/units"
	"github.com/spf13/cobra"
)

type bulkOptions struct {
	Sources      sourceFlags
	Where        string `flag:"where,w" help:"only runs for which {EXPR} is true: jouleboard help expressions" complete:"where"`
	Unstable     bool   `flag:"include-unstable" help:"include runs that failed the stability rules"`
	Format       formatFlag
	table        bulkTable
	domain       string
	metric       string
	unsuccessful bool
	texts        bool
}

// bulkTable is one kind of bulk data: its columns and who fills them.
type bulkTable struct {
	name    string
	columns []rowfile.Column
	flags   func(cmd *cobra.Command, o *bulkOptions)
	domains []string // whose runs have them
	write   func(b *bulkRows, runs data.Table) error
	parts   string // what an error keeps out of the rows, if not a run
}

// register adds the flags of one kind of bulk data.
func (o *bulkOptions) register(cmd *cobra.Command) {
	if o.table.flags != nil {
		o.table.flags(cmd, o)
	}
}

func bulkCommands() []subcommand {
	return lists.Map(bulkTables(), func(t bulkTable) subcommand {
		names := lists.Map(t.columns, func(c rowfile.Column) string { return c.Name })
		return subcommand{
			use: t.name, example: t.example(), make: with(bulkOptions{table: t, Format: formats(rowfile.Formats...)}, (*console).bulk),
			long: func() string { return "\n\nColumns:\n" + wrapped(strings.Join(names, ", "), 2) },
		}
	})
}

func (t bulkTable) example() string {
	from, where, other := "raw:results", `task == "gpqa"`, "compiled"
	if t.domains[0] == ipw.Domain {
		from, where, other = "ipw:runs", `form == "agentic"`, "ipw:runs"
	}
	return fmt.Sprintf("  jouleboard bulk %[1]s --source %[2]s --where '%[3]s'\n"+
		"  jouleboard bulk %[1]s -s %[4]s --format parquet > values.parquet", t.name, from, where, other)
}

// bulk prints one kind of bulk data of the selected runs.
func (c *console) bulk(ctx context.Context, o bulkOptions) error {
	t := o.table
	ds, err := c.open(ctx, o.Sources, o.Unstable)
	if err != nil {
		return err
	}
	if err := ds.NoRaw(); err != nil && slices.Contains(t.domains, llm) {
		return err
	}
	b := &bulkRows{ctx: ctx, console: c, data: ds, options: o}
	runs, err := t.runs(ds.Dataset, o.domain)
	if err != nil {
		return err
	}
	return b.print(t, runs)
}

// runs are those of the domain, by default of the first that has any.
func (t bulkTable) runs(ds data.Dataset, domain string) (data.Table, error) {
	for _, d := range t.domains {
		if runs, err := runsOf(ds, d); d == domain || domain == "" && runs.Len() > 0 {
			return runs, err
		}
	}
	return runsOf(ds, t.domains[0])
}

// print writes the rows of the selected runs as one file.
func (b *bulkRows) print(t bulkTable, all data.Table) error {
	runs, err := runFlags{Where: b.options.Where}.filter(all)
	if err != nil {
		return err
	}
	if runs.Len() == 0 {
		b.console.note("no run is selected; the sources contain %s of domain %s", units.Counted(all.Len(), "run"), all.Schema().Domain)
	}
	if err := b.console.prefetch(b.ctx, b.data, runs); err != nil {
		return err
	}
	if b.Writer, err = rowfile.New(b.options.Format.is, b.console.stdout, t.columns); err != nil {
		return err
	}
	if err := errors.Join(t.write(b, runs), b.Close()); err != nil {
		return err
	}
	if b.lost > 0 {
		lost := fmt.Sprintf("%s of %d", units.Counted(b.lost, "run"), runs.Len())
		if t.parts != "" {
			lost = fmt.Sprintf("%d %s", b.lost, t.parts)
		}
		return fmt.Errorf("%s could not be read and were left out, for the reasons above", lost)
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
	lost    int // runs, or parts of them, that could not be read
}

// lose names what has no rows and lets the others go on, unless it was the
// user who ended it all.
func (b *bulkRows) lose(err error) error {
	if b.ctx.Err() != nil {
		return b.ctx.Err()
	}
	b.lost++
	b.console.say("%v", err)
	return nil
}
