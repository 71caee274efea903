package render

import (
	"image/color"
	"sync"

	"github.com/golang/freetype/raster"
)

// canvas is a picture of at most 256 colors, which are gathered while shapes are painted: colors that look the same
// are one. So the palette is there when the picture is, a pixel is a byte, and to paint it is to look into a table.
// A color has two themes, since a picture in light and in dark colors is painted and compressed once.
type canvas struct {
	width, height int
	pixels        []uint8 // row by row, the numbers of their colors; before each row a 0, its filter in PNG files
	colors        []ink
	astray        int // by how much a level of a pixel may differ from what it should be, of 255
	full          bool
	paints        map[ink]*paint
	paint         *paint // what is painted with
	raster        raster.Rasterizer
	curve         raster.Path

	fonts            *Font
	scale, left, top float64 // pixels for each px of a scene, and where its corner lies

	perMeter int      // pixels as the file says, 0 for nothing
	about    []string // lines of the file about itself
}

const (
	mostColors = 256
	// leastAstray is not seen between letters or lines and their ground. With 4, every third figure of a site has too
	// many colors; with 8, one of some hundred has.
	leastAstray = 8
	// whole is the coverage of a pixel that lies inside of a shape. Edges have as many steps.
	whole = 32
)

// paint is what becomes of a pixel that a color covers in part: by coverage and its former color, the number of the
// new color and 1, or 0 where that has not occurred.
type paint struct {
	color ink
	after [whole + 1][mostColors]uint16
}

// painted is the PNG files, in both themes, of what draw paints on a ground. Where its colors are too many it is painted again with less
// regard to small differences; draw must do the same each time.
func (f *Font) painted(width, height int, ground ink, draw func(*canvas) error) (files [2][]byte, err error) {
	for astray := leastAstray; ; astray *= 2 {
		c := blank(width, height)
		c.colors, c.astray, c.fonts, c.scale = append(c.colors[:0], ground), astray, f, 1
		if err := draw(c); err != nil {
			return files, err
		}
		full := c.full
		if !full {
			files = c.encode()
		}
		canvases.Put(c)
		if !full {
			return files, nil
		}
	}
}

// canvases keep the memory of pictures for others: to get it anew for each takes a tenth of the time.
var canvases sync.Pool

// blank is a canvas of the ground alone, in memory of an earlier one if there is any.
func blank(width, height int) *canvas {
	old, _ := canvases.Get().(*canvas)
	if old == nil {
		old = &canvas{}
	}
	c := &canvas{width: width, height: height, paints: map[ink]*paint{}, colors: old.colors, curve: old.curve, raster: old.raster}
	size := (1 + width) * height
	if c.pixels = old.pixels; cap(c.pixels) < size {
		c.pixels = make([]uint8, size)
	}
	c.pixels = c.pixels[:size]
	clear(c.pixels)
	c.raster.UseNonZeroWinding = true
	return c
}

// with chooses what is painted with. Over the ground alone each color is exactly what it should be.
func (c *canvas) with(in ink) {
	if c.paint = c.paints[in]; c.paint != nil {
		return
	}
	c.paint = &paint{color: in}
	c.paints[in] = c.paint
	c.paint.after[whole][0] = 1 + c.number(over(c.colors[0], in, whole), 0)
}

// Paint colors spans of pixels, as the rasterizer asks.
func (c *canvas) Paint(spans []raster.Span, _ bool) {
	for _, s := range spans {
		level := (s.Alpha + 1<<10) >> 11
		left, right := max(s.X0, 0), min(s.X1, c.width)
		if s.Y < 0 || s.Y >= c.height || left >= right {
			continue
		}
		begin := s.Y*(1+c.width) + 1
		row := c.pixels[begin+left : begin+right]
		after := &c.paint.after[level]
		for i, before := range row {
			if after[before] == 0 {
				after[before] = 1 + c.number(over(c.colors[before], c.paint.color, int(level)), c.astray)
			}
			row[i] = uint8(after[before] - 1)
		}
	}
}

// over is an opaque color of which another one covers a part.
func over(ground, top ink, level int) (mixed ink) {
	const all = 255 * whole
	for theme, c := range top {
		part, below := int(c.A)*level, ground[theme]
		mix := func(a, b uint8) uint8 { return uint8((int(a)*(all-part) + int(b)*part + all/2) / all) }
		mixed[theme] = color.NRGBA{mix(below.R, c.R), mix(below.G, c.G), mix(below.B, c.B), 255}
	}
	return mixed
}

// number is that of the color, or of one that differs from it by no more than astray.
func (c *canvas) number(wanted ink, astray int) uint16 {
	nearest, least := 0, 256
	for i, known := range c.colors {
		if d := distance(known[0], wanted[0]); d < least {
			if d = max(d, distance(known[1], wanted[1])); d < least {
				nearest, least = i, d
			}
		}
	}
	if least <= astray || len(c.colors) == mostColors {
		c.full = c.full || least > c.astray
		return uint16(nearest)
	}
	c.colors = append(c.colors, wanted)
	return uint16(len(c.colors) - 1)
}

// distance of two colors is that of their worst level.
func distance(a, b color.NRGBA) int {
	red, green, blue := int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B)
	return max(red, -red, green, -green, blue, -blue)
}
