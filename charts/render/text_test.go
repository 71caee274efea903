package render

import (
	"bytes"
	flags "flag"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/assets"
	"github.com/jouleboard/jouleboard/charts/render/pdf"
	"github.com/jouleboard/jouleboard/charts/render/raster"
	"github.com/jouleboard/jouleboard/charts/render/vector"
)

// goldenScene is a golden drawing as shapes.
func goldenScene(tb testing.TB, name string, theme Theme) (vector.Drawing, vector.Fonts) {
	tb.Helper()
	regular, bold := assets.ChartFonts()
	fonts, err := parseFonts(Options{Regular: regular, Bold: bold})
	if err != nil {
		tb.Fatal(err)
	}
	svg, err := os.ReadFile(filepath.Join("testdata", name+".svg"))
	if err != nil {
		tb.Fatal(err)
	}
	read, err := readDrawn(string(svg))
	if err != nil {
		tb.Fatal(err)
	}
	tokens := assets.Tokens()
	tokens["--warn"] = "light-dark(#b45309, #fbbf24)"
	d, err := read.scene(palette{tokens, theme}, fonts)
	if err != nil {
		tb.Fatal(err)
	}
	return d, fonts
}

var goldenNames = []string{"frontier", "lines", "bars", "heat", "boxes", "empty"}

// textOf is the text of every label of a drawing.
func textOf(d vector.Drawing) []string {
	var texts []string
	for _, s := range d.Shapes {
		if s.Label != nil {
			texts = append(texts, s.Label.Text)
		}
	}
	return texts
}

func withoutShape(d vector.Drawing, i int) vector.Drawing {
	d.Shapes = slices.Delete(slices.Clone(d.Shapes), i, i+1)
	return d
}

func pixels(tb testing.TB, d vector.Drawing, fonts vector.Fonts) image.Image {
	tb.Helper()
	content, err := raster.PNG(tb.Context(), d, fonts, color.NRGBA{255, 255, 255, 255}, 2)
	if err != nil {
		tb.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(content))
	if err != nil {
		tb.Fatal(err)
	}
	return picture
}

// inked is the part of the pixels in a label's box in which two pictures differ.
func inked(s vector.Shape, fonts vector.Fonts, a, b image.Image) float64 {
	low, high, _ := fonts.Outline(s.Label).Transform(vector.Scale(2).Of(s.Matrix)).Bounds()
	box := image.Rect(int(low.X), int(low.Y), int(math.Ceil(high.X)), int(math.Ceil(high.Y))).Intersect(a.Bounds())
	differ := 0
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			if apartBy(a.At(x, y), b.At(x, y)) > 40 {
				differ++
			}
		}
	}
	return float64(differ) / float64(max(1, box.Dx()*box.Dy()))
}

// apartBy is the difference of two opaque colours' worst levels, of 255.
func apartBy(a, b color.Color) int {
	r, g, bl, _ := a.RGBA()
	r2, g2, bl2, _ := b.RGBA()
	worst := 0
	for _, d := range []int{int(r>>8) - int(r2>>8), int(g>>8) - int(g2>>8), int(bl>>8) - int(bl2>>8)} {
		worst = max(worst, d, -d)
	}
	return worst
}

// TestEveryTextIsInThePixels leaves out one label after the other: the picture must change where it stood, by about
// as much as letters cover.
func TestEveryTextIsInThePixels(t *testing.T) {
	for _, name := range goldenNames {
		d, fonts := goldenScene(t, name, Light)
		whole := pixels(t, d, fonts)
		for i, s := range d.Shapes {
			if s.Label == nil {
				continue
			}
			if part := inked(s, fonts, whole, pixels(t, withoutShape(d, i), fonts)); part < 0.1 || part > 0.8 {
				t.Errorf("%s: %q covers %.0f %% of its box", name, s.Label.Text, part*100)
			}
		}
	}
}

// TestPixelsAreTheGoldenOnes pins whole pictures, and makes sure that one text less is found.
func TestPixelsAreTheGoldenOnes(t *testing.T) {
	for _, name := range []string{"frontier", "lines"} {
		d, fonts := goldenScene(t, name, Dark)
		content, err := raster.PNG(t.Context(), d, fonts, color.NRGBA{27, 30, 36, 255}, 1)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("testdata", name+".png")
		if flags.Lookup("update").Value.String() == "true" {
			if err := os.WriteFile(path, content, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		golden, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if n := unlike(t, golden, content); n > 0 {
			t.Errorf("%s: %d pixels differ; -update writes it anew", path, n)
		}
		for i, s := range d.Shapes {
			if s.Label == nil {
				continue
			}
			less, err := raster.PNG(t.Context(), withoutShape(d, i), fonts, color.NRGBA{27, 30, 36, 255}, 1)
			if err != nil {
				t.Fatal(err)
			}
			if unlike(t, golden, less) == 0 {
				t.Errorf("%s: nobody would miss %q", path, s.Label.Text)
			}
		}
	}
}

// unlike counts pixels that differ by more than what another processor's rounding may do.
func unlike(t *testing.T, golden, content []byte) int {
	t.Helper()
	a, err := png.Decode(bytes.NewReader(golden))
	if err != nil {
		t.Fatal(err)
	}
	b, err := png.Decode(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	if a.Bounds() != b.Bounds() {
		return a.Bounds().Dx() * a.Bounds().Dy()
	}
	n := 0
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			if apartBy(a.At(x, y), b.At(x, y)) > 12 {
				n++
			}
		}
	}
	return n
}

// TestEveryTextIsInThePage reads the PDF's text back: every label, in order, as a reader would find and copy it.
func TestEveryTextIsInThePage(t *testing.T) {
	for _, name := range goldenNames {
		d, fonts := goldenScene(t, name, Light)
		page, err := pdf.Page(d, fonts, "Title")
		if err != nil {
			t.Fatal(err)
		}
		if got, want := pageText(t, page), textOf(d); !slices.Equal(got, want) {
			t.Errorf("%s: the page says %q, want %q", name, got, want)
		}
		for i, s := range d.Shapes {
			if s.Label == nil {
				continue
			}
			if less, err := pdf.Page(withoutShape(d, i), fonts, "Title"); err != nil || slices.Equal(pageText(t, less), textOf(d)) {
				t.Errorf("%s: nobody would miss %q: %v", name, s.Label.Text, err)
			}
			break
		}
	}
}

// TestTextOfSVGFilesIsText: every label stands in the file as an element.
func TestTextOfSVGFilesIsText(t *testing.T) {
	for _, name := range goldenNames {
		d, _ := goldenScene(t, name, Light)
		svg, err := os.ReadFile(filepath.Join("testdata", name+"-light.svg"))
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range textOf(d) {
			if !strings.Contains(string(svg), ">"+escape(text)+"</text>") {
				t.Errorf("%s: no %q", name, text)
			}
		}
	}
}
