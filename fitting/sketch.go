package fitting

import "github.com/jouleboard/jouleboard/internal/lists"

// Sketch is the curve through some points, as numbers to be drawn. If there is no curve, it contains only the Reason.
type Sketch struct {
	Description
	// X and Y are points of the curve from the lowest to the highest measured x.
	X []float64
	Y []float64
	// Low and High are the confidence band at BandX, over the same range.
	BandX []float64
	Low   []float64
	High  []float64
}

// Sweep is points to be fitted: y over x = log2(size).
type Sweep struct {
	X []float64
	Y []float64
}

const (
	curvePlaces = 64
	bandPlaces  = 16
)

// Sketches fits the curve of [Choose] and its 95% band to each sweep, over the measured range.
func Sketches(sweeps []Sweep) []Sketch {
	shared := &grids{}
	return lists.Map(sweeps, func(s Sweep) Sketch { return s.sketch(shared) })
}

func (s Sweep) sketch(shared *grids) Sketch {
	c, err := choose(s.X, s.Y, shared)
	if err != nil {
		return Sketch{Description: Description{Reason: err.Error()}}
	}
	k := Sketch{Description: c.Description}
	if c.Reason != "" {
		return k
	}
	k.X = append(steps(c.From, c.To, curvePlaces), c.To)
	k.Y = lists.Map(k.X, c.EvalX)
	k.BandX, k.Low, k.High = c.band.x, exponentials(c.band.low), exponentials(c.band.high)
	return k
}

// steps are n even steps up to but without the end.
func steps(from, to float64, n int) []float64 {
	return lists.Times(n, func(i int) float64 { return from + (to-from)*float64(i)/float64(n) })
}
