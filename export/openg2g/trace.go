package openg2g

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"

	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

const (
	stepSeconds = 0.1        // of the grid
	fewest      = 5          // points of a trace that the simulator accepts
	most        = 10_000_000 // points of a trace: eleven days, no benchmark's steady state
)

// Series is the power of one run over its steady state.
type Series struct {
	Seconds []float64 // since the start of the steady state, ascending
	Watts   []float64 // over all GPUs
}

// check says what keeps a series from being drawn.
func (s Series) check() error {
	if len(s.Seconds) != len(s.Watts) {
		return fmt.Errorf("%d times but %d values of power", len(s.Seconds), len(s.Watts))
	}
	for i, t := range s.Seconds {
		switch {
		case !units.IsFinite(t) || !units.IsFinite(s.Watts[i]):
			return fmt.Errorf("power sample %d: expected finite numbers, got %v W at %v s", i+1, s.Watts[i], t)
		case i > 0 && t < s.Seconds[i-1]:
			return fmt.Errorf("power sample %d is earlier than sample %d", i+1, i)
		}
	}
	return nil
}

// trace is the median over the runs, on the grid up to the median of their ends:
// a value each step. Runs with fewer than two samples have no say.
func trace(runs []Series) ([]float64, error) {
	runs = slices.DeleteFunc(slices.Clone(runs), func(s Series) bool { return len(s.Seconds) < 2 })
	if len(runs) == 0 {
		return nil, errors.New("no run has two samples of power")
	}
	ends := lists.Map(runs, func(s Series) float64 { return s.Seconds[len(s.Seconds)-1] })
	end := median(ends)
	n := math.Ceil((end + 1e-12) / stepSeconds) // as numpy.arange counts
	if n < fewest || n > most {
		return nil,
			fmt.Errorf("power over %.1f s: expected at least %.1f s and at most %d points of %v s", end, (fewest-1)*stepSeconds, most, stepSeconds)
	}
	watts, at := make([]float64, int(n)), make([]float64, len(runs))
	for i := range watts {
		for j, s := range runs {
			at[j] = s.at(float64(i) * stepSeconds)
		}
		watts[i] = median(at)
	}
	return watts, nil
}

// at interpolates linearly, and stays at the first and the last value outside.
// The operations come in the order of numpy.interp, each rounded by itself, so
// that the result is the same to the last bit.
func (s Series) at(t float64) float64 {
	after := sort.Search(len(s.Seconds), func(i int) bool { return s.Seconds[i] > t })
	if after == 0 {
		return s.Watts[0]
	}
	i := after - 1
	if after == len(s.Seconds) || s.Seconds[i] == t {
		return s.Watts[i]
	}
	slope := float64(s.Watts[after]-s.Watts[i]) / float64(s.Seconds[after]-s.Seconds[i])
	return float64(slope*float64(t-s.Seconds[i])) + s.Watts[i]
}

func median(values []float64) float64 {
	return lists.Quantile(slices.Sorted(slices.Values(values)), 0.5)
}
