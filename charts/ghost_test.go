package charts

import (
	"strings"
	"testing"
)

// haunted is a task in which two configurations were elsewhere and one is gone.
func haunted() Task {
	rows := chatRows(4)
	t := chat
	for i, r := range rows[:3] {
		r.Energy *= 1.5
		g := Ghost{Row: r, To: rows[i].Run}
		if i == 2 {
			g.Row.Energy, g.To = 500, ""
		}
		t.Ghosts = append(t.Ghosts, g)
	}
	return t
}

func TestGhostsAreHollowAndLeadToTheirRows(t *testing.T) {
	rows := chatRows(4)
	f := TaskFrontier(rows, haunted(), gpu)
	if n := len(f.Rows); n != len(rows)+3 || f.Rows[n-1].Run != "" || !strings.HasSuffix(f.Rows[n-1].Cells[0].Text, ", base") {
		t.Errorf("the table has %d rows, the last %+v", n, f.Rows[n-1])
	}
	panel := f.Wide.Panels[0]
	var links Line
	var marks Points
	for _, one := range panel.Series {
		switch one.Tagged() {
		case Tag{Part: ghostLinkPart}:
			links = one.(Line)
		case Tag{Name: ghostName(english)}:
			marks = one.(Points)
		}
	}
	if len(links.At) != 2*3 || len(marks.At) != 3 {
		t.Errorf("%d points of links and %d ghosts, want 6 and 3", len(links.At), len(marks.At))
	}
	if panel.Y.Most < 500 {
		t.Errorf("the axis ends at %v, below a ghost", panel.Y.Most)
	}
	if last := f.Wide.Legend[len(f.Wide.Legend)-1]; last.Text != ghostName(english) ||
		!strings.Contains(f.Caption, "as they were in the base") {
		t.Errorf("the legend ends with %q, the caption is %s", last.Text, f.Caption)
	}
}
