package charts

import "testing"

func TestGhostsAreHollowAndLeadToTheirRows(t *testing.T) {
	now := Point{X: 20, Y: 2, Row: 1}
	f := frontFigure(PlotGhost{Was: Point{X: 22, Y: 4, Row: 4}, Now: &now}, PlotGhost{Was: Point{X: 30, Y: 50, Row: 5}})
	var links Line
	var marks Points
	for _, one := range f.Wide.Panels[0].Series {
		if line, ok := one.(Line); ok && line.Style.Stroke == ghostLinkInk {
			links = line
		}
		if points, ok := one.(Points); ok && string(points.Name) == ghostName(english) {
			marks = points
		}
	}
	if len(links.At) != 3 || len(marks.At) != 2 { // one is gone; a gap ends the link of the other
		t.Errorf("%d points of links and %d ghosts", len(links.At), len(marks.At))
	}
	if y := f.Wide.Panels[0].Y; y.Most < 50 {
		t.Errorf("the axis ends at %v, below a ghost", y.Most)
	}
	if last := f.Wide.Legend[len(f.Wide.Legend)-1]; last.Text != ghostName(english) {
		t.Errorf("the legend ends with %q", last.Text)
	}
}
