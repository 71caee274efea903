package board

import (
	"cmp"
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Choice is the one configuration that answers a query: the best by the metric that ranks, or the cheapest where the query
// sorts by cost, among those of equal work: the first group that has any.
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
	ordered, accepted = aggregate.InGroup(ordered, group), aggregate.InGroup(accepted, group)
	among, key := amongOf(accepted, accepted)
	var late []aggregate.Row
	if among != Models {
		unhurried := q.Query
		unhurried.Deadline = 0
		own := lists.Filter(unhurried.Select(ordered), func(r aggregate.Row) bool { return r.ModelID == accepted[0].ModelID })
		among, key = amongOf(accepted, own)
		late = aggregate.LateBy(own, q.Query, key)
	}
	best := aggregate.BestBy(accepted, q.Query, key)
	c = Choice{Query: q, From: rows, Row: best[0], Others: best[1:], Among: among, Late: late}
	for c.Tied < len(c.Others) && c.Others[c.Tied].Ties(c.Row) {
		c.Tied++
	}
	c.Lower, c.Higher = around(all, c.Row)
	return c, true
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
	sweep := of.Schema().Sweep
	for i := range rows {
		r := &rows[i]
		if r.Batch == of.Batch || !lists.All(sweep, func(name string) bool { return r.Value(name) == of.Value(name) }) {
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
	if !(c.Row.Energy > 0) {
		return data.Opt[float64]{}
	}
	return data.Some(joulesPerKWh / (c.Row.Energy * c.Query.PUE))
}
