package history

import (
	"cmp"
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// A file has values as whole steps on a log scale: energies to within 0.025 %, so that three digits stay as they were, and
// latencies to within 0.05 %. Noise of 3 % leaves about 11 bits of each once the file is compressed, a fifth of what the
// values take in full.
const (
	energySteps  = 2000 // in a factor of e
	latencySteps = 1000
	marginSteps  = 10_000 // in a margin of 1
)

// inSteps is a positive value in steps, of which a factor of e has so many.
func inSteps(x, steps float64) int { return int(math.Round(steps * math.Log(x))) }

// ofSteps is the value of steps in five digits, which are less than half a step off.
func ofSteps(n int, steps float64) float64 { return digits(5, math.Exp(float64(n)/steps)) }

func digits(n int, x float64) float64 {
	if most := int(math.Floor(math.Log10(x))) + 1 - n; most > 0 {
		return math.Round(x/math.Pow10(most)) * math.Pow10(most)
	} else if most > -300 {
		return math.Round(x*math.Pow10(-most)) / math.Pow10(-most)
	}
	return x
}

// rounded is a board as a file says it, in which leaders are the only ones of equal values that have an order.
func (b Board) rounded() Board {
	leaders := b.leaders()
	for _, part := range []*[]Configuration{&b.Best, &b.Late, &b.Others} {
		*part = append([]Configuration{}, lists.Map(*part, Configuration.rounded)...)
	}
	for i := range b.Others {
		b.Others[i].Latency = 0 // which has no place to decide
	}
	b.sort(b.groups(), leaders)
	return b
}

// Sort puts the configurations of a board in order: the best by what ranks them.
func (b *Board) Sort() { b.sort(b.groups(), nil) }

func (c Configuration) rounded() Configuration {
	if c.checked { // it is as a file says it
		c.checked = false
		return c
	}
	c.Energy = ofSteps(inSteps(c.Energy, energySteps), energySteps)
	if c.Latency > 0 {
		c.Latency = ofSteps(inSteps(c.Latency, latencySteps), latencySteps)
	}
	if i := c.Interval; i != nil && i.Kind == "" && i.Low > 0 {
		c.Interval = within(c.Energy, int(math.Round(marginSteps*c.Margin())))
	} else {
		c.Interval = nil
	}
	return c
}

// within is the interval of an energy with a margin in steps, of which seven digits tell each.
func within(energy float64, margin int) *Interval {
	wide := math.Exp(float64(margin) / marginSteps)
	return &Interval{Low: digits(7, energy/wide), High: digits(7, energy*wide)}
}

// groups are the works of a board in their order.
func (b *Board) groups() []string {
	return lists.Distinct(lists.Map(b.Best, func(c Configuration) string { return c.Work }))
}

// leaders are the runs that lead the groups of equal work.
func (b *Board) leaders() map[string]bool {
	runs, last := map[string]bool{}, ""
	for i, c := range b.Best {
		if i == 0 || c.Work != last {
			runs[c.Run], last = true, c.Work
		}
	}
	return runs
}

// sort puts the configurations in order: the best by groups of work, the leader of a group first, then by what ranks them;
// those that are late by latency, and the others by run.
func (b *Board) sort(works []string, leaders map[string]bool) {
	group := lists.By(lists.Indices(len(works)), func(i int) (string, int) { return works[i], i })
	for i, c := range b.Best {
		b.Best[i].place = 2 * int32(group[c.Work])
		if !leaders[c.Run] {
			b.Best[i].place++
		}
	}
	slices.SortFunc(b.Best, func(x, y Configuration) int {
		by := cmp.Or(cmp.Compare(x.place, y.place), cmp.Compare(x.Energy, y.Energy))
		if x.place == y.place && b.more() {
			by = -by
		}
		if by == 0 {
			by = byRun(x, y)
		}
		return by
	})
	slices.SortFunc(b.Late, func(x, y Configuration) int { return cmp.Or(cmp.Compare(x.Latency, y.Latency), byRun(x, y)) })
	slices.SortFunc(b.Others, byRun)
}
