package board

import (
	"math"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
)

// Demand is the load of a service whose servers all run one configuration.
type Demand struct {
	Outputs float64           // per day
	PUE     float64           // power usage effectiveness of the data center, 1 or more
	Price   data.Opt[float64] // of electricity, per kWh
}

// Capacity is the number of servers and the energy that a [Demand] requires.
//
// The load is constant over the day, and the number of servers is rounded up. The energy is that of the outputs only:
// idle power and reserve capacity are not included.
type Capacity struct {
	Servers float64 // of the configuration, whole
	GPUs    float64 // of all servers
	Power   float64 // mean, kW
	Energy  float64 // per year, kWh
	Cost    data.Opt[float64]
}

const (
	secondsPerDay = 86_400
	hoursPerYear  = 24 * 365
	wattsPerKW    = 1000
)

// Of is the capacity that the demand needs of a row:
//
//	servers = ⌈outputs a day ÷ (throughput × 86,400 s)⌉
//	power   = outputs a day × J per output ÷ 86,400 s × PUE
//	energy  = power × 8,760 h
//	cost    = energy × price
//
// Throughput is of the whole server at steady state, and PUE is total energy over
// that of the computers (ISO/IEC 30134-2), here over that of the GPUs.
func (d Demand) Of(r aggregate.Row) Capacity {
	servers := math.Ceil(d.Outputs / (r.Throughput * secondsPerDay))
	power := d.Outputs * r.Energy / secondsPerDay / wattsPerKW * d.PUE
	c := Capacity{Servers: servers, GPUs: servers * float64(r.NumGPUs), Power: power, Energy: power * hoursPerYear}
	if price, ok := d.Price.Value(); ok {
		c.Cost = data.Some(c.Energy * price)
	}
	return c
}
