package command

import (
	"context"
	"fmt"
	"io"

	"github.com/jouleboard/jouleboard/data/filetree"
	"github.com/jouleboard/jouleboard/diff"
)

type commentOptions struct {
	Out     string `flag:"out,o" help:"write to {FILE} instead of standard output"`
	Preview string `flag:"preview" help:"link each row to its run in the preview at {URL}"`
}

func (c *console) comment(_ context.Context, o commentOptions) error {
	report := c.cmd.Flags().Arg(0)
	address, err := parseBaseURL(o.Preview)
	if err != nil {
		return usagef("--preview %q: %w", o.Preview, err)
	}
	in, err := filetree.OpenFile(report)
	if err != nil {
		return fmt.Errorf("%w; give a file written by jouleboard diff --format json", err)
	}
	defer in.Close()
	comment, err := diff.ReadComment(report, in)
	if err != nil {
		return err
	}
	if o.Out == "" {
		_, err = io.WriteString(c.stdout, comment.Markdown(address))
		return err
	}
	if err := replaceFile(o.Out, []byte(comment.Markdown(address))); err != nil {
		return fmt.Errorf("--out %w", err)
	}
	return nil
}
