// Command changes simulates comparisons whose truth is known, and prints how often their reports are wrong: the share of
// reports without any change that name one, in each kind of noise, and the share of changes that are named, in the
// situations that occur.
package main

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/diff"
	"github.com/jouleboard/jouleboard/test/sweep"
)

func main() {
	reports := flag.Int("reports", 400, "simulated reports of each situation")
	flag.Parse()
	if *reports < 1 {
		fmt.Fprintln(os.Stderr, "bench/changes: -reports must be at least 1")
		os.Exit(2)
	}
	fmt.Printf("%d reports of each situation: %d models × %d GPU models × %d batch sizes in one task\n\n", *reports, models, gpus, batches)
	for _, n := range noises {
		for _, repeats := range []int{1, 3} {
			for _, again := range []again{all, none} {
				fmt.Println(situation{noise: n, repeats: repeats, again: again}.line(*reports, 0.05))
			}
		}
	}
	fmt.Println()
	for _, s := range situations() {
		fmt.Println(s.line(*reports, s.least))
	}
}

const models, gpus, batches = 6, 2, 9

// noise is how values of one configuration vary between runs, on a log scale.
type noise struct {
	name   string
	run    func(random *rand.Rand, sd float64) float64 // the error of a run, given the standard deviation of its configuration
	sd     func(random *rand.Rand) float64             // of a configuration
	shared string                                      // whose runs of one side have an error in common: gpu, model, server
}

const sharedError = 0.03

func normal(random *rand.Rand, sd float64) float64 { return sd * random.NormFloat64() }

// heavy is Student's distribution with three degrees of freedom.
func heavy(random *rand.Rand, sd float64) float64 {
	chi := 0.0
	for range 3 {
		x := random.NormFloat64()
		chi += x * x
	}
	return sd * random.NormFloat64() / math.Sqrt(chi/3)
}

func flat(random *rand.Rand, sd float64) float64 { return sd * math.Sqrt(3) * (2*random.Float64() - 1) }

func constant(sd float64) func(*rand.Rand) float64 { return func(*rand.Rand) float64 { return sd } }

func uneven(random *rand.Rand) float64 { return 0.03 * math.Exp(0.8*random.NormFloat64()) }

var noises = []noise{
	{"lognormal, 3%", normal, constant(0.03), ""},
	{"lognormal, 8%", normal, constant(0.08), ""},
	{"uniform, 5%", flat, constant(0.05), ""},
	{"heavy tails, 3%", heavy, constant(0.03), ""},
	{"uneven, 3% × e^0.8z", normal, uneven, ""},
	{"3%, shared by GPU", normal, constant(0.03), "gpu"},
	{"3%, shared by model", normal, constant(0.03), "model"},
	{"3%, shared by server", normal, constant(0.03), "server"},
}

// again is what was measured again: everything, or what changed.
type again string

const (
	all  again = "all"
	only again = "only it"
	none again = "one model, unchanged"
)

// situation is a comparison of two sides, of which the head differs from the base by a factor in some configurations.
type situation struct {
	noise   noise
	repeats int
	again   again
	what    string // row, model, gpu, task; "" for no change
	factor  float64
	least   float64 // share of the reports that should name it
}

func situations() (list []situation) {
	usual := noises[1]
	for _, s := range []situation{
		{what: "row", factor: 1.45, again: only},
		{what: "row", factor: 1.45, again: all},
		{what: "row", factor: 2, again: all},
		{what: "model", factor: 1.2, again: only},
		{what: "model", factor: 1.2, again: all},
		{what: "model", factor: 1.45, again: all},
		{what: "gpu", factor: 1.15, again: all},
		{what: "task", factor: 1.15, again: all, least: 0.9},
		{what: "task", factor: 1.2, again: all, least: 0.9},
	} {
		for _, repeats := range []int{1, 2, 3, 5} {
			s.noise, s.repeats = usual, repeats
			if repeats > 1 {
				s.least = 0
			}
			list = append(list, s)
		}
		for _, n := range []noise{noises[0], noises[4], noises[6]} {
			if s.noise, s.repeats, s.least = n, 1, 0; s.what == "row" && s.again == only && n.name == noises[0].name {
				s.least = 0.9 // by chance alone, two runs that vary by 8% hide it in one comparison of three
			}
			list = append(list, s)
		}
	}
	return list
}

// line is a situation with the share of its reports that are wrong, or that name its change.
func (s situation) line(reports int, limit float64) string {
	random := rand.New(rand.NewPCG(1, 2))
	named, wrong, board := 0, 0, 0
	for range reports {
		r := s.report(random)
		right, other := s.said(&r)
		if right {
			named++
		}
		if other {
			wrong++
		}
		if len(r.Boards) > 0 {
			board++
		}
	}
	share := func(n int) float64 { return 100 * float64(n) / float64(reports) }
	text := fmt.Sprintf("%-22s %d a side", s.noise.name, s.repeats)
	if s.what == "" {
		return fmt.Sprintf("%s, again: %-21s %5.1f%% of reports name a change (at most %g), %5.1f%% a change of a board", text, s.again, share(wrong), 100*limit, share(board))
	}
	text = fmt.Sprintf("%s, %s %+.0f%%, again: %s", text, s.what, 100*(s.factor-1), s.again)
	text = fmt.Sprintf("%-62s %5.1f%% named", text, share(named))
	if limit > 0 {
		text += fmt.Sprintf(" (at least %g)", 100*limit)
	}
	return text + fmt.Sprintf(", %5.1f%% of reports name another", share(wrong))
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
	changed := map[string]bool{}
	for _, c := range r.Changes {
		changed[c.ID] = c.Name == changedName
	}
	for _, g := range r.Together {
		n := 0
		for _, id := range g.IDs {
			if changed[id] {
				n++
			}
		}
		if 2*n > len(g.IDs) {
			right = true
		} else {
			wrong = true
		}
	}
	return right, wrong
}

// changes reports whether a configuration is of those that change.
func (s situation) changes(model, gpu, batch int) bool {
	switch s.what {
	case "row":
		return model == 0 && gpu == 0 && batch == 4
	case "model":
		return model == 0
	case "gpu":
		return gpu == 0
	}
	return s.what == "task"
}

// report compares two sides.
func (s situation) report(random *rand.Rand) diff.Report {
	var base, head []data.LLMRun
	errors := map[string]float64{}
	common := func(side string, model, gpu int) float64 {
		key := map[string]string{"gpu": fmt.Sprint(side, gpu), "model": fmt.Sprint(side, model), "server": side, "": ""}[s.noise.shared]
		if _, known := errors[key]; !known && key != "" {
			errors[key] = sharedError * random.NormFloat64()
		}
		return errors[key]
	}
	for model := range models {
		for gpu := range gpus {
			for batch := range batches {
				r := sweep.Run(model, 0, gpu, batch)
				changes, sd := s.changes(model, gpu, batch), s.noise.sd(random)
				if changes {
					r.Nickname = changedName
				}
				for range s.repeats {
					before := r
					s.vary(random, &before, sd, common("base", model, gpu))
					base = append(base, before)
					if s.again == only && !changes || s.again == none && model > 0 {
						head = append(head, before)
						continue
					}
					after := r
					if changes {
						scaled(&after, s.factor)
					}
					s.vary(random, &after, sd, common("head", model, gpu))
					head = append(head, after)
				}
			}
		}
	}
	return diff.Compare(side(base), side(head), diff.Options{})
}

func side(runs []data.LLMRun) diff.Side {
	return diff.Side{Data: data.NewDataset(data.Source{}, data.NewRuns(runs, false).Table)}
}

// scaled multiplies energy and power.
func scaled(r *data.LLMRun, factor float64) {
	r.EnergyPerTokenJoules *= factor
	r.EnergyPerRequestJoules = data.Some(r.EnergyPerRequestJoules.Or(0) * factor)
	r.AvgPowerWatts *= factor
}

// vary adds the errors of one run: of its energy, which its power shares, of its pace, and of the length of its answers.
func (s situation) vary(random *rand.Rand, r *data.LLMRun, sd, common float64) {
	error := func() float64 { return math.Exp(s.noise.run(random, sd)) }
	energy, pace, length := error()*math.Exp(common), error(), error()
	scaled(r, energy)
	r.AvgPowerWatts /= pace
	r.OutputThroughputTokensPerSec /= pace
	r.EnergyPerRequestJoules = data.Some(r.EnergyPerRequestJoules.Or(0) * length)
	r.AvgOutputLen = data.Some(r.AvgOutputLen.Or(0) * length)
	for _, latency := range []*float64{&r.MedianITLMillis, &r.P50ITLMillis, &r.P90ITLMillis, &r.P95ITLMillis, &r.P99ITLMillis} {
		*latency *= pace
	}
}
