package board

import (
	"math"
	"testing"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
)

// priced is a board of one model on two GPUs, the second of which uses less energy and puts out twice as much.
func priced() *Board {
	run := func(gpu string, gpus int, energy, throughput float64) data.LLMRun {
		r := llm("m", 20, energy)
		r.GPUModel, r.NumGPUs, r.OutputThroughputTokensPerSec = gpu, gpus, throughput
		return r
	}
	return New(aggregate.Rows(data.NewRuns([]data.LLMRun{run("H100", 1, 0.36, 1000), run("B200", 2, 0.18, 4000)}, true).Table,
		aggregate.Uncertainty{}), 0, aggregate.P50)
}

func TestCostIsThatOfGPUHoursAndElectricity(t *testing.T) {
	b := priced()
	for _, c := range []struct {
		query              string
		gpu                string // of the cheapest row
		total, electricity float64
	}{
		{"rent=H100:1.8,B200:3.6&price=0&sort=cost", "H100", 0.5, 0},
		{"rent=H100:7.2,B200:3.6&price=0&sort=cost", "B200", 0.5, 0},
		{"rent=H100:7.2&price=0&sort=cost", "H100", 2, 0},  // one without a price has no cost
		{"rent=H100:0,B200:3.6&sort=cost", "B200", 0.5, 0}, // one at a price of 0 has no place
		{"price=0.5&pue=2&sort=cost", "B200", 0.05, 0.05},
		{"rent=H100:1.8,B200:3.6&price=0.5&sort=cost", "B200", 0.525, 0.025},
	} {
		q, faults := b.Parse(c.query)
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		a := b.Answer(q)
		got, ok := q.Cost(a.Best[0])
		if a.Best[0].GPU != c.gpu || !ok || math.Abs(got.Total()*Million-c.total) > 1e-9 || math.Abs(got.Electricity.Or(0)*Million-c.electricity) > 1e-9 {
			t.Errorf("%s: %s costs %v", c.query, a.Best[0].GPU, got)
		}
		if a.Best[0].Energy == a.Best[0].Score {
			t.Errorf("%s: the order is that of energy", c.query)
		}
	}
	if _, ok := b.Default.Cost(b.Rows[0]); ok {
		t.Error("without a price there is a cost")
	}
}

func TestOneOrderOfCostWithoutPricesOfItsGPU(t *testing.T) {
	q, _ := priced().Parse("rent=H100:2&view=all&sort=-cost")
	a := priced().Answer(q)
	if a.Rows[0].GPU != "H100" || a.Rows[1].Ranked() || a.Rows[1].Energy == 0 {
		t.Errorf("%+v", a.Rows)
	}
	if x, ok := a.Rows[1].Metric(); !ok || x != a.Rows[1].Energy {
		t.Error("the energy is lost with the cost")
	}
}

// What the sensors may be off is a share of the electricity alone.
func TestTheSensorCountsByTheShareOfElectricity(t *testing.T) {
	b := priced()
	for i := range b.Rows {
		b.Rows[i].Sensor = 0.1
	}
	q, _ := b.Parse("rent=H100:1.8,B200:3.6&price=5&sort=cost")
	for _, r := range q.Ordered(b.Rows) {
		c, _ := q.Cost(r)
		if want := 0.1 * c.Electricity.Or(0) / c.Total(); math.Abs(r.Sensor-want) > 1e-12 || want < 0.01 {
			t.Errorf("%s: %v, want %v", r.GPU, r.Sensor, want)
		}
	}
}
