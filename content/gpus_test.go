package content

import (
	"math"
	"testing"
)

func TestWhatAGPUDraws(t *testing.T) {
	c := load(t)
	g, _ := c.GPU("H100")
	if least, most := g.Draws(); math.Abs(least-35) > 1e-9 || math.Abs(most-770) > 1e-9 {
		t.Errorf("H100: %v to %v W", least, most)
	}
	g.Idle = 60
	if least, _ := g.Draws(); least != 60 {
		t.Errorf("idle at %v W", least)
	}
	if len(EmbeddedGPUs()) != len(c.GPUs) {
		t.Errorf("%d GPUs, %d in the file", len(EmbeddedGPUs()), len(c.GPUs))
	}
}

func TestOfTwoSensorErrorsTheLargerHolds(t *testing.T) {
	for _, c := range []struct {
		Sensor
		watts, want float64
	}{
		{Sensor{Percent: 5}, 100, 0.05},
		{Sensor{Watts: 5}, 50, 0.1},
		{Sensor{Percent: 5, Watts: 5}, 50, 0.1},
		{Sensor{Percent: 5, Watts: 5}, 200, 0.05},
		{Sensor{Percent: 5, Watts: 5}, 0, 0.05},
	} {
		if got := c.Share(c.watts); got != c.want {
			t.Errorf("%+v at %v W: %v", c.Sensor, c.watts, got)
		}
	}
}

func TestAnUnstatedSensorErrorIsAssumed(t *testing.T) {
	c := load(t)
	if share := c.SensorShare("B200", 600); share != 0.05 {
		t.Errorf("B200: %v, want the assumed 0.05", share)
	}
	c.GPUs[0].Sensor = Sensor{Watts: 6}
	if share := c.SensorShare(c.GPUs[0].Model, 600); share != 0.01 {
		t.Errorf("stated: %v, want 6 W of 600 W", share)
	}
	u := must(t, "site.yaml", "uncertainty: {sensor_percent: 2}\n").Site.Uncertainty
	if u.Sensor != 2 || u.BetweenRuns != 8 || u.SensorSource != c.Site.Uncertainty.SensorSource {
		t.Errorf("%+v", u)
	}
}
