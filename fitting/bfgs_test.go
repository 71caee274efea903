package fitting

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/optimize"
)

// valley is Rosenbrock's function.
var valley = optimize.Problem{
	Func: func(u []float64) float64 { return math.Pow(1-u[0], 2) + 100*math.Pow(u[1]-u[0]*u[0], 2) },
	Grad: func(grad, u []float64) {
		grad[0] = -2*(1-u[0]) - 400*u[0]*(u[1]-u[0]*u[0])
		grad[1] = 200 * (u[1] - u[0]*u[0])
	},
}

func TestMinimizeTakesTheStepsOfGonum(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for _, iterations := range []int{2, 5, 200} {
		settings := func() *optimize.Settings {
			return &optimize.Settings{
				MajorIterations: iterations, GradientThreshold: 1e-6,
				Converger: &optimize.FunctionConverge{Relative: 1e-9, Iterations: 5},
			}
		}
		for range 20 {
			start := []float64{3 * rng.NormFloat64(), 3 * rng.NormFloat64()}
			want, _ := optimize.Minimize(valley, start, settings(), &optimize.BFGS{})
			got := minimize(valley, slices.Clone(start), *settings())
			if !slices.Equal(got.X, want.X) || got.F != want.F {
				t.Errorf("from %v in %d steps to %v, %v; want %v, %v", start, iterations, got.X, got.F, want.X, want.F)
			}
		}
	}
}

func TestMinimizeStaysWhereThereIsNoSlope(t *testing.T) {
	flat := optimize.Problem{
		Func: func([]float64) float64 { return math.NaN() },
		Grad: func(grad, _ []float64) { grad[0] = math.NaN() },
	}
	settings := optimize.Settings{MajorIterations: 9, Converger: &optimize.FunctionConverge{Iterations: 5}}
	if got := minimize(flat, []float64{3}, settings); got.X[0] != 3 {
		t.Errorf("went to %v", got.X)
	}
}
