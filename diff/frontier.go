package diff

import (
	"math"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// FrontierChange is a configuration that joined or left a task's frontier for a reason other than noise: it or the
// one that dominates it was added, removed or changed.
type FrontierChange struct {
	Row    aggregate.Row // of the head if it joined, otherwise of the base
	Joined bool
	Gone   bool           // it left because none of its runs is published any more
	By     *aggregate.Row // the configuration that dominates it on the other side
}

// missingFrom lists the rows of a frontier that the other side's frontier lacks, by latency; others are all rows of that side.
func missingFrom(frontier, other, others []aggregate.Row, p aggregate.Percentile, material map[string]bool, joined bool) (list []FrontierChange) {
	shared := lists.By(other, func(r aggregate.Row) (string, bool) { return r.Configuration(), true })
	place := lists.By(lists.Indices(len(others)), func(i int) (string, int) { return others[i].Configuration(), i })
	for _, r := range frontier {
		if shared[r.Configuration()] {
			continue
		}
		change := FrontierChange{Row: r, Joined: joined}
		i, there := place[r.Configuration()]
		if there {
			change.By = dominator(others[i], other, p)
		}
		change.Gone = !there && !joined
		if material[r.Configuration()] || change.By != nil && material[change.By.Configuration()] {
			list = append(list, change)
		}
	}
	return list
}

// dominator is the first row of a frontier that dominates r, at equal work.
func dominator(r aggregate.Row, frontier []aggregate.Row, p aggregate.Percentile) *aggregate.Row {
	for i := range frontier {
		f := &frontier[i]
		if f.Group == r.Group && f.Latency(p) <= r.Latency(p) && f.Energy <= r.Energy &&
			(f.Latency(p) < r.Latency(p) || f.Energy < r.Energy) {
			return f
		}
	}
	return nil
}

// Hypervolume is the share of a box in logarithmic latency and energy that is dominated by a frontier. The box is the
// same for both sides. It is that of the first group of equal work. Its corners are powers of ten, so that they do not move when results change.
type Hypervolume struct {
	Base, Head float64 // from 0 to 1, NaN without rows
	// LatencyFrom and the fields after it are the box; the reference point is its upper corner.
	LatencyFrom, LatencyTo, EnergyFrom, EnergyTo float64
}

// hypervolumeOf is that of the frontiers of two sides; all are the rows of both.
func hypervolumeOf(base, head, all []aggregate.Row, p aggregate.Percentile) (h Hypervolume) {
	first := func(rows []aggregate.Row) []aggregate.Row { return aggregate.InGroup(rows, 0) }
	h.LatencyFrom, h.LatencyTo = decades(first(all), func(r aggregate.Row) float64 { return r.Latency(p) })
	h.EnergyFrom, h.EnergyTo = decades(first(all), func(r aggregate.Row) float64 { return r.Energy })
	h.Base, h.Head = h.share(first(base), p), h.share(first(head), p)
	return h
}

// decades are the powers of ten around all values.
func decades(rows []aggregate.Row, of func(aggregate.Row) float64) (from, to float64) {
	least, most := math.Inf(1), math.Inf(-1)
	for _, r := range rows {
		least, most = min(least, of(r)), max(most, of(r))
	}
	from, to = math.Pow(10, math.Floor(math.Log10(least))), math.Pow(10, math.Ceil(math.Log10(most)))
	if from == to {
		to *= 10
	}
	return from, to
}

// share is how much of the box a frontier dominates. It is a staircase: each row
// covers from its latency to the next row's, above its energy.
func (h Hypervolume) share(frontier []aggregate.Row, p aggregate.Percentile) float64 {
	if len(frontier) == 0 {
		return math.NaN()
	}
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
