package fitting

import (
	"fmt"
	"sync"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/jouleboard/jouleboard/units"
)

// Level is the confidence level of intervals and bands.
const Level = 0.95

// IntervalKind is the method of an interval, which determines what it covers.
type IntervalKind string

const (
	// BlockBootstrap covers the long-run mean of one series with the given level. It does not describe how another
	// run would differ.
	BlockBootstrap IntervalKind = "block-bootstrap"
)

// Interval is the confidence interval of a mean. It reflects random variation; an error common to all values, such as
// a sensor's, is not included, and more values do not reduce it.
type Interval struct {
	Kind   IntervalKind `json:"kind"`
	Points int          `json:"points"` // values it rests on
	Level  float64      `json:"level"`  // the confidence level; 0 if there is none
	Center float64      `json:"center"`
	Low    float64      `json:"low"`
	High   float64      `json:"high"`
}

// quantiles are those that were needed so far. One takes as long as half an estimate of a curve, and few sizes occur.
var quantiles sync.Map // of Student's t, by level and degrees of freedom

// studentT is the quantile that encloses the level between its negative and
// itself.
func studentT(level, freedom float64) float64 {
	key := [2]float64{level, freedom}
	known, is := quantiles.Load(key)
	if !is {
		known = distuv.StudentsT{Sigma: 1, Nu: freedom}.Quantile((1 + level) / 2)
		quantiles.Store(key, known)
	}
	return known.(float64)
}

func checkSeries(values []float64) error {
	if len(values) < leastSeries {
		return fmt.Errorf("%d values: an interval requires at least %d", len(values), leastSeries)
	}
	for i, v := range values {
		if !units.IsFinite(v) {
			return fmt.Errorf("value %d is %v: leave out what was not measured", i+1, v)
		}
	}
	return nil
}
