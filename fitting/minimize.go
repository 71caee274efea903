package fitting

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/optimize"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// refineLogistic starts from the toolkit's curve and from the best places of a
// coarse grid, and keeps the toolkit's where nothing is better.
func refineLogistic(x, y []float64, toolkit Logistic) Logistic {
	f := logisticFamily(x)
	start := theta{toolkit.X0, math.Log(toolkit.K)}
	c := f.best(x, y, start)
	refined := Logistic{L: c.b, X0: c.at[0], K: steepness(c.at), B0: c.a}
	if squares(refined, x, y) > squares(toolkit, x, y) {
		return toolkit
	}
	return refined
}

// steepness is k, on the edge of its range no rounding error beyond.
func steepness(t theta) float64 { return min(max(math.Exp(t[1]), minK), maxK) }

// squares is the sum of squared residuals.
func squares(m Logistic, x, y []float64) float64 {
	sum := 0.0
	for i := range x {
		r := y[i] - m.EvalX(x[i])
		sum += r * r
	}
	return sum
}

const (
	coarse     = 12 // places of the coarse grid along each of theta
	mostStarts = 3  // of them a search starts from
)

// best is the member of the family with the least squared error that is found
// from the given starts and the best places of a coarse grid.
func (f *family) best(x, y []float64, starts ...theta) curve {
	w := newWork(len(x))
	if f.nonlinear == 0 {
		return f.project(x, y, theta{}, w.basis)
	}
	var found curve
	for i, t := range append(starts, f.places(x, y)...) {
		c := f.relax(x, y, t, w)
		if i == 0 || c.sum < found.sum {
			found = c
		}
	}
	return f.descend(x, y, found, w)
}

// grids are the φ of families on their coarse grids over some x, place after place. Sweeps over the same sizes share
// them: to compute them is a quarter of a fit.
type grids []gridsOver

// gridsOver are those over one x.
type gridsOver struct {
	x  []float64
	of map[shape][]float64
}

// shape tells families over the same x apart.
type shape struct {
	model   Model
	falling bool
}

func (g *grids) phi(f *family, x []float64) []float64 {
	own := slices.IndexFunc(*g, func(one gridsOver) bool { return slices.Equal(one.x, x) })
	if own < 0 {
		own, *g = len(*g), append(*g, gridsOver{slices.Clone(x), map[shape][]float64{}})
	}
	n, key, of := len(x), shape{f.model, f.falling}, (*g)[own].of
	if of[key] == nil {
		all := make([]float64, coarse*coarse*n)
		for i := range coarse * coarse {
			f.basis(all[i*n:(i+1)*n], x, f.box.place(i%coarse, i/coarse))
		}
		of[key] = all
	}
	return of[key]
}

// places are the best local minima of the coarse grid.
func (f *family) places(x, y []float64) []theta {
	shared := f.grids
	if shared == nil {
		shared = &grids{}
	}
	phi, n := shared.phi(f, x), len(x)
	grid := make([]curve, 0, coarse*coarse)
	for i := range coarse * coarse {
		grid = append(grid, f.through(phi[i*n:(i+1)*n], y, f.box.place(i%coarse, i/coarse)))
	}
	var minima []curve
	for i, c := range grid {
		if lowest(grid, i) {
			minima = append(minima, c)
		}
	}
	slices.SortStableFunc(minima, func(a, b curve) int { return cmp.Compare(a.sum, b.sum) })
	return lists.Map(minima[:min(mostStarts, len(minima))], func(c curve) theta { return c.at })
}

// place is a point of the coarse grid, off the edges of the box.
func (b box) place(i, j int) theta {
	at := func(d, i int) float64 {
		return b.low[d] + b.width(d)*(float64(i)+0.5)/coarse
	}
	return theta{at(0, i), at(1, j)}
}

// lowest reports whether no neighbour of place i is better, nor as good and
// before it.
func lowest(grid []curve, i int) bool {
	for di := -1; di <= 1; di++ {
		for dj := -1; dj <= 1; dj++ {
			col, row := i%coarse+di, i/coarse+dj
			n := row*coarse + col
			if n == i || col < 0 || col >= coarse || row < 0 || row >= coarse {
				continue
			}
			if grid[n].sum < grid[i].sum || n < i && grid[n].sum == grid[i].sum {
				return false
			}
		}
	}
	return true
}

// descend follows the gradient from a curve to the nearest minimum inside the box. The
// error is a function of θ alone; by the envelope theorem its gradient is
// −2b Σ r ∂φ/∂θ.
func (f *family) descend(x, y []float64, start curve, w *work) curve {
	var c curve // at the last place whose value was asked for; the gradient's follows
	problem := optimize.Problem{
		Func: func(u []float64) float64 {
			c = f.project(x, y, f.box.inside(u), w.basis)
			return c.sum
		},
		Grad: func(grad, u []float64) { c.gradient(grad, x, y, u, w) },
	}
	found := minimize(problem, f.free(start.at), optimize.Settings{
		MajorIterations:   200,
		GradientThreshold: 1e-12,
		Converger:         &optimize.FunctionConverge{Absolute: 1e-30, Relative: 1e-12, Iterations: 5},
	})
	if c := f.project(x, y, f.box.inside(found.X), w.basis); c.sum < start.sum {
		return c
	}
	return start
}

// gradient is that of the error at u, which is the curve's place; w.basis holds φ.
func (c curve) gradient(grad, x, y, u []float64, w *work) {
	f := c.family
	f.slopes(w.cols, w.basis, x, c.at)
	clear(grad)
	for i := range x {
		r := y[i] - (c.a + c.b*w.basis[i])
		for j := range grad {
			grad[j] -= 2 * r * c.b * w.cols[j][i]
		}
	}
	for j := range grad {
		grad[j] *= f.box.width(j) / 2 * math.Cos(u[j])
	}
}

// inside maps free coordinates to the box: a sine a side, so that an optimizer
// without bounds can reach the edges and not leave.
func (b box) inside(u []float64) theta {
	var t theta
	for j := range u {
		t[j] = b.low[j] + b.width(j)*(1+math.Sin(u[j]))/2
	}
	return t
}

// free undoes inside. It stays off the edges, where the sine has no slope.
func (f *family) free(t theta) []float64 {
	u := make([]float64, f.nonlinear)
	for j := range u {
		s := 2*(t[j]-f.box.low[j])/f.box.width(j) - 1
		u[j] = math.Asin(min(max(s, -0.99), 0.99))
	}
	return u
}
