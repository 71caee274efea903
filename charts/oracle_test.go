package charts_test

import (
	"fmt"
	"testing"

	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/charts/live"
	"github.com/jouleboard/jouleboard/charts/render"
	"github.com/jouleboard/jouleboard/test/oracle"
)

// TestEChartsDrawsTheSame holds every kind of figure against the library that draws it
// in a browser.
func TestEChartsDrawsTheSame(t *testing.T) {
	figures := charts.GoldenFigures()
	for _, kind := range charts.Kinds() {
		figures = append(figures, charts.Declared(charts.DeclaredPlot(kind)))
	}
	var pairs []oracle.Pair
	for i, f := range figures {
		for n, d := range append([]charts.Drawing{f.Wide}, f.Smaller...) {
			chart := render.Chart{ID: "c", Title: f.Title, Scene: d.Scene()}
			pairs = append(pairs, oracle.Pair{Name: fmt.Sprintf("%s-%d-%d", f.Chart, i, n), Chart: live.Of(d), SVG: chart.Inline()})
		}
	}
	counts := oracle.Compare(t, pairs)
	if counts.Drawings != len(pairs) || counts.Marks < 200 || counts.Texts < 350 || counts.Points < 500 {
		t.Errorf("compared only %+v", counts)
	}
}
