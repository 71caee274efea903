package raster

import (
	"encoding/binary"
	"image"
	"image/color"

	"github.com/jouleboard/jouleboard/charts/render/vector"
)

// blend lays the colour over the picture where the mask says. Most of a mask around thin lines is empty: eight
// pixels are skipped at once.
func (c *canvas) blend(box image.Rectangle, paint color.NRGBA) {
	width := box.Dx()
	for y := range box.Dy() {
		row := c.mask.Pix[y*width : (y+1)*width]
		at := c.picture.PixOffset(box.Min.X, box.Min.Y+y)
		for x := 0; x < width; x++ {
			if row[x] == 0 {
				for x+8 < width && binary.LittleEndian.Uint64(row[x:]) == 0 {
					x += 8
				}
				if row[x] == 0 {
					continue
				}
			}
			mix(c.picture.Pix[at+4*x:], paint, uint32(row[x]))
		}
	}
}

// blendGradient is blend with the colour that the gradient has at each pixel's centre, back being the matrix from
// pixels to the gradient's coordinates.
func (c *canvas) blendGradient(box image.Rectangle, g *vector.Gradient, back vector.Matrix) {
	width := box.Dx()
	for i, part := range c.mask.Pix {
		if part == 0 {
			continue
		}
		x, y := box.Min.X+i%width, box.Min.Y+i/width
		p := back.Point(vector.Point{X: float64(x) + 0.5, Y: float64(y) + 0.5})
		mix(c.picture.Pix[c.picture.PixOffset(x, y):], g.At(p.X, p.Y), uint32(part))
	}
}

// mix moves an opaque pixel towards the colour by its opacity and the part of the pixel that is covered.
func mix(pixel []uint8, paint color.NRGBA, part uint32) {
	const whole = 255 * 255
	over := uint32(paint.A) * part
	under := whole - over
	for i, level := range [...]uint8{paint.R, paint.G, paint.B} {
		pixel[i] = uint8((uint32(level)*over + uint32(pixel[i])*under + whole/2) / whole)
	}
}
