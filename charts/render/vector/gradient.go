package vector

import "math"

// part is how much of the gradient's way the point has behind it; below 0 and over 1 outside.
func (g *Gradient) part(x, y float64) float64 {
	if g.Radial {
		if g.R <= 0 {
			return 1
		}
		return math.Hypot(x-g.X1, y-g.Y1) / g.R
	}
	dx, dy := g.X2-g.X1, g.Y2-g.Y1
	length := dx*dx + dy*dy
	if length == 0 {
		return 1
	}
	return ((x-g.X1)*dx + (y-g.Y1)*dy) / length
}
