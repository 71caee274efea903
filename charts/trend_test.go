package charts

import (
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/aggregate"
)

func TestATrendJoinsOnlyWhatCompares(t *testing.T) {
	rows := chatRows(1)
	energy, latency := rows[0].EnergyField(), rows[0].LatencyField(aggregate.P50)
	f := Trend(moments(), energy, latency, chat)
	if len(f.Rows) != 6 || !strings.Contains(f.Caption, "Hollow points are not comparable") {
		t.Errorf("%d rows, %s", len(f.Rows), f.Caption)
	}
	if want := "Energy per token fell from 0.520 to 0.300 J per token since 2025-03-01"; f.Title != want {
		t.Errorf("the title is %q, want %q", f.Title, want)
	}
	series := f.Wide.Panels[0].Series
	joined := [][2]float64{{1, 0.52}, {2, 0.5}, {3, 0.31}, {5, 0.3}}
	if line, marks := series[0].(Line), series[1].(Points); !slices.Equal(line.At, joined) || !slices.Equal(marks.At, joined) {
		t.Errorf("the line goes through %v, its marks are at %v", line.At, marks.At)
	}
	if others := series[2].(Points); !slices.Equal(others.At, [][2]float64{{0, 0.9}, {4, 0.2}}) || others.Style.Fill != "" {
		t.Errorf("what does not compare is %+v", others)
	}
	for n := range 3 {
		if few := Trend(moments()[:n], energy, latency, chat); !few.Empty() {
			t.Errorf("%d dates of which one does not compare are drawn", n)
		}
	}
	near := moments()[1:3]
	near[0].Margin, near[1].Margin = 0.04, 0.04
	if f := Trend(near, energy, latency, chat); !strings.Contains(f.Title, "is within measurement uncertainty of its value on 2025-03-01") {
		t.Errorf("within the tie margin the title says %q", f.Title)
	}
}
