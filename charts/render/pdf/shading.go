package pdf

import (
	"fmt"
	"image/color"
	"strings"

	"github.com/jouleboard/jouleboard/charts/render/vector"
)

// shading is a gradient with the matrix from its coordinates to the page's.
type shading struct {
	gradient *vector.Gradient
	toPage   vector.Matrix
}

// shading names a gradient of a shape.
func (c *content) shading(g *vector.Gradient, m vector.Matrix) string {
	c.shadings = append(c.shadings, shading{g, c.toPage.Of(m)})
	return fmt.Sprintf("P%d", len(c.shadings))
}

func (s shading) add(w *file) int {
	g := s.gradient
	kind, coords := 2, fmt.Sprintf("%s %s", points(vector.Point{X: g.X1, Y: g.Y1}), points(vector.Point{X: g.X2, Y: g.Y2}))
	if g.Radial {
		centre := points(vector.Point{X: g.X1, Y: g.Y1})
		kind, coords = 3, fmt.Sprintf("%s 0 %s %s", centre, centre, number(g.R))
	}
	return w.add("<< /PatternType 2 /Matrix [%s] /Shading << /ShadingType %d /ColorSpace /DeviceRGB /Coords [%s] /Extend [true true] /Function %s >> >>",
		matrix(s.toPage), kind, coords, colours(g.Stops))
}

// colours is the function from the part of the way to the colour, interval by interval.
func colours(stops []vector.Stop) string {
	first, last := stops[0], stops[len(stops)-1]
	all := append([]vector.Stop{{Offset: 0, Color: first.Color}}, stops...)
	all = append(all, vector.Stop{Offset: 1, Color: last.Color})
	var parts, bounds, encode []string
	for i := 1; i < len(all); i++ {
		if all[i].Offset <= all[i-1].Offset {
			continue
		}
		parts = append(parts, fmt.Sprintf("<< /FunctionType 2 /Domain [0 1] /C0 [%s] /C1 [%s] /N 1 >>", onPaper(all[i-1].Color), onPaper(all[i].Color)))
		encode = append(encode, "0 1")
		if all[i].Offset < 1 {
			bounds = append(bounds, number(all[i].Offset))
		}
	}
	return fmt.Sprintf("<< /FunctionType 3 /Domain [0 1] /Functions [%s] /Bounds [%s] /Encode [%s] >>",
		strings.Join(parts, " "), strings.Join(bounds, " "), strings.Join(encode, " "))
}

// onPaper is the colour as it looks on white: a gradient here has no opacity.
func onPaper(c color.NRGBA) string {
	over := func(level uint8) uint8 { return uint8((int(level)*int(c.A) + 255*(255-int(c.A))) / 255) }
	return rgb(color.NRGBA{over(c.R), over(c.G), over(c.B), 255})
}
