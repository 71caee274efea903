package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/jouleboard/jouleboard/source"
	"github.com/jouleboard/jouleboard/test/bench/usage"
	"github.com/jouleboard/jouleboard/test/sweep"
)

// change measures a build after a change of one run, at most so many yardsticks.
func (m measure) change(name, from string, most float64) error {
	ds, err := source.Open(context.Background(), from)
	if err != nil {
		return err
	}
	in, out, runs := filepath.Join(m.dir, "changing"), filepath.Join(m.dir, "site-of-changes"), slices.Collect(ds.LLM().All())
	build := func() (usage.Usage, error) {
		runs[len(runs)/2].P99ITLMillis *= 1.01
		err := errors.Join(os.RemoveAll(in), sweep.Save(in, runs))
		if err != nil {
			return usage.Usage{}, err
		}
		return usage.Best(1, m.command, "build", "--quiet", "--source", in, "--out", out)
	}
	if _, err := build(); err != nil {
		return err
	}
	var best usage.Usage
	for range m.runs {
		u, err := build()
		if err != nil {
			return err
		}
		best = best.And(u)
	}
	fmt.Printf("%-14s%-18s %7.2f (at most %g), %.2f yardsticks of processor, %.0f MB\n", name, "one run changed",
		best.Wall.Seconds()/m.stick.Seconds(), most, best.CPU.Seconds()/m.stick.Seconds(), best.Megabytes())
	return errors.Join(os.RemoveAll(in), os.RemoveAll(out))
}
