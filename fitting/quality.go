package fitting

import (
	"math"
	"slices"
)

// describe fills in what is known about the chosen curve.
func (c *Choice) describe() {
	c.Model = c.curve.family.model
	c.RMSE = unscaled(c.rmse(c.curve), c.exponent)
	c.R2 = c.explained()
	c.LeaveOneOut = c.leaveOneOut()
	known := c.identified()
	for i, v := range c.curve.family.values(c.curve) {
		c.Parameters = append(c.Parameters, Parameter{c.curve.family.names[i], v, known[i]})
	}
	c.rescale()
}

// rescale gives the parameters that carry the unit of y that unit.
func (c *Choice) rescale() {
	for i := range c.Parameters {
		p := &c.Parameters[i]
		if !slices.Contains(c.curve.family.thetaAt, i) {
			p.Value = unscaled(p.Value, c.exponent)
		}
	}
}

// explained is 1 − RSS/TSS; nil where y varies no more than rounding.
func (c *Choice) explained() *float64 {
	_, total := levelOf(c.y)
	if total <= noise*noise*float64(c.Points) {
		return nil
	}
	r2 := 1 - c.curve.sum/total
	return &r2
}

// leaveOneOut predicts each point from the others.
func (c *Choice) leaveOneOut() *float64 {
	f := c.curve.family
	if c.Points <= f.parameters() {
		return nil
	}
	n := c.Points - 1
	x, y, w := make([]float64, n), make([]float64, n), newWork(n)
	predicted, sum := make([]float64, 1), 0.0
	for i := range c.x {
		without(x, c.x, i)
		without(y, c.y, i)
		if countDistinct(x) < f.parameters() {
			return nil
		}
		f.relax(x, y, c.curve.at, w).eval(predicted, c.x[i:i+1])
		r := c.y[i] - predicted[0]
		sum += r * r
	}
	e := unscaled(math.Sqrt(sum/float64(c.Points)), c.exponent)
	return &e
}

// without copies all of from but element i.
func without(to, from []float64, i int) {
	copy(to, from[:i])
	copy(to[i:], from[i+1:])
}

const (
	onEdge = 1e-3 // of the box's width: so close lies on its edge
	flat   = 1e-3 // of the spread of y: what moves the curve less, over the whole box, moves it not
	nudge  = 1e-2 // of the box's width: how far a free parameter is moved as a trial
	moved  = 2e-2 // of a value: what moves more goes with the free parameter
)

// identified tells of each value whether the points determine it.
func (c *Choice) identified() []bool {
	f := c.curve.family
	known := make([]bool, f.parameters())
	for i := range known {
		known[i] = true
	}
	free := c.undetermined()
	for j := range f.nonlinear {
		if free[j] {
			known[f.thetaAt[j]] = false
			c.followers(j, known)
		}
	}
	return known
}

// undetermined tells of each of θ whether it lies on the edge of its box or does
// not change the curve at the points.
func (c *Choice) undetermined() (free [2]bool) {
	free = c.idle(c.curve)
	for j, b := 0, c.curve.family.box; j < c.curve.family.nonlinear; j++ {
		edge := min(c.curve.at[j]-b.low[j], b.high[j]-c.curve.at[j])
		free[j] = free[j] || edge < onEdge*b.width(j)
	}
	return free
}

// idle tells of each of θ whether it does not change a curve at the points.
func (c *Choice) idle(fit curve) (idle [2]bool) {
	f, w := fit.family, newWork(c.Points)
	if f.nonlinear == 0 {
		return idle
	}
	f.basis(w.basis, c.x, fit.at)
	f.sensitivity(c.x, fit, w)
	_, total := levelOf(c.y)
	for j := range f.nonlinear {
		sum := 0.0
		for _, v := range w.cols[j] {
			sum += v * v
		}
		idle[j] = math.Sqrt(sum)*f.box.width(j) <= flat*math.Sqrt(total)
	}
	return idle
}

// open reports whether a curve may lie anywhere between the points.
func (c *Choice) open(fit curve) bool { return c.idle(fit) != [2]bool{} }

// followers marks the values that change when θj, which is free, is moved.
func (c *Choice) followers(j int, known []bool) {
	f, basis := c.curve.family, make([]float64, c.Points)
	before := f.values(c.curve)
	for _, sign := range []float64{-1, 1} {
		var step theta
		step[j] = sign * nudge * f.box.width(j)
		after := f.values(f.project(c.x, c.y, f.box.clip(c.curve.at, step), basis))
		for i := range known {
			if i != f.thetaAt[j] && math.Abs(after[i]-before[i]) > moved*math.Abs(before[i]) {
				known[i] = false
			}
		}
	}
}
