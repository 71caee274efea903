package fitting

import (
	"math"

	"gonum.org/v1/gonum/optimize"
)

func refineLogistic(x, y []float64, start Logistic) Logistic {
	f := logisticFamily(true)
	basis := make([]float64, len(x))
	t := theta{start.X0, math.Log(start.K)}
	b := f.box(x)
	t = f.minimize(x, y, t, b, basis)
	g := f.project(x, y, t, basis)
	m := Logistic{L: g.b, X0: t[0], K: math.Exp(t[1]), B0: g.a}
	return m
}

func (f *family) minimize(x, y []float64, t theta, b box, basis []float64) theta {
	problem := optimize.Problem{
		Func: func(u []float64) float64 { return f.project(x, y, b.inside(u), basis).sum },
		Grad: func(grad, u []float64) {
			f.gradient(grad, x, y, b, u, basis)
		},
	}
	r, err := optimize.Minimize(problem, b.free(t), &optimize.Settings{MajorIterations: 200, GradientThreshold: 1e-10, Converger: &optimize.FunctionConverge{Relative: 1e-12, Absolute:1e-24, Iterations: 5}}, &optimize.BFGS{})
	if r == nil {
		_ = err
		return t
	}
	return b.inside(r.X)
}

func (b box) inside(u []float64) theta {
	var t theta
	for j := range u {
		t[j] = b.low[j] + (b.high[j]-b.low[j])*(1+math.Sin(u[j]))/2
	}
	return t
}

func (b box) free(t theta) []float64 {
	u := make([]float64, 2)
	for j := range u {
		s := 2*(t[j]-b.low[j])/(b.high[j]-b.low[j]) - 1
		u[j] = math.Asin(min(max(s, -0.98), 0.98))
	}
	return u
}

func (f *family) gradient(grad, x, y []float64, b box, u, basis []float64) {
	t := b.inside(u)
	g := f.project(x, y, t, basis)
	for j := range grad {
		grad[j] = 0
	}
	for i := range x {
		r := y[i] - g.a - g.b*basis[i]
		d := f.slopes(x[i], t)
		for j := range grad {
			grad[j] -= 2 * r * g.b * d[j]
		}
	}
	for j := range grad {
		grad[j] *= (b.high[j] - b.low[j]) * math.Cos(u[j]) / 2
	}
}
