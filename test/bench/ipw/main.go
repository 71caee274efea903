// Command ipw measures how fast traces of agentic runs are read: seconds, MB/s and
// peak memory beside their limits, and beside cat of the same file. It exits with
// status 1 when a figure is over its limit on a machine that is not busy.
//
// It makes its traces once, 1 GB in the shape of Intelligence Per Watt's, the same
// bytes at each call.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/jouleboard/jouleboard/data/ipw"
	"github.com/jouleboard/jouleboard/test/bench/usage"
)

const (
	least = 300     // MB/s
	most  = 256_000 // kB of memory
)

func main() {
	dir := flag.String("dir", filepath.Join(os.TempDir(), "jouleboard-bench-ipw"), "directory of the traces, kept for the next call")
	runs := flag.Int("runs", 5, "runs; the best counts")
	load := flag.String("load", "", "only load the run in this directory (what is measured)")
	flag.Parse()
	err := error(nil)
	if *load != "" {
		err = loadOnly(*load)
	} else {
		err = bench(*dir, *runs)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench/ipw:", err)
		os.Exit(1)
	}
}

// loadOnly is what is measured.
func loadOnly(dir string) error {
	ds, err := ipw.Open(context.Background(), dir)
	if err != nil {
		return err
	}
	if problems := ds.Problems(); len(problems) > 0 || ds.Len() != 1 {
		return fmt.Errorf("%d runs, problems %v", ds.Len(), problems)
	}
	return nil
}

func bench(dir string, runs int) error {
	file := filepath.Join(dir, "traces.jsonl")
	if err := usage.Once(dir, writeRun); err != nil {
		return err
	}
	entry, err := os.Stat(file)
	if err != nil {
		return err
	}
	cat, err := usage.Best(runs, "cat", file)
	if err != nil {
		return err
	}
	read, err := usage.Best(runs, os.Args[0], "-load", dir)
	if err != nil {
		return err
	}
	speed := float64(entry.Size()) / 1e6 / read.Wall.Seconds()
	fmt.Printf("%.2f GB of traces, best of %d runs on 2 cores, page cache warm\n\n", float64(entry.Size())/1e9, runs)
	fmt.Printf("cat   %6.2f s %6.2f s CPU\nread  %6.2f s %6.2f s CPU  %.0f MB/s (at least %d)  %d MB (at most %d)\n",
		cat.Wall.Seconds(), cat.CPU.Seconds(), read.Wall.Seconds(), read.CPU.Seconds(), speed, least, read.RSS/1000, most/1000)
	switch {
	case read.RSS > most:
		return fmt.Errorf("%d kB of memory, at most %d", read.RSS, most)
	case speed < least && read.CPU < 2*read.Wall*9/10:
		return fmt.Errorf("%.0f MB/s with %.0f %% of two processors: the machine is busy, measure again", speed,
			50*read.CPU.Seconds()/read.Wall.Seconds())
	case speed < least:
		return fmt.Errorf("%.0f MB/s, at least %d", speed, least)
	}
	return nil
}
