package board

import (
	"math"
	"slices"
	"time"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// ByCost is the name by which rows are sorted by what an output costs. It is no column of the board: it depends on the
// prices of the reader.
const ByCost = "cost"

// ByLatency is the name by which rows are ranked by the latency at the query's percentile.
const ByLatency = "latency"

// Rent is what a GPU of one model costs per hour, in the reader's currency.
type Rent struct {
	GPU   string  `json:"gpu"`
	Price float64 `json:"price"` // per GPU-hour, 0 or more
}

// Million is the number of outputs that cost is stated for.
const Million = 1_000_000

const joulesPerKWh = 3.6e6

// Cost is what an output costs in the reader's currency. A part for which the reader has no price is missing.
type Cost struct {
	GPUs        data.Opt[float64] // GPU-hours
	Electricity data.Opt[float64]
}

// Total is the sum of the parts that have a price.
func (c Cost) Total() float64 { return c.GPUs.Or(0) + c.Electricity.Or(0) }

// Shares are the parts as shares of the total; a part without a price is missing, and so are both of a total of zero.
func (c Cost) Shares() (gpus, electricity data.Opt[float64]) {
	share := func(part data.Opt[float64]) data.Opt[float64] {
		return data.When(part.Present() && c.Total() > 0, part.Or(0)/c.Total())
	}
	return share(c.GPUs), share(c.Electricity)
}

// Priced reports whether the query states any price.
func (q Query) Priced() bool {
	_, electricity := q.Price.Value()
	return electricity || q.Rents != nil
}

// Charged reports whether the query states a price above 0, without which all configurations would cost the same.
func (q Query) Charged() bool {
	return q.Price.Or(0) > 0 || slices.ContainsFunc(q.Rents, func(r Rent) bool { return r.Price > 0 })
}

// Rent is the price of a GPU-hour of a model; ok is false where the reader states none.
func (q Query) Rent(gpu string) (price float64, ok bool) {
	rent, ok := lists.Find(q.Rents, func(r Rent) bool { return r.GPU == gpu })
	return rent.Price, ok
}

// Cost is what an output of a row costs:
//
//	GPU-hours   = GPUs ÷ (outputs a second of the server × 3,600 s) × price of a GPU-hour
//	electricity = (J per output + extra W × seconds of a server per output) × PUE ÷ 3.6 MJ × price of a kWh
//
// Extra power is what the reader adds to what was measured, 0 by default.
// ok is false where nothing has a price, where the reader states prices of GPUs but not of this one, and where the row
// lacks what a price is for.
func (q Query) Cost(r aggregate.Row) (c Cost, ok bool) {
	if q.Rents != nil {
		rent, stated := q.Rent(r.GPU)
		if hours := 1 / r.OutputsPerGPUHour(); stated && !math.IsNaN(hours) {
			c.GPUs = data.Some(hours * rent)
		} else {
			return Cost{}, false
		}
	}
	if price, stated := q.Price.Value(); stated {
		joules := r.Energy
		if extra := q.Extra*float64(r.NumGPUs) + q.ExtraServer; extra > 0 {
			if math.IsNaN(r.OutputsPerGPUHour()) {
				return Cost{}, false
			}
			joules += extra / r.Throughput
		}
		if math.IsNaN(joules) {
			return Cost{}, false
		}
		c.Electricity = data.Some(joules * q.PUE / joulesPerKWh * price)
	}
	return c, q.Priced()
}

// Server reports whether any row has the outputs per GPU-hour that prices of GPUs count for.
func (b *Board) Server() bool {
	return slices.ContainsFunc(b.Rows, func(r aggregate.Row) bool { return !math.IsNaN(r.OutputsPerGPUHour()) })
}

// byCost are the rows with what they cost as their score. Runs are taken to vary in GPU-hours by the same ratio as in
// energy, which is power times GPU-hours; the error of a power sensor is one of the electricity alone.
func (q Query) byCost(rows []aggregate.Row) []aggregate.Row {
	return lists.Map(rows, func(r aggregate.Row) aggregate.Row {
		c, ok := q.Cost(r)
		if !ok || c.Total() == 0 || r.Doubt() != "" {
			return scored(r, math.Inf(1), r.Sensor)
		}
		_, electricity := c.Shares()
		return scored(r, c.Total(), r.Sensor*electricity.Or(0))
	})
}

// Ordered are rows as the query ranks them: by the metric of the board, by cost, by latency, or by a normalized measure, which
// groups them by the work that it does not level out.
func (q Query) Ordered(rows []aggregate.Row) []aggregate.Row {
	switch q.Sort.Field {
	case ByCost:
		return q.byCost(rows)
	case ByLatency:
		return q.byLatency(rows)
	}
	if n, ok := q.Normalized(rows); ok {
		return aggregate.Grouped(lists.Map(rows, func(r aggregate.Row) aggregate.Row {
			x, ok := r.Normalized(n.Name)
			if !ok || r.Doubt() != "" {
				return scored(r, math.Inf(1), 0)
			}
			if r = scored(r, x, r.Sensor); n.Accuracy {
				r.Further = r.AccuracyMargin
			}
			return r
		}), n.Levels...)
	}
	return rows
}

// Normalized is the measure by which the query ranks rows, if it is one that levels out work.
func (q Query) Normalized(rows []aggregate.Row) (n data.Normalized, ok bool) {
	if len(rows) == 0 {
		return n, false
	}
	return rows[0].Schema().NormalizedBy(q.Sort.Field)
}

// byLatency are the rows with their latency as their score. Runs are taken to vary in latency as they do in energy, which at
// one power and batch size is proportional to it.
func (q Query) byLatency(rows []aggregate.Row) []aggregate.Row {
	return lists.Map(rows, func(r aggregate.Row) aggregate.Row {
		if r.Doubt() != "" {
			return scored(r, math.Inf(1), 0)
		}
		return scored(r, r.Latency(q.Percentile), 0)
	})
}

// scored is a row with another score and its relative error of the sensor. Where the board states no error of its own metric,
// there is none of the score either.
func scored(r aggregate.Row, score, sensor float64) aggregate.Row {
	if _, _, stated := r.Interval(); !stated {
		r.Margin = 0
	}
	if math.IsInf(score, 1) {
		r.Rest = r.Score
	}
	r.Score, r.Sensor = score, sensor
	return r
}

// Unpriced are the GPU models of the rows that pass a query about costs which states prices of GPUs, but none of theirs.
func (q Query) Unpriced(rows []aggregate.Row) (gpus []string) {
	if q.Sort.Field != ByCost && q.Ceiling <= 0 {
		return nil
	}
	for _, r := range rows {
		if _, priced := q.Rent(r.GPU); q.Rents != nil && !priced && r.GPU != "" && q.Accepts(r) {
			gpus = append(gpus, r.GPU)
		}
	}
	return units.InOrder(gpus)
}

// Affordable are the rows whose outputs cost at most the ceiling of the query.
func (q Query) Affordable(rows []aggregate.Row) []aggregate.Row {
	if q.Ceiling <= 0 {
		return rows
	}
	return lists.Filter(rows, func(r aggregate.Row) bool {
		c, ok := q.Cost(r)
		return ok && c.Total()*Million <= q.Ceiling
	})
}

// PerGPUHour are the rows with their GPU-hours per output as their score.
func (b *Board) PerGPUHour(rows []aggregate.Row) []aggregate.Row {
	alike := Query{Rents: lists.Map(b.GPUs(), func(gpu string) Rent { return Rent{gpu, 1} })}
	return alike.byCost(rows)
}

// latencyOrNil is the latency that a query ranks by, as a column has it: nil where it is missing.
func (q Query) latencyOrNil(r aggregate.Row) any {
	x := r.Latency(q.Percentile)
	return data.When(!math.IsInf(x, 1), x).Any()
}

// costOrNil is the cost of an output as a column has it: nil where it is not known.
func (q Query) costOrNil(r aggregate.Row) any {
	c, ok := q.Cost(r)
	return data.When(ok, c.Total()).Any()
}

// Price is a price that the publisher states: a default of the query, which readers replace. Scripts of pages read it too.
type Price struct {
	Rent
	Source string `json:"source"` // URL
	Date   string `json:"date"`   // YYYY-MM-DD
	Old    bool   `json:"old"`    // the data are more than 90 days younger
}

const daysCurrent = 90

// priced makes the prices of a publisher those of the default query, as far as the board has the GPU models.
func (b *Board) priced(site content.Site, ds data.Dataset) *Board {
	date, err := time.Parse(time.DateOnly, ds.Date())
	for _, gpu := range b.GPUs() {
		for _, p := range site.Prices {
			if p.GPU == gpu {
				old := err == nil && date.Sub(p.Date) > daysCurrent*24*time.Hour
				b.Prices = append(b.Prices, Price{Rent{gpu, p.PerHour}, p.Source, p.Date.Format(time.DateOnly), old})
			}
		}
	}
	if b.Prices = lists.Filter(b.Prices, func(Price) bool { return b.Server() }); len(b.Prices) > 0 {
		b.Default.Rents = lists.Map(b.Prices, func(p Price) Rent { return p.Rent })
	}
	b.Default.Currency = site.Currency
	return b
}

// usualRents are the prices that a query in a currency begins with: the publisher's are in one only.
func (b *Board) usualRents(currency string) []Rent {
	if currency != b.Default.Currency {
		return nil
	}
	return b.Default.Rents
}

// Stated is the publisher's price of a GPU model that the query uses; ok is false where it uses none, or another one.
func (b *Board) Stated(q Query, gpu string) (p Price, ok bool) {
	rent, rented := q.Rent(gpu)
	return lists.Find(b.Prices, func(p Price) bool {
		return rented && p.GPU == gpu && rent == p.Rent.Price && q.Currency == b.Default.Currency
	})
}
