package fitting

// Sketch is what is known of the curve through some points, as plain numbers to be
// drawn. The zero Sketch is none.
type Sketch struct {
	Model      Model
	Points     int
	Parameters []Parameter
	// RMSE, R2 and LeaveOneOut are those of [Choice].
	RMSE        float64
	R2          *float64
	LeaveOneOut *float64
	// From and To are the least and the largest measured x.
	From float64
	To   float64
	// X and Y are places of the curve, From and To among them, over its extent.
	X []float64
	Y []float64
	// Low and High are the confidence band at BandX, over the same extent. They are
	// empty where the points leave the curve open: see [ErrNoBand].
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
	// leastSketch is the fewest points that get a curve: through fewer, a constant or
	// a line is all that can be told, and its band says nothing.
	leastSketch = 4
	sketchLevel = 0.95
	tailPlaces  = 3  // beyond each end
	curvePlaces = 64 // within the measured range
	bandPlaces  = 16
)

// Sketches fits the curve of [Choose] and its 95 % band to each sweep, over the
// measured range and an octave beyond on either side. There is none for a sweep of
// fewer than four points, or where a value is not finite.
func Sketches(sweeps []Sweep) []Sketch {
	sketches := make([]Sketch, len(sweeps))
	for i, s := range sweeps {
		if len(s.X) >= leastSketch {
			sketches[i] = s.sketch()
		}
	}
	return sketches
}

func (s Sweep) sketch() Sketch {
	c, err := Choose(s.X, s.Y)
	if err != nil {
		return Sketch{}
	}
	k := Sketch{
		Model: c.Model, Points: c.Points, Parameters: c.Parameters, RMSE: c.RMSE, R2: c.R2, LeaveOneOut: c.LeaveOneOut,
		From: c.From, To: c.To, X: c.places(curvePlaces),
	}
	for _, x := range k.X {
		k.Y = append(k.Y, c.EvalX(x))
	}
	at := c.places(bandPlaces)
	if low, high, err := c.Band(at, sketchLevel); err == nil {
		k.BandX, k.Low, k.High = at, low, high
	}
	if !k.finite() {
		return Sketch{}
	}
	return k
}

// places are even steps over the extent of the curve, with both ends of what was
// measured among them.
func (c Choice) places(within int) []float64 {
	from, to := c.Extent()
	at := steps(from, c.From, tailPlaces)
	at = append(at, steps(c.From, c.To, within)...)
	return append(append(at, steps(c.To, to, tailPlaces)...), to)
}

// steps are n even steps up to but without the end.
func steps(from, to float64, n int) []float64 {
	at := make([]float64, n)
	for i := range at {
		at[i] = from + (to-from)*float64(i)/float64(n)
	}
	return at
}

// finite reports whether every number can be drawn: far from the points an extreme
// curve may overflow.
func (k Sketch) finite() bool {
	numbers := [][]float64{{k.RMSE}, k.Y, k.Low, k.High}
	for _, p := range k.Parameters {
		numbers = append(numbers, []float64{p.Value})
	}
	for _, optional := range []*float64{k.R2, k.LeaveOneOut} {
		if optional != nil {
			numbers = append(numbers, []float64{*optional})
		}
	}
	for _, list := range numbers {
		for _, v := range list {
			if !finite(v) {
				return false
			}
		}
	}
	return true
}
