package command

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/source"
	"github.com/spf13/cobra"
)

// formatFlag is the flag --format of a command.
type formatFlag struct {
	is    string
	words []string // the first is the default
}

func (f *formatFlag) register(cmd *cobra.Command, words ...string) {
	f.words = words
	cmd.Flags().StringVar(&f.is, "format", words[0], "`FORMAT`: "+f.list())
	complete(cmd, "format", fixed(words...))
}

func (f formatFlag) list() string {
	if len(f.words) == 2 {
		return strings.Join(f.words, " or ")
	}
	return strings.Join(f.words, ", ")
}

func (f formatFlag) check() error {
	if slices.Contains(f.words, f.is) {
		return nil
	}
	return usagef("--format %q: use %s", f.is, f.list())
}

// runFlags select the runs of a dataset.
type runFlags struct{ domain, where string }

func (f *runFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.domain, "domain", "", "`DOMAIN` of the runs (default: the first with runs)")
	cmd.Flags().StringVarP(&f.where, "where", "w", "", "only runs for which `EXPR` is true")
	complete(cmd, "domain", fixed(source.Domains()...))
	complete(cmd, "where", completeWhere)
}

// filter keeps the runs for which --where holds.
func (f runFlags) filter(runs data.Table) (data.Table, error) {
	if f.where != "" {
		runs = runs.Filter(f.where)
	}
	if err := runs.Err(); err != nil {
		return runs, usageError{fmt.Errorf("--where: %w", err)}
	}
	return runs, nil
}

// print writes the rows in a format: under the names for programs, as the sheet for people.
func (g grouping) print(c *console, format string) error {
	switch format {
	case "csv":
		return g.writeCSV(c.stdout)
	case "json":
		return g.writeJSON(c.stdout)
	case "arrow":
		return g.writeArrow(c.stdout)
	}
	return g.sheet.print(c, format)
}

// print writes the sheet as a table or in the notation of a text. A table without rows is nothing.
func (s sheet) print(c *console, format string) error {
	switch {
	case format == "latex":
		return s.latex(c.stdout)
	case format == "markdown":
		return s.markdown(c.stdout)
	case len(s.rows) == 0:
		return nil
	}
	return s.write(c.stdout)
}
