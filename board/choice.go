package board

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Choice is the one configuration that answers a query: the best in its order (see [Query.Ordered]) among those of equal work:
// the first group that has any.
type Choice struct {
	Query Query
	From  []aggregate.Row // the rows that were asked
	Row   aggregate.Row
	// Others are what it was chosen among: the best of each of the other models, or of one model those on other GPU models, or
	// of one GPU model those on other numbers of GPUs; the best first.
	Others []aggregate.Row
	Among  Among
	Late   []aggregate.Row // the fastest of those that only the deadline excludes, of one model
	Tied   int             // of the others, in order, that cannot be told from it
	// Apart are the best rows of the groups of other work.
	Apart []aggregate.Row
	// Unpriced are the GPU models that the choice leaves out because the query asks for costs but states no price of them.
	Unpriced []string
	// Lower and Higher are the configurations of the same sweep with the next batch sizes, whatever their latency; nil where
	// none was measured.
	Lower, Higher *aggregate.Row
}

// Among is what the rows of a choice differ in.
type Among string

// The kinds of choices.
const (
	Models    Among = "models"
	GPUs      Among = "gpus"
	Hardwares Among = "hardware"
)

// Choose answers the query with one of the rows; ok is false where none passes it, or none that does has what ranks.
func (q Query) Choose(rows []aggregate.Row) (c Choice, ok bool) {
	all := q.Ordered(rows)
	ordered := q.Affordable(all)
	accepted := lists.Filter(ordered, func(r aggregate.Row) bool { return q.Accepts(r) && r.Ranked() })
	if len(accepted) == 0 {
		return Choice{Query: q}, false
	}
	group := slices.MinFunc(accepted, func(a, b aggregate.Row) int { return cmp.Compare(a.Group, b.Group) }).Group
	groups := aggregate.BestBy(accepted, q.Query, func(r aggregate.Row) string { return strconv.Itoa(r.Group) })
	ordered, accepted = aggregate.InGroup(ordered, group), aggregate.InGroup(accepted, group)
	among, key := amongOf(accepted, accepted)
	var late []aggregate.Row
	if among != Models {
		own := lists.Filter(q.Unhurried().Select(ordered), func(r aggregate.Row) bool { return r.ModelID == accepted[0].ModelID })
		among, key = amongOf(accepted, own)
		late = aggregate.LateBy(own, q.Query, key)
	}
	best := aggregate.BestBy(accepted, q.Query, key)
	c = Choice{Query: q, From: rows, Row: best[0], Others: best[1:], Among: among, Late: late}
	for c.Tied < len(c.Others) && c.Others[c.Tied].Ties(c.Row) && c.Alike(c.Others[c.Tied]) {
		c.Tied++
	}
	c.Lower, c.Higher = around(all, c.Row)
	c.Unpriced = q.Unpriced(aggregate.InGroup(all, group))
	c.Apart = lists.Filter(groups, func(r aggregate.Row) bool { return r.Group != group })
	return c, true
}

// Alike reports whether another row did the same work as the choice: responses of one model on two sets of hardware may differ in
// length.
func (c Choice) Alike(other aggregate.Row) bool {
	length := c.Row.Schema().Name(data.RoleOutputLength)
	return c.Among == Models || data.SameWork(c.Row.Value(length), other.Value(length))
}

// amongOf is what the accepted rows, or those of one model at any latency, differ in.
func amongOf(accepted, own []aggregate.Row) (Among, func(aggregate.Row) string) {
	model := func(r aggregate.Row) string { return r.ModelID }
	gpu := func(r aggregate.Row) string { return r.GPU }
	several := func(rows []aggregate.Row, text func(aggregate.Row) string) bool {
		return slices.ContainsFunc(rows, func(r aggregate.Row) bool { return text(r) != text(rows[0]) })
	}
	switch {
	case several(accepted, model):
		return Models, model
	case several(own, gpu):
		return GPUs, gpu
	}
	return Hardwares, Hardware
}

// around are the rows of the sweep of a row with the next lower and the next higher batch size; of several the best.
func around(rows []aggregate.Row, of aggregate.Row) (lower, higher *aggregate.Row) {
	inSweep := func(r *aggregate.Row) bool {
		return lists.All(of.Schema().Sweep, func(name string) bool { return r.Value(name) == of.Value(name) })
	}
	for i := range rows {
		r := &rows[i]
		if r.Batch == of.Batch || !inSweep(r) {
			continue
		}
		nearest, side := &lower, -1
		if r.Batch > of.Batch {
			nearest, side = &higher, 1
		}
		if *nearest == nil || cmp.Or(side*cmp.Compare(r.Batch, (*nearest).Batch), cmp.Compare(r.Score, (*nearest).Score)) < 0 {
			*nearest = r
		}
	}
	return lower, higher
}

// PerKWh is the number of outputs for which the energy of a row is a kWh, the PUE included.
func (c Choice) PerKWh() data.Opt[float64] {
	return data.When(c.Row.Energy > 0, joulesPerKWh/(c.Row.Energy*c.Query.PUE))
}

// Span is the values of a limit or a price, from one to another, for which the choice stays the same.
type Span struct{ From, To float64 }

// Moves says how far what a reader states may move alone before another configuration is chosen.
type Moves struct {
	Limit data.Opt[Span] // the choice's own latency, and that of the fastest configuration that would be better; +Inf for none
	Next  *aggregate.Row // that configuration, where it misses the deadline by at most [NearLimit]
	Rent  data.Opt[Span] // price of a GPU-hour on the GPU model of the choice, if the order is that of cost
	Price data.Opt[Span] // of a kWh, likewise
}

// NearLimit is the share of a deadline by which a configuration misses it that a reader is told of.
const NearLimit = 0.02

// MovesOf are the moves of a choice among rows.
func (q Query) MovesOf(rows []aggregate.Row, chosen aggregate.Row) (m Moves) {
	unhurried := q.Unhurried()
	ranked := lists.Filter(q.Affordable(q.Ordered(rows)), func(r aggregate.Row) bool {
		return unhurried.Accepts(r) && r.Ranked() && r.Group == chosen.Group
	})
	if q.Deadline > 0 && q.Sort.Field != ByLatency {
		limit := Span{chosen.Latency(q.Percentile), math.Inf(1)}
		for _, r := range ranked {
			if x := r.Latency(q.Percentile); x > q.Deadline && r.Score < chosen.Score {
				if x < limit.To && x <= q.Deadline*(1+NearLimit) {
					m.Next = &r
				}
				limit.To = min(limit.To, x)
			}
		}
		m.Limit = data.Some(limit)
	}
	if q.Sort.Field != ByCost {
		return m
	}
	accepted := lists.Filter(ranked, func(r aggregate.Row) bool { return q.Accepts(r) })
	another := slices.ContainsFunc(accepted, func(r aggregate.Row) bool { return r.GPU != chosen.GPU })
	if rent, ok := q.Rent(chosen.GPU); ok && another { // alone, a GPU is the cheapest at any price
		m.Rent = data.Some(spanOf(rent, chosen, accepted, func(r aggregate.Row) float64 {
			if r.GPU != chosen.GPU {
				return 0
			}
			return 1 / r.OutputsPerGPUHour()
		}))
	}
	if price, ok := q.Price.Value(); ok && len(q.Rents) > 0 { // alone, electricity never changes the order
		m.Price = data.Some(spanOf(price, chosen, accepted, func(r aggregate.Row) float64 {
			one := q
			one.Price, one.Rents = data.Some(1.0), nil
			c, _ := one.Cost(r)
			return c.Total()
		}))
	}
	return m
}

// spanOf is where a line of cost over a price stays the lowest: the score of each row is its cost at the price x, and slope
// how its cost rises with the price.
func spanOf(x float64, chosen aggregate.Row, rows []aggregate.Row, slope func(aggregate.Row) float64) Span {
	span := Span{0, math.Inf(1)}
	for _, r := range rows {
		steeper := slope(r) - slope(chosen)
		at := x + (chosen.Score-r.Score)/steeper
		switch {
		case steeper < 0:
			span.To = min(span.To, at)
		case steeper > 0 && at > x*rounding: // lines without electricity meet at 0
			span.From = max(span.From, at)
		}
	}
	return span
}

// RunsToSettle is how many runs of each of two tied rows would tell them apart, if their means stay as they are; ok is false
// where no number would, since the difference is within errors that all runs share, and where no one would make as many.
func RunsToSettle(a, b aggregate.Row) (n int, shared bool) {
	apart, sensors := math.Log(a.Score/b.Score), a.Further*a.Further+b.Further*b.Further
	if a.GPU != b.GPU {
		sensors += a.Sensor*a.Sensor + b.Sensor*b.Sensor
	}
	open := a.Margin*a.Margin*float64(a.Measured()) + b.Margin*b.Margin*float64(b.Measured())
	runs := open / (apart*apart - sensors)
	switch {
	case !(apart*apart > sensors):
		return 0, true
	case !(runs < mostRuns):
		return 0, false
	}
	return int(math.Floor(runs)) + 1, false
}

// mostRuns bounds the runs that anyone would make.
const mostRuns = 100

// Between is a value at a deadline between two measured configurations of a sweep, estimated on a straight line between them on
// logarithmic axes of latency and score. It was not measured.
type Between struct {
	Score     float64 // as [aggregate.Row] has it, for the order of the query
	Low, High float64
	// Points are the measured points that were left out in turn and estimated from their two neighbors; Held is the share of
	// them that the range held.
	Points int
	Held   float64
}

// The range is the one that held this share of the points, of at least so many: that of others is then above 90%.
const (
	heldShare   = 0.95
	leastPoints = 20
)

// Unestimated is why there is no value between measured points, "" where there is one.
type Unestimated string

// What an estimate may lack.
const (
	NoMetric Unestimated = "metric" // the query ranks by neither energy nor cost
	NoLimit  Unestimated = "limit"  // the query has no deadline
	NoPoints Unestimated = "points" // the deadline is not between the choice and the next larger batch size
	NoProof  Unestimated = "proof"  // too few points of the board tell how good estimates are
)

// Between is the estimate for a choice. The two rows have the same number of GPUs, as all of a sweep.
func (b *Board) Between(c Choice) (v Between, lacks Unestimated) {
	q, from, to := c.Query, c.Row, c.Higher
	_, normalized := q.Normalized(b.Rows)
	switch {
	case normalized || q.Sort.Field == ByLatency || q.Sort.Field != ByCost && from.RankField().Role != data.RoleEnergy:
		return v, NoMetric
	case q.Deadline == 0:
		return v, NoLimit
	case to == nil || !to.Ranked() || from.Score <= 0 || to.Score <= 0 || math.IsInf(to.Latency(q.Percentile), 1) ||
		!(from.Latency(q.Percentile) < q.Deadline && q.Deadline < to.Latency(q.Percentile)):
		return v, NoPoints
	}
	misses := q.misses(b.Rows)
	at := int(math.Ceil(heldShare*float64(len(misses)+1))) - 1
	if len(misses) < leastPoints || at >= len(misses) {
		return v, NoProof
	}
	half := misses[at]
	score := q.estimate(from, *to, q.Deadline)
	held := lists.Count(misses, func(miss float64) bool { return miss <= half })
	return Between{score, score * math.Exp(-half), score * math.Exp(half), len(misses), float64(held) / float64(len(misses))}, ""
}

// estimate is the score at a latency on the line between two rows.
func (q Query) estimate(a, b aggregate.Row, latency float64) float64 {
	low, high := a.Latency(q.Percentile), b.Latency(q.Percentile)
	share := math.Log(latency/low) / math.Log(high/low)
	return math.Exp(math.Log(a.Score) + share*math.Log(b.Score/a.Score))
}

// misses are by how much estimates of measured points miss, as logarithms of ratios, the least first: each point of a sweep
// whose latency is between those of its neighbors.
func (q Query) misses(rows []aggregate.Row) (all []float64) {
	sweeps := map[string][]aggregate.Row{}
	for _, r := range aggregate.Trusted(q.Ordered(rows)) {
		if r.Ranked() && r.Score > 0 && r.Batch > 0 && !math.IsInf(r.Latency(q.Percentile), 1) {
			key := fmt.Sprint(lists.Map(r.Schema().Sweep, r.Value))
			sweeps[key] = append(sweeps[key], r)
		}
	}
	for _, sweep := range sweeps {
		slices.SortStableFunc(sweep, func(a, b aggregate.Row) int {
			return cmp.Or(cmp.Compare(a.Batch, b.Batch), cmp.Compare(a.Score, b.Score))
		})
		sweep = slices.CompactFunc(sweep, func(a, b aggregate.Row) bool { return a.Batch == b.Batch })
		for i := 1; i+1 < len(sweep); i++ {
			a, r, b := sweep[i-1], sweep[i], sweep[i+1]
			if x := r.Latency(q.Percentile); a.Latency(q.Percentile) < x && x < b.Latency(q.Percentile) {
				all = append(all, math.Abs(math.Log(q.estimate(a, b, x)/r.Score)))
			}
		}
	}
	slices.Sort(all)
	return all
}
