package main

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/ipw"
	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/test/bench/usage"
)

// corpus is files that are made once and read.
type corpus struct {
	name  string
	write func(dir string) error
	load  func(dir string, fast bool) error
	modes []string
	most  float64 // MB of memory
	speed string  // its limits
}

const whole, fast = "validated as a whole", "fast mode"

var corpora = []corpus{
	{"grid", writeGrid, loadRaw, []string{whole, fast}, 250, "at most 5.3 and 4.4 times as long as cat"},
	{"line", writeLine, loadRaw, []string{whole}, 250, "of any duration"},
	{"traces", writeTraces, loadTraces, []string{whole}, 256, "at least 0.3 GB/s"},
}

// reading measures how fast raw results and traces are read: seconds, GB/s and peak memory beside cat of the same files. The
// corpora are made once, the same bytes at each call: 2.45 GB in the shape of the ML.ENERGY benchmark's files, one file of
// 1 GB on a single line, and 1 GB of traces in the shape of Intelligence Per Watt's.
func reading(s *session) error {
	for _, c := range corpora {
		if err := s.read(c); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
	}
	return nil
}

// load reads a corpus in a directory, in fast mode or not.
func load(args []string) error {
	c, _ := lists.Find(corpora, func(c corpus) bool { return c.name == args[0] })
	return c.load(args[1], args[2] == fast)
}

// read makes what is missing and prints the figures.
func (s *session) read(c corpus) error {
	at := filepath.Join(s.kept, c.name)
	if err := usage.Once(at, c.write); err != nil {
		return err
	}
	files, bytes, err := filesOf(at)
	if err != nil {
		return err
	}
	fmt.Printf("%s: %d files, %.2f GB, page cache warm\n", c.name, len(files), float64(bytes)/1e9)
	cat, err := usage.Best(s.runs, append([]string{"cat"}, files...)...)
	if err != nil {
		return err
	}
	cat.Print("cat", bytes)
	for _, mode := range c.modes {
		read, err := usage.Best(s.runs, part("load", c.name, at, mode)...)
		if err != nil {
			return err
		}
		if read.Print(mode, bytes); read.Megabytes() > c.most {
			s.beyond = append(s.beyond, c.name+", "+mode)
		}
	}
	fmt.Printf("%s, at most %g MB\n\n", c.speed, c.most)
	return nil
}

// filesOf are the files that a load reads, and their size.
func filesOf(root string) (files []string, bytes int64, err error) {
	err = filepath.WalkDir(root, func(file string, e fs.DirEntry, err error) error {
		if err != nil || !strings.HasPrefix(filepath.Ext(file), ".json") {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		files, bytes = append(files, file), bytes+info.Size()
		return nil
	})
	return files, bytes, err
}

// loadRaw derives every field of every run.
func loadRaw(dir string, fast bool) error {
	c, err := raw.Open(context.Background(), []string{dir}, raw.Options{Fast: fast})
	if err != nil {
		return err
	}
	return expect(c.Dataset, len(c.Files))
}

// loadTraces reads one run.
func loadTraces(dir string, _ bool) error {
	ds, err := ipw.Open(context.Background(), dir)
	if err != nil {
		return err
	}
	return expect(ds, 1)
}

// expect refuses a dataset of another size, or with problems.
func expect(ds data.Dataset, runs int) error {
	if problems := ds.Problems(); len(problems) > 0 || ds.Len() != runs || runs == 0 {
		return fmt.Errorf("%d runs of %d, problems %v", ds.Len(), runs, problems[:min(len(problems), 1)])
	}
	return nil
}
