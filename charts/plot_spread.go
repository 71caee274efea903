package charts

import (
	"slices"

	"github.com/jouleboard/jouleboard/charts/scene"
	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Violins and boxes lie: their values share the x axis, and names stand above.

const spreadHeight = 76

func (c *canvas) spreadLayout(p PlotPanel) {
	c.Bottom = c.Top + spreadHeight*max(len(p.Categories), 1)
	c.y.Categories = numbered(len(p.Categories))
	c.x = c.scale(p.Y, p.values(), false)
	c.layout()
}

// values are the Y of all points.
func (p PlotPanel) values() []float64 {
	left := lists.Filter(p.Series, func(s PlotSeries) bool { return !s.Right })
	return lists.FlatMap(left, PlotSeries.values)
}

// values are the Y of the points, with their intervals.
func (s PlotSeries) values() (values []float64) {
	for _, pt := range s.Points {
		values = append(values, pt.Y)
		if pt.Spread != nil {
			values = append(values, pt.Spread[0], pt.Spread[1])
		}
	}
	return values
}

// byCategory are each category's points.
func (p PlotPanel) byCategory() [][]Point {
	groups := make([][]Point, len(p.Categories))
	for _, s := range p.Series {
		for _, pt := range s.Points {
			groups[pt.Category] = append(groups[pt.Category], pt)
		}
	}
	return groups
}

func sortedValues(points []Point) []float64 {
	values := lists.Map(points, func(pt Point) float64 { return pt.Y })
	slices.Sort(values)
	return values
}

// violinSteps is at how many values from the least to the greatest the density
// is drawn.
const violinSteps = 100

// drawViolins draws for each category the density of its values, mirrored, a
// mark for each value and a stroke at the median. Every violin has the same
// greatest width.
func drawViolins(p PlotPanel, c *canvas) {
	c.spreadLayout(p)
	for i, points := range p.byCategory() {
		values := sortedValues(points)
		for _, side := range []float64{-1, 1} {
			c.addHalfViolin(values, float64(i), side)
		}
	}
	c.add(valueMarks(p))
	c.add(medians(p))
	c.add(c.namesAbove(p.Categories, 29))
}

// addHalfViolin draws one side of a violin whose middle is the given lane.
func (c *canvas) addHalfViolin(values []float64, lane, side float64) {
	const most = 0.26 // of the distance between lanes
	from, to := values[0], values[len(values)-1]
	at := lists.Times(violinSteps, func(i int) float64 { return from + (to-from)*float64(i)/(violinSteps-1) })
	density := fitting.Density(values, at)
	if len(density) == 0 {
		return
	}
	peak := slices.Max(density)
	edge := lists.Times(len(density), func(i int) [2]float64 { return [2]float64{at[i], lane + side*most*density[i]/peak} })
	c.add(Area{Outline: append(slices.Clone(edge), [2]float64{to, lane}, [2]float64{from, lane}), Style: scene.Style{Fill: bar, Opacity: 0.3}})
	c.add(Line{At: edge, Style: scene.Style{Stroke: bar, Width: 1.2}})
}

// valueMarks is a mark for each value, on its category.
func valueMarks(p PlotPanel) Points {
	s := Points{Shape: scene.Circle, W: 5, H: 5, Style: scene.Style{Fill: accent, Opacity: markStrength}}
	for i, points := range p.byCategory() {
		for _, pt := range points {
			s.At, s.Rows = append(s.At, [2]float64{pt.Y, float64(i)}), append(s.Rows, pt.Row)
		}
	}
	return s
}

func medians(p PlotPanel) Points {
	s := Points{Shape: scene.Rect, W: 3, H: 24, Style: scene.Style{Fill: ink, Opacity: markStrength}}
	for i, points := range p.byCategory() {
		s.At = append(s.At, [2]float64{lists.Quantile(sortedValues(points), 0.5), float64(i)})
	}
	return s
}

// drawBoxes draws for each category the middle half of its values with their
// median, a line from the least to the most, and a mark for each.
func drawBoxes(p PlotPanel, c *canvas) {
	c.spreadLayout(p)
	boxes := Boxes{Width: 16, Style: scene.Style{Stroke: bar, Width: 1.6}}
	for _, points := range p.byCategory() {
		v := sortedValues(points)
		boxes.All = append(boxes.All, [5]float64{
			v[0], lists.Quantile(v, 0.25), lists.Quantile(v, 0.5), lists.Quantile(v, 0.75), v[len(v)-1],
		})
	}
	c.add(boxes)
	c.add(valueMarks(p))
	c.add(c.namesAbove(p.Categories, 26))
}
