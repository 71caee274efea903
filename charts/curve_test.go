package charts

import (
	"math"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/fitting"
)

// splitParts tells the series by what they draw.
func splitParts(d Drawing) (marks []Points, bands []Area, lines, dashed []Line) {
	for _, s := range d.Panels[0].Series {
		switch s := s.(type) {
		case Points:
			marks = append(marks, s)
		case Area:
			bands = append(bands, s)
		case Line:
			if s.Style.Dash != nil {
				dashed = append(dashed, s)
			} else {
				lines = append(lines, s)
			}
		}
	}
	return marks, bands, lines, dashed
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

func TestACurveIsSolidWhereItWasMeasuredAndDashedAnOctaveBeyond(t *testing.T) {
	for _, f := range AgainstBatch(sweep(8, 5, 3.4, 2.2, 1.6, 1.4, 1.2), chat, gpu, fitting.Sketches) {
		marks, bands, lines, dashed := splitParts(f.Wide)
		if len(marks) != 1 || len(bands) != 1 || len(lines) != 1 || len(dashed) != 1 {
			t.Fatalf("%s: %d marks, %d bands, %d lines, %d dashed", f.Chart, len(marks), len(bands), len(lines), len(dashed))
		}
		line := lines[0].At
		if from, to := line[0][0], line[len(line)-1][0]; from != 4 || to != 256 {
			t.Errorf("%s: solid from %v to %v, measured from 4 to 256", f.Chart, from, to)
		}
		least, most, gaps := math.Inf(1), 0.0, 0
		for _, p := range dashed[0].At {
			if isGap(p) {
				gaps++
				continue
			}
			if p[0] > 4 && p[0] < 256 {
				t.Errorf("%s: dashed at %v", f.Chart, p[0])
			}
			least, most = min(least, p[0]), max(most, p[0])
		}
		if gaps != 2 || least != 2 || most != 512 {
			t.Errorf("%s: dashed from %v to %v with %d gaps, want 2 to 512 with two", f.Chart, least, most, gaps)
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
	wild := sweep(9, 0.001, 7, 0.002, 8, 1e-5, 6)
	for _, f := range append(AgainstBatch(wild, chat, gpu, fitting.Sketches), AgainstBatch(imageRows(), image, gpu, fitting.Sketches)...) {
		_, bands, lines, dashed := splitParts(f.Wide)
		y := f.Wide.Panels[0].Y
		var all [][2]float64
		for _, l := range append(lines, dashed...) {
			all = append(all, l.At...)
		}
		for _, b := range bands {
			all = append(all, b.Outline...)
		}
		for _, p := range all {
			if !isGap(p) && (p[0] < 1 || p[1] < y.Least*0.9999 || p[1] > y.Most*1.0001 || p[1] <= 0) {
				t.Errorf("%s: %v is off the axes %+v", f.Chart, p, y)
			}
		}
	}
}

func TestFewPointsGetNoCurveAndAreTold(t *testing.T) {
	f := AgainstBatch(sweep(8, 4, 2), chat, gpu, fitting.Sketches)[0]
	marks, bands, lines, dashed := splitParts(f.Wide)
	if len(marks) != 1 || len(bands)+len(lines)+len(dashed) > 0 {
		t.Errorf("%d marks, %d bands, %d lines, %d dashed", len(marks), len(bands), len(lines), len(dashed))
	}
	if got := f.Curves.Rows[0].Cells; got[1].Text != "none: too few points" || got[3].Text != "3" {
		t.Errorf("got %+v", got)
	}
}

func TestTheTableOfCurvesSaysWhatPointsDetermine(t *testing.T) {
	f := AgainstBatch(sweep(4, 4, 4, 4, 1, 1, 1, 1), chat, gpu, fitting.Sketches)[0] // a step between two sizes
	row := f.Curves.Rows[0].Cells
	if len(row) != len(f.Curves.Columns) {
		t.Fatalf("%d cells in %d columns", len(row), len(f.Curves.Columns))
	}
	if !strings.Contains(row[2].Text, "not identified: ") || strings.Contains(row[2].Text, "k = ") {
		t.Errorf("a step between two sizes has parameters %q", row[2].Text)
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
