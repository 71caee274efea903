package fitting

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// IntervalKind tells how an interval came about, and so what it covers.
type IntervalKind string

const (
	// StudentT covers the mean of further repeats with the level it states, if
	// repeats differ by normal errors.
	StudentT IntervalKind = "student-t"
	// Range is from the lower to the higher of two repeats, and claims nothing.
	Range IntervalKind = "range"
	// BlockBootstrap covers the long-run mean of one series with the level it
	// states. It cannot know how another run would differ.
	BlockBootstrap IntervalKind = "block-bootstrap"
)

// Interval is what is known of a mean. It holds what chance explains; an error
// that all values share, such as a sensor's, is not in it and no number of values
// makes that smaller.
type Interval struct {
	Kind   IntervalKind `json:"kind"`
	Points int          `json:"points"` // values it rests on
	Level  float64      `json:"level"`  // the share of such intervals that cover the mean; 0: none is claimed
	Center float64      `json:"center"`
	Low    float64      `json:"low"`
	High   float64      `json:"high"`
}

// Repeats is the interval of the mean of repeated measurements: Student's t for
// three and more, the range for two. Of fewer there is none, which is an error, as
// are values that are not finite and a level that is not between 0 and 1.
func Repeats(values []float64, level float64) (Interval, error) {
	if err := checkSeries(values, level, 2); err != nil {
		return Interval{}, err
	}
	unit, exponent := scaled(values)
	mean, deviation := meanDeviation(unit)
	if len(values) == 2 {
		return rangeOf(values, unscaled(mean, exponent)), nil
	}
	n := float64(len(values))
	half := studentT(level, n-1) * deviation / math.Sqrt(n-1)
	return Interval{
		Kind: StudentT, Points: len(values), Level: level, Center: unscaled(mean, exponent),
		Low: unscaled(mean-half, exponent), High: unscaled(mean+half, exponent),
	}, nil
}

func rangeOf(two []float64, center float64) Interval {
	return Interval{
		Kind: Range, Points: 2, Center: center,
		Low: min(two[0], two[1]), High: max(two[0], two[1]),
	}
}

// studentT is the quantile that encloses the level between its negative and
// itself.
func studentT(level, freedom float64) float64 {
	return distuv.StudentsT{Sigma: 1, Nu: freedom}.Quantile((1 + level) / 2)
}

func checkSeries(values []float64, level float64, least int) error {
	if err := checkLevel(level); err != nil {
		return err
	}
	if len(values) < least {
		return fmt.Errorf("%d values: an interval needs at least %d", len(values), least)
	}
	for i, v := range values {
		if !finite(v) {
			return fmt.Errorf("value %d is %v: leave out what was not measured", i+1, v)
		}
	}
	return nil
}
