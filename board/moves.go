package board

import (
	"math"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Span is the values of a limit or a price, from one to another, for which the choice stays the same.
type Span struct{ From, To float64 }

// Moves says how far what a reader states may move alone before another configuration is chosen.
type Moves struct {
	Limit data.Opt[Span] // the choice's own latency, and that of the fastest configuration that would be better; +Inf for none
	Rent  data.Opt[Span] // price of a GPU-hour on the GPU model of the choice, if the order is that of cost
	Price data.Opt[Span] // of a kWh, likewise
}

// MovesOf are the moves of a choice among rows.
func (q Query) MovesOf(rows []aggregate.Row, chosen aggregate.Row) (m Moves) {
	unhurried := q
	unhurried.Deadline = 0
	ranked := lists.Filter(q.Affordable(q.Ordered(rows)), func(r aggregate.Row) bool {
		return unhurried.Accepts(r) && r.Ranked() && r.Group == chosen.Group
	})
	if q.Deadline > 0 && q.Sort.Field != ByLatency {
		limit := Span{chosen.Latency(q.Percentile), math.Inf(1)}
		for _, r := range ranked {
			if x := r.Latency(q.Percentile); x > q.Deadline && r.Score < chosen.Score {
				limit.To = min(limit.To, x)
			}
		}
		m.Limit = data.Some(limit)
	}
	if q.Sort.Field != ByCost {
		return m
	}
	accepted := lists.Filter(ranked, func(r aggregate.Row) bool { return q.Accepts(r) })
	if rent, ok := q.Rent(chosen.GPU); ok {
		m.Rent = data.Some(spanOf(rent, chosen, accepted, func(r aggregate.Row) float64 {
			if r.GPU != chosen.GPU {
				return 0
			}
			return 1 / r.OutputsPerGPUHour()
		}))
	}
	if price, ok := q.Price.Value(); ok {
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
// where no number would: the difference is within the error of the sensors.
func RunsToSettle(a, b aggregate.Row) (n int, ok bool) {
	apart, sensors := math.Log(a.Score/b.Score), 0.0
	if a.GPU != b.GPU {
		sensors = a.Sensor*a.Sensor + b.Sensor*b.Sensor
	}
	open := a.Margin*a.Margin*float64(a.Runs().Len()) + b.Margin*b.Margin*float64(b.Runs().Len())
	runs := open / (apart*apart - sensors)
	if !(apart*apart > sensors) || !(runs < mostRuns) {
		return 0, false
	}
	return int(math.Floor(runs)) + 1, true
}

// mostRuns bounds the runs that anyone would make.
const mostRuns = 100
