package aggregate

import (
	"fmt"

	"github.com/jouleboard/jouleboard/fitting"
)

// Level is the confidence level of the intervals that claim one.
const Level = 0.95

// Covers says in words which error an interval holds. The sensor's own error, which
// all values share, is never in it.
func Covers(i fitting.Interval) string {
	switch i.Kind {
	case fitting.StudentT:
		return fmt.Sprintf("%.0f %% interval of the mean of %d runs", 100*i.Level, i.Points)
	case fitting.Range:
		return "range of 2 runs"
	}
	return fmt.Sprintf("%.0f %% interval from energy and output within this run alone", 100*i.Level)
}

// RunsBehind is how many runs an interval rests on.
func RunsBehind(i fitting.Interval) int {
	if i.Kind == fitting.BlockBootstrap {
		return 1
	}
	return i.Points
}

// overlap reports whether two rows' intervals have a value in common.
func overlap(a, b fitting.Interval) bool { return a.Low <= b.High && b.Low <= a.High }

// fromRepeats gives the rows of each configuration that was measured repeatedly the
// interval of its mean energy.
func fromRepeats(rows []Row) {
	repeats := map[string][]float64{}
	for _, r := range rows {
		if id := r.Configuration(); id != r.Run && repeats[id] == nil {
			repeats[id] = []float64{}
		}
	}
	for _, r := range rows {
		if energies, repeated := repeats[r.Configuration()]; repeated {
			repeats[r.Configuration()] = append(energies, r.Energy)
		}
	}
	known := map[string]*fitting.Interval{}
	for id, energies := range repeats {
		if i, err := fitting.Repeats(energies, Level); err == nil {
			known[id] = &i
		}
	}
	for i, r := range rows {
		rows[i].Interval = known[r.Configuration()]
	}
}
