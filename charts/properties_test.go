package charts

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/charts/scene"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/units"
)

func drawings(f Figure) []Drawing {
	if f.Narrow != nil {
		return []Drawing{f.Wide, *f.Narrow}
	}
	return []Drawing{f.Wide}
}

func TestEveryMarkStandsForARowOfTheTable(t *testing.T) {
	for _, f := range figures() {
		for _, d := range drawings(f) {
			marked := rowsOf(d.Scene())
			if len(marked) == 0 && f.Chart == "power" { // a curve has no marks
				continue
			}
			slices.Sort(marked)
			if want := indices(len(f.Rows)); !slices.Equal(marked, want) {
				t.Errorf("%s: marks for rows %v, want each of %d once", f.Chart, marked, len(want))
			}
		}
	}
}

// rowsOf are the rows that a scene's shapes stand for.
func rowsOf(s scene.Scene) (rows []int) {
	for _, l := range s.Layers {
		for _, m := range l.Marks {
			rows = append(rows, m.Row)
		}
		for _, p := range l.Paths {
			rows = append(rows, p.Row)
		}
	}
	return slices.DeleteFunc(rows, func(row int) bool { return row == scene.NoRow })
}

func indices(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

func TestRowsFillTheirColumns(t *testing.T) {
	for _, f := range figures() {
		for _, r := range f.Rows {
			if len(r.Cells) != len(f.Columns) {
				t.Fatalf("%s: %d cells in %d columns", f.Chart, len(r.Cells), len(f.Columns))
			}
			for i, c := range r.Cells {
				if c.Text == "" || (c.Value != "") != f.Columns[i].Number {
					t.Errorf("%s: cell %q = %q in column %s", f.Chart, c.Text, c.Value, f.Columns[i].Label)
				}
			}
		}
	}
}

func TestFiguresSayWhatTheyShow(t *testing.T) {
	for _, f := range figures() {
		if f.Title == "" || f.Caption == "" || f.Description == "" || f.Empty() {
			t.Errorf("%s is incomplete: %q, %q, %q", f.Chart, f.Title, f.Caption, f.Description)
		}
		if small := f.Wide.Width <= 340; small != (f.Narrow == nil) {
			t.Errorf("%s: %d px wide, narrow drawing: %v", f.Chart, f.Wide.Width, f.Narrow != nil)
		}
	}
}

func TestDrawingsIgnoreInputOrder(t *testing.T) {
	rows := chatRows(5)
	random := rand.New(rand.NewPCG(1, 1))
	draw := func(rows []aggregate.Row) []Figure {
		return []Figure{TaskFrontier(rows, chat, gpu)}
	}
	want := draw(rows)
	for range 5 {
		random.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		for i, f := range draw(rows) {
			if list(f.Wide.Scene()) != list(want[i].Wide.Scene()) || f.Title != want[i].Title {
				t.Fatalf("%s depends on the order of rows", f.Chart)
			}
		}
	}
}

func TestAtMostTwoThousandMarksAndTheFrontierAmongThem(t *testing.T) {
	rows := chatRows(240) // 3,600 configurations
	for _, f := range []Figure{TaskFrontier(rows, chat, gpu)} {
		if len(f.Rows) > pageMarks {
			t.Fatalf("%s: got %d marks, want at most %d", f.Chart, len(f.Rows), pageMarks)
		}
		if !strings.Contains(f.Caption, units.Whole(len(f.Rows))+" of 3,600") {
			t.Errorf("%s: caption does not say how many: %q", f.Chart, f.Caption)
		}
	}
	shown := map[string]bool{}
	for _, r := range TaskFrontier(rows, chat, gpu).Rows {
		shown[r.Run] = true
	}
	for _, r := range slices.Concat(aggregate.Frontier(rows, aggregate.P50), aggregate.Best(rows, chat.query())) {
		if !shown[r.Run] {
			t.Errorf("run %s of model %s is not shown", r.Run, r.ModelID)
		}
	}
}

func TestNoDataGivesNoDrawing(t *testing.T) {
	for _, f := range []Figure{
		TaskFrontier(nil, chat, gpu), OutputLengths(nil, english),
		OutputLengths([]*data.OutputLengths{{Edges: []float64{0, 1}, Counts: []int{0}}}, english),
	} {
		if !f.Empty() || f.Narrow != nil || f.Title == "" {
			t.Errorf("%s: %+v", f.Chart, f)
		}
	}
}

func TestNamesNeverLeaveTheirStrings(t *testing.T) {
	hostile := "</script><svg onload=\"x\">{c}{a|b}\n%"
	runs := chatRuns(3)
	for i := range runs {
		runs[i].Nickname, runs[i].GPUModel, runs[i].ModelID = hostile, hostile+runs[i].GPUModel, hostile+runs[i].ModelID
	}
	rows := aggregate.Rows(data.NewRuns(runs, true).Table, aggregate.Uncertainty{})
	for _, f := range []Figure{TaskFrontier(rows, chat, gpu)} {
		for _, d := range drawings(f) {
			for _, bad := range []string{"{c}", "{a|"} { // ECharts would take them for templates
				if strings.Contains(list(d.Scene()), bad) {
					t.Errorf("%s: a text contains %q", f.Chart, bad)
				}
			}
		}
	}
}

func TestAbsurdValuesStillDraw(t *testing.T) {
	runs := chatRuns(1)
	extremes := []float64{5e-324, 1e-300, 1, 1.7e308}
	for i := range runs {
		v := extremes[i%len(extremes)]
		runs[i].EnergyPerTokenJoules, runs[i].MedianITLMillis = v, extremes[(i+1)%len(extremes)]
		runs[i].AvgPowerWatts, runs[i].OutputThroughputTokensPerSec, runs[i].MaxNumSeqs = v, v, 1<<(4*i)
	}
	rows := aggregate.Rows(data.NewRuns(runs, true).Table, aggregate.Uncertainty{})
	for n := range len(rows) {
		some := rows[n:]
		TaskFrontier(some, chat, gpu)
	}
}
