package fitting

import "math"

// How relax steps: a resample's best curve is near the one it starts from, and a
// part in 10⁷ of its error is far below what the resamples differ by.
const (
	mostSteps   = 12
	enough      = 1e-7
	firstDamp   = 1e-3
	largestDamp = 1e7
)

// work is scratch for many fits to equally many points.
type work struct {
	basis []float64
	cols  [2][]float64
}

func newWork(n int) *work {
	return &work{make([]float64, n), [2][]float64{make([]float64, n), make([]float64, n)}}
}

// relax moves a curve to the nearest minimum for these points by damped
// Gauss-Newton steps inside the box. It is for the many fits to resampled points
// that all start near their minimum, where descend would cost ten times as much.
func (f *family) relax(x, y []float64, start theta, w *work) curve {
	c := f.project(x, y, start, w.basis)
	damp := firstDamp
	for range mostSteps * f.nonlinear {
		step, ok := f.step(x, y, c, damp, w)
		if !ok {
			return c
		}
		trial := f.project(x, y, f.box.clip(c.at, step), w.basis)
		if !(trial.sum < c.sum) {
			damp *= 10
			if damp > largestDamp {
				return c
			}
			continue
		}
		done := c.sum-trial.sum <= enough*c.sum
		c, damp = trial, damp/10
		if done {
			return c
		}
	}
	return c
}

// step solves the damped normal equations in θ, after the linear parts are
// projected out of the slopes.
func (f *family) step(x, y []float64, c curve, damp float64, w *work) (theta, bool) {
	f.project(x, y, c.at, w.basis)
	f.sensitivity(x, c, w)
	var h [2][2]float64
	var g theta
	for i := range x {
		r := y[i] - (c.a + c.b*w.basis[i])
		for j := range f.nonlinear {
			g[j] += r * w.cols[j][i]
			for k := range f.nonlinear {
				h[j][k] += w.cols[j][i] * w.cols[k][i]
			}
		}
	}
	for j := range f.nonlinear {
		h[j][j] *= 1 + damp
	}
	return solve(h, g, f.nonlinear)
}

// solve solves one or two linear equations; not ok where they are singular.
func solve(h [2][2]float64, g theta, n int) (theta, bool) {
	if n == 1 {
		s := g[0] / h[0][0]
		return theta{s}, finite(s)
	}
	d := h[0][0]*h[1][1] - h[0][1]*h[1][0]
	s := theta{
		(g[0]*h[1][1] - g[1]*h[0][1]) / d,
		(g[1]*h[0][0] - g[0]*h[1][0]) / d,
	}
	return s, finite(s[0]) && finite(s[1])
}

// sensitivity fills w.cols with b·∂φ/∂θ at the points without what a and b could
// take over. w.basis holds φ.
func (f *family) sensitivity(x []float64, c curve, w *work) {
	for i := range x {
		d := f.slopes(x[i], c.at)
		for j := range f.nonlinear {
			w.cols[j][i] = c.b * d[j]
		}
	}
	mean := 0.0
	if f.level {
		mean = meanOf(w.basis)
	}
	for j := range f.nonlinear {
		w.withoutLinear(j, mean, f.level)
	}
}

// withoutLinear takes the columns 1 (if level) and φ out of column j.
func (w *work) withoutLinear(j int, mean float64, level bool) {
	col, shift := w.cols[j], 0.0
	if level {
		shift = meanOf(col)
	}
	ss, sc := 0.0, 0.0
	for i, s := range w.basis {
		ss += (s - mean) * (s - mean)
		sc += (s - mean) * (col[i] - shift)
	}
	share := 0.0
	if ss > 0 {
		share = sc / ss
	}
	for i, s := range w.basis {
		col[i] -= shift + share*(s-mean)
	}
}

// clip is t + step, held inside the box.
func (b box) clip(t, step theta) theta {
	for j := range t {
		t[j] = math.Min(math.Max(t[j]+step[j], b.low[j]), b.high[j])
	}
	return t
}
