package charts

import (
	"math"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/charts/scene"

	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// curved reports whether a curve is drawn through the series.
func (s PlotSeries) curved() bool { return s.Curve != nil && drawn(*s.Curve) }

func drawn(s fitting.Sketch) bool { return len(s.X) > 0 }

// addBand draws the confidence band of a curve, below all else: along its upper edge and back along the
// lower. A line's area reaches down to one value; along such a path it covers what the
// path encloses, on axes of any kind.
func (c *canvas) addBand(s PlotSeries) {
	low, high := c.simple(pairs(s.Curve.BandX, s.Curve.Low)), c.simple(pairs(s.Curve.BandX, s.Curve.High))
	slices.Reverse(low)
	c.add(Area{Name: Name(s.Name), Outline: append(high, low...), Style: scene.Style{Fill: s.Mark.Color, Opacity: 0.14}})
}

// addCurve draws the curve of a series.
func (c *canvas) addCurve(s PlotSeries) {
	c.add(Line{Name: Name(s.Name), At: c.simple(pairs(s.Curve.X, s.Curve.Y)), Style: scene.Style{Stroke: s.Mark.Color, Width: 1.6}})
}

// pairs are places over the batch size, of which the logarithms are given.
func pairs(logs, ys []float64) [][2]float64 {
	return lists.Times(len(logs), func(i int) [2]float64 { return [2]float64{math.Exp2(logs[i]), ys[i]} })
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
	fitting.Power:     "b·B^c",
	fitting.Offset:    "a + b·B^c",
	fitting.Logistic3: "L·σ(k·(log₂B − x0))",
	fitting.Step:      "a·b^σ(k·(log₂B − x0))",
}

// SweepCurve is the curve through a line of a plot, for the table of curves.
type SweepCurve struct {
	fitting.Sketch
	Metric, Series string // with the unit
	Points         int
}

// CurveTable describes the curves of a plot, nil if there are none.
func CurveTable(w *words.Catalog, curves []SweepCurve) *Table {
	if len(curves) == 0 {
		return nil
	}
	return &Table{Rows: lists.Map(curves, func(c SweepCurve) Row { return c.row(w) }), Columns: []Column{
		{Label: w.Say("charts.curve.metric")},
		{Label: w.Say("charts.column.gpus")},
		{Label: w.Say("charts.curve.curve")},
		{Label: w.Say("charts.curve.parameters"), Long: true},
		{Label: w.Say("charts.curve.points"), Number: true},
		{Label: "RMSE", Number: true},
		{Label: "R²", Number: true},
		{Label: w.Say("charts.curve.left_out"), Unit: "%", Number: true},
	}}
}

// row is a line of that table. The leave-one-out error is the ratio by which predictions are typically off.
func (c SweepCurve) row(w *words.Catalog) Row {
	cells := []Cell{textCell(c.Metric), textCell(c.Series)}
	if !drawn(c.Sketch) {
		return Row{Cells: append(cells, textCell(w.Say("charts.curve.none", "reason", c.Reason)), Cell{}, whole(w, c.Points), Cell{}, Cell{}, Cell{})}
	}
	return Row{Cells: append(cells, textCell(formulas[c.Model]), textCell(c.parameters(w)), whole(w, c.Points),
		number(w, c.RMSE), optional(w, c.R2), number(w, 100*math.Expm1(*c.LogError)))}
}

// parameters lists the parameters with their values.
func (c SweepCurve) parameters(w *words.Catalog) string {
	return strings.Join(lists.Map(c.Parameters, func(p fitting.Parameter) string {
		return p.Name + " = " + strings.Replace(w.Number(p.Value), "-", "−", 1)
	}), ", ")
}

func optional(w *words.Catalog, x *float64) Cell {
	if x == nil {
		return Cell{}
	}
	return number(w, *x)
}
