package main

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/history"
	"github.com/jouleboard/jouleboard/test/bench/usage"
	"github.com/jouleboard/jouleboard/test/sweep"
)

const nights = 365

// mostBytes of a file of a year, compressed, and the most memory in MB that its commands may take
const (
	mostBytes  = 2_000_000
	mostMemory = 850
)

// histories measures histories of a year of nightly sweeps of 2,000 configurations: the size of the file, and time and memory
// of adding a night, of telling the changes, and of a site with all of it.
func histories(s *session) error {
	for name, size := range map[string]sweep.Size{
		"40 models":    {Models: 40, Tasks: 2, GPUs: 5, Batches: 5},
		"2,000 models": {Models: 2000, Tasks: 1, GPUs: 1, Batches: 1}, // each is the best of its model, with a latency
	} {
		dir := filepath.Join(s.kept, "history, "+name)
		if err := usage.Once(dir, func(dir string) error { return write(dir, size) }); err != nil {
			return err
		}
		if err := s.history(name, dir); err != nil {
			return err
		}
	}
	return nil
}

// history measures what there is of one, of which all but the last night are in the file: that is added at each run.
func (s *session) history(name, dir string) error {
	kept, err := os.ReadFile(filepath.Join(dir, "history.jsonl"))
	if err != nil {
		return err
	}
	file, tonight := filepath.Join(s.dir, "year.jsonl"), filepath.Join(dir, "tonight")
	added, err := usage.BestAfter(s.runs, func() error { return os.WriteFile(file, kept, 0o644) },
		s.command, "--quiet", "history", "--add", "--source", tonight, "--date", "2025-12-31", "--revision", "tonight", file)
	if err != nil {
		return err
	}
	s.say(name+": history --add", added, limits{3.5, mostMemory})
	err = errors.Join(
		s.measure(name+": history", limits{8, mostMemory}, "history", "--fail-on", "lasting", file),
		s.measure(name+": build --history", limits{40, mostMemory}, "build", "--source", tonight, "--data-date", "2025-12-31", "--history", file,
			"--out", filepath.Join(s.dir, "site-of-"+name)),
	)
	text, unread := os.ReadFile(file)
	packed := usage.Compressed(text)
	if row(name+": file of a year, compressed", float64(packed), mostBytes, "B"); packed > mostBytes {
		s.beyond = append(s.beyond, name+": file")
	}
	return errors.Join(err, unread)
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
			return errors.Join(saveHistory(filepath.Join(dir, "history.jsonl"), h), sweep.Save(filepath.Join(dir, "tonight"), runs))
		}
		ds := data.NewDataset(data.Source{}, data.NewRuns(runs, false).Table)
		h.Add(history.Snapshot{
			Date: day.AddDate(0, 0, i).Format(time.DateOnly), Revision: fmt.Sprintf("night-%d", i), Boards: history.Take(board.ShownIn(ds, texts)),
		})
	}
	return nil
}

func saveHistory(file string, h history.History) error {
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
