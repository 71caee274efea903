package render_test

import (
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/charts/render"
)

// curves is an option of one mark with a band and a dashed line below it and a line
// above, all of them with paths.
const curves = `{"grid":{"left":20,"top":10,"right":10,"bottom":20},"xAxis":{"type":"value","min":0,"max":10},"yAxis":{"type":"value","min":0,"max":10},
"series":[{"type":"scatter","data":[[5,5]],"symbolSize":8,"itemStyle":{"color":"#123456"}},
{"type":"line","symbol":"none","data":[[0,1],[9,2]],"z":3,"lineStyle":{"color":"var(--fg)","width":1.5}},
{"type":"line","symbol":"none","data":[[0,1],[9,2]],"lineStyle":{"color":"#d86105","width":1.6,"type":[4,3]}},
{"type":"line","symbol":"none","data":[[0,1],[9,2],[9,4],[0,3]],"areaStyle":{"color":"#2f9a78","opacity":0.14},"lineStyle":{"width":0}}],
"rows":[[0],null,null,null],"paths":["","M20 30L200 40","M20 50L90 60M100 60L200 70","M20 20L200 30L200 50L20 40Z"]}`

func TestPathsAreDrawnAroundTheMarksWithoutECharts(t *testing.T) {
	svg, err := renderer(t, render.Options{}).SVG(t.Context(), chartOf(curves))
	if err != nil {
		t.Fatal(err)
	}
	at := -1
	for _, part := range []string{`fill-opacity=".14"`, `stroke-dasharray="4 3"`, `data-i="0"`, `stroke="var(--fg)"`} {
		found := strings.Index(svg, part)
		if found < at || strings.Count(svg, part) != 1 {
			t.Errorf("%s stands %d times, first at %d after %d\n%s", part, strings.Count(svg, part), found, at, svg)
		}
		at = found
	}
}

func TestPathsPassTheAllowList(t *testing.T) {
	for name, option := range map[string]string{
		"a path that is none":   strings.Replace(curves, "M20 30L200 40", `M0 0\" onload=\"x`, 1),
		"a colour that is none": strings.Replace(curves, "#d86105", "url(https://example.org/)", 1),
		"more paths":            strings.Replace(curves, `"paths":[`, `"paths":["","","","",`, 1),
		"no list":               strings.Replace(curves, `"paths":["","M20 30L200 40","M20 50L90 60M100 60L200 70","M20 20L200 30L200 50L20 40Z"]`, `"paths":["x"],"series":3`, 1),
	} {
		if svg, err := renderer(t, render.Options{}).SVG(t.Context(), chartOf(option)); err == nil {
			t.Errorf("%s is drawn: %s", name, svg)
		}
	}
}

func chartOf(option string) render.Chart {
	return render.Chart{ID: "c", Title: "curves", Option: []byte(option), Width: 220, Height: 100}
}
