// Command rows measures what comes with the number of rows: build, runs and diff of the
// published data of the ML.ENERGY leaderboard, and of 200,000 runs. It prints time as a
// multiple of a yardstick of this machine, and memory, each beside its limit, reading and
// writing included.
//
// The published data are taken from $JOULEBOARD_SHARED or ../shared; without them
// only the large set is measured. Its runs are made once and kept.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/jouleboard/jouleboard/test/bench/usage"
	"github.com/jouleboard/jouleboard/test/sweep"
)

func main() {
	command := flag.String("command", "bin/jouleboard", "the built command")
	dir := flag.String("dir", filepath.Join(os.TempDir(), "jouleboard-bench-rows"), "directory of the runs, kept for the next call")
	runs := flag.Int("runs", 3, "runs of each kind; the best counts")
	usage.Main("bench/rows", func() error { return bench(*command, *dir, *runs) })
}

// limits are the most that commands may take of a set of rows: time in yardsticks, memory
// in MB.
type limits struct{ build, grouped, exported, diff [2]float64 }

// large is a sweep of 200,000 runs.
var large = sweep.Size{Models: 400, Tasks: 5, GPUs: 10, Batches: 10}

func bench(command, dir string, runs int) error {
	fmt.Printf("best of %d runs on 2 cores; times as multiples of the yardstick\n\n", runs)
	m := measure{command: command, dir: dir, runs: runs, stick: usage.Yardstick()}
	if source := usage.Published("compiled"); source != "sample:" {
		most := limits{build: [2]float64{1.3, 150}, grouped: [2]float64{0.3, 80}, exported: [2]float64{0.3, 80}, diff: [2]float64{1, 200}}
		if err := errors.Join(m.all("published", source, source, most), m.change("published", source, 0.5)); err != nil {
			return err
		}
	}
	base, head := filepath.Join(dir, "base"), filepath.Join(dir, "head")
	if err := large.Write(base, 1); err != nil {
		return err
	}
	if err := large.Write(head, 1.1); err != nil {
		return err
	}
	most := limits{build: [2]float64{75, 600}, grouped: [2]float64{4, 600}, exported: [2]float64{4, 300}, diff: [2]float64{8, 600}}
	if err := errors.Join(m.all("200,000 rows", base, head, most), m.change("200,000 rows", base, 5)); err != nil {
		return err
	}
	return m.models()
}

type measure struct {
	command, dir string
	runs         int
	stick        time.Duration
}

// all measures each command on one set of rows.
func (m measure) all(name, base, head string, most limits) error {
	return errors.Join(
		m.one(name+": runs, grouped", most.grouped, "runs", "--source", base, "--group-by", "task,gpu_model", "--format", "csv"),
		m.one(name+": runs, all as CSV", most.exported, "runs", "--source", base, "--format", "csv"),
		m.one(name+": build", most.build, "build", "--quiet", "--source", base, "--out", filepath.Join(m.dir, "site")),
		m.one(name+": diff", most.diff, "--quiet", "diff", base, head, "--format", "markdown", "--out", os.DevNull),
	)
}

// one measures a command.
func (m measure) one(name string, most [2]float64, args ...string) error {
	_, err := usage.Measurement{Name: name, Time: most[0], Memory: most[1], Command: append([]string{m.command}, args...)}.Print(m.runs, m.stick)
	return err
}
