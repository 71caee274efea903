package charts

import (
	"testing"

	"github.com/jouleboard/jouleboard/content"
)

// Simulations of protanopia and tritanopia in linear RGB; that of deuteranopia is machado.
var (
	protan = [9]float64{0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998}
	tritan = [9]float64{1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900}
	gray   = [9]float64{0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722}
)

// Neighbors of every palette are apart for readers of each kind of color vision; in gray at least by their shape, as
// marks of all palettes have two shapes in turn, and every second bar is hollow.
func TestNeighborsOfPalettesAreApart(t *testing.T) {
	const least = 10
	for name, colors := range content.Palettes {
		for i := range len(colors) - 1 {
			a, b := linear(colors[i]), linear(colors[i+1])
			for kind, m := range map[string][9]float64{"protanopia": protan, "deuteranopia": machado, "tritanopia": tritan} {
				if d := deltaE(lab(seen(m, a)), lab(seen(m, b))); d < least {
					t.Errorf("%s: %s and %s differ by %.1f with %s", name, colors[i], colors[i+1], d, kind)
				}
			}
			if d := deltaE(lab(seen(gray, a)), lab(seen(gray, b))); d < least && (name == "gray" || mark(i).Shape == mark(i+1).Shape) {
				t.Errorf("%s: %s and %s differ by %.1f in gray and have one shape", name, colors[i], colors[i+1], d)
			}
		}
	}
}
