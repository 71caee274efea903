package main

import (
	"strings"

	"github.com/jouleboard/jouleboard/data/declared"
	"github.com/spf13/cobra"
)

func describeCommand(c *console) *cobra.Command {
	return &cobra.Command{
		Use:   "describe FILE...",
		Short: "Draft a benchmark.yaml for results of any benchmark",
		Long: `Describe reads a sample of the rows of files of one directory and prints a draft of the
benchmark.yaml that makes the directory a source: the fields with their types, and with
units and roles as far as names tell them. Comments say what it is not sure of. CSV, TSV,
JSON, JSON Lines and Parquet are read; see docs/benchmarks.md.

Declarations that ship with the program, on which the draft builds where the files have
their form: ` + strings.Join(declared.Shipped(), ", "),
		Example: `  jouleboard describe results/*.csv > results/benchmark.yaml
  jouleboard check --source results`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			text, err := declared.Describe(args...)
			if err == nil {
				_, err = c.stdout.Write(text)
			}
			return err
		},
	}
}
