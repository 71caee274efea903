// Command history measures a history of a year of nightly sweeps of 2,000 configurations: the size of its file, and time and
// memory of adding a night, of telling the changes, and of a site with all of it. It prints time as a multiple of a
// yardstick of this machine, each figure beside its limit.
package main

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/history"
	"github.com/jouleboard/jouleboard/test/bench/usage"
	"github.com/jouleboard/jouleboard/test/sweep"
)

func main() {
	command := flag.String("command", "bin/jouleboard", "the built command")
	dir := flag.String("dir", filepath.Join(os.TempDir(), "jouleboard-bench-history"), "directory of the histories, kept for the next call")
	usage.Main("bench/history", func() error { return bench(*command, *dir) })
}

const nights = 365

// The most that a year may take: bytes of its file, compressed, and times in yardsticks of 2 s on the slow machine, on which
// adding a night may take 2 s; memory in MB.
const (
	mostBytes  = 2_000_000
	mostMemory = 600
)

func bench(command, dir string) error {
	stick := usage.Yardstick()
	for _, s := range []struct {
		name string
		sweep.Size
	}{
		{"40 models", sweep.Size{Models: 40, Tasks: 2, GPUs: 5, Batches: 5}},
		{"2,000 models", sweep.Size{Models: 2000, Tasks: 1, GPUs: 1, Batches: 1}}, // each is the best of its model, with a latency
	} {
		m := measure{command: command, dir: filepath.Join(dir, s.name), stick: stick, name: s.name}
		if err := usage.Once(m.dir, func(dir string) error { return write(dir, s.Size) }); err != nil {
			return err
		}
		if err := m.all(); err != nil {
			return err
		}
	}
	return nil
}

// write writes a history of all nights but the last, and the results of that one.
func write(dir string, size sweep.Size) error {
	texts, err := content.Load(content.Embedded())
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	var h history.History
	rng, day := rand.New(rand.NewPCG(1, 3)), time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
	for i := range nights {
		runs := make([]data.LLMRun, size.Rows())
		for k := range runs {
			runs[k] = night(rng, sweep.Run(k%size.Models, k/size.Models%size.Tasks, k/size.Models/size.Tasks%size.GPUs, k/size.Models/size.Tasks/size.GPUs))
		}
		if i == nights-1 {
			return errors.Join(save(filepath.Join(dir, "history.jsonl"), h), sweep.Save(filepath.Join(dir, "tonight"), runs))
		}
		ds := data.NewDataset(data.Source{}, data.NewRuns(runs, false).Table)
		h.Add(history.Snapshot{
			Date: day.AddDate(0, 0, i).Format(time.DateOnly), Revision: fmt.Sprintf("night-%d", i), Boards: history.Take(board.ShownIn(ds, texts), h),
		})
	}
	return nil
}

func save(file string, h history.History) error {
	text, err := h.Bytes()
	if err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o644)
}

// night is a run with 3 % noise of energy and of latency.
func night(rng *rand.Rand, r data.LLMRun) data.LLMRun {
	noise := func() float64 { return math.Exp(0.03 * rng.NormFloat64()) }
	energy, pace := noise(), noise()
	r.EnergyPerTokenJoules *= energy
	r.EnergyPerRequestJoules = data.Some(r.EnergyPerRequestJoules.Or(0) * energy)
	r.AvgPowerWatts *= energy / pace
	r.OutputThroughputTokensPerSec /= pace
	for _, latency := range sweep.Latencies(&r) {
		*latency *= pace
	}
	return r
}

type measure struct {
	command, dir, name string
	stick              time.Duration
}

func (m measure) all() error {
	kept, err := os.ReadFile(filepath.Join(m.dir, "history.jsonl"))
	if err != nil {
		return err
	}
	file := filepath.Join(m.dir, "year.jsonl")
	var faults error
	tonight := []string{"--source", filepath.Join(m.dir, "tonight")}
	if err := os.WriteFile(file, kept, 0o644); err != nil {
		return err
	}
	for _, c := range []usage.Measurement{
		{Name: "history --add", Time: 1, Command: slices.Concat([]string{"history", "--add"}, tonight,
			[]string{"--date", "2025-12-31", "--revision", "tonight", file})},
		{Name: "history", Time: 4, Command: []string{"history", "--fail-on", "lasting", file}},
		{Name: "build --history", Time: 40, Command: slices.Concat([]string{"build"}, tonight,
			[]string{"--data-date", "2025-12-31", "--history", file, "--out", filepath.Join(m.dir, "site")})},
	} {
		c.Name, c.Memory, c.Command = m.name+": "+c.Name, mostMemory, append([]string{m.command, "--quiet"}, c.Command...)
		within, err := c.Print(1, m.stick)
		if err != nil {
			return err
		}
		if !within {
			faults = errors.Join(faults, fmt.Errorf("%s takes too much", c.Name))
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	packed := usage.Compressed(text)
	fmt.Printf("%s: file of %d nights   %d bytes, compressed %d (at most %d)\n\n", m.name, nights, len(text), packed, mostBytes)
	if packed > mostBytes {
		faults = errors.Join(faults, fmt.Errorf("%s: the file takes %d bytes, compressed", m.name, packed))
	}
	return faults
}
