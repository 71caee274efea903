package render_test

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"math"
	"testing"

	"github.com/jouleboard/jouleboard/charts/render"
	"github.com/jouleboard/jouleboard/charts/scene"
)

func pixels(tb testing.TB, chart render.Chart, theme render.Theme, scale float64) image.Image {
	tb.Helper()
	content, err := renderer(tb).PNG(tb.Context(), chart, theme, scale)
	if err != nil {
		tb.Fatal(err)
	}
	return decoded(tb, content)
}

// ink is how many pixels of black there are on white, in parts too.
func ink(picture image.Image) float64 {
	sum := 0.0
	for y := range picture.Bounds().Dy() {
		for x := range picture.Bounds().Dx() {
			level, _, _, _ := picture.At(x, y).RGBA()
			sum += 1 - float64(level)/0xffff
		}
	}
	return sum
}

// stroked is a black line, width its pen's.
func stroked(width float64, closed bool, style scene.Style, points ...float64) scene.Layer {
	style.Stroke, style.Width = "#000", width
	var line []scene.Point
	for i := 0; i < len(points); i += 2 {
		line = append(line, scene.Point{X: points[i], Y: points[i+1]})
	}
	return scene.Layer{Style: style, Paths: []scene.Path{{Lines: [][]scene.Point{line}, Closed: closed}}}
}

func marked(style scene.Style, m scene.Mark) scene.Layer {
	return scene.Layer{Style: style, Marks: []scene.Mark{m}}
}

// TestShapesCoverTheirArea compares what shapes and pens cover with geometry.
func TestShapesCoverTheirArea(t *testing.T) {
	plain, round, black := scene.Style{}, scene.Style{Round: true}, scene.Style{Fill: "#000"}
	dash := func(px ...float64) scene.Style { return scene.Style{Dash: px} }
	circle := func(style scene.Style, size float64) scene.Layer {
		return marked(style, scene.Mark{X: 50, Y: 30, W: size, H: size, Shape: scene.Circle})
	}
	for name, c := range map[string]struct {
		layer scene.Layer
		want  float64
	}{
		"line":              {stroked(10, false, plain, 20, 30, 80, 30), 600},
		"upright":           {stroked(1, false, plain, 20.5, 10, 20.5, 50), 40},
		"aslant":            {stroked(6, false, plain, 20, 10, 60, 40), 300},
		"usual width":       {stroked(0, false, plain, 20, 30.5, 80, 30.5), 60},
		"round ends":        {stroked(10, false, round, 20, 30, 80, 30), 600 + 25*math.Pi},
		"corner":            {stroked(8, false, plain, 20, 10, 60, 10, 60, 50), 2*40*8 - 16 + 4*math.Pi},
		"repeated point":    {stroked(8, false, plain, 20, 10, 60, 10, 60, 10, 60, 50), 2*40*8 - 16 + 4*math.Pi},
		"there and back":    {stroked(8, false, plain, 20, 30, 60, 30, 20, 30), 40*8 + 8*math.Pi},
		"closed":            {stroked(4, true, plain, 30, 10, 70, 10, 70, 50, 30, 50), 4*40*4 - 4*4 + 4*4 + 4*math.Pi - 4*4*0.75 - 4},
		"dashes":            {stroked(10, false, dash(10, 5), 10, 30, 90, 30), 10 * (5*10 + 5)},
		"dashes of one":     {stroked(10, false, dash(10), 10, 30, 90, 30), 400},
		"dashes round bend": {stroked(4, false, dash(60, 100), 20, 10, 60, 10, 60, 50), 4*60 - 4 + math.Pi},
		"too fine to see":   {stroked(10, false, dash(1e-4, 1e-4), 10, 30, 90, 30), 800},
		"no dashes":         {stroked(10, false, dash(0, 0), 10, 30, 90, 30), 800},
		"circle":            {circle(black, 40), 400 * math.Pi},
		"ring":              {circle(scene.Style{Stroke: "#000", Width: 4}, 40), math.Pi * (22*22 - 18*18)},
		"thick ring":        {circle(scene.Style{Stroke: "#000", Width: 12}, 8), math.Pi * 100},
		"rectangle":         {marked(black, scene.Mark{X: 50.25, Y: 30.5, W: 40, H: 10, Shape: scene.Rect}), 400},
		"triangle":          {marked(black, scene.Mark{X: 50, Y: 30, W: 40, H: 30, Shape: scene.Triangle}), 600},
		"diamond":           {marked(black, scene.Mark{X: 50, Y: 30, W: 40, H: 30, Shape: scene.Diamond}), 600},
		"half of it":        {circle(scene.Style{Fill: "#000", Opacity: 0.5}, 40), 200 * math.Pi},
		"half of that":      {circle(scene.Style{Fill: "#00000080", Opacity: 0.5}, 40), 100 * math.Pi},
		"beyond the corner": {marked(black, scene.Mark{X: 0, Y: 0, W: 40, H: 40, Shape: scene.Circle}), 100 * math.Pi},
		"beyond the other":  {marked(black, scene.Mark{X: 100, Y: 60, W: 40, H: 40, Shape: scene.Circle}), 100 * math.Pi},
		"just over the top": {marked(black, scene.Mark{X: 50, Y: 4.75, W: 10, H: 10, Shape: scene.Rect}), 97.5},
		"outside":           {marked(black, scene.Mark{X: -50, Y: 500, W: 40, H: 40, Shape: scene.Circle}), 0},
		"far outside":       {stroked(4, false, plain, -1e300, 30, math.Inf(1), 30), 400},
		"nowhere":           {stroked(4, false, plain, math.NaN(), math.NaN(), -50, -50), 0},
		"empty":             {scene.Layer{Style: black, Paths: []scene.Path{{}, {Lines: [][]scene.Point{{}}, Closed: true}}}, 0},
		"no style":          {marked(scene.Style{}, scene.Mark{X: 50, Y: 30, W: 40, H: 40, Shape: scene.Rect}), 0},
	} {
		for _, scale := range []float64{1, 3} {
			if got := ink(pixels(t, drawnOn(c.layer), render.Light, scale)) / scale / scale; math.Abs(got-c.want) > 2+c.want/100 {
				t.Errorf("%s: covers %.1f px, want %.1f", name, got, c.want)
			}
		}
	}
}

// TestCrossingLinesOfOneFigureCoverOnce: a path's lines are one shape, however they run.
func TestCrossingLinesOfOneFigureCoverOnce(t *testing.T) {
	cross := scene.Path{Lines: [][]scene.Point{{{X: 20, Y: 30}, {X: 80, Y: 30}}, {{X: 50, Y: 55}, {X: 50, Y: 5}}}}
	layer := scene.Layer{Style: scene.Style{Stroke: "#00000080", Width: 10}, Paths: []scene.Path{cross}}
	if got, want := ink(pixels(t, drawnOn(layer), render.Light, 1)), (600+500-100)*128.0/255; math.Abs(got-want) > 8 {
		t.Errorf("covers %.1f, want %.1f", got, want)
	}
}

func without(chart render.Chart, layer, text int) render.Chart {
	layers := append([]scene.Layer{}, chart.Scene.Layers...)
	kept := append([]scene.Text{}, layers[layer].Texts[:text]...)
	layers[layer].Texts = append(kept, layers[layer].Texts[text+1:]...)
	chart.Scene.Layers = layers
	return chart
}

// TestEveryTextIsInThePixels leaves out one text after the other: the picture must change where it stood, by about as
// much as letters cover.
func TestEveryTextIsInThePixels(t *testing.T) {
	for _, chart := range golden() {
		whole := pixels(t, chart, render.Light, 2)
		for i, l := range chart.Scene.Layers {
			for j, text := range l.Texts {
				differ := changed(whole, pixels(t, without(chart, i, j), render.Light, 2), text)
				if letters := float64(len([]rune(text.Text))); differ < 12*letters || differ > 150*letters {
					t.Errorf("%s: %q makes a difference of %.0f pixels where it stands", chart.ID, text.Text, differ)
				}
			}
		}
	}
}

// changed counts pixels around a text that differ.
func changed(a, b image.Image, t scene.Text) float64 {
	differ := 0.0
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			along, across := math.Abs(float64(x)/2-t.X), math.Abs(float64(y)/2-t.Y)
			if t.Up {
				along, across = across, along
			}
			if across < 10 && along < 140 && apart(a.At(x, y), b.At(x, y)) > 40 {
				differ++
			}
		}
	}
	return differ
}

// TestTextStandsAroundItsMiddle: capitals reach as far above Y as below, whatever their size and direction.
func TestTextStandsAroundItsMiddle(t *testing.T) {
	for _, text := range []scene.Text{
		{X: 50, Y: 30, Text: "HEH", Anchor: scene.Middle, Size: 30},
		{X: 50, Y: 30, Text: "HEH", Anchor: scene.Middle, Size: 20, Bold: true},
		{X: 50, Y: 30, Text: "HEH", Anchor: scene.Middle, Size: 18, Up: true},
	} {
		picture := pixels(t, drawnOn(scene.Layer{Style: scene.Style{Fill: "#000"}, Texts: []scene.Text{text}}), render.Light, 4)
		box := inked(picture)
		if x, y := float64(box.Min.X+box.Max.X)/8, float64(box.Min.Y+box.Max.Y)/8; math.Hypot(x-50, y-30) > 0.4 {
			t.Errorf("%v: its middle is at %.1f, %.1f", text, x, y)
		}
		if wide := box.Dx() > box.Dy(); wide == text.Up {
			t.Errorf("%v: is %d × %d pixels", text, box.Dx(), box.Dy())
		}
	}
}

func inked(picture image.Image) (box image.Rectangle) {
	for y := range picture.Bounds().Dy() {
		for x := range picture.Bounds().Dx() {
			if apart(picture.At(x, y), color.White) > 60 {
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return box
}

// TestPaletteKeepsColors: colors of areas are exactly those of the scene, and where there are more than a palette holds,
// no pixel is far from what it should be.
func TestPaletteKeepsColors(t *testing.T) {
	for count, most := range map[int]int{9: 0, 200: 8, 3000: 32} {
		chart := drawnOn()
		side := int(math.Ceil(math.Sqrt(float64(count))))
		chart.Scene.Width, chart.Scene.Height = 3*side, 3*side
		shade := func(i int) color.RGBA {
			return color.RGBA{uint8(20 + i*41%230), uint8(20 + i*97%230), uint8(20 + i*13%230), 255}
		}
		for i := range count {
			c := shade(i)
			chart.Scene.Layers = append(chart.Scene.Layers, marked(
				scene.Style{Fill: scene.Color(fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B))},
				scene.Mark{X: 3*float64(i%side) + 1.5, Y: 3*float64(i/side) + 1.5, W: 3, H: 3, Shape: scene.Rect}))
		}
		picture := pixels(t, chart, render.Light, 1)
		for i := range count {
			if d := apart(picture.At(3*(i%side)+1, 3*(i/side)+1), shade(i)); d > most {
				t.Fatalf("of %d colors the one numbered %d is %d levels away", count, i, d)
			}
		}
	}
}

func TestPicturesHaveTheirSize(t *testing.T) {
	for _, c := range []struct {
		width, height int
		scale         float64
		want          image.Point
	}{
		{300, 200, 2, image.Pt(600, 400)},
		{300, 200, 0.5, image.Pt(150, 100)},
		{333, 1, 0.25, image.Pt(83, 1)},
		{9000, 9000, 2, image.Pt(4096, 4096)}, // smaller, rather than too large
		{10_000, 2000, 2, image.Pt(9159, 1832)},
	} {
		chart := render.Chart{ID: "sized", Title: "x", Scene: scene.Scene{Width: c.width, Height: c.height}}
		if got := pixels(t, chart, render.Light, c.scale).Bounds().Size(); got != c.want {
			t.Errorf("%d × %d px at %g: %v pixels, want %v", c.width, c.height, c.scale, got, c.want)
		}
	}
}

func TestThumbnailsHaveOneWidth(t *testing.T) {
	content, err := renderer(t).Thumbnail(t.Context(), golden()[0], render.Dark)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := decoded(t, content).Bounds().Size(), image.Pt(render.ThumbnailWidth, render.ThumbnailHeight(300, 200)); got != want {
		t.Errorf("%v pixels, want %v", got, want)
	}
}

func TestDrawingEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	chart := golden()[0]
	_, png := renderer(t).PNG(ctx, chart, render.Light, 2)
	_, card := renderer(t).Card(ctx, render.Card{Site: "S", Title: "T", Chart: &chart})
	if !errors.Is(png, context.Canceled) || !errors.Is(card, context.Canceled) {
		t.Errorf("errors %v and %v, want the context's", png, card)
	}
}
