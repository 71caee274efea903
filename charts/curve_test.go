package charts

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/fitting"
)

// part is a series of an option.
type part struct {
	Name, Type string
	Silent     bool
	Data       [][2]*float64
	LineStyle  struct{ Type any }
	AreaStyle  *struct{ Origin float64 }
}

// splitParts tells the series by what they draw.
func splitParts(t *testing.T, d Drawing) (marks, bands, lines, dashed []part) {
	t.Helper()
	var o struct{ Series []part }
	if err := json.Unmarshal(d.Option, &o); err != nil {
		t.Fatal(err)
	}
	for _, s := range o.Series {
		switch {
		case s.Type == "scatter":
			marks = append(marks, s)
		case !s.Silent:
			t.Errorf("%s: a part of a curve that answers the pointer", s.Name)
		case s.AreaStyle != nil:
			bands = append(bands, s)
		case s.LineStyle.Type != nil:
			dashed = append(dashed, s)
		default:
			lines = append(lines, s)
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
	return aggregate.Rows(data.NewRuns(runs, true))
}

func TestACurveIsSolidWhereItWasMeasuredAndDashedAnOctaveBeyond(t *testing.T) {
	for _, f := range AgainstBatch(sweep(8, 5, 3.4, 2.2, 1.6, 1.4, 1.2), chat, gpu, fitting.Sketches) {
		marks, bands, lines, dashed := splitParts(t, f.Wide)
		if len(marks) != 1 || len(bands) != 1 || len(lines) != 1 || len(dashed) != 1 {
			t.Fatalf("%s: %d marks, %d bands, %d lines, %d dashed", f.Chart, len(marks), len(bands), len(lines), len(dashed))
		}
		line := lines[0].Data
		if from, to := *line[0][0], *line[len(line)-1][0]; from != 4 || to != 256 {
			t.Errorf("%s: solid from %v to %v, measured from 4 to 256", f.Chart, from, to)
		}
		least, most, gaps := math.Inf(1), 0.0, 0
		for _, p := range dashed[0].Data {
			if p[1] == nil {
				gaps++
			} else if *p[0] > 4 && *p[0] < 256 {
				t.Errorf("%s: dashed at %v", f.Chart, *p[0])
			}
			least, most = min(least, *p[0]), max(most, *p[0])
		}
		if gaps != 1 || least != 2 || most != 512 {
			t.Errorf("%s: dashed from %v to %v with %d gaps, want 2 to 512 with one", f.Chart, least, most, gaps)
		}
	}
}

func TestTheFirstSeriesOfANameIsThatOfItsMarks(t *testing.T) {
	for _, f := range AgainstBatch(chatRows(1), chat, gpu, fitting.Sketches) {
		seen := map[string]bool{}
		for _, s := range read(t, f.Wide).Series {
			if !seen[s.Name] && s.Type != "scatter" {
				t.Errorf("%s: the legend would show a %s for %s", f.Chart, s.Type, s.Name)
			}
			seen[s.Name] = true
		}
	}
}

func TestCurvesStayOnTheAxes(t *testing.T) {
	wild := sweep(9, 0.001, 7, 0.002, 8, 1e-5, 6)
	for _, f := range append(AgainstBatch(wild, chat, gpu, fitting.Sketches), AgainstBatch(imageRows(), image, gpu, fitting.Sketches)...) {
		_, bands, lines, dashed := splitParts(t, f.Wide)
		for _, s := range append(append(bands, lines...), dashed...) {
			for _, p := range s.Data {
				if *p[0] < 1 || p[1] != nil && (*p[1] < f.Wide.Axes.Y.Least*0.9999 || *p[1] > f.Wide.Axes.Y.Most*1.0001 || *p[1] <= 0) {
					t.Errorf("%s: %v, %v is off the axes %+v", f.Chart, *p[0], *p[1], f.Wide.Axes.Y)
				}
			}
		}
	}
}

func TestFewPointsGetNoCurveAndAreTold(t *testing.T) {
	f := AgainstBatch(sweep(8, 4, 2), chat, gpu, fitting.Sketches)[0]
	marks, bands, lines, dashed := splitParts(t, f.Wide)
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
