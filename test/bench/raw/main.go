// Command raw measures how fast raw benchmark results are read: seconds, GB/s and
// peak memory beside cat of the same files. It judges nothing, since machines
// differ.
//
// It makes its corpus once, 2.45 GB in the shape of the ML.ENERGY benchmark's
// files, the same bytes at each call; and one file of 1 GB on a single line.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
	"github.com/jouleboard/jouleboard/test/bench/usage"
)

func main() {
	dir := flag.String("dir", filepath.Join(os.TempDir(), "jouleboard-bench-raw"), "directory of the corpora, kept for the next call")
	runs := flag.Int("runs", 5, "runs of each kind; the best counts")
	load := flag.String("load", "", "only load the runs below this directory (what is measured)")
	fast := flag.Bool("fast", false, "with -load: do not validate files as a whole")
	flag.Parse()
	err := error(nil)
	if *load != "" {
		err = loadOnly(*load, *fast)
	} else {
		err = bench(*dir, *runs)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench/raw:", err)
		os.Exit(1)
	}
}

// loadOnly is what is measured: every field of every run derived.
func loadOnly(dir string, fast bool) error {
	c, err := raw.Open(context.Background(), []string{dir}, raw.Options{Fast: fast})
	if err != nil {
		return err
	}
	if problems := c.Dataset.Problems(); len(problems) > 0 {
		return fmt.Errorf("%d problems, the first: %w", len(problems), problems[0])
	}
	if c.Dataset.Len() != len(c.Files) || c.Dataset.Len() == 0 {
		return fmt.Errorf("%d runs of %d files", c.Dataset.Len(), len(c.Files))
	}
	return nil
}

// bench makes what is missing and prints the figures.
func bench(dir string, runs int) error {
	grid, line := filepath.Join(dir, "grid"), filepath.Join(dir, "line")
	if err := usage.Once(grid, writeGrid); err != nil {
		return err
	}
	if err := usage.Once(line, writeLine); err != nil {
		return err
	}
	if err := table(grid, runs); err != nil {
		return err
	}
	u, err := usage.Best(runs, self("-load", line)...)
	if err != nil {
		return err
	}
	row("one file of 1 GB on a single line", u, 0)
	fmt.Println("\npeak memory: at most 250 MB")
	return nil
}
