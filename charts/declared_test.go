package charts

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/charts/scene"
)

// declared is a small plot of a kind, with two panels where that is what it is about.
func declared(kind string) Plot {
	marks := MarksInOrder([]string{"B200", "H100"})
	panel := PlotPanel{
		X: PlotAxis{Name: "Batch, sequences"}, Y: PlotAxis{Name: "Energy per token, J"}, Categories: []string{"Model A", "Model B"},
		Series: []PlotSeries{{Name: "B200", Mark: marks["B200"], Joined: true}, {Name: "H100", Mark: marks["H100"], Joined: true}},
	}
	for i := range 6 {
		s := &panel.Series[i%2]
		s.Points = append(s.Points,
			Point{X: float64(int(8) << i), Y: 4 / float64(i+1), Category: i / 2 % 2, Row: i, Label: fmt.Sprint(int(8) << i)})
	}
	p := Plot{Figure: Figure{Chart: kind, Title: "A " + kind, Description: "Six values."}, Words: english, Kind: kind, Panels: []PlotPanel{panel}}
	only := &p.Panels[0]
	switch kind {
	case "line":
		only.X.Log, only.X.Powers = true, true
		only.Notes = []PlotNote{{Text: "a deadline", Across: "x", X: 32}, {Text: "the least", At: only.Series[1].Points[2:]}}
	case "trade-off":
		only.Frontier = []Point{only.Series[0].Points[0], only.Series[1].Points[2]}
		p.Panels = append(p.Panels, panel)
		p.Panels[0].Title, p.Panels[1].Title = "On the left", "On the right"
	case "scatter":
		only.Y.Break, only.X.Break = &[2]float64{2.1, 3.9}, &[2]float64{70, 120}
	case "bar", "grouped-bar":
		if kind == "bar" {
			only.Y.Break = &[2]float64{1.5, 3.5}
		}
		for i := range only.Series {
			only.Series[i].Points = only.Series[i].Points[:2]
			only.Series[i].Points[0].Category, only.Series[i].Points[1].Category = 0, 1
		}
		if kind == "bar" {
			only.Series = only.Series[:1]
		}
	case "histogram":
		only.Categories, only.Series = nil, only.Series[:1]
		for i := range only.Series[0].Points {
			only.Series[0].Points[i] = Point{X: float64(10 * i), Width: 10, Y: float64(i + 1), Row: i}
		}
	case "heatmap":
		only.Across, only.Series = []string{"8", "16"}, only.Series[:1]
		for i := range only.Series[0].Points {
			only.Series[0].Points[i].Across, only.Series[0].Points[i].Category = i%2, i/2
		}
	}
	return p
}

func TestDeclaredScenesAreTheGoldenOnes(t *testing.T) {
	for _, kind := range Kinds() {
		f := Declared(declared(kind))
		golden(t, "declared-"+kind, f.Wide)
		if kind == "trade-off" {
			golden(t, "declared-"+kind+"-narrow", f.Smaller[1])
		}
	}
}

// A text is legible only where it is whole: panels go below each other before one is cut.
func TestPanelsKeepTheirTextsWhole(t *testing.T) {
	for _, c := range []struct {
		kind, title, name string
		want              int
	}{
		{"violin", "Short", "Short", 3},
		{"violin", "Short", "A name of more than thirty letters", 2},
		{"line", "A title that needs more than a third of the width", "", 2},
		{"line", strings.Repeat("A title that needs all of the width ", 2), "", 1},
		{"heatmap", "Short", strings.Repeat("names beside cells may be cut ", 3), 3},
	} {
		p := declared(c.kind)
		p.Panels = []PlotPanel{p.Panels[0], p.Panels[0], p.Panels[0]}
		p.Panels[1].Title = c.title
		p.Panels[2].Categories = []string{c.name, c.name}
		if got := p.columns(plotWidth); got != c.want {
			t.Errorf("%s, %q, %q: %d panels side by side, want %d", c.kind, c.title, c.name, got, c.want)
		}
	}
}

// A short name beside its row is shown as a long one is, and a number in a pale cell is as dark as in a strong one.
func TestCellsAndTheirRowsCanBeRead(t *testing.T) {
	p := Plot{Figure: Figure{Chart: "heat", Title: "T", Description: "A"}, Words: english, Kind: "heatmap", Panels: []PlotPanel{{
		Categories: []string{"A100", "B200"}, Across: []string{"1", "8"},
		Series: []PlotSeries{{Points: []Point{
			{Y: 1, Label: "1"}, {Y: 90, Label: "90", Across: 1}, {Y: 2, Label: "2", Category: 1}, {Y: 3, Label: "3", Across: 1, Category: 1},
		}}},
	}}}
	for _, d := range drawings(Declared(p)) {
		inked := textsOf(d.Scene(), ink)
		for _, want := range []string{"A100", "B200", "1", "90", "2", "3"} {
			if !slices.Contains(inked, want) {
				t.Errorf("%q is not written in ink: %q", want, inked)
			}
		}
	}
}

// textsOf are the texts of a color.
func textsOf(s scene.Scene, color scene.Color) (texts []string) {
	for _, l := range s.Layers {
		for _, t := range l.Texts {
			if l.Style.Fill == color {
				texts = append(texts, t.Text)
			}
		}
	}
	return texts
}

// A name at the end of its line covers no other line: all stand beside the panel then.
func TestNamesAtEndsCoverNoLine(t *testing.T) {
	for _, c := range []struct {
		apart  float64 // of the other line, which goes on where the first ends
		beside bool
	}{{0, true}, {3, false}} {
		p := declared("line")
		p.Legend = "direct"
		panel := &p.Panels[0]
		panel.X, panel.Notes = PlotAxis{Name: "x"}, nil
		panel.Series[0].Points = []Point{{X: 0, Y: 1}, {X: 50, Y: 1}}
		panel.Series[1].Points = []Point{{X: 0, Y: 1.01 + c.apart}, {X: 100, Y: 1.01 + c.apart}}
		drawn := p.Wide()
		edge, found := float64(drawn.Panels[0].Right), 0
		for _, l := range drawn.Scene().Layers {
			for _, text := range l.Texts {
				if text.Text == "B200" {
					if found++; (text.X >= edge) != c.beside {
						t.Errorf("%.0f apart: the name stands at %.0f px of %.0f", c.apart, text.X, edge)
					}
				}
			}
		}
		if found != 1 {
			t.Errorf("%d names", found)
		}
	}
}

// The text of a level line stands where no point is near, and labels that have no room are counted.
func TestTextsKeepOffEachOther(t *testing.T) {
	p := declared("scatter")
	panel := &p.Panels[0]
	panel.X, panel.Y, panel.Leaders = PlotAxis{Name: "x"}, PlotAxis{Name: "y"}, true
	panel.Series = panel.Series[:1]
	panel.Series[0].Points = []Point{{X: 100, Y: 1, Label: "the only one"}}
	panel.Notes = []PlotNote{{Text: "a level", Across: "y", Y: 1}}
	drawn := p.Wide()
	for _, l := range drawn.Scene().Layers {
		for _, text := range l.Texts {
			if text.Text == "a level" && text.X > float64(drawn.Panels[0].Right)/2 {
				t.Errorf("the text of the line stands at %.0f px, beside the point", text.X)
			}
		}
	}
	if n := drawn.Panels[0].Unlabeled; n != 0 {
		t.Errorf("%d labels have no room", n)
	}
	for range 400 {
		panel.Series[0].Points = append(panel.Series[0].Points, panel.Series[0].Points[0])
	}
	if n := p.Wide().Panels[0].Unlabeled; n < 300 {
		t.Errorf("only %d of 401 labels at one place have no room", n)
	}
}
