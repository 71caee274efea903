package fitting

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
)

// Sketch is what is known of the curve through some points, as plain numbers: it can
// be drawn without being fitted again, and kept as JSON. The zero Sketch is none.
type Sketch struct {
	Model      Model       `json:"model"`
	Points     int         `json:"points"`
	Parameters []Parameter `json:"parameters"`
	// RMSE, R2 and LeaveOneOut are those of [Choice].
	RMSE        float64  `json:"rmse"`
	R2          *float64 `json:"r2"`
	LeaveOneOut *float64 `json:"leave_one_out"`
	// From and To are the least and the largest measured x.
	From float64 `json:"from"`
	To   float64 `json:"to"`
	// X and Y are places of the curve, From and To among them, over its extent.
	X []float64 `json:"x"`
	Y []float64 `json:"y"`
	// Low and High are the confidence band at BandX, over the same extent. They are
	// empty where the points leave the curve open: see [ErrNoBand].
	BandX []float64 `json:"band_x"`
	Low   []float64 `json:"low"`
	High  []float64 `json:"high"`
}

// Sweep is points to be fitted: y over x = log2(size).
type Sweep struct {
	X []float64 `json:"x"`
	Y []float64 `json:"y"`
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

// finite reports whether every number can be kept as JSON: far from the points an
// extreme curve may overflow.
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

//go:embed *.go
var sources embed.FS

// Digest is that of this package's code: what was kept of the fits of other code is
// not to be used.
func Digest() string {
	h := sha256.New()
	files, _ := sources.ReadDir(".") // embedded, in order of names
	for _, f := range files {
		text, _ := sources.ReadFile(f.Name())
		h.Write(text)
	}
	return hex.EncodeToString(h.Sum(nil))
}
