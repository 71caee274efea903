// Package raster answers how a picture becomes pixels: a vector.Drawing over an opaque ground becomes a PNG file.
// The same drawing gives the same bytes; nothing of the machine, its fonts or its clock goes in.
//
// Shapes are covered with the rasterizer of golang.org/x/image/vector, which counts for every pixel how much of it
// lies inside, bit for bit alike on all processors. What it lacks is here: lines of a width (stroke.go), clipping,
// gradients, text as outlines. resvg under a WebAssembly runtime draws as well, but its compilation alone takes
// three seconds of a cold build, more than all pictures of a site do here.
package raster

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"

	"github.com/jouleboard/jouleboard/charts/render/vector"
	rasterizer "golang.org/x/image/vector"
)

// MostPixels bounds a picture; a figure of 1120 × 3500 px at double size has as many.
const MostPixels = 16 << 20

// tolerance in pixels is how far a straight piece may be from the curve it stands for.
const tolerance = 0.1

// PNG draws the picture, enlarged by scale, over the ground. It fails on a picture of more than MostPixels and when
// the context ends.
func PNG(ctx context.Context, d vector.Drawing, fonts vector.Fonts, ground color.NRGBA, scale float64) ([]byte, error) {
	width, height := math.Round(d.Width*scale), math.Round(d.Height*scale)
	if !(width >= 1 && height >= 1 && width*height <= MostPixels) {
		return nil, fmt.Errorf("picture of %g × %g pixels: want 1 to %d: make the chart smaller", width, height, MostPixels)
	}
	c := newCanvas(int(width), int(height), ground)
	for _, shape := range d.Shapes {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		shape.Matrix = vector.Scale(scale).Of(shape.Matrix)
		c.draw(shape, fonts, scale)
	}
	return encode(c.picture)
}

// canvas is the picture so far with what is needed to add a shape.
type canvas struct {
	picture  *image.RGBA // opaque
	coverage rasterizer.Rasterizer
	mask     image.Alpha // of the shape's surroundings
	clip     image.Alpha // the same part of an area that it is clipped to
}

func newCanvas(width, height int, ground color.NRGBA) *canvas {
	c := &canvas{picture: image.NewRGBA(image.Rect(0, 0, width, height))}
	pixels := c.picture.Pix
	copy(pixels, []uint8{ground.R, ground.G, ground.B, 255})
	for done := 4; done < len(pixels); done *= 2 {
		copy(pixels[done:], pixels[:done])
	}
	return c
}

func (c *canvas) draw(s vector.Shape, fonts vector.Fonts, scale float64) {
	outline := s.Path
	if s.Label != nil {
		outline = fonts.Outline(s.Label)
	}
	factor := s.Matrix.Factor()
	if factor == 0 || len(outline) == 0 {
		return
	}
	lines := outline.Flatten(tolerance / factor)
	fill := func() { c.paint(polygons(lines, s.Matrix), s.Fill, s, scale) }
	if !s.StrokeFirst {
		fill()
	}
	if s.Stroke.Visible() && s.Pen.Width > 0 {
		c.paint(stroke(lines, s.Pen, tolerance/factor).place(s.Matrix), s.Stroke, s, scale)
	}
	if s.StrokeFirst {
		fill()
	}
}

// area is what is covered: polygons that may overlap.
type area [][]vector.Point

func polygons(lines []vector.Line, m vector.Matrix) area {
	var a area
	for _, l := range lines {
		if len(l.Points) > 2 {
			a = append(a, l.Points)
		}
	}
	return a.place(m)
}

func (a area) place(m vector.Matrix) area {
	placed := make(area, len(a))
	for i, polygon := range a {
		placed[i] = make([]vector.Point, len(polygon))
		for j, p := range polygon {
			placed[i][j] = m.Point(p)
		}
	}
	return placed
}

// bounds are the pixels that the area touches.
func (a area) bounds(within image.Rectangle) image.Rectangle {
	left, top, right, bottom := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, polygon := range a {
		for _, p := range polygon {
			left, right = min(left, p.X), max(right, p.X)
			top, bottom = min(top, p.Y), max(bottom, p.Y)
		}
	}
	if !(left <= right) {
		return image.Rectangle{}
	}
	edge := func(x float64) int { return int(min(max(x, -1), 1<<20)) }
	return image.Rect(edge(math.Floor(left)), edge(math.Floor(top)), edge(math.Ceil(right)), edge(math.Ceil(bottom))).Intersect(within)
}

// paint colours the area, as far as it shows.
func (c *canvas) paint(a area, p vector.Paint, s vector.Shape, scale float64) {
	box := a.bounds(c.picture.Bounds())
	if !p.Visible() || box.Empty() {
		return
	}
	c.cover(&c.mask, a, box)
	for _, clip := range s.Clips {
		c.cover(&c.clip, polygons(clip.Flatten(tolerance/scale), vector.Scale(scale)), box)
		for i, part := range c.clip.Pix {
			c.mask.Pix[i] = uint8(uint32(c.mask.Pix[i]) * uint32(part) / 255)
		}
	}
	if p.Gradient == nil {
		c.blend(box, p.Color)
		return
	}
	if back, ok := s.Matrix.Inverse(); ok {
		c.blendGradient(box, p.Gradient, back)
	}
}

// cover writes to the mask how much of each pixel in the box lies in the area, 255 for all of it.
func (c *canvas) cover(mask *image.Alpha, a area, box image.Rectangle) {
	width, height := box.Dx(), box.Dy()
	if cap(mask.Pix) < width*height {
		mask.Pix = make([]uint8, width*height)
	}
	mask.Pix, mask.Stride, mask.Rect = mask.Pix[:width*height], width, image.Rect(0, 0, width, height)
	c.coverage.Reset(width, height)
	for _, polygon := range a {
		for i, p := range polygon {
			x, y := float32(p.X-float64(box.Min.X)), float32(p.Y-float64(box.Min.Y))
			if i == 0 {
				c.coverage.MoveTo(x, y)
				continue
			}
			c.coverage.LineTo(x, y)
		}
		c.coverage.ClosePath()
	}
	c.coverage.DrawOp = draw.Src
	c.coverage.Draw(mask, mask.Rect, image.Opaque, image.Point{})
}
