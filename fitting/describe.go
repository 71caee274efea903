package fitting

import (
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// Description describes a fitted curve.
type Description struct {
	Model Model `json:"model"`
	// Reason contains why there is no curve, "" if there is one.
	Reason     string      `json:"reason,omitempty"`
	Points     int         `json:"points"`
	Parameters []Parameter `json:"parameters"`
	// RMSE is the root of the mean squared residual, in the unit of y.
	RMSE float64 `json:"rmse"`
	// R2 is the share of the variance that the curve explains; nil if y does not vary.
	R2 *float64 `json:"r2"`
	// LeaveOneOut is the root mean squared error of predicting each point from the others; nil if there are too few
	// points for the model.
	LeaveOneOut *float64 `json:"leave_one_out"`
	// LogError is that of ln y, for a curve of [Choose].
	LogError *float64 `json:"leave_one_out_log"`
	// From and To are the lowest and the highest measured x.
	From float64 `json:"from"`
	To   float64 `json:"to"`
}

// Parameter is one number of a model. If the points do not determine it, it is not identified, and Value is only used
// to draw the curve: do not show it.
type Parameter struct {
	Name       string  `json:"name"`
	Value      float64 `json:"value"`
	Identified bool    `json:"identified"`
}

// Describe fits the curve of [FitLogistic] and describes it as [Choose] describes its curve, in the unit of y. A
// parameter is identified if the points determine it. They do not determine any parameter if there are fewer
// different x than parameters; the place and steepness of a step if there is no step, or if it is between two points;
// if the fit is at a limit of its parameters, the parameters that change with this limit; and, if other curves have
// the same squared error, the parameters in which they differ. It is an error if there are no points.
func Describe(x, y []float64, method Method) (Description, error) {
	if len(x) == 0 {
		return Description{}, errNoPoint
	}
	m, err := FitLogistic(x, y, method)
	if err != nil {
		return Description{}, err
	}
	d := Description{Model: Logistic4, Points: len(x)}
	d.From, d.To = span(x)
	open := append(undetermined(m, x), ties(m, x, y)...)
	for _, p := range []Parameter{{Name: "L", Value: m.L}, {Name: "x0", Value: m.X0}, {Name: "k", Value: m.K}, {Name: "b0", Value: m.B0}} {
		p.Identified = !slices.Contains(open, p.Name)
		d.Parameters = append(d.Parameters, p)
	}
	d.RMSE, d.R2 = quality(m.EvalX, x, y)
	d.LeaveOneOut, err = leaveOneOut(x, y, method)
	return d, err
}

// logisticParameters is how many a logistic curve has: so many different x it takes
// to determine them.
const logisticParameters = 4

// undetermined names the parameters that the points leave open.
func undetermined(m Logistic, x []float64) []string {
	const least, largest, margin = 1e-2, 1e2, 1 // of k; beyond the points, of x0
	low, high := span(x)
	low, high = low-margin, high+margin
	at := func(v, edge, width float64) bool { return math.Abs(v-edge) <= 1e-3*width }
	logK, octaves := math.Log(m.K), math.Log(largest/least)
	switch {
	case countDistinct(x) < logisticParameters, at(logK, math.Log(least), octaves):
		return []string{"L", "x0", "k", "b0"}
	case at(m.X0, low, high-low) || at(m.X0, high, high-low):
		return []string{"L", "x0", "k", "b0"}
	case m.L == 0, at(logK, math.Log(largest), octaves):
		return []string{"x0", "k"}
	}
	return nil
}

// equalError is the share of the squared error by which two curves may differ and fit equally well; exactError is that
// of the spread of y, for curves through all points.
const equalError, exactError = 1e-6, 1e-12

// ties names the parameters in which the grid has another curve with the same squared error as m: a step between two
// points may be steeper or farther left.
func ties(m Logistic, x, y []float64) (names []string) {
	if m.L == 0 {
		return nil // a constant, the simplest of the curves through equal values
	}
	unit, exponent := scaled(y)
	m.L, m.B0 = unscaled(m.L, -exponent), unscaled(m.B0, -exponent)
	sum, spread, mean := 0.0, 0.0, meanOf(unit)
	for i := range x {
		sum += (unit[i] - m.EvalX(x[i])) * (unit[i] - m.EvalX(x[i]))
		spread += (unit[i] - mean) * (unit[i] - mean)
	}
	differ := map[string]bool{}
	eachLogistic(x, unit, func(o Logistic, other float64) {
		if other <= sum*(1+equalError)+exactError*spread {
			differ["x0"] = differ["x0"] || math.Abs(o.X0-m.X0) > 0.05
			differ["k"] = differ["k"] || math.Abs(math.Log(o.K/m.K)) > 0.05
			differ["L"] = differ["L"] || math.Abs(o.L-m.L) > 0.05*math.Abs(m.L)
			differ["b0"] = differ["b0"] || math.Abs(o.B0-m.B0) > 0.05*math.Abs(m.L)
		}
	})
	for name, differs := range differ {
		if differs {
			names = append(names, name)
		}
	}
	return names
}

// quality is the root of the mean squared residual and the share of the variance
// that the curve explains, nil where there is none to explain.
func quality(at func(x float64) float64, x, y []float64) (rmse float64, r2 *float64) {
	rmse = rootMeanSquare(lists.Times(len(y), func(i int) float64 { return y[i] - at(x[i]) }))
	mean := lists.Sum(y, func(v float64) float64 { return v / float64(len(y)) })
	const rounding = 1e-14
	spread := rootMeanSquare(lists.Map(y, func(v float64) float64 { return v - mean }))
	if spread > rounding*lists.Most(y, math.Abs) {
		share := 1 - (rmse/spread)*(rmse/spread)
		r2 = &share
	}
	return rmse, r2
}

// rootMeanSquare does not overflow where its result does not.
func rootMeanSquare(v []float64) float64 {
	largest := lists.Most(v, math.Abs)
	if largest == 0 {
		return 0
	}
	sum := lists.Sum(v, func(r float64) float64 { return (r / largest) * (r / largest) })
	return largest * math.Sqrt(sum/float64(len(v)))
}

// leaveOneOut predicts each point by a curve through the others; nil where these
// have too few different x.
func leaveOneOut(x, y []float64, method Method) (*float64, error) {
	errors := make([]float64, len(x))
	for f := range folds(x, y) {
		if countDistinct(f.x) < logisticParameters {
			return nil, nil
		}
		m, err := FitLogistic(f.x, f.y, method)
		if err != nil {
			return nil, err
		}
		for _, i := range f.out {
			errors[i] = y[i] - m.EvalX(x[i])
		}
	}
	rmse := rootMeanSquare(errors)
	return &rmse, nil
}
