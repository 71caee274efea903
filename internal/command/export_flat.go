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
)

// flatOptions say which traces are converted to the form that Hugging Face's datasets library reads.
type flatOptions struct {
	Traces string `flag:"traces" help:"{FILE} of traces, one per line" files:"jsonl"`
	Out    string `flag:"out,o" help:"output {DIR}"`
}

// exportFlat converts the traces that the flags name.
func (c *console) exportFlat(ctx context.Context, o flatOptions) error {
	switch {
	case o.Traces == "":
		return usagef("--traces is missing: give the file of traces")
	case o.Out == "":
		return usagef("--out is missing: give the output directory")
	}
	in, err := filetree.OpenFile(o.Traces)
	if err != nil {
		return fmt.Errorf("--traces %w; give a file such as traces.jsonl", err)
	}
	defer in.Close()
	if err := makeEmpty(o.Out); err != nil {
		return err
	}
	done, err := ipw.WriteFlat(ctx, in, o.Out)
	if err != nil {
		return fmt.Errorf("%s: %w; %s is incomplete, remove it", o.Traces, err, o.Out)
	}
	for _, p := range done.Faults {
		p.File = o.Traces
		c.say("%v", p)
	}
	c.note("%s in %s", units.Counted(done.Rows, "trace"), o.Out)
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
