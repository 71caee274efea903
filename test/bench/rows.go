package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"

	"github.com/jouleboard/jouleboard/source"
	"github.com/jouleboard/jouleboard/test/bench/usage"
	"github.com/jouleboard/jouleboard/test/sweep"
)

// large is a sweep of 200,000 runs.
var large = sweep.Size{Models: 400, Tasks: 5, GPUs: 10, Batches: 10}

// rows measures what comes with the number of rows: build, runs and diff of the published data, and of 200,000 runs, reading
// and writing included.
func rows(s *session) error {
	if published := usage.Published("compiled"); published != "sample:" {
		if err := s.all("published", published, published, [5]limits{{1.3, 150}, {0.3, 80}, {0.3, 80}, {1, 200}, {time: 0.5}}); err != nil {
			return err
		}
	}
	base, head := filepath.Join(s.kept, "base"), filepath.Join(s.kept, "head")
	if err := errors.Join(large.Write(base, 1), large.Write(head, 1.1)); err != nil {
		return err
	}
	return s.all("200,000 rows", base, head, [5]limits{{75, 600}, {4, 600}, {4, 300}, {8, 600}, {time: 5}})
}

// all measures each command on one set of rows.
func (s *session) all(name, base, head string, most [5]limits) error {
	return errors.Join(
		s.measure(name+": build", most[0], "build", "--source", base, "--out", filepath.Join(s.dir, "site")),
		s.measure(name+": runs, grouped", most[1], "runs", "--source", base, "--group-by", "task,gpu_model", "--format", "csv"),
		s.measure(name+": runs, all as CSV", most[2], "runs", "--source", base, "--format", "csv"),
		s.measure(name+": diff", most[3], "diff", base, head, "--format", "markdown", "--out", os.DevNull),
		s.change(name+": build, one run changed", base, most[4]),
	)
}

// change measures a build after a change of one run.
func (s *session) change(name, from string, most limits) error {
	ds, err := source.Open(context.Background(), from)
	if err != nil {
		return err
	}
	in, out, runs := filepath.Join(s.dir, "changing"), filepath.Join(s.dir, "site-of-changes"), slices.Collect(ds.LLM().All())
	save := func() error {
		runs[len(runs)/2].P99ITLMillis *= 1.01
		return errors.Join(os.RemoveAll(in), sweep.Save(in, runs))
	}
	build := []string{s.command, "build", "--quiet", "--source", in, "--out", out}
	if _, err := usage.BestAfter(1, save, build...); err != nil { // before it nothing is old
		return err
	}
	best, err := usage.BestAfter(s.runs, save, build...)
	if err != nil {
		return err
	}
	s.say(name, best, most)
	return errors.Join(os.RemoveAll(in), os.RemoveAll(out))
}
