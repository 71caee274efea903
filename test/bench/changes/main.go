// Command changes simulates comparisons whose truth is known, and prints how often their reports are wrong: the share of
// reports without any change that name one, in each kind of noise, and the share of changes that are named, in the
// situations that occur; each with the standard error of the simulation. It ends with an error where a share is beyond its
// limit by more than chance.
package main

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime/debug"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/diff"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/test/bench/usage"
	"github.com/jouleboard/jouleboard/test/sweep"
)

func main() {
	reports := flag.Int("reports", 200, "simulated reports of each situation")
	seed := flag.Uint64("seed", 1, "seed of the simulation")
	only := flag.String("only", "", "simulate the situations whose line contains this text")
	debug.SetGCPercent(400)
	usage.Main("bench/changes", func() error {
		if *reports < 1 {
			return fmt.Errorf("-reports must be at least 1")
		}
		fmt.Printf("%d reports of each situation: %d models × %d GPU models × %d batch sizes in one task\n\n", *reports, models, gpus, batches)
		failed := 0
		for _, s := range append(unchanged(), changed()...) {
			if !strings.Contains(s.String(), *only) {
				continue
			}
			line, ok := s.line(*reports, *seed)
			if fmt.Println(line); !ok {
				failed++
			}
		}
		if failed > 0 {
			return fmt.Errorf("%d shares are beyond their limit", failed)
		}
		return nil
	})
}

const models, manyModels, gpus, batches = 6, 10, 2, 9

const base, head = "base", "head"

// situation is a comparison of two sides, of which the head differs from the base by a factor in some configurations.
type situation struct {
	noise   noise
	repeats [2]int // runs of a configuration on either side
	what    string // row, model, gpu, task; "" for no change
	factor  float64
	again   string  // what was measured again: all, it (what changed), row, rows (three), model
	least   float64 // share of the reports that should name it
	wide    bool    // ten models instead of six
}

// falseAlarms is the share of reports without a change that may name one.
const falseAlarms = 0.05

// unchanged are situations without a change.
func unchanged() (list []situation) {
	for _, n := range noises {
		for _, s := range []situation{
			{again: "all", repeats: [2]int{1, 1}},
			{again: "all", repeats: [2]int{1, 1}, wide: true},
			{again: "all", repeats: [2]int{3, 3}},
			{again: "all", repeats: [2]int{3, 1}},
			{again: "model", repeats: [2]int{1, 1}},
			{again: "row", repeats: [2]int{1, 1}},
			{again: "rows", repeats: [2]int{1, 1}},
		} {
			s.noise = n
			list = append(list, s)
		}
	}
	return list
}

// changed are situations with a change, at the noise that publishers assume, and in other kinds.
func changed() (list []situation) {
	for _, s := range []situation{
		{what: "row", factor: 1.45, again: "it"},
		{what: "row", factor: 1.45, again: "all"},
		{what: "row", factor: 1.45, again: "all", wide: true},
		{what: "row", factor: 2, again: "all"},
		{what: "model", factor: 1.2, again: "it"},
		{what: "model", factor: 1.2, again: "all"},
		{what: "gpu", factor: 1.15, again: "all"},
		{what: "task", factor: 1.15, again: "all"},
	} {
		for _, repeats := range []int{1, 2, 3, 5} {
			if s.noise, s.repeats, s.least = noises[1], [2]int{repeats, repeats}, 0; s.what == "task" {
				s.least = 0.9
			}
			list = append(list, s)
		}
		for _, i := range []int{0, 2, 4, 6} { // lognormal 3%, uniform, uneven, shared by model
			if s.noise, s.repeats, s.least = noises[i], [2]int{1, 1}, 0; s.again == "it" && i < 4 || s.what == "task" && i < 4 || s.wide && i == 0 {
				s.least = 0.9
			}
			list = append(list, s)
		}
	}
	return list
}

func (s situation) String() string {
	change := "no change"
	if s.what != "" {
		change = fmt.Sprintf("%-5s %+4.0f%%", s.what, 100*(s.factor-1))
	}
	again := s.again
	if s.wide {
		again += fmt.Sprintf(" %d", manyModels*gpus*batches)
	}
	return fmt.Sprintf("%-24s %d → %d runs, %-11s again: %-7s", s.noise.name, s.repeats[0], s.repeats[1], change+",", again)
}

// line is a situation with the share of its reports that are wrong, or that name its change; ok is false for one beyond its
// limit by more than three standard errors.
func (s situation) line(reports int, seed uint64) (text string, ok bool) {
	random := rand.New(rand.NewPCG(seed, 2))
	named, wrong, board := 0, 0, 0
	for range reports {
		r := s.report(random)
		right, other := s.said(&r)
		named, wrong = named+lists.One(right), wrong+lists.One(other)
		board += lists.One(len(r.Boards) > 0)
	}
	share := func(n int) float64 { return float64(n) / float64(reports) }
	percent := func(n int) string {
		return fmt.Sprintf("%5.1f ± %.1f%%", 100*share(n), 100*deviation(share(n), reports))
	}
	if s.what == "" {
		return fmt.Sprintf("%s: %s name a change, %s one of a board", s, percent(wrong), percent(board)),
			share(wrong) <= falseAlarms+3*deviation(falseAlarms, reports)
	}
	text = fmt.Sprintf("%s: %s named, %s name another", s, percent(named), percent(wrong))
	if s.least > 0 {
		text += fmt.Sprintf(" (named in at least %g%%)", 100*s.least)
	}
	return text, share(named) >= s.least-3*deviation(s.least, reports)
}

// deviation is the standard error of a share of so many reports.
func deviation(share float64, reports int) float64 {
	return math.Sqrt(share * (1 - share) / float64(reports))
}

const changedName = "Changed"

// said reports whether a report names the change, and whether it names another.
func (s situation) said(r *diff.Report) (right, wrong bool) {
	for _, c := range r.Of(diff.Changed) {
		if c.Name == changedName {
			right = true
		} else {
			wrong = true
		}
	}
	changed := lists.By(r.Changes, func(c diff.Change) (string, bool) { return c.ID, c.Name == changedName })
	for _, g := range r.Together {
		n := lists.Sum(g.IDs, func(id string) int { return lists.One(changed[id]) })
		if 2*n > len(g.IDs) {
			right = true
		} else {
			wrong = true
		}
	}
	return right, wrong
}

// in reports whether a configuration is of those that are meant.
func in(what string, model, gpu, batch int) bool {
	switch what {
	case "row":
		return model == 0 && gpu == 0 && batch == 4
	case "rows":
		return model == 0 && gpu == 0 && batch < 3
	case "model":
		return model == 0
	case "gpu":
		return gpu == 0
	}
	return what == "task" || what == "all"
}

// report compares two sides.
func (s situation) report(random *rand.Rand) diff.Report {
	sides, e := map[string][]data.LLMRun{}, s.noise.start(random)
	again := s.again
	if again == "it" {
		again = s.what
	}
	models := models
	if s.wide {
		models = manyModels
	}
	for model := range models {
		for gpu := range gpus {
			for batch := range batches {
				r := sweep.Run(model, 0, gpu, batch)
				changes, sd := in(s.what, model, gpu, batch), s.noise.sd(random, batch)
				if changes {
					r.Nickname = changedName
				}
				for i, side := range []string{base, head} {
					if side == head && !in(again, model, gpu, batch) {
						n := len(sides[base])
						sides[head] = append(sides[head], sides[base][n-s.repeats[0]:]...)
						continue
					}
					for range s.repeats[i] {
						run := r
						if side == head && changes {
							scaled(&run, s.factor)
						}
						e.vary(&run, side, sd, e.inCommon(side, model, gpu, batch))
						sides[side] = append(sides[side], run)
					}
				}
			}
		}
	}
	return diff.Compare(sideOf(sides[base]), sideOf(sides[head]), diff.Options{})
}

func sideOf(runs []data.LLMRun) diff.Side {
	return diff.Side{Data: data.NewDataset(data.Source{}, data.NewRuns(runs, false).Table)}
}
