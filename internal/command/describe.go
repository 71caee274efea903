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
		Short: "Draft a benchmark.yaml for results of any benchmark",
		Long: `Describe reads a sample of the rows of files of one directory and prints a draft of the
benchmark.yaml that makes the directory a source: the fields with their types, and with
units and roles as far as names tell them. Comments say what it is not sure of. CSV, TSV,
JSON, JSON Lines and Parquet are read; see docs/benchmarks.md.

A draft builds on a declaration that ships with the program where the files have its form:
` + strings.Join(declared.Shipped(), ", "),
		Example: `  jouleboard describe results/*.csv > benchmark.yaml
  jouleboard describe --schema > benchmark.schema.json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			text, err := declared.JSONSchema(), error(nil)
			switch {
			case schema:
			case len(args) == 0:
				return usagef("describe needs a file with results, such as results.csv")
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
