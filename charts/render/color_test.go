package render_test

import (
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/charts/render"
	"github.com/jouleboard/jouleboard/charts/scene"
)

// square is a mark in the middle of 100 × 60 px.
func square(style scene.Style) render.Chart {
	return drawnOn(scene.Layer{Style: style, Marks: []scene.Mark{{X: 50, Y: 30, W: 40, H: 40, Shape: scene.Rect, Row: scene.NoRow}}})
}

func TestColorsOfFiles(t *testing.T) {
	for color, want := range map[scene.Color]string{
		"#abc": `fill="#aabbcc"`, "#abcd": `fill="#aabbcc" fill-opacity=".867"`, "#123456": `fill="#123456"`,
		"#12345680": `fill="#123456" fill-opacity=".502"`, "#12345600": `fill="#123456" fill-opacity="0"`,
		"var(--accent)": `fill="#3ddc97"`, "var(--frontier)": `fill="#123456"`, "": `fill="none"`,
	} {
		svg, err := renderer(t).SVG(square(scene.Style{Fill: color}), render.Dark)
		if err != nil || !strings.Contains(string(svg), want+" d=") {
			t.Errorf("%s: %v, want %s in %s", color, err, want, svg)
		}
	}
}

func TestColorThatIsNoneIsAnErrorOfFiles(t *testing.T) {
	r := renderer(t)
	for _, color := range []scene.Color{"red", "none", "var(--nowhere)", "var(--font)", "url(#x)", "#12", "#1234567", "#ggg", `"`} {
		chart := square(scene.Style{Stroke: color})
		_, svg := r.SVG(chart, render.Light)
		_, png := r.PNG(t.Context(), chart, render.Light, 1)
		_, pdf := r.PDF(chart, render.Light)
		for form, err := range map[string]error{"svg": svg, "png": png, "pdf": pdf} {
			if err == nil || !strings.HasPrefix(err.Error(), "chart one: "+form+" file: color ") {
				t.Errorf("%s: %s: error %v", color, form, err)
			}
		}
	}
}

// TestOpacityIsThatOfColorLayerAndMark: the three multiply, but that a mark's own replaces its layer's.
func TestOpacityIsThatOfColorLayerAndMark(t *testing.T) {
	chart := square(scene.Style{Fill: "#12345680", Stroke: "var(--fg)", Opacity: 0.5})
	if svg := chart.Inline(); !strings.Contains(svg, `<path fill="#12345680" fill-opacity=".5" stroke="var(--fg)" stroke-opacity=".5" d=`) {
		t.Errorf("in a page: %s", svg)
	}
	chart.Scene.Layers[0].Marks[0].Opacity = 0.25
	if svg := chart.Inline(); !strings.Contains(svg, `<path fill="#12345680" stroke="var(--fg)" stroke-opacity=".5" fill-opacity=".25" d=`) {
		t.Errorf("of a mark in a page: %s", svg)
	}
	svg, err := renderer(t).SVG(chart, render.Light)
	if err != nil || !strings.Contains(string(svg), `fill="#123456" stroke="#1b1d21" stroke-opacity=".5" fill-opacity=".125"`) {
		t.Errorf("%v, of a mark in a file: %s", err, svg)
	}
}
