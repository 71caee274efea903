package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/charts/colortest"
	"github.com/jouleboard/jouleboard/charts/scene"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/site"
	"github.com/jouleboard/jouleboard/source"
)

// legendOf draws a block with a palette, "" for the usual colors, and returns the samples of its series.
func legendOf(t *testing.T, ds data.Dataset, texts content.Content, block, palette string) []charts.Entry {
	t.Helper()
	text, err := os.ReadFile(block)
	if err != nil {
		t.Fatal(err)
	}
	var given []content.Given
	for _, key := range content.FigureKeys() {
		if key.Name == "palette" && palette != "" {
			given = append(given, content.Given{Key: key, Text: palette})
		}
	}
	declared, _, err := content.GivenFigure(&content.Markdown{Text: string(text), File: block, Line: 1}, given)
	if err != nil {
		t.Fatal(err)
	}
	if err := addTables(&texts, declared); err != nil {
		t.Fatal(err)
	}
	f, err := site.Results(ds, texts).Text(content.Declared{}).Figure(declared)
	if err != nil {
		t.Fatal(err)
	}
	return charts.Declared(f.Plot).Wide.Legend
}

// In all kinds of figures, in all palettes, series that are neighbors in the legend can be told apart by readers of three
// color blindnesses by their color (a ΔE2000 of 10, or of 5 where the shapes differ), and on a gray print by shade, shape,
// dashes, or a pale bar beside a full one.
func TestNeighborsInAllKindsCanBeToldApart(t *testing.T) {
	ds, err := source.Open(t.Context(), "sample:")
	if err != nil {
		t.Fatal(err)
	}
	texts, err := content.Load(content.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	blocks, err := filepath.Glob("testdata/kinds/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, block := range blocks {
		for _, palette := range []string{"", "okabe-ito", "tol-bright", "tol-muted", "gray"} {
			legend := legendOf(t, ds.Dataset, texts, block, palette)
			for i := 1; i < len(legend); i++ {
				compared++
				apartForAll(t, block+" "+palette, legend[i-1], legend[i])
			}
		}
	}
	if compared < 50 {
		t.Errorf("only %d pairs of neighbors", compared)
	}
}

func apartForAll(t *testing.T, where string, a, b charts.Entry) {
	t.Helper()
	colorA, colorB := colorOf(a.Key), colorOf(b.Key)
	if len(colorA) != 7 || len(colorB) != 7 { // a color of the theme, such as that of the frontier, has a line of its own
		if looksLike(a.Key, b.Key) {
			t.Errorf("%s: %s and %s look alike", where, a.Name, b.Name)
		}
		return
	}
	for vision, m := range map[string][9]float64{
		"protanopia": colortest.Protan, "deuteranopia": colortest.Machado, "tritanopia": colortest.Tritan, "a gray print": colortest.Gray,
	} {
		least := map[bool]float64{true: 10, false: 5}[looksLike(a.Key, b.Key)]
		if !looksLike(a.Key, b.Key) && (vision == "a gray print" || strings.HasSuffix(where, " gray")) {
			least = 0
		}
		if d := colortest.Differ(m, colorA, colorB); d < least {
			t.Errorf("%s: %s (%s) and %s (%s) differ by %.1f with %s", where, a.Name, colorA, b.Name, colorB, d, vision)
		}
	}
}

// colorOf is the color of a sample without its opacity.
func colorOf(k charts.Key) string {
	for _, c := range []scene.Color{k.Mark.Stroke, k.Mark.Fill, k.Line.Stroke} {
		if len(c) >= 7 && c[0] == '#' {
			return string(c[:7])
		}
	}
	return ""
}

// looksLike reports whether samples have the same shape, the same dashes, and are both filled or both pale.
func looksLike(a, b charts.Key) bool {
	return a.Shape == b.Shape && (a.Line.Stroke == "") == (b.Line.Stroke == "") && len(a.Mark.Fill) == len(b.Mark.Fill) &&
		dashed(a.Line) == dashed(b.Line)
}

func dashed(s scene.Style) (sum float64) {
	for i, d := range s.Dash {
		sum += d * float64(i+1)
	}
	return sum
}
