package aggregate_test

import (
	"math"
	"testing"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/mlenergy"
	"github.com/jouleboard/jouleboard/internal/shared"
)

func TestASensorsErrorMovesAllPairsOfItsSide(t *testing.T) {
	pairs := []aggregate.Pair{{Base: 100, Alt: 92}, {Base: 100, Alt: 97}, {Base: 100, Alt: 104}, {Base: 100, Alt: 106}}
	s := aggregate.SensorSwing(pairs, 0.05)
	if s.Least != 1 || s.Most != 3 || !s.Turns() {
		t.Errorf("got %+v", s)
	}
	if math.Abs(s.Low-(100.5*0.95-100)) > 1e-9 || math.Abs(s.High-(100.5*1.05-100)) > 1e-9 {
		t.Errorf("the median is between %v and %v", s.Low, s.High)
	}
	if s := aggregate.SensorSwing(pairs, 0.001); s.Least != 2 || s.Most != 2 || s.Turns() {
		t.Errorf("a good sensor: %+v", s)
	}
	if s := aggregate.SensorSwing(nil, 0.05); s.Turns() {
		t.Errorf("no pair: %+v", s)
	}
}

// The finding that B200 needs less for images and videos rests on the sensors.
func TestTheGenerationFindingTurnsWithTheSensor(t *testing.T) {
	ds, err := mlenergy.Open(shared.Whole(t)+"/data/mlenergy-v3/compiled", mlenergy.Options{StableOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	runs := ds.Diffusion().Table
	c, err := aggregate.Matched(runs, aggregate.Match{
		Factor: "gpu_model", Base: "H100", Alt: "B200", Metric: runs.Schema().Name(data.RoleEnergy),
		Hold: []string{
			"nickname", "task", "num_gpus", "batch_size", "height", "width", "inference_steps", "ulysses_degree", "ring_degree",
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if s := aggregate.SensorSwing(c.Rows, 0.05); c.Pairs != 470 || s.Least != 166 || s.Most != 380 || !s.Turns() {
		t.Errorf("%d pairs, %+v", c.Pairs, s)
	}
}
