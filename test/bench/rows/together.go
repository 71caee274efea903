package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/diff"
	"github.com/jouleboard/jouleboard/test/sweep"
)

// campaign is a comparison of models with nine configurations each, run once a side with a
// noise of 8 %. All runs of a side share an error, either all of one model or all there are.
type campaign struct {
	models, fallen int     // the fallen need less energy in each configuration
	factor         float64 // by which they fall
	oneHost        bool    // the error is that of all models
	others         bool    // the others were not measured again
	least          float64 // share of the fallen that should be found
}

const (
	sharedError = 0.05
	own         = 0.0624 // noise of each run by itself: 8 % together
)

var campaigns = []campaign{
	{models: 40},
	{models: 40, oneHost: true},
	{models: 40, fallen: 1, factor: 0.7, least: 0.8},
	{models: 40, fallen: 1, factor: 0.7, oneHost: true, least: 0.8},
	{models: 40, fallen: 1, factor: 0.7, others: true, least: 0.95},
	{models: 40, fallen: 1, factor: 0.8, others: true, least: 0.5},
	{models: 40, fallen: 10, factor: 0.7, least: 0.95},
}

// campaignRates prints how many models are falsely said to have changed together, and of
// those that have, how many are found: by single configurations or together.
func campaignRates(reports int) {
	fmt.Printf("\n%d reports of models with nine configurations, noise 8 %%, of it %g %% shared by the runs of a side\n", reports,
		100*sharedError)
	for _, c := range campaigns {
		found, wrong, falseShare := c.count(reports)
		line := fmt.Sprintf("%d models, %d at × %g, one host %t, the others new %t:", c.models, c.fallen, c.factor, c.oneHost, !c.others)
		line = fmt.Sprintf("%-62s%5.2f %% falsely changed (at most 5), %4.1f %% of changes false (at most 5)", line, 100*wrong, 100*falseShare)
		if c.fallen > 0 {
			line += fmt.Sprintf(", %5.1f %% found (at least %g)", 100*found, 100*c.least)
		}
		fmt.Println(line)
	}
}

func (c campaign) count(reports int) (found, wrong, falseShare float64) {
	random := rand.New(rand.NewPCG(3, 4))
	for range reports {
		base := c.side(random, nil)
		r := diff.Compare(side(base), side(c.side(random, base)), diff.Options{Content: content.Content{}})
		said, other := map[string]bool{}, 0.0
		for _, change := range r.Of(diff.Changed) {
			said[change.Name] = true
		}
		for _, g := range r.Together {
			said[g.Name] = true
			if !strings.HasPrefix(g.Name, grownName) {
				other++
			}
		}
		right := 0.0
		for name := range said {
			if strings.HasPrefix(name, grownName) {
				right++
			}
		}
		found += right
		wrong += other
		falseShare += other / max(right+other, 1)
	}
	n := float64(reports)
	return found / (n * max(float64(c.fallen), 1)), wrong / (n * float64(c.models-c.fallen)), falseShare / n
}

func side(runs []data.LLMRun) diff.Side {
	return diff.Side{Data: data.NewDataset(data.Source{}, data.NewRuns(runs, false).Table)}
}

// side makes the runs of one side: of the head where there is a base.
func (c campaign) side(random *rand.Rand, base []data.LLMRun) (runs []data.LLMRun) {
	deviate := func(by float64) float64 { return math.Exp(by * random.NormFloat64()) }
	host := deviate(sharedError)
	for i := range c.models {
		if !c.oneHost {
			host = deviate(sharedError)
		}
		for batch := range 9 {
			if len(base) > 0 && c.others && i >= c.fallen {
				runs = append(runs, base[len(runs)])
				continue
			}
			r := sweep.Run(i, 0, 0, batch)
			factor := host
			if i < c.fallen {
				r.Nickname = fmt.Sprint(grownName, i)
				if len(base) > 0 {
					factor *= c.factor
				}
			}
			energy, pace := factor*deviate(own), deviate(own)
			r.EnergyPerTokenJoules *= energy
			r.EnergyPerRequestJoules = data.Some(r.EnergyPerRequestJoules.Or(0) * energy)
			r.AvgPowerWatts *= factor * deviate(own)
			r.OutputThroughputTokensPerSec /= pace
			for _, latency := range []*float64{&r.MedianITLMillis, &r.P50ITLMillis, &r.P90ITLMillis, &r.P95ITLMillis, &r.P99ITLMillis} {
				*latency *= pace
			}
			runs = append(runs, r)
		}
	}
	return runs
}
