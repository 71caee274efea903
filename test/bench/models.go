package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/jouleboard/jouleboard/test/bench/usage"
	"github.com/jouleboard/jouleboard/test/sweep"
)

// mostOfPage is what a page of them may take, in ms.
const mostOfPage = 2

// writeModels writes one run for each of n models, in an order that no column has.
func writeModels(dir string, n int, energy func(i int) float64) error {
	if err := usage.Write(filepath.Join(dir, "benchmark.yaml"), sweep.Declaration); err != nil {
		return err
	}
	file, err := os.Create(filepath.Join(dir, "runs.csv"))
	if err != nil {
		return err
	}
	defer file.Close()
	w := bufio.NewWriter(file)
	fmt.Fprintln(w, "model,energy")
	for k := range n {
		i := k * 7919 % n // 7919 is a prime, so that each i occurs once
		fmt.Fprintf(w, "lab/m%d,%g\n", i, energy(i))
	}
	return w.Flush()
}

// manyModels measures boards of 100,000 models, all tied and all different, and a site of 20,000.
func manyModels(s *session) error {
	different := func(i int) float64 { return 1 + float64(i) }
	for name, energy := range map[string]func(int) float64{"tied": func(int) float64 { return 1 }, "different": different} {
		dir := filepath.Join(s.kept, "models-"+name)
		if err := usage.Once(dir, func(dir string) error { return writeModels(dir, 100_000, energy) }); err != nil {
			return err
		}
		err := errors.Join(
			s.measure("100,000 models, "+name+": check", limits{5, 500}, "check", "--source", dir),
			s.measure("100,000 models, "+name+": rank", limits{5, 500}, "rank", "--source", dir, "--task", "t-all"),
		)
		if err != nil {
			return err
		}
	}
	dir, out := filepath.Join(s.kept, "models-site"), filepath.Join(s.dir, "site-of-models")
	if err := usage.Once(dir, func(dir string) error { return writeModels(dir, 20_000, different) }); err != nil {
		return err
	}
	u, err := usage.Best(1, s.command, "build", "--quiet", "--source", dir, "--out", out)
	if err != nil {
		return err
	}
	pages := 0
	err = filepath.WalkDir(out, func(_ string, e os.DirEntry, err error) error {
		if err == nil && e.Name() == "index.html" {
			pages++
		}
		return err
	})
	row("20,000 models: build of each page", 1000*u.Wall.Seconds()/float64(pages), mostOfPage, "ms")
	row("20,000 models: build of each page, processor", 1000*u.CPU.Seconds()/float64(pages), 0, "ms")
	row("20,000 models: build, most memory", u.Megabytes(), 0, "MB")
	return err
}
