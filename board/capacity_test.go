package board

import (
	"math"
	"testing"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
)

func TestCapacityOfADemand(t *testing.T) {
	row := aggregate.Row{Facts: &aggregate.Facts{Energy: 0.5, Throughput: 1000, NumGPUs: 4}}
	for _, c := range []struct {
		name  string
		d     Demand
		want  Capacity
		price bool
	}{
		{"exactly one server", Demand{Outputs: 86.4e6, PUE: 1}, Capacity{Servers: 1, GPUs: 4, Power: 0.5, Energy: 4380}, false},
		{"one output more needs another", Demand{Outputs: 86.4e6 + 1, PUE: 1}, Capacity{Servers: 2, GPUs: 8, Power: 0.5, Energy: 4380}, false},
		{
			"the building's share and a price",
			Demand{Outputs: 864e6, PUE: 1.2, Price: data.Some(0.25)},
			Capacity{Servers: 10, GPUs: 40, Power: 6, Energy: 52560, Cost: data.Some(13140.0)},
			true,
		},
		{
			"free electricity costs nothing",
			Demand{Outputs: 1, PUE: 1, Price: data.Some(0.0)},
			Capacity{Servers: 1, GPUs: 4, Power: 0.5 / 86.4e6, Energy: 4380 / 86.4e6, Cost: data.Some(0.0)},
			true,
		},
	} {
		got := c.d.Of(row)
		gotCost, known := got.Cost.Value()
		wantCost, _ := c.want.Cost.Value()
		if got.Servers != c.want.Servers || got.GPUs != c.want.GPUs || !near(got.Power, c.want.Power) ||
			!near(got.Energy, c.want.Energy) || known != c.price || !near(gotCost, wantCost) {
			t.Errorf("%s: got %+v, want %+v", c.name, got, c.want)
		}
	}
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-6*math.Abs(b) }
