package raster

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/png"
	"math"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/charts/render/vector"
)

var (
	white = color.NRGBA{255, 255, 255, 255}
	black = color.NRGBA{A: 255}
)

func drawn(t *testing.T, shapes ...vector.Shape) image.Image {
	t.Helper()
	for i := range shapes {
		if shapes[i].Matrix == (vector.Matrix{}) {
			shapes[i].Matrix = vector.Identity
		}
	}
	file, err := PNG(t.Context(), vector.Drawing{Width: 100, Height: 60, Shapes: shapes}, vector.Fonts{}, white, 1)
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

// ink is how many pixels of black there are, in parts too.
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

func line(points ...float64) vector.Path {
	var p vector.Path
	p.MoveTo(vector.Point{X: points[0], Y: points[1]})
	for i := 2; i < len(points); i += 2 {
		p.LineTo(vector.Point{X: points[i], Y: points[i+1]})
	}
	return p
}

func stroked(p vector.Path, pen vector.Pen) vector.Shape {
	return vector.Shape{Path: p, Stroke: vector.Paint{Color: black}, Pen: pen}
}

// TestStrokesCoverTheirArea compares what pens cover with the geometry of lines, caps and corners.
func TestStrokesCoverTheirArea(t *testing.T) {
	closed := append(line(30, 10, 70, 10, 70, 50, 30, 50), vector.Segment{Command: 'Z'})
	for name, c := range map[string]struct {
		shape vector.Shape
		want  float64
	}{
		"butt":              {stroked(line(20, 30, 80, 30), vector.Pen{Width: 10}), 600},
		"aslant":            {stroked(line(20, 10, 60, 40), vector.Pen{Width: 6}), 300},
		"square":            {stroked(line(20, 30, 80, 30), vector.Pen{Width: 10, Cap: vector.Square}), 700},
		"round":             {stroked(line(20, 30, 80, 30), vector.Pen{Width: 10, Cap: vector.RoundCap}), 600 + 25*math.Pi},
		"round dot":         {stroked(line(50, 30, 50, 30), vector.Pen{Width: 20, Cap: vector.RoundCap}), 100 * math.Pi},
		"no dot":            {stroked(line(50, 30, 50, 30), vector.Pen{Width: 20}), 0},
		"miter":             {stroked(line(20, 10, 60, 10, 60, 50), vector.Pen{Width: 8}), 2 * 40 * 8},
		"bevel":             {stroked(line(20, 10, 60, 10, 60, 50), vector.Pen{Width: 8, Join: vector.Bevel}), 2*40*8 - 16 + 8},
		"round corner":      {stroked(line(20, 10, 60, 10, 60, 50), vector.Pen{Width: 8, Join: vector.RoundJoin}), 2*40*8 - 16 + 4*math.Pi},
		"miter too long":    {stroked(line(20, 10, 60, 10, 60, 50), vector.Pen{Width: 8, MiterLimit: 1.2}), 2*40*8 - 16 + 8},
		"closed":            {stroked(closed, vector.Pen{Width: 4}), 4 * 40 * 4},
		"dashes":            {stroked(line(10, 30, 90, 30), vector.Pen{Width: 10, Dash: []float64{10, 5}}), 10 * (5*10 + 5)},
		"dashes of one":     {stroked(line(10, 30, 90, 30), vector.Pen{Width: 10, Dash: []float64{10}}), 400},
		"dashes put off":    {stroked(line(10, 30, 90, 30), vector.Pen{Width: 10, Dash: []float64{10, 30}, DashOffset: 20}), 200},
		"dashes round bend": {stroked(line(20, 10, 60, 10, 60, 50), vector.Pen{Width: 4, Dash: []float64{60, 100}}), 4*60 + 4 - 4},
		"too fine to see":   {stroked(line(10, 30, 90, 30), vector.Pen{Width: 10, Dash: []float64{1e-4, 1e-4}}), 800},
		"enlarged": {
			vector.Shape{Path: line(10, 15, 40, 15), Stroke: vector.Paint{Color: black}, Pen: vector.Pen{Width: 5}, Matrix: vector.Scale(2)}, 600,
		},
		"mirrored": {
			vector.Shape{Path: line(20, -30, 80, -30), Stroke: vector.Paint{Color: black}, Pen: vector.Pen{Width: 10, Cap: vector.Square}, Matrix: vector.Matrix{A: 1, D: -1}}, 700,
		},
	} {
		if got := ink(drawn(t, c.shape)); math.Abs(got-c.want) > 2+c.want/100 {
			t.Errorf("%s: covers %.1f pixels, want %.1f", name, got, c.want)
		}
	}
}

func TestFillsAndClips(t *testing.T) {
	square := vector.Shape{Path: vector.Rect(10, 10, 40, 40), Fill: vector.Paint{Color: black}}
	if got := ink(drawn(t, square)); math.Abs(got-1600) > 1 {
		t.Errorf("a square of 40 px covers %.1f", got)
	}
	half := square
	half.Fill.Color.A = 128
	if got := ink(drawn(t, half)); math.Abs(got-1600*128.0/255) > 8 {
		t.Errorf("half of its opacity covers %.1f", got)
	}
	half.Fill.Color.A = 255
	half.Clips = []vector.Path{vector.Rect(0, 0, 30, 60), vector.Circle(10, 30, 10)}
	if got := ink(drawn(t, half)); math.Abs(got-50*math.Pi) > 3 {
		t.Errorf("clipped to half of a circle covers %.1f, want %.1f", got, 50*math.Pi)
	}
	outside := vector.Shape{Path: vector.Rect(-5e4, -5e4, 1e5, 4e4), Fill: vector.Paint{Color: black}}
	if got := ink(drawn(t, outside)); got != 0 {
		t.Errorf("what lies outside covers %.1f", got)
	}
}

func TestGradientRunsFromColourToColour(t *testing.T) {
	picture := drawn(t, vector.Shape{
		Path: vector.Rect(0, 0, 100, 60),
		Fill: vector.Paint{Gradient: &vector.Gradient{X1: 0, X2: 100, Stops: []vector.Stop{{Offset: 0, Color: black}, {Offset: 1, Color: white}}}},
	})
	for _, x := range []int{5, 50, 95} {
		level, _, _, _ := picture.At(x, 30).RGBA()
		if want := (float64(x) + 0.5) / 100 * 255; math.Abs(float64(level>>8)-want) > 9 {
			t.Errorf("at %d %% the level is %d, want %.0f", x, level>>8, want)
		}
	}
}

func TestSizeAndTimeAreBounded(t *testing.T) {
	for _, d := range []vector.Drawing{{Width: 1e4, Height: 1e4}, {Width: math.NaN(), Height: 5}, {Width: 0, Height: 5}, {Width: math.Inf(1), Height: 1}} {
		if _, err := PNG(t.Context(), d, vector.Fonts{}, white, 1); err == nil {
			t.Errorf("%g × %g px was drawn", d.Width, d.Height)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	d := vector.Drawing{Width: 9, Height: 9, Shapes: make([]vector.Shape, 1)}
	if _, err := PNG(ctx, d, vector.Fonts{}, white, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// TestPaletteKeepsColours: no pixel is far from what was drawn, and a picture of too many colours keeps them all.
func TestPaletteKeepsColours(t *testing.T) {
	for name, colour := range map[string]func(x, y int) color.RGBA{
		"few":    func(x, _ int) color.RGBA { return color.RGBA{uint8(x / 20 * 20), 0, 0, 255} },
		"shades": func(x, y int) color.RGBA { return color.RGBA{uint8(x), uint8(x), uint8(x + y%3), 255} },
		"too many": func(x, y int) color.RGBA {
			return color.RGBA{uint8(x / 2 * 2), uint8(y / 2 * 4), uint8(x / 2 * y / 2), 255}
		},
		"too many to count": func(x, y int) color.RGBA { return color.RGBA{uint8(x), uint8(2 * y), 0, 255} },
	} {
		picture := image.NewRGBA(image.Rect(0, 0, 256, 128))
		for y := range 128 {
			for x := range 256 {
				picture.SetRGBA(x, y, colour(x, y))
			}
		}
		file, err := encode(picture)
		if err != nil {
			t.Fatal(err)
		}
		back, err := png.Decode(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		_, indexed := back.(*image.Paletted)
		if indexed == strings.HasPrefix(name, "too many") {
			t.Errorf("%s: palette %v", name, indexed)
		}
		for y := range 128 {
			for x := range 256 {
				r, g, b, _ := back.At(x, y).RGBA()
				c := colour(x, y)
				if distance(colourOf(uint8(r>>8), uint8(g>>8), uint8(b>>8)), colourOf(c.R, c.G, c.B)) > mostAstray {
					t.Fatalf("%s: %d, %d is %v, want %v", name, x, y, back.At(x, y), c)
				}
			}
		}
	}
}
