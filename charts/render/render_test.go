package render_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/assets"
	"github.com/jouleboard/jouleboard/charts/render"
)

var update = flag.Bool("update", false, "write the golden drawings anew")

// engine is the chart engine; tests that need it skip where it was not generated.
func engine(tb testing.TB) []byte {
	tb.Helper()
	source, err := assets.ChartEngine()
	if err != nil {
		tb.Skip(err)
	}
	return source
}

func renderer(tb testing.TB, options render.Options) *render.Renderer {
	tb.Helper()
	options.Engine = engine(tb)
	r, err := render.New(options)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(r.Close)
	return r
}

func draw(tb testing.TB, r *render.Renderer, chart render.Chart) string {
	tb.Helper()
	svg, err := r.SVG(tb.Context(), chart)
	if err != nil {
		tb.Fatal(err)
	}
	return svg
}

// golden lists the drawings whose options are in testdata/<ID>.json and whose results are in testdata/<ID>.svg.
var golden = []render.Chart{
	{ID: "frontier", Title: "Energy against latency", Description: "The frontier falls from left to right.", Width: 620, Height: 340},
	{ID: "lines", Title: "Power against batch size", Description: "Power rises with the batch.", Width: 340, Height: 260},
	{ID: "bars", Title: "Output length", Width: 300, Height: 220},
	{ID: "heat", Title: "Heat map", Width: 340, Height: 240},
	{ID: "boxes", Title: "Spread", Width: 300, Height: 220},
	{ID: "empty", Title: "Nothing measured", Width: 300, Height: 220},
}

func option(tb testing.TB, id string) []byte {
	tb.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", id+".json"))
	if err != nil {
		tb.Fatal(err)
	}
	return text
}

func TestDrawingsAreAsBefore(t *testing.T) {
	r := renderer(t, render.Options{})
	for _, chart := range golden {
		t.Run(chart.ID, func(t *testing.T) {
			chart.Option = option(t, chart.ID)
			compare(t, filepath.Join("testdata", chart.ID+".svg"), draw(t, r, chart))
		})
	}
}

func compare(t *testing.T, path, got string) {
	t.Helper()
	got = strings.ReplaceAll(got, "><", ">\n<") + "\n" // a line per element, for readable differences
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(string(content), "\n")
	for i, line := range strings.Split(got, "\n") {
		if i >= len(want) || line != want[i] {
			t.Fatalf("%s:%d: differs; -update writes it anew\ngot  %s\nwant %s", path, i+1, line, strings.Join(want[min(i, len(want)):min(i+1, len(want))], ""))
		}
	}
}
