package board

import (
	"math"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/units"
)

// Load is what servers are planned for, and what they need besides the measured energy. Of a power or a cost the plan has
// the most outputs that it allows; otherwise it has a number of outputs.
type Load struct {
	Outputs     data.Opt[float64] // per day
	Responses   data.Opt[float64] // per day, in place of outputs: as many as a row's responses have on average
	Power       data.Opt[float64] // kW of all servers, the PUE included
	Monthly     data.Opt[float64] // what all servers may cost a month, in the reader's currency
	Reserve     float64           // capacity above the load, in percent of the load
	Idle        float64           // W of a GPU without work
	Extra       float64           // W of other components, per GPU
	ExtraServer float64           // and per server
}

// Limited reports whether a plan has the most outputs that a power or a cost allows.
func (l Load) Limited() bool { return l.Power.Present() || l.Monthly.Present() }

// Planned reports whether a reader states any of the load.
func (l Load) Planned() bool { return l != Load{} }

// Plan is what servers of one configuration do and need at a constant load.
type Plan struct {
	Outputs float64           // per day
	Servers float64           // whole
	GPUs    float64           // of all servers
	Power   float64           // mean, kW
	Energy  float64           // per year, kWh
	Cost    data.Opt[float64] // per month; missing where no price is stated, or none of this GPU
}

const (
	secondsPerDay = 86_400
	hoursPerYear  = 24 * 365
	hoursPerMonth = hoursPerYear / 12
	wattsPerKW    = 1000
)

// server is the rates of a server of a row.
type server struct {
	daily       float64 // outputs a day at full load
	busy, still float64 // kW by load, and at all times; the PUE included
	gpus        float64
	rent        data.Opt[float64] // a month
	kWh         data.Opt[float64] // price
}

// serverOf is what is known of the servers of a row:
//
//	busy  = (J per output × outputs a second − idle W × GPUs) × PUE
//	still = ((idle W + extra W) × GPUs + extra W per server) × PUE
//
// Idle power counts at most as much as the power under load. PUE is total energy over that of the computers
// (ISO/IEC 30134-2), here over that of what was measured.
func (q Query) serverOf(r aggregate.Row) server {
	gpus := float64(r.NumGPUs)
	idle := min(q.Idle*gpus, r.Energy*r.Throughput)
	s := server{
		daily: r.Throughput * secondsPerDay, gpus: gpus, kWh: q.Price,
		busy:  (r.Energy*r.Throughput - idle) / wattsPerKW * q.PUE,
		still: (idle + q.Extra*gpus + q.ExtraServer) / wattsPerKW * q.PUE,
	}
	if rent, ok := q.Rent(r.GPU); ok {
		s.rent = data.Some(rent * gpus * hoursPerMonth)
	}
	return s
}

// Plan is the plan of a row; without anything stated it is for so many outputs a day. ok is false where the row has not
// what it takes, where a cost is given but no price of its own, and where nothing limits the outputs.
//
//	servers = ⌈outputs a day × (1 + reserve) ÷ outputs a day of a server⌉
//	power   = busy × outputs a day ÷ outputs a day of a server + still × servers
//	cost    = servers × GPUs × price of a GPU-hour × 730 h + power × 730 h × price of a kWh
func (q Query) Plan(r aggregate.Row, outputs float64) (p Plan, ok bool) {
	s := q.serverOf(r)
	if math.IsNaN(r.OutputsPerGPUHour()) || !units.IsFinite(s.busy) {
		return p, false
	}
	share := 1 / (1 + q.Reserve/100)
	p.Outputs = q.Outputs.Or(outputs)
	if n, ok := q.Responses.Value(); ok && !q.Outputs.Present() {
		p.Outputs = n * OutputsPerResponse(r)
	}
	p.Servers = math.Ceil(p.Outputs / (s.daily * share))
	if math.IsNaN(p.Outputs) && !q.Limited() {
		return p, false
	}
	if q.Limited() {
		servers, load := math.Inf(1), math.Inf(1)
		if limit, ok := q.Power.Value(); ok {
			servers, load = 0, 0
			if limit*(1+rounding) >= s.busy*share+s.still { // what one server takes with full batches, which is what was measured
				servers, load = mostLoad(limit, s.busy, s.still, share)
			}
		}
		if limit, ok := q.Monthly.Value(); ok {
			if !q.Priced() || q.Rents != nil && !s.rent.Present() {
				return p, false
			}
			kWh := s.kWh.Or(0) * hoursPerMonth
			if n, x := mostLoad(limit, s.busy*kWh, s.still*kWh+s.rent.Or(0), share); x < load {
				servers, load = n, x
			}
		}
		if math.IsInf(load, 0) {
			return p, false
		}
		p.Outputs, p.Servers = load*s.daily, min(servers, math.Ceil(load/share*(1-2*rounding)))
	}
	p.GPUs = p.Servers * s.gpus
	p.Power = p.Outputs*s.busy/s.daily + s.still*p.Servers
	p.Energy = p.Power * hoursPerYear
	if q.Priced() && (q.Rents == nil || s.rent.Present()) {
		p.Cost = data.Some(p.Servers*s.rent.Or(0) + p.Power*hoursPerMonth*s.kWh.Or(0))
	}
	return p, true
}

// Full is the plan of one server of a row at its full load, less the reserve: the least power and cost that a limit has to
// allow. The energy of an output is known for full batches only.
func (q Query) Full(r aggregate.Row) (p Plan, ok bool) {
	q.Power, q.Monthly = data.Opt[float64]{}, data.Opt[float64]{}
	q.Outputs = data.Some(r.Throughput * secondsPerDay / (1 + q.Reserve/100))
	return q.Plan(r, 0)
}

// Short is the query with those of its limits of power and cost that are below what a plan takes.
func (q Query) Short(p Plan) Query {
	q.Power = data.When(q.Power.Or(math.Inf(1)) < p.Power, q.Power.Or(0))
	q.Monthly = data.When(q.Monthly.Or(math.Inf(1)) < p.Cost.Or(0), q.Monthly.Or(0))
	return q
}

// rounding is the relative error of what a plan takes.
const rounding = 1e-12

// OutputsPerResponse is the mean number of outputs of a response of a row: of tokens, as many as the energies of both say, or NaN; an
// image or a video is one.
func OutputsPerResponse(r aggregate.Row) float64 {
	if joules, ok := data.Number(r.The(data.RolePerResponse)); ok && r.Energy > 0 {
		return joules / r.Energy
	}
	if r.Schema().Noun == "token" {
		return math.NaN()
	}
	return 1
}

// mostLoad is how many servers a limit allows, and their load in servers at full load: of n servers it is at most
// n × share, and load × busy + n × still is at most the limit. The n-th server is worth having if there is more load than
// n − 1 servers take.
func mostLoad(limit, busy, still, share float64) (servers, load float64) {
	step := busy*share + still
	if step == 0 {
		return math.Inf(1), math.Inf(1)
	}
	limit *= 1 + rounding // a plan that takes exactly the limit is within it
	servers = math.Floor((limit + busy*share) / step)
	if servers < 1 || limit < still {
		return 0, 0
	}
	if busy == 0 {
		return servers, servers * share
	}
	return servers, max(0, min(servers*share, (limit-still*servers)/busy))
}

// PlanWithin are the plans at the ends of the row's 95% interval: the one with the fewest outputs per server first. Runs are
// taken to vary in outputs a second as they do in the score, at the same power.
func (q Query) PlanWithin(r aggregate.Row, outputs float64) (low, high Plan) {
	at := func(margin float64) Plan {
		facts := *r.Facts
		facts.Throughput, facts.Energy = r.Throughput*math.Exp(margin), r.Energy*math.Exp(-margin)
		own := r
		own.Facts = &facts
		fixed := q
		if n, ok := q.Responses.Value(); ok && !q.Outputs.Present() { // their length does not vary with the energy
			fixed.Outputs = data.Some(n * OutputsPerResponse(r))
		}
		p, _ := fixed.Plan(own, outputs)
		return p
	}
	return at(-r.Margin), at(r.Margin)
}
