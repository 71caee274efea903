package charts

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/fitting"
)

// splitParts tells the series by what they draw.
func splitParts(d Drawing) (marks []Points, bands []Area, lines []Line) {
	for _, s := range d.Panels[0].Series {
		switch s := s.(type) {
		case Points:
			marks = append(marks, s)
		case Area:
			bands = append(bands, s)
		case Line:
			lines = append(lines, s)
		}
	}
	return marks, bands, lines
}

// lineFigure is a line over batch sizes 4, 8, 16, … with the curve through its points.
func lineFigure(energies ...float64) Figure {
	points, sweep := []Point{}, fitting.Sweep{}
	p := Plot{Words: english, Kind: "line"}
	p.Figure = Figure{Chart: "line", Title: "By batch size", Caption: "Lines", Description: "Lines over batch sizes"}
	p.Columns = []Column{{Label: "Batch", Number: true}, {Label: "Energy", Number: true}}
	for i, e := range energies {
		batch := 4 << i
		points = append(points, Point{X: float64(batch), Y: e, Row: i})
		sweep.X, sweep.Y = append(sweep.X, math.Log2(float64(batch))), append(sweep.Y, e)
		p.Rows = append(p.Rows, Row{Cells: []Cell{whole(english, batch), number(english, e)}})
	}
	p.Rows = append(p.Rows, Row{Cells: []Cell{whole(english, 4), number(english, energies[0])}})
	sketch := fitting.Sketches([]fitting.Sweep{sweep})[0]
	p.Curves = CurveTable(english, []SweepCurve{{Sketch: sketch, Metric: "Energy, J", Series: "1× H100", Points: len(points)}})
	p.Panels = []PlotPanel{{
		X: PlotAxis{Name: "Batch size", Log: true, Powers: true}, Y: PlotAxis{Name: "Energy, J", Log: true},
		Series: []PlotSeries{
			{Name: "1× H100", Mark: Mark{Color: "#2f9a78", Shape: "circle"}, Joined: true, Points: points, Curve: &sketch},
			{Name: "2× H100", Mark: Mark{Color: "#d86105", Shape: "triangle"}, Joined: true, Points: []Point{{X: 4, Y: energies[0], Row: len(energies)}}},
		},
	}}
	return Declared(p)
}

// frontFigure is a trade-off with a front for each series, a limit and the best within it.
func frontFigure(ghosts ...PlotGhost) Figure {
	front := []Point{{X: 10, Y: 3, Row: 0, Label: "8"}, {X: 20, Y: 2, Row: 1, Label: "16"}, {X: 60, Y: 1, Row: 2, Label: "32"}}
	behind := Point{X: 40, Y: 3, Row: 3}
	p := Plot{Words: english, Kind: "trade-off"}
	p.Figure = Figure{Chart: "front", Title: "Energy against latency", Caption: "Points", Description: "Points"}
	p.Panels = []PlotPanel{{
		X: PlotAxis{Name: "Latency, ms", Log: true}, Y: PlotAxis{Name: "Energy, J", Log: true},
		Series: []PlotSeries{{Name: "1× B200", Mark: Mark{Color: "#2f9a78", Shape: "circle"}, Points: append([]Point{behind}, front...), Front: front}},
		Limit:  PlotLimit{At: 50, Texts: []string{"slower than 50 ms", "> 50 ms"}}, Best: &front[1],
		Ghosts: ghosts,
	}}
	for range 4 + len(ghosts) {
		p.Rows = append(p.Rows, Row{})
	}
	return Declared(p)
}

func TestACurveAndItsBandEndWhereThePointsDo(t *testing.T) {
	f := lineFigure(8, 5, 3.4, 2.2, 1.6, 1.4, 1.2)
	_, bands, lines := splitParts(f.Wide)
	if len(bands) != 1 || len(lines) != 3 { // the curve, and the marks of both series
		t.Fatalf("%d bands, %d lines: %+v", len(bands), len(lines), f.Curves.Rows)
	}
	y := f.Wide.Panels[0].Y
	for _, path := range [][][2]float64{lines[0].At, bands[0].Outline} {
		least, most := math.Inf(1), 0.0
		for _, p := range path {
			least, most = min(least, p[0]), max(most, p[0])
			if p[1] < y.Least*0.9999 || p[1] > y.Most*1.0001 {
				t.Errorf("%v is off the axis %+v", p, y)
			}
		}
		if least != 4 || most != 256 {
			t.Errorf("drawn from %v to %v, measured from 4 to 256", least, most)
		}
	}
	if lines[1].Style.Stroke != "" || lines[1].Shape == "" {
		t.Errorf("beside the curve the points are joined, or have no marks: %+v", lines[1])
	}
}

func TestPointsWithoutACurveAreToldInTheTable(t *testing.T) {
	for why, energies := range map[string][]float64{
		"none: too few batch sizes (2)":                                               {8, 4},
		"none: too few batch sizes (3)":                                               {8, 4, 2},
		"none: leave-one-out error of the best fit (constant) is 47558.1%, above 10%": {9, 0.001, 7, 0.002, 8, 1e-5, 6},
	} {
		f := lineFigure(energies...)
		_, bands, lines := splitParts(f.Wide)
		if len(bands) > 0 || len(lines) != 2 || lines[0].Style.Stroke == "" {
			t.Errorf("%d bands, lines %+v", len(bands), lines)
		}
		if got := f.Curves.Rows[0].Cells; got[2].Text != why || got[4].Text != fmt.Sprint(len(energies)) {
			t.Errorf("got %+v, want %q", got, why)
		}
	}
}

func TestTheTableOfCurvesListsTheirParameters(t *testing.T) {
	f := lineFigure(8, 5, 3.4, 2.2, 1.6, 1.4, 1.2)
	row := f.Curves.Rows[0].Cells
	if len(row) != len(f.Curves.Columns) {
		t.Fatalf("%d cells in %d columns", len(row), len(f.Curves.Columns))
	}
	if row[2].Text != "a + b·B^c" || !strings.HasPrefix(row[3].Text, "a = 0.") || !strings.Contains(row[3].Text, ", c = −0.") {
		t.Errorf("the curve %q has parameters %q", row[2].Text, row[3].Text)
	}
	for _, c := range row[4:] {
		if c.Value == "" {
			t.Errorf("a figure is missing: %+v", row)
		}
	}
}

func TestAFrontLeavesOthersHollowAndShadesWhatIsTooLate(t *testing.T) {
	marks, _, lines := splitParts(frontFigure().Wide)
	if len(lines) != 1 || len(lines[0].At) != 3 {
		t.Errorf("the front is %+v", lines)
	}
	if len(marks) != 3 || marks[0].Style.Fill != "" || !slices.Equal(marks[0].Rows, []int{3}) || len(marks[1].At) != 3 {
		t.Errorf("want what stands behind hollow, the front filled, the best in a ring: %+v", marks)
	}
	for _, s := range frontFigure().Wide.Panels[0].Series {
		if late, ok := s.(Span); ok && late.From == 50 && late.Text != "" {
			return
		}
	}
	t.Error("nothing is shaded")
}

func TestSimplerLinesLookTheSame(t *testing.T) {
	c := &canvas{x: scale{Axis: Axis{Most: 10, To: 300}}, y: scale{Axis: Axis{Least: -2, Most: 2, From: 200}}}
	var all [][2]float64
	for i := range 500 {
		x := float64(i) / 50
		all = append(all, [2]float64{x, math.Sin(x) + math.Exp(-x)})
	}
	kept := c.simple(all)
	if len(kept) > 60 {
		t.Errorf("%d of %d points are kept", len(kept), len(all))
	}
	k := 0
	for _, p := range all {
		for k+1 < len(kept)-1 && kept[k+1][0] <= p[0] {
			k++
		}
		if d := offLine(c.point(kept[k]), c.point(kept[k+1]), c.point(p)); d > 0.26 {
			t.Fatalf("at %v the line is %v px off", p[0], d)
		}
	}
}
