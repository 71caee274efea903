package main

import (
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/fitting"
)

// fitted is a curve whatever method it is by.
type fitted struct {
	model      fitting.Model // "" without a point
	parameters map[string]float64
	shown      map[string]bool // which of them are told
	unknown    []string        // those that the points do not determine
	needs      int             // how many different batch sizes would determine them
	rmse       float64
	r2, left   *float64
}

// fitCurve fits at least one point.
func fitCurve(p points, method string) (fitted, error) {
	if method == fitChoice {
		return chosenCurve(p)
	}
	return logisticCurve(p, fitting.Method(method))
}

func chosenCurve(p points) (fitted, error) {
	choice, err := fitting.Choose(p.x, p.y)
	if err != nil {
		return fitted{}, err
	}
	f := fitted{
		model: choice.Model, parameters: map[string]float64{}, shown: map[string]bool{}, needs: len(choice.Parameters),
		rmse: choice.RMSE, r2: choice.R2, left: choice.LeaveOneOut,
	}
	for _, v := range choice.Parameters {
		f.parameters[v.Name], f.shown[v.Name] = v.Value, v.Identified
		if !v.Identified {
			f.unknown = append(f.unknown, v.Name)
		}
	}
	return f, nil
}

// logisticParameters is how many a logistic curve has: so many different batch
// sizes it takes to determine them.
const logisticParameters = 4

func logisticCurve(p points, method fitting.Method) (fitted, error) {
	m, err := fitting.FitLogistic(p.x, p.y, method)
	if err != nil {
		return fitted{}, err
	}
	f := fitted{
		model: fitting.Logistic4, needs: logisticParameters,
		parameters: map[string]float64{"L": m.L, "x0": m.X0, "k": m.K, "b0": m.B0},
		shown:      map[string]bool{}, unknown: undetermined(m, p),
	}
	for name := range f.parameters {
		f.shown[name] = method == fitting.Compat || !slices.Contains(f.unknown, name)
	}
	f.rmse, f.r2 = quality(m, p)
	f.left, err = leaveOneOut(p, method)
	return f, err
}

// undetermined names the parameters that the points leave open: all of them with
// too few batch sizes; the place and steepness of a step that is not there; both
// of a step that falls between two sizes; and where the curve is bent by the edge
// of what a fit may choose, what moves with the edge.
func undetermined(m fitting.Logistic, p points) []string {
	const least, largest, margin = 1e-2, 1e2, 1 // of k; beyond the sizes, of x0
	sizes := p.batches()
	low, high := sizes[0]-margin, sizes[len(sizes)-1]+margin
	at := func(v, edge, width float64) bool { return math.Abs(v-edge) <= 1e-3*width }
	logK, octaves := math.Log(m.K), math.Log(largest/least)
	switch {
	case len(sizes) < logisticParameters, at(logK, math.Log(least), octaves):
		return []string{"L", "x0", "k", "b0"}
	case at(m.X0, low, high-low) || at(m.X0, high, high-low):
		return []string{"L", "x0", "k", "b0"}
	case m.L == 0, at(logK, math.Log(largest), octaves):
		return []string{"x0", "k"}
	}
	return nil
}

// quality is the root of the mean squared residual and the share of the variance
// that the curve explains, nil where there is none to explain.
func quality(m fitting.Logistic, p points) (rmse float64, r2 *float64) {
	residuals := make([]float64, len(p.y))
	for i := range p.y {
		residuals[i] = p.y[i] - m.EvalX(p.x[i])
	}
	rmse = rootMeanSquare(residuals)
	mean, largest := 0.0, 0.0
	for _, y := range p.y {
		mean += y / float64(len(p.y))
		largest = max(largest, math.Abs(y))
	}
	for i, y := range p.y {
		residuals[i] = y - mean
	}
	const rounding = 1e-14
	if spread := rootMeanSquare(residuals); spread > rounding*largest {
		share := 1 - (rmse/spread)*(rmse/spread)
		r2 = &share
	}
	return rmse, r2
}

// rootMeanSquare does not overflow where its result does not.
func rootMeanSquare(v []float64) float64 {
	largest, sum := 0.0, 0.0
	for _, r := range v {
		largest = max(largest, math.Abs(r))
	}
	if largest == 0 {
		return 0
	}
	for _, r := range v {
		sum += (r / largest) * (r / largest)
	}
	return largest * math.Sqrt(sum/float64(len(v)))
}

// leaveOneOut predicts each point by a curve through the others; nil where these
// have too few batch sizes.
func leaveOneOut(p points, method fitting.Method) (*float64, error) {
	var errors []float64
	for i := range p.x {
		rest := points{slices.Delete(slices.Clone(p.x), i, i+1), slices.Delete(slices.Clone(p.y), i, i+1)}
		if len(rest.batches()) < logisticParameters {
			return nil, nil
		}
		m, err := fitting.FitLogistic(rest.x, rest.y, method)
		if err != nil {
			return nil, err
		}
		errors = append(errors, p.y[i]-m.EvalX(p.x[i]))
	}
	rmse := rootMeanSquare(errors)
	return &rmse, nil
}
