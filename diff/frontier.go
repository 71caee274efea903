package diff

import (
	"math"
	"slices"

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

// frontiers are those of the two sides of a task.
type frontiers struct {
	base, head       []aggregate.Row // on the frontiers, by latency
	allBase, allHead []aggregate.Row
	percentile       aggregate.Percentile
}

func frontiersOf(base, head []aggregate.Row, p aggregate.Percentile) frontiers {
	return frontiers{aggregate.Frontier(base, p), aggregate.Frontier(head, p), base, head, p}
}

// changes lists those who joined, then those who left, by latency.
func (f *frontiers) changes(material map[string]bool) []FrontierChange {
	joined := missingFrom(f.head, f.base, f.allBase, f.percentile, material)
	for i := range joined {
		joined[i].Joined, joined[i].Gone = true, false
	}
	return append(joined, missingFrom(f.base, f.head, f.allHead, f.percentile, material)...)
}

// missingFrom lists the rows of a frontier that the other side's frontier lacks.
func missingFrom(frontier, other, others []aggregate.Row, p aggregate.Percentile, material map[string]bool) []FrontierChange {
	on := idsOf(other)
	missing := slices.DeleteFunc(slices.Clone(frontier), func(r aggregate.Row) bool { return on[r.Configuration()] })
	there := bestOf(idsOf(missing), others, p)
	var list []FrontierChange
	told := map[string]bool{}
	for _, r := range missing {
		id := r.Configuration()
		if told[id] {
			continue
		}
		change := FrontierChange{Row: r}
		counterpart, known := there[id]
		change.Gone = !known
		if known {
			change.By = dominator(counterpart, other, p)
		}
		if material[id] || change.By != nil && material[change.By.Configuration()] {
			told[id] = true
			list = append(list, change)
		}
	}
	return list
}

func idsOf(rows []aggregate.Row) map[string]bool {
	return lists.By(rows, func(r aggregate.Row) (string, bool) { return r.Configuration(), true })
}

// bestOf maps each of some configurations to its run of least energy, the faster of
// two equal ones.
func bestOf(ids map[string]bool, rows []aggregate.Row, p aggregate.Percentile) map[string]aggregate.Row {
	best := map[string]aggregate.Row{}
	if len(ids) == 0 {
		return best
	}
	for _, r := range rows {
		id := r.Configuration()
		if !ids[id] {
			continue
		}
		b, known := best[id]
		if !known || r.Energy < b.Energy || r.Energy == b.Energy && r.Latency(p) < b.Latency(p) {
			best[id] = r
		}
	}
	return best
}

// dominator is the first row of a frontier that dominates r, at equal work.
func dominator(r aggregate.Row, frontier []aggregate.Row, p aggregate.Percentile) *aggregate.Row {
	for _, f := range frontier {
		if f.Group == r.Group && f.Latency(p) <= r.Latency(p) && f.Energy <= r.Energy && (f.Latency(p) < r.Latency(p) || f.Energy < r.Energy) {
			return &f
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

func (f *frontiers) hypervolume() Hypervolume {
	var h Hypervolume
	latency := func(r aggregate.Row) float64 { return r.Latency(f.percentile) }
	energy := func(r aggregate.Row) float64 { return r.Energy }
	first := func(rows []aggregate.Row) []aggregate.Row { return aggregate.InGroup(rows, 0) }
	h.LatencyFrom, h.LatencyTo = decades(latency, first(f.allBase), first(f.allHead))
	h.EnergyFrom, h.EnergyTo = decades(energy, first(f.allBase), first(f.allHead))
	h.Base, h.Head = h.share(first(f.base), f.percentile), h.share(first(f.head), f.percentile)
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
