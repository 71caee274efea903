package command

import (
	"strings"

	"github.com/jouleboard/jouleboard/data/declared"
	"github.com/spf13/cobra"
)

func describeCommand(c *console) *cobra.Command {
	var schema bool
	cmd := &cobra.Command{
		Use:   "describe FILE...",
		Short: "Draft a benchmark.yaml for the results of any benchmark",
		Long: `Describe reads a sample of rows from the files of one directory and prints a
draft of the declaration, benchmark.yaml, that makes the directory a source: the
fields with their types, and with the units and roles that their names suggest.
Comments mark uncertain lines. FILE may be CSV, TSV, JSON, JSON Lines or
Parquet; see docs/benchmarks.md.

If the files have the format of a built-in declaration, the draft refers to it:
` + wrapped(strings.Join(declared.Shipped(), ", "), 2),
		Example: `  jouleboard describe results/*.csv > benchmark.yaml
  jouleboard describe --schema > benchmark.schema.json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			text, err := declared.JSONSchema(), error(nil)
			switch {
			case schema:
			case len(args) == 0:
				return usagef("describe requires a file with results, such as results.csv")
			default:
				text, err = declared.Describe(args...)
			}
			if err == nil {
				_, err = c.stdout.Write(text)
			}
			return err
		},
	}
	cmd.Flags().BoolVar(&schema, "schema", false, "print the JSON Schema of declarations instead, for editors")
	return cmd
}
