package fitting

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/optimize"

	"github.com/jouleboard/jouleboard/units"
)

// minimize takes the steps of [optimize.Minimize] with [optimize.BFGS] and gives the
// lowest place that they reach. That function hands each value from goroutine to
// goroutine, which takes longer than the small problems here do themselves. The
// gradient is asked for only where the value was asked for last.
func minimize(p optimize.Problem, start []float64, s optimize.Settings) optimize.Location {
	at := &optimize.Location{X: start, F: p.Func(start), Gradient: make([]float64, len(start))}
	p.Grad(at.Gradient, at.X)
	reached := optimize.Location{X: slices.Clone(at.X), F: at.F}
	s.Converger.Init(len(start))
	if !units.IsFinite(at.F) || !units.IsFinite(floats.Sum(at.Gradient)) || done(at, s) {
		return reached
	}
	search := optimize.LinesearchMethod{NextDirectioner: &optimize.BFGS{}, Linesearcher: &optimize.Bisection{}}
	left := s.MajorIterations - 1 // the start is the first
	for op, err := search.Init(at); err == nil; op, err = search.Iterate(at) {
		switch op {
		case optimize.FuncEvaluation:
			at.F = p.Func(at.X)
		case optimize.GradEvaluation:
			p.Grad(at.Gradient, at.X)
		case optimize.MajorIteration:
			copy(reached.X, at.X)
			reached.F = at.F
			if left--; left == 0 || done(at, s) {
				return reached
			}
		}
	}
	return reached // an error is a line search that found nothing lower
}

// done reports whether a place is as low as the settings ask for.
func done(at *optimize.Location, s optimize.Settings) bool {
	return floats.Norm(at.Gradient, math.Inf(1)) < s.GradientThreshold || s.Converger.Converged(at) != optimize.NotTerminated
}
