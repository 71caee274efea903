package command

import (
	"fmt"
	"io"

	"github.com/jouleboard/jouleboard/data/filetree"
	"github.com/jouleboard/jouleboard/diff"
	"github.com/spf13/cobra"
)

func commentCommand(c *console) *cobra.Command {
	var out, preview string
	cmd := &cobra.Command{
		Use:  "comment REPORT",
		Args: arguments(1, 1, "REPORT, a file written by diff --format json"),
		RunE: func(_ *cobra.Command, args []string) error { return c.comment(args[0], out, preview) },
	}
	cmd.Flags().StringVarP(&out, "out", "o", "", "write to `FILE` instead of standard output")
	cmd.Flags().StringVar(&preview, "preview", "", "link each row to its run in the preview at `URL`")
	cmd.MarkFlagFilename("out")
	return cmd
}

func (c *console) comment(report, out, preview string) error {
	address, err := parseBaseURL(preview)
	if err != nil {
		return usagef("--preview %q: %w", preview, err)
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
	if out == "" {
		_, err = io.WriteString(c.stdout, comment.Markdown(address))
		return err
	}
	if err := replaceFile(out, []byte(comment.Markdown(address))); err != nil {
		return fmt.Errorf("--out %w", err)
	}
	return nil
}
