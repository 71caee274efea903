package charts

import "github.com/jouleboard/jouleboard/charts/scene"

// Boxes are on the categories of the y axis: each has the lowest value, the quartiles and the highest value.
type Boxes struct {
	Name
	Width float64 // px across
	All   [][5]float64
	Style scene.Style
}

// Shapes returns for each category a box from quartile to quartile with its median, and lines to the extremes.
func (s Boxes) Shapes(p *Panel) []scene.Layer {
	l := scene.Layer{Style: s.Style}
	for i, five := range s.All {
		l.Paths = append(l.Paths, scene.Path{Lines: s.lines(i, five, p), Row: scene.NoRow})
	}
	return []scene.Layer{l}
}

func (s Boxes) lines(i int, five [5]float64, p *Panel) [][]scene.Point {
	y := p.Y.At(float64(i))
	top, bottom := y-s.Width/2, y+s.Width/2
	var x [5]float64
	for k, v := range five {
		x[k] = p.X.At(v)
	}
	across := func(at float64) []scene.Point { return []scene.Point{{X: at, Y: top}, {X: at, Y: bottom}} }
	along := func(from, to float64) []scene.Point { return []scene.Point{{X: from, Y: y}, {X: to, Y: y}} }
	return [][]scene.Point{
		{{X: x[1], Y: top}, {X: x[3], Y: top}, {X: x[3], Y: bottom}, {X: x[1], Y: bottom}, {X: x[1], Y: top}},
		along(x[0], x[1]), along(x[3], x[4]), across(x[0]), across(x[2]), across(x[4]),
	}
}
