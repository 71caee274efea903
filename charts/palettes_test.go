package charts

import (
	"testing"

	"github.com/jouleboard/jouleboard/charts/colortest"
	"github.com/jouleboard/jouleboard/content"
)

// Neighbors of every palette are apart for readers of each kind of color vision; in gray at least by their shape, as
// marks of all palettes have two shapes in turn, and every second bar is hollow.
func TestNeighborsOfPalettesAreApart(t *testing.T) {
	const least = 10
	for name, colors := range content.Palettes() {
		for i := range len(colors) - 1 {
			a, b := colors[i], colors[i+1]
			for kind, m := range map[string][9]float64{
				"protanopia": colortest.Protan, "deuteranopia": colortest.Machado, "tritanopia": colortest.Tritan,
			} {
				if d := colortest.Differ(m, a, b); d < least {
					t.Errorf("%s: %s and %s differ by %.1f with %s", name, colors[i], colors[i+1], d, kind)
				}
			}
			if d := colortest.Differ(colortest.Gray, a, b); d < least && (name == "gray" || mark(i).Shape == mark(i+1).Shape) {
				t.Errorf("%s: %s and %s differ by %.1f in gray and have one shape", name, colors[i], colors[i+1], d)
			}
		}
	}
}
