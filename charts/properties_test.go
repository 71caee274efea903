package charts

import (
	"slices"
	"testing"

	"github.com/jouleboard/jouleboard/charts/scene"
	"github.com/jouleboard/jouleboard/data"
)

func drawings(f Figure) []Drawing {
	return append([]Drawing{f.Wide}, f.Smaller...)
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
		if fits := f.Wide.Width <= Small; fits != (f.Smaller == nil) {
			t.Errorf("%s: %d px wide, and %d Smaller drawings", f.Chart, f.Wide.Width, len(f.Smaller))
		}
	}
}

func TestNoDataGivesNoDrawing(t *testing.T) {
	for _, f := range []Figure{
		OutputLengths(nil, english),
		OutputLengths([]*data.OutputLengths{{Edges: []float64{0, 1}, Counts: []int{0}}}, english),
	} {
		if !f.Empty() || f.Smaller != nil || f.Title == "" {
			t.Errorf("%s: %+v", f.Chart, f)
		}
	}
}
