package fitting

import "github.com/jouleboard/jouleboard/units"

// How relax steps: it ends when a step gains less than a share of the error.
const (
	mostSteps   = 40
	firstDamp   = 1e-3
	largestDamp = 1e7
	leastGain   = 1e-9
)

// work is scratch for many fits to equally many points.
type work struct {
	basis []float64
	cols  [2][]float64
	h     [2][2]float64 // the normal equations h·step = g
	g     theta
}

func newWork(n int) *work {
	return &work{basis: make([]float64, n), cols: [2][]float64{make([]float64, n), make([]float64, n)}}
}

// relax moves a curve to the nearest minimum for these points by damped
// Gauss-Newton steps inside the box: fast, but it may stop short on the box's edges,
// where descend does not.
func (f *family) relax(x, y []float64, start theta, w *work) curve {
	c := f.project(x, y, start, w.basis)
	if f.nonlinear == 0 {
		return c
	}
	f.normalEquations(x, y, c, w)
	damp := firstDamp
	for range mostSteps {
		step, ok := w.step(damp)
		if !ok || step[0]*w.g[0]+step[1]*w.g[1] <= leastGain*c.sum {
			return c // the step promises no more than that
		}
		trial := f.project(x, y, f.box.clip(c.at, step), w.basis)
		if !(trial.sum < c.sum) {
			if damp *= 10; damp > largestDamp {
				return c
			}
			continue
		}
		done := c.sum-trial.sum <= leastGain*c.sum
		c, damp = trial, damp/10
		if done {
			return c
		}
		f.normalEquations(x, y, c, w)
	}
	return c
}

// normalEquations fills w.h and w.g for a step of θ from c, whose φ w.basis
// holds, after the linear parts are projected out of the slopes.
func (f *family) normalEquations(x, y []float64, c curve, w *work) {
	f.sensitivity(x, c, w)
	w.h, w.g = [2][2]float64{}, theta{}
	for i := range x {
		r := y[i] - (c.a + c.b*w.basis[i])
		for j := range f.nonlinear {
			w.g[j] += r * w.cols[j][i]
			for k := range f.nonlinear {
				w.h[j][k] += w.cols[j][i] * w.cols[k][i]
			}
		}
	}
}

// step solves the damped equations; not ok where they are singular.
func (w *work) step(damp float64) (step theta, ok bool) {
	h, g := w.h, w.g
	for j := range h {
		h[j][j] *= 1 + damp
	}
	d := h[0][0]*h[1][1] - h[0][1]*h[1][0]
	step = theta{
		(g[0]*h[1][1] - g[1]*h[0][1]) / d,
		(g[1]*h[0][0] - g[0]*h[1][0]) / d,
	}
	return step, units.IsFinite(step[0]) && units.IsFinite(step[1])
}

// sensitivity fills w.cols with b·∂φ/∂θ at the points without what a and b could
// take over. w.basis holds φ.
func (f *family) sensitivity(x []float64, c curve, w *work) {
	f.slopes(w.cols, w.basis, x, c.at)
	for j := range f.nonlinear {
		for i := range w.cols[j] {
			w.cols[j][i] *= c.b
		}
	}
	mean := meanOf(w.basis)
	for j := range f.nonlinear {
		w.withoutLinear(j, mean, f.unit)
	}
}

// withoutLinear takes the column 1 and, unless b is given, φ out of column j.
func (w *work) withoutLinear(j int, mean float64, unit bool) {
	col := w.cols[j]
	shift, ss, sc := meanOf(col), 0.0, 0.0
	for i, s := range w.basis {
		ss += (s - mean) * (s - mean)
		sc += (s - mean) * (col[i] - shift)
	}
	share := 0.0
	if ss > 0 && !unit {
		share = sc / ss
	}
	for i, s := range w.basis {
		col[i] -= shift + share*(s-mean)
	}
}

// clip is t + step, held inside the box.
func (b box) clip(t, step theta) theta {
	for j := range t {
		t[j] = min(max(t[j]+step[j], b.low[j]), b.high[j])
	}
	return t
}
