package render

import (
	"fmt"
	"image/color"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/charts/scene"
)

// Chart is one drawing.
type Chart struct {
	// ID is unique in its page. Every id inside the drawing begins with it.
	ID string
	// Title is one line that names the drawing for readers who cannot see it.
	Title string
	// Description describes the drawing; may be empty.
	Description string
	Scene       scene.Scene
	Paper       Paper // of files
	About       About // of files
	Unlabeled   int   // points whose labels have no room
}

// Inline returns the SVG for a page: its colors and its font are those of the page. Marks and paths that stand for
// rows carry data-i="row", layers with a name data-part="name". It has no width and height, so that CSS determines
// its size.
func (c Chart) Inline() string {
	asTheyAre := func(color scene.Color) (string, float64) { return string(color), 1 }
	w := svg{out: append(make([]byte, 0, 8<<10), "<svg"...), fill: "var(--muted)", ink: asTheyAre}
	w.drawing(c, attribute(nil, "dominant-baseline", "central"))
	return string(w.out)
}

// Place returns an empty SVG of the drawing's shape and name, whose drawing a page's script brings from an address.
func (c Chart) Place(address string) string {
	w := svg{out: append(make([]byte, 0, 512), "<svg"...), fill: none}
	w.attribute("viewBox", "0 0 "+strconv.Itoa(c.Scene.Width)+" "+strconv.Itoa(c.Scene.Height))
	w.attribute("role", "img")
	w.attribute("aria-label", c.Title)
	w.attribute("data-apart", address)
	return string(append(w.out, "></svg>"...))
}

// Apart returns the SVG for a page as a file of its own, which browsers show without the page too: within one that gives it
// the ground, the font and those tokens of the page that it names, in light and dark. What a
// script is to know of the drawing, as JSON without "<" and "&", is its metadata; nil for none.
func (r *Renderer) Apart(c Chart, about []byte) []byte {
	inline := c.Inline()
	out := []byte(`<svg xmlns="http://www.w3.org/2000/svg"`)
	out = attribute(out, "viewBox", "0 0 "+strconv.Itoa(c.Scene.Width)+" "+strconv.Itoa(c.Scene.Height))
	out = append(attribute(out, "font-family", r.fonts.families), "><style>svg{color-scheme:light dark;background:var("+groundToken+")"...)
	for _, name := range r.tokens {
		if name == groundToken || strings.Contains(inline, "var("+name+")") {
			light, dark := digitsOf(r.themes[Light][name]), digitsOf(r.themes[Dark][name])
			out = append(out, ";"+name+":light-dark("+light+","+dark+")"...)
		}
	}
	out = append(out, "}</style>"...)
	if about != nil {
		out = slices.Concat(out, []byte("<metadata>"), about, []byte("</metadata>"))
	}
	return append(append(out, inline...), "</svg>\n"...)
}

// groundToken is what figures stand on in pages, and in their files.
const groundToken = "--panel"

// SVG returns a separate file: with a background and a size, real colors, named fonts, and text on its base line,
// because few programs other than browsers support other lines. The error names the chart.
func (r *Renderer) SVG(c Chart, t Theme) ([]byte, error) {
	colors, err := r.themes[t], error(nil)
	ink := func(value scene.Color) (string, float64) {
		real, problem := colors.color(value)
		if problem != nil {
			err = problem
		}
		return digitsOf(real), float64(real.A) / 255
	}
	fonts := r.fontsOf(c)
	w := svg{out: []byte(`<svg xmlns="http://www.w3.org/2000/svg"`), fill: digitsOf(colors["--muted"]), ink: ink, fonts: fonts}
	root := c.Paper.sides(c.Scene)
	root = attribute(root, "font-family", fonts.families)
	c.Scene.Layers = append([]scene.Layer{c.ground()}, c.Scene.Layers...)
	w.drawing(c, root)
	return append(w.out, '\n'), c.failed("svg", err)
}

// ground is a layer behind all of a chart.
func (c Chart) ground() scene.Layer {
	width, height := c.Paper.px(c.Scene)
	all := scene.Mark{X: width / 2, Y: height / 2, W: width, H: height, Shape: scene.Rect, Row: scene.NoRow}
	return scene.Layer{Style: scene.Style{Fill: "var(" + groundToken + ")"}, Marks: []scene.Mark{all}}
}

// digitsOf is a color without its opacity, which few programs read in digits.
func digitsOf(c color.NRGBA) string {
	return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)
}
