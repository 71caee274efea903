package declared

import (
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
