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
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"github.com/jouleboard/jouleboard/data/ipw"
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
	if err := once(dir); err != nil {
		return err
	}
	entry, err := os.Stat(file)
	if err != nil {
		return err
	}
	cat, err := measure(runs, "cat", file)
	if err != nil {
		return err
	}
	read, err := measure(runs, os.Args[0], "-load", dir)
	if err != nil {
		return err
	}
	speed := float64(entry.Size()) / 1e6 / read.wall.Seconds()
	fmt.Printf("%.2f GB of traces, best of %d runs on 2 cores, page cache warm\n\n", float64(entry.Size())/1e9, runs)
	fmt.Printf("cat   %6.2f s %6.2f s CPU\nread  %6.2f s %6.2f s CPU  %.0f MB/s (at least %d)  %d MB (at most %d)\n",
		cat.wall.Seconds(), cat.cpu.Seconds(), read.wall.Seconds(), read.cpu.Seconds(), speed, least, read.rss/1000, most/1000)
	switch {
	case read.rss > most:
		return fmt.Errorf("%d kB of memory, at most %d", read.rss, most)
	case speed < least && read.cpu < 2*read.wall*9/10:
		return fmt.Errorf("%.0f MB/s with %.0f %% of two processors: the machine is busy, measure again", speed, 50*read.cpu.Seconds()/read.wall.Seconds())
	case speed < least:
		return fmt.Errorf("%.0f MB/s, at least %d", speed, least)
	}
	return nil
}

// once makes the traces unless they are there; a half-made directory has another name.
func once(dir string) error {
	if _, err := os.Stat(dir); err == nil {
		return nil
	}
	fmt.Fprintf(os.Stderr, "making %s\n", dir)
	half := dir + ".half"
	if err := os.RemoveAll(half); err != nil {
		return err
	}
	if err := writeRun(half); err != nil {
		return err
	}
	return os.Rename(half, dir)
}

// usage is what a command took: the least of the runs, and the most memory.
type usage struct {
	wall, cpu time.Duration
	rss       int64 // kB
}

// measure runs a command so many times.
func measure(runs int, args ...string) (best usage, err error) {
	for i := range runs {
		c := exec.Command(args[0], args[1:]...)
		c.Stderr = os.Stderr
		c.Env = append(os.Environ(), "GOMAXPROCS=2")
		begin := time.Now()
		if err := c.Run(); err != nil {
			return best, fmt.Errorf("%s: %w", args[0], err)
		}
		if wall := time.Since(begin); i == 0 || wall < best.wall {
			best.wall = wall
		}
		if cpu := c.ProcessState.UserTime() + c.ProcessState.SystemTime(); i == 0 || cpu < best.cpu {
			best.cpu = cpu
		}
		if r, ok := c.ProcessState.SysUsage().(*syscall.Rusage); ok {
			best.rss = max(best.rss, r.Maxrss)
		}
	}
	return best, nil
}
