package charts

import (
	"math"
	"strings"

	"github.com/jouleboard/jouleboard/charts/scene"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/units"
)

// Fit gives the curve through each sweep: [fitting.Sketches].
type Fit func([]fitting.Sweep) []fitting.Sketch

// fitted is a curve in the chart: over batch sizes, with the looks of its line.
type fitted struct {
	fitting.Sketch
	name  string
	color scene.Color
}

func (f fitted) drawn() bool { return len(f.X) > 0 }

// reach are the values that the axes should hold: those of the curve, but for what
// is further from the measured values than by the factor room.
func (f fitted) reach(values []float64, room float64) (xs, ys []float64) {
	least, most := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		least, most = min(least, v), max(most, v)
	}
	for i, x := range f.X {
		if x < 0 {
			continue // there is no batch of less than one
		}
		xs = append(xs, math.Exp2(x))
		ys = append(ys, min(max(f.Y[i], least/room), most*room))
	}
	return xs, ys
}

// addBand draws the confidence band, below all else.
func (f fitted) addBand(c *canvas) {
	if band := f.band(c); len(band) > 2 {
		c.add(Area{Tag: Tag{Name: f.name}, Outline: band, Style: scene.Style{Fill: f.color, Opacity: 0.14}})
	}
}

// addLines draws the curve within the measured range, and dashed what lies beyond.
func (f fitted) addLines(c *canvas) {
	before, within, after := f.line(c)
	style := scene.Style{Stroke: f.color, Width: 1.6}
	if len(within) > 1 {
		c.add(Line{Tag: Tag{Name: f.name}, At: within, Style: style})
	}
	if beyond := apart(before, after); len(beyond) > 0 {
		style.Dash = []float64{4, 3}
		c.add(Line{Tag: Tag{Name: f.name}, At: beyond, Style: style})
	}
}

// line is the curve below, within and above the measured range, as far as it lies on
// the axes.
func (f fitted) line(c *canvas) (before, within, after [][2]float64) {
	for i, x := range f.X {
		p := [2]float64{math.Exp2(x), f.Y[i]}
		if x < 0 || p[1] < c.y.min || p[1] > c.y.max {
			continue
		}
		if x <= f.From {
			before = append(before, p)
		}
		if x >= f.From && x <= f.To {
			within = append(within, p)
		}
		if x >= f.To {
			after = append(after, p)
		}
	}
	return c.simple(before), c.simple(within), c.simple(after)
}

// apart is two lines as one series, with a gap between them; one point alone is none.
func apart(before, after [][2]float64) (both [][2]float64) {
	for _, line := range [][][2]float64{before, after} {
		if len(line) > 1 {
			both = append(append(both, line...), gap)
		}
	}
	return both
}

// band is the outline of the confidence band, cut to the axes: along its upper edge
// and back along the lower. A line's area reaches down to one value; along such a
// path it covers what the path encloses, on axes of any kind.
func (f fitted) band(c *canvas) [][2]float64 {
	floor := c.y.min
	if !c.y.log {
		floor = c.y.max * 1e-3 // so that a reader may make the axis logarithmic
	}
	cut := func(v float64) float64 { return min(max(v, floor), c.y.max) }
	var low, high [][2]float64
	for i, x := range f.BandX {
		if x >= 0 {
			low = append(low, [2]float64{math.Exp2(x), cut(f.Low[i])})
			high = append(high, [2]float64{math.Exp2(x), cut(f.High[i])})
		}
	}
	low, high = c.simple(low), c.simple(high)
	for i := len(low) - 1; i >= 0; i-- {
		high = append(high, low[i])
	}
	return high
}

// simple leaves out the points without which a line looks the same: those that lie
// on the line between the points left to within a part of a pixel (Ramer 1972,
// Douglas and Peucker 1973).
func (c *canvas) simple(points [][2]float64) [][2]float64 {
	const tolerance = 0.25 // px
	if len(points) < 3 {
		return points
	}
	first, last := c.point(points[0]), c.point(points[len(points)-1])
	far, at := 0.0, 0
	for i, p := range points[1 : len(points)-1] {
		if d := offLine(first, last, c.point(p)); d > far {
			far, at = d, i+1
		}
	}
	if far <= tolerance {
		return [][2]float64{points[0], points[len(points)-1]}
	}
	head := c.simple(points[:at+1])
	return append(head[:len(head)-1:len(head)-1], c.simple(points[at:])...)
}

// offLine is how far a point is from the line through two others, or from the first
// where these are one.
func offLine(a, b, p point) float64 {
	length := math.Hypot(b.x-a.x, b.y-a.y)
	if length == 0 {
		return math.Hypot(p.x-a.x, p.y-a.y)
	}
	return math.Abs((b.x-a.x)*(p.y-a.y)-(b.y-a.y)*(p.x-a.x)) / length
}

// formulas of the models, over the batch size B.
var formulas = map[fitting.Model]string{
	fitting.Constant:  "a",
	fitting.Linear:    "a + b·log₂B",
	fitting.Power:     "a + b·B^−c",
	fitting.Logistic3: "L·σ(k·(log₂B − x0))",
	fitting.Logistic4: "b0 + L·σ(k·(log₂B − x0))",
}

// curveColumns head the table of the curves of a metric.
func (a against) curveColumns() []Column {
	unit := a.task.inWords(a.field.Unit)
	return []Column{
		{Label: "GPUs"},
		{Label: "Curve"},
		{Label: "Parameters", Long: true},
		{Label: "Points", Number: true},
		{Label: "RMSE", Unit: unit, Number: true},
		{Label: "R²", Number: true},
		{Label: "Leave-one-out error", Unit: unit, Number: true},
	}
}

// curveRow is a line of that table.
func curveRow(gpus string, points int, f fitted) Row {
	if !f.drawn() {
		return Row{Cells: []Cell{words(gpus), words("none: too few points"), {}, whole(points), {}, {}, {}}}
	}
	return Row{Cells: []Cell{
		words(gpus), words(formulas[f.Model]), words(f.parameters()), whole(points),
		number(f.RMSE), optional(f.R2), optional(f.LeaveOneOut),
	}}
}

// parameters lists what the points determine, and of the others the names only.
func (f fitted) parameters() string {
	var known, unknown []string
	for _, p := range f.Parameters {
		if p.Identified {
			known = append(known, p.Name+" = "+strings.Replace(units.Number(p.Value), "-", "−", 1))
		} else {
			unknown = append(unknown, p.Name)
		}
	}
	if len(unknown) > 0 {
		known = append(known, "not identified: "+strings.Join(unknown, " "))
	}
	return strings.Join(known, ", ")
}

func optional(x *float64) Cell {
	if x == nil {
		return Cell{}
	}
	return Cell{Text: units.Number(*x), Value: data.Text(*x)}
}
