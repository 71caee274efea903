package recording

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Of recordings of one device, however unevenly it is read, at most one in a thousand seems to be of several; of those of
// several that are read together, 99 in a hundred do.
func TestHowOftenARecordingSeemsToBeOfSeveralDevices(t *testing.T) {
	const recordings = 5000
	for _, c := range []struct {
		what        string
		devices     int
		gap         func(r *rand.Rand) float64 // s from one reading to the next
		least, most float64                    // share of the recordings
	}{
		{"one, evenly", 1, func(r *rand.Rand) float64 { return 1 + 0.01*r.NormFloat64() }, 0, 0.001},
		{"one, unevenly", 1, func(r *rand.Rand) float64 { return 0.2 + 1.6*r.Float64() }, 0, 0.001},
		{"one, at random times", 1, func(r *rand.Rand) float64 { return r.ExpFloat64() }, 0, 0.001},
		{"two", 2, func(r *rand.Rand) float64 { return 1 + 0.1*r.NormFloat64() }, 0.99, 1},
		{"eight, unevenly", 8, func(r *rand.Rand) float64 { return 0.2 + 1.6*r.Float64() }, 0.99, 1},
	} {
		found := 0
		for seed := range uint64(recordings) {
			r, s, now := rand.New(rand.NewPCG(seed, 1)), &samples{}, 0.0
			for range 10 + r.IntN(100) {
				now += c.gap(r)
				for device := range c.devices {
					s.add(now+0.002*(float64(device)+r.Float64()), 500)
				}
			}
			if s.mixed() {
				found++
			}
		}
		if share := float64(found) / recordings; share < c.least || share > c.most {
			t.Errorf("%s: %.2f%% seem to be of several devices, wanted %g to %g%%", c.what, 100*share, 100*c.least, 100*c.most)
		}
	}
}

// A counter that wraps or restarts with its machine is never taken for power; power that is read as a counter is, in 99 of a
// hundred recordings.
func TestHowOftenACounterSeemsToBeAPower(t *testing.T) {
	const recordings = 5000
	for _, c := range []struct {
		what        string
		next        func(r *rand.Rand, before float64) float64 // the reading after another
		least, most float64                                    // share of the recordings
	}{
		{"a counter", func(r *rand.Rand, before float64) float64 { return before + 500*r.Float64() }, 0, 0},
		{"a counter that wraps after 5 to 20 readings", func(r *rand.Rand, before float64) float64 {
			return math.Mod(before+50+150*r.Float64(), 1000)
		}, 0, 0},
		{"a counter of a machine that restarts", func(r *rand.Rand, before float64) float64 {
			if r.Float64() < 0.02 {
				return 0
			}
			return before + 500*r.Float64()
		}, 0, 0},
		{"power of a steady load", func(r *rand.Rand, _ float64) float64 { return 400 + 5*r.NormFloat64() }, 0.99, 1},
		{"power that drifts", func(r *rand.Rand, before float64) float64 { return 400 + 0.9*(before-400) + 5*r.NormFloat64() }, 0.99, 1},
	} {
		found := 0
		for seed := range uint64(recordings) {
			r, s, v := rand.New(rand.NewPCG(seed, 2)), &samples{}, 400.0
			for i := range 30 + r.IntN(100) {
				v = c.next(r, v)
				s.add(float64(i), v)
			}
			if s.device(1).isPower() {
				found++
			}
		}
		if share := float64(found) / recordings; share < c.least || share > c.most {
			t.Errorf("%s: %.2f%% seem to be power, wanted %g to %g%%", c.what, 100*share, 100*c.least, 100*c.most)
		}
	}
}
