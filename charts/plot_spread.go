package charts

import (
	"fmt"
	"slices"

	echarts "github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/fitting"
)

// Violins and boxes lie: their values share the x axis, and names stand above.

const spreadHeight = 76

func (c *canvas) spreadLayout(p Panel) {
	c.bottom = c.top + spreadHeight*max(len(p.Categories), 1)
	c.xName, c.unnamed = p.Y.Name, true
	for i := range p.Categories {
		c.names = append(c.names, fmt.Sprint(i))
	}
	c.x = p.Y.scale(p.values(), false)
	c.layout()
}

// values are the Y of all points.
func (p Panel) values() (values []float64) {
	for _, s := range p.Series {
		for _, pt := range s.Points {
			values = append(values, pt.Y)
		}
	}
	return values
}

// byCategory are each category's points.
func (p Panel) byCategory() [][]Point {
	groups := make([][]Point, len(p.Categories))
	for _, s := range p.Series {
		for _, pt := range s.Points {
			groups[pt.Category] = append(groups[pt.Category], pt)
		}
	}
	return groups
}

func sortedValues(points []Point) []float64 {
	values := make([]float64, len(points))
	for i, pt := range points {
		values[i] = pt.Y
	}
	slices.Sort(values)
	return values
}

// violinSteps is at how many values from the least to the greatest the density
// is drawn.
const violinSteps = 100

// drawViolins draws for each category the density of its values, mirrored, a
// mark for each value and a stroke at the median. Every violin has the same
// greatest width. Categories are whole numbers of a numeric axis, because the
// curves lie between them.
func drawViolins(p Panel, c *canvas) {
	c.lanes = len(p.Categories)
	c.spreadLayout(p)
	for i, points := range p.byCategory() {
		values := sortedValues(points)
		for _, side := range []float64{-1, 1} {
			c.add(halfViolin(values, float64(i), side))
		}
	}
	c.add(valueMarks(p))
	c.add(medians(p))
	c.add(c.namesAbove(p.Categories, 29))
}

// halfViolin is one side of a violin whose middle is the given lane.
func halfViolin(values []float64, lane, side float64) series {
	const most = 0.26 // of the distance between lanes
	from, to := values[0], values[len(values)-1]
	at := make([]float64, violinSteps)
	for i := range at {
		at[i] = from + (to-from)*float64(i)/(violinSteps-1)
	}
	density := fitting.Density(values, at)
	data := make([][2]float64, 0, violinSteps)
	if len(density) > 0 {
		peak := slices.Max(density)
		for i, d := range density {
			data = append(data, [2]float64{round(at[i]), round(lane + side*most*d/peak)})
		}
	}
	return series{
		Silent: true, LineStyle: &lineStyle{LineStyle: opts.LineStyle{Color: bar, Width: 1.2}},
		AreaStyle:    &areaStyle{Color: bar, Opacity: 0.3, Origin: lane},
		SingleSeries: echarts.SingleSeries{Type: "line", Data: data, Symbol: "none"},
	}
}

// valueMarks is a mark for each value, on its category.
func valueMarks(p Panel) series {
	var data [][2]float64
	var rows []int
	for i, points := range p.byCategory() {
		for _, pt := range points {
			data, rows = append(data, [2]float64{round(pt.Y), float64(i)}), append(rows, pt.Row)
		}
	}
	return series{rows: rows, Z: 3, SingleSeries: echarts.SingleSeries{
		Type: "scatter", Data: data, Symbol: "circle", SymbolSize: 5,
		ItemStyle: &opts.ItemStyle{Color: accent, Opacity: opts.Float(0.6)},
	}}
}

func medians(p Panel) series {
	var data [][2]float64
	for i, points := range p.byCategory() {
		data = append(data, [2]float64{round(aggregate.Quantile(sortedValues(points), 0.5)), float64(i)})
	}
	return series{Silent: true, Z: 4, SingleSeries: echarts.SingleSeries{
		Type: "scatter", Data: data, Symbol: "rect", SymbolSize: []int{3, 24}, ItemStyle: &opts.ItemStyle{Color: ink},
	}}
}

// drawBoxes draws for each category the middle half of its values with their
// median, a line from the least to the most, and a mark for each.
func drawBoxes(p Panel, c *canvas) {
	c.spreadLayout(p)
	boxes := make([]any, len(p.Categories))
	for i, points := range p.byCategory() {
		v := sortedValues(points)
		boxes[i] = [5]float64{
			round(v[0]), round(aggregate.Quantile(v, 0.25)), round(aggregate.Quantile(v, 0.5)),
			round(aggregate.Quantile(v, 0.75)), round(v[len(v)-1]),
		}
	}
	c.add(series{BoxWidth: []int{16, 16}, Silent: true, SingleSeries: echarts.SingleSeries{
		Type: "boxplot", Data: boxes, ItemStyle: &opts.ItemStyle{Color: "transparent", BorderColor: bar, BorderWidth: 1.6},
	}})
	c.add(valueMarks(p))
	c.add(c.namesAbove(p.Categories, 26))
}
