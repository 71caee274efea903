package diff

import (
	"math"

	"github.com/jouleboard/jouleboard/aggregate"
)

// FrontierChange is a configuration that joined a task's frontier or left it, and
// not by noise: it or the one that dominates it is new, gone or changed.
type FrontierChange struct {
	Row    aggregate.Row // of the head where it joined, else of the base
	Joined bool
	Gone   bool           // left since no run of it is published any more
	By     *aggregate.Row // the configuration that dominates it on the other side
}

// frontierChanges lists those who joined, then those who left, by latency.
func frontierChanges(base, head []aggregate.Row, p aggregate.Percentile, material map[string]bool) []FrontierChange {
	before, after := aggregate.Frontier(base, p), aggregate.Frontier(head, p)
	joined := missingFrom(after, before, base, p, material)
	for i := range joined {
		joined[i].Joined, joined[i].Gone = true, false
	}
	return append(joined, missingFrom(before, after, head, p, material)...)
}

// missingFrom lists the rows of a frontier that the other side's frontier lacks.
func missingFrom(frontier, other, others []aggregate.Row, p aggregate.Percentile, material map[string]bool) []FrontierChange {
	on, there := idsOf(other), bestOf(others, p)
	var list []FrontierChange
	told := map[string]bool{}
	for _, r := range frontier {
		id := idOf(r)
		if on[id] || told[id] {
			continue
		}
		change := FrontierChange{Row: r}
		counterpart, known := there[id]
		change.Gone = !known
		if known {
			change.By = dominator(counterpart, other, p)
		}
		if material[id] || change.By != nil && material[idOf(*change.By)] {
			told[id] = true
			list = append(list, change)
		}
	}
	return list
}

func idsOf(rows []aggregate.Row) map[string]bool {
	ids := map[string]bool{}
	for _, r := range rows {
		ids[idOf(r)] = true
	}
	return ids
}

// bestOf maps each configuration to its run of least energy, the faster of two
// equal ones.
func bestOf(rows []aggregate.Row, p aggregate.Percentile) map[string]aggregate.Row {
	best := map[string]aggregate.Row{}
	for _, r := range rows {
		id := idOf(r)
		b, known := best[id]
		if !known || r.Energy < b.Energy || r.Energy == b.Energy && r.Latency(p) < b.Latency(p) {
			best[id] = r
		}
	}
	return best
}

// dominator is the first row of a frontier that dominates r.
func dominator(r aggregate.Row, frontier []aggregate.Row, p aggregate.Percentile) *aggregate.Row {
	for _, f := range frontier {
		if f.Latency(p) <= r.Latency(p) && f.Energy <= r.Energy && (f.Latency(p) < r.Latency(p) || f.Energy < r.Energy) {
			return &f
		}
	}
	return nil
}

// Hypervolume is the share of a box in logarithmic latency and energy that a
// frontier dominates. The box is the same for both sides and its corners are
// powers of ten, so they stay where they are while results move.
type Hypervolume struct {
	Base, Head float64 // from 0 to 1, NaN without rows
	// The box; the reference point is its upper corner.
	LatencyFrom, LatencyTo, EnergyFrom, EnergyTo float64
}

func hypervolume(base, head []aggregate.Row, p aggregate.Percentile) Hypervolume {
	var h Hypervolume
	latency := func(r aggregate.Row) float64 { return r.Latency(p) }
	energy := func(r aggregate.Row) float64 { return r.Energy }
	h.LatencyFrom, h.LatencyTo = decades(latency, base, head)
	h.EnergyFrom, h.EnergyTo = decades(energy, base, head)
	h.Base, h.Head = h.share(base, p), h.share(head, p)
	return h
}

// decades are the powers of ten around all values.
func decades(of func(aggregate.Row) float64, sides ...[]aggregate.Row) (from, to float64) {
	least, most := math.Inf(1), math.Inf(-1)
	for _, rows := range sides {
		for _, r := range rows {
			least, most = min(least, of(r)), max(most, of(r))
		}
	}
	from, to = math.Pow(10, math.Floor(math.Log10(least))), math.Pow(10, math.Ceil(math.Log10(most)))
	if from == to {
		to *= 10
	}
	return from, to
}

// share is how much of the box the rows dominate. The frontier is a staircase: each
// row covers from its latency to the next row's, above its energy.
func (h Hypervolume) share(rows []aggregate.Row, p aggregate.Percentile) float64 {
	if len(rows) == 0 {
		return math.NaN()
	}
	frontier := aggregate.Frontier(rows, p)
	area := 0.0
	for i, r := range frontier {
		next := 1.0
		if i+1 < len(frontier) {
			next = within(frontier[i+1].Latency(p), h.LatencyFrom, h.LatencyTo)
		}
		area += (next - within(r.Latency(p), h.LatencyFrom, h.LatencyTo)) * (1 - within(r.Energy, h.EnergyFrom, h.EnergyTo))
	}
	return area
}

// within is where x stands between two bounds on a logarithmic axis, from 0 to 1.
func within(x, from, to float64) float64 {
	return math.Log(x/from) / math.Log(to/from)
}
