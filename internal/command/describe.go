package command

import (
	"context"
	"strings"

	"github.com/jouleboard/jouleboard/data/declared"
)

type describeOptions struct {
	Schema bool `flag:"schema" help:"print the JSON Schema of declarations instead, for editors"`
}

func describeHelp() string { return "\n" + wrapped(strings.Join(declared.Shipped(), ", "), 2) }

// describe drafts the declaration of results.
func (c *console) describe(_ context.Context, o describeOptions) error {
	text, err := declared.JSONSchema(), error(nil)
	switch files := c.cmd.Flags().Args(); {
	case o.Schema:
	case len(files) == 0:
		return usagef("describe requires a file with results, such as results.csv, or their directory")
	default:
		text, err = declared.Describe(files...)
	}
	if err == nil {
		_, err = c.stdout.Write(text)
	}
	return err
}
