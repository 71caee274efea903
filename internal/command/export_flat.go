package command

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/jouleboard/jouleboard/data/filetree"
	"github.com/jouleboard/jouleboard/data/ipw"
	"github.com/jouleboard/jouleboard/units"
	"github.com/spf13/cobra"
)

type flatOptions struct{ traces, out string }

// flatCommand converts traces to the form that Hugging Face's datasets library reads.
func flatCommand(c *console) *cobra.Command {
	var o flatOptions
	cmd := &cobra.Command{
		Use:  "ipw-flat",
		Args: c.noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return c.exportFlat(cmd.Context(), o) },
	}
	f := cmd.Flags()
	f.StringVar(&o.traces, "traces", "", "`FILE` of traces, one per line")
	f.StringVarP(&o.out, "out", "o", "", "output `DIR`")
	cmd.MarkFlagFilename("traces", "jsonl")
	cmd.MarkFlagDirname("out")
	return cmd
}

// exportFlat converts the traces that the flags name.
func (c *console) exportFlat(ctx context.Context, o flatOptions) error {
	switch {
	case o.traces == "":
		return usagef("--traces is missing: give the file of traces")
	case o.out == "":
		return usagef("--out is missing: give the output directory")
	}
	in, err := filetree.OpenFile(o.traces)
	if err != nil {
		return fmt.Errorf("--traces %w; give a file such as traces.jsonl", err)
	}
	defer in.Close()
	if err := makeEmpty(o.out); err != nil {
		return err
	}
	done, err := ipw.WriteFlat(ctx, in, o.out)
	if err != nil {
		return fmt.Errorf("%s: %w; %s is incomplete, remove it", o.traces, err, o.out)
	}
	for _, p := range done.Faults {
		p.File = o.traces
		c.say("%v", p)
	}
	c.note("%s in %s", units.Counted(done.Rows, "trace"), o.out)
	if len(done.Faults) > 0 {
		return reported{fmt.Errorf("%s left out", units.Counted(len(done.Faults), "line"))}
	}
	return nil
}

// makeEmpty makes a directory, or takes one in which nothing is.
func makeEmpty(dir string) error {
	entries, err := filetree.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return os.MkdirAll(filepath.Clean(dir), 0o755)
	case err != nil:
		return err
	case len(entries) > 0:
		return fmt.Errorf("--out %s: not empty; give a directory that does not exist", dir)
	}
	return nil
}
