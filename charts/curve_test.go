package charts

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
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

// sweep is a model on one GPU at batch 1, 2, 4, ….
func sweep(energies ...float64) []aggregate.Row {
	var runs []data.LLMRun
	for i, e := range energies {
		runs = append(runs, data.LLMRun{
			Domain: "llm", Task: "chat", ModelID: "a/m", GPUModel: "H100", NumGPUs: 1, MaxNumSeqs: 4 << i, EnergyPerTokenJoules: e,
			OutputThroughputTokensPerSec: 100 * e, AvgPowerWatts: 500, MedianITLMillis: 10 + e, P50ITLMillis: 10 + e,
		})
	}
	return aggregate.Rows(data.NewRuns(runs, true).Table, aggregate.Uncertainty{})
}

func TestACurveAndItsBandEndWhereThePointsDo(t *testing.T) {
	for _, f := range AgainstBatch(sweep(8, 5, 3.4, 2.2, 1.6, 1.4, 1.2), chat, gpu, fitting.Sketches) {
		marks, bands, lines := splitParts(f.Wide)
		if f.Chart == "batch-power" { // does not vary
			continue
		}
		if len(marks) != 1 || len(bands) != 1 || len(lines) != 1 {
			t.Fatalf("%s: %d marks, %d bands, %d lines: %+v", f.Chart, len(marks), len(bands), len(lines), f.Curves.Rows)
		}
		for _, path := range [][][2]float64{lines[0].At, bands[0].Outline} {
			least, most := math.Inf(1), 0.0
			for _, p := range path {
				least, most = min(least, p[0]), max(most, p[0])
			}
			if least != 4 || most != 256 {
				t.Errorf("%s: drawn from %v to %v, measured from 4 to 256", f.Chart, least, most)
			}
		}
	}
}

func TestALegendShowsTheMarksOfASeriesWithACurve(t *testing.T) {
	for _, f := range AgainstBatch(chatRows(1), chat, gpu, fitting.Sketches) {
		for _, e := range f.Wide.Legend {
			if e.Key.Shape == "" || e.Key.Line.Stroke != "" {
				t.Errorf("%s: the legend shows %+v for %s", f.Chart, e.Key, e.Name)
			}
		}
	}
}

func TestCurvesStayOnTheAxes(t *testing.T) {
	for _, f := range append(AgainstBatch(sweep(9, 7, 4, 3, 1.2, 1.1), chat, gpu, fitting.Sketches),
		AgainstBatch(imageRows(), image, gpu, fitting.Sketches)...) {
		_, bands, lines := splitParts(f.Wide)
		y := f.Wide.Panels[0].Y
		var all [][2]float64
		for _, l := range lines {
			all = append(all, l.At...)
		}
		for _, b := range bands {
			all = append(all, b.Outline...)
		}
		for _, p := range all {
			if p[0] < 1 || p[1] < y.Least*0.9999 || p[1] > y.Most*1.0001 || p[1] <= 0 {
				t.Errorf("%s: %v is off the axes %+v", f.Chart, p, y)
			}
		}
	}
}

func TestPointsWithoutACurveAreToldInTheTable(t *testing.T) {
	for why, rows := range map[string][]aggregate.Row{
		"none: too few batch sizes (2)":                                               sweep(8, 4),
		"none: too few batch sizes (3)":                                               sweep(8, 4, 2),
		"none: leave-one-out error of the best fit (constant) is 47558.1%, above 10%": sweep(9, 0.001, 7, 0.002, 8, 1e-5, 6),
	} {
		f := AgainstBatch(rows, chat, gpu, fitting.Sketches)[0]
		marks, bands, lines := splitParts(f.Wide)
		if len(marks) != 1 || len(bands)+len(lines) > 0 {
			t.Errorf("%d marks, %d bands, %d lines", len(marks), len(bands), len(lines))
		}
		if got := f.Curves.Rows[0].Cells; got[1].Text != why || got[3].Text != fmt.Sprint(len(rows)) {
			t.Errorf("got %+v, want %q", got, why)
		}
	}
}

func TestTheTableOfCurvesListsTheirParameters(t *testing.T) {
	f := AgainstBatch(sweep(8, 5, 3.4, 2.2, 1.6, 1.4, 1.2), chat, gpu, fitting.Sketches)[0]
	row := f.Curves.Rows[0].Cells
	if len(row) != len(f.Curves.Columns) {
		t.Fatalf("%d cells in %d columns", len(row), len(f.Curves.Columns))
	}
	if row[1].Text != "a + b·B^c" || !strings.HasPrefix(row[2].Text, "a = 0.") || !strings.Contains(row[2].Text, ", c = −0.") {
		t.Errorf("the curve %q has parameters %q", row[1].Text, row[2].Text)
	}
	for _, c := range row[3:] {
		if c.Value == "" {
			t.Errorf("a figure is missing: %+v", row)
		}
	}
}

func TestSimplerLinesLookTheSame(t *testing.T) {
	c := &canvas{x: scale{min: 0, max: 10, to: 300}, y: scale{min: -2, max: 2, from: 200}}
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
