package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/diff"
	"github.com/jouleboard/jouleboard/test/sweep"
)

// experiment is a comparison of 40 configurations whose truth is known: the energy of some
// grows, and everything else varies by chance.
type experiment struct {
	noise    float64 // standard deviation of one run, as a share
	runs     int     // of each configuration on each side
	repeated int     // configurations with two runs more
	grown    int     // configurations whose energy grows
	growth   float64
	least    float64 // share of these that should be found
}

const configurations = 40

// experiments are what the comparison promises.
var experiments = []experiment{
	{noise: 0.03, runs: 1},
	{noise: 0.03, runs: 1, repeated: 10},
	{noise: 0.03, runs: 2},
	{noise: 0.03, runs: 3},
	{noise: 0.04, runs: 2, grown: 10, growth: 0.15, least: 0.8},
	{noise: 0.04, runs: 3, grown: 10, growth: 0.15, least: 0.95},
	{noise: 0.04, runs: 1, grown: 10, growth: 0.5, least: 0.95},
	{noise: 0.04, runs: 1, repeated: 10, grown: 10, growth: 0.5, least: 1},
	{noise: 0.04, runs: 2, grown: 10, growth: 0.5, least: 1},
	{noise: 0.04, runs: 3, grown: 10, growth: 0.5, least: 1},
}

// rates prints how often the comparison is wrong: the share of unchanged configurations
// that it calls changed, by chance in any metric; the share of false ones among the changes
// of the energy; and the share of true ones that it finds. Metrics share sources of
// noise, as in real runs, or each has its own.
func rates(reports int) {
	for _, apart := range []bool{false, true} {
		sources := "four sources of noise"
		if apart {
			sources = "noise in each metric by itself"
		}
		fmt.Printf("\n%d reports of %d configurations, %s\n", reports, configurations, sources)
		for _, e := range experiments {
			fmt.Println(e.rate(reports, apart))
		}
	}
}

// rate is one experiment in a line.
func (e experiment) rate(reports int, apart bool) string {
	random := rand.New(rand.NewPCG(1, 2))
	found, wrong, falseEnergies := 0, 0, 0.0
	for range reports {
		r := diff.Compare(e.side(random, 0, apart), e.side(random, e.growth, apart), diff.Options{})
		right, other := count(r.Of(diff.Changed), func(diff.Change) bool { return true })
		found, wrong = found+right, wrong+other
		right, other = count(r.Of(diff.Changed), energyChanged)
		falseEnergies += float64(other) / float64(max(right+other, 1))
	}
	line := fmt.Sprintf("noise %g %%, %d a side", 100*e.noise, e.runs)
	if e.repeated > 0 {
		line += fmt.Sprintf(", %d of them %d", e.repeated, e.runs+2)
	}
	percent := func(part, whole int) float64 { return 100 * float64(part) / float64(whole) }
	line = fmt.Sprintf("%-34s%5.2f %% falsely changed (at most 5), %4.1f %% of energy changes false (at most 5)",
		line, percent(wrong, reports*(configurations-e.grown)), 100*falseEnergies/float64(reports))
	if e.grown > 0 {
		line += fmt.Sprintf(", of %d by %+g %% %6.2f %% found (at least %g)", e.grown, 100*e.growth, percent(found, reports*e.grown), 100*e.least)
	}
	return line
}

// count counts the changes that are true and those that are not.
func count(changes []diff.Change, of func(diff.Change) bool) (right, wrong int) {
	for _, c := range changes {
		switch {
		case !of(c):
		case c.Name == grownName:
			right++
		default:
			wrong++
		}
	}
	return right, wrong
}

func energyChanged(c diff.Change) bool {
	return slices.ContainsFunc(c.Measures, func(m diff.Measure) bool { return m.Material && m.Field.Role == data.RoleEnergy })
}

// grownName is the name of the configurations that have grown.
const grownName = "grown"

// side makes the runs of one side.
func (e experiment) side(random *rand.Rand, growth float64, apart bool) diff.Side {
	var runs []data.LLMRun
	for i := range configurations {
		name, factor, n := "same", 1.0, e.runs
		if i < e.grown {
			name, factor = grownName, 1+growth
		}
		if i >= configurations-e.repeated {
			n += 2
		}
		for range n {
			r := sweep.Run(i, 0, 0, 0)
			r.Nickname = name
			r.EnergyPerTokenJoules *= factor
			vary(&r, func() float64 { return math.Exp(e.noise * random.NormFloat64()) }, apart)
			runs = append(runs, r)
		}
	}
	return side(runs)
}

// vary adds the noise of one run: in its energy, its pace, the length of its answers and
// the tail of its latencies, or in each metric by itself.
func vary(r *data.LLMRun, chance func() float64, apart bool) {
	energy, pace, length, tail := chance(), chance(), chance(), chance()
	response, answer := r.EnergyPerTokenJoules*r.AvgOutputLen.Or(0), r.AvgOutputLen.Or(0)
	metrics := []*float64{
		&r.EnergyPerTokenJoules, &answer, &response, &r.OutputThroughputTokensPerSec, &r.AvgPowerWatts,
		&r.MedianITLMillis, &r.P50ITLMillis, &r.P90ITLMillis, &r.P95ITLMillis, &r.P99ITLMillis,
	}
	factors := []float64{energy, length, energy * length, 1 / pace, energy / pace, pace, pace, pace, pace * tail, pace * tail * tail}
	for i, metric := range metrics {
		if apart {
			factors[i] = chance()
		}
		*metric *= factors[i]
	}
	r.EnergyPerRequestJoules, r.AvgOutputLen = data.Some(response), data.Some(answer)
}
