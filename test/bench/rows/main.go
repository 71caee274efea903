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
	for _, c := range []struct {
		what string
		most [2]float64
		args []string
	}{
		{"runs, grouped", most.grouped, []string{"runs", "--source", base, "--group-by", "task,gpu_model", "--format", "csv"}},
		{"runs, all as CSV", most.exported, []string{"runs", "--source", base, "--format", "csv"}},
		{"build", most.build, []string{"build", "--quiet", "--source", base, "--out", filepath.Join(m.dir, "site")}},
		{"diff", most.diff, []string{"--quiet", "diff", base, head, "--format", "markdown", "--out", os.DevNull}},
	} {
		u, err := usage.Best(m.runs, append([]string{m.command}, c.args...)...)
		if err != nil {
			return err
		}
		fmt.Printf("%-14s%-18s %7.2f (at most %g), %.2f s of processor, %.0f MB (at most %g)\n",
			name, c.what, u.Wall.Seconds()/m.stick.Seconds(), c.most[0], u.CPU.Seconds(), u.Megabytes(), c.most[1])
	}
	return nil
}
