package command

import (
	"strings"

	"github.com/jouleboard/jouleboard/data/declared"
	"github.com/spf13/cobra"
)

func describeCommand(c *console) *cobra.Command {
	var schema bool
	cmd := &cobra.Command{
		Use:  "describe FILE|DIR...",
		Long: "\n" + wrapped(strings.Join(declared.Shipped(), ", "), 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			text, err := declared.JSONSchema(), error(nil)
			switch {
			case schema:
			case len(args) == 0:
				return usagef("describe requires a file with results, such as results.csv, or their directory")
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
