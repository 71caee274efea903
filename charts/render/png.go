package render

import (
	"bytes"
	"context"
	"encoding/binary"
	"hash/crc32"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/klauspost/compress/zlib"
)

// mostPixels bounds a picture; a figure of 1120 × 3500 px at double size has as many.
const mostPixels = 16 << 20

// PNG returns a picture with the figure's background and scale pixels for each px of the chart: 2 suits today's
// screens and print. A picture that would be too large has fewer pixels. The error names the chart, or is the
// context's.
func (r *Renderer) PNG(ctx context.Context, c Chart, t Theme, scale float64) ([]byte, error) {
	files, err := r.pngs(ctx, c, [2]Theme{t, t}, scale)
	return files[0], err
}

// pngs are the pictures in two themes.
func (r *Renderer) pngs(ctx context.Context, c Chart, themes [2]Theme, scale float64) (files [2][]byte, err error) {
	if err := c.failed("png", nil); err != nil {
		return files, err
	}
	colors := inks{r.themes[themes[0]], r.themes[themes[1]]}
	ground := ink{colors[0][groundToken], colors[1][groundToken]}
	width, height := c.Paper.px(c.Scene)
	scale = min(scale, math.Sqrt(mostPixels/(width*height)))
	pixels := func(px float64) int { return int(max(1, math.Round(px*scale))) }
	files, err = r.fontsOf(c).painted(pixels(width), pixels(height), ground, func(on *canvas) error {
		on.scale, on.about = scale, c.About.lines()
		if c.Paper != (Paper{}) {
			on.perMeter = int(math.Round(scale / c.Paper.unit() * 72 / 0.0254))
		}
		return draw(ctx, on, c.Scene, colors)
	})
	return files, c.failed("png", err)
}

// compression is the level from which on more time hardly leaves out bytes: level 1 leaves 13 % more than this one,
// level 6 takes longer for one percent.
const compression = 5

// encode is the picture as PNG files, which differ in their palettes.
func (c *canvas) encode() (files [2][]byte) {
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(c.width)), uint32(c.height))
	head = append(head, 8, 3, 0, 0, 0) // a byte for a pixel, of a palette
	begin := chunk([]byte("\x89PNG\r\n\x1a\n"), "IHDR", head)
	if c.perMeter > 0 {
		density := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(c.perMeter)), uint32(c.perMeter))
		begin = chunk(begin, "pHYs", append(density, 1))
	}
	for _, line := range c.about {
		name, text, _ := strings.Cut(line, ": ")
		begin = chunk(begin, "iTXt", append(append([]byte(name), 0, 0, 0, 0, 0), text...))
	}
	// no filter of rows suits palettes better than none
	pixels := deflate(c.pixels)
	for theme := range files {
		var colors []byte
		for _, k := range c.colors {
			colors = append(colors, k[theme].R, k[theme].G, k[theme].B)
		}
		files[theme] = chunk(chunk(chunk(slices.Clone(begin), "PLTE", colors), "IDAT", pixels), "IEND", nil)
	}
	return files
}

// deflate is content, compressed.
func deflate(content []byte) []byte {
	var b bytes.Buffer
	z, _ := deflaters.Get().(*zlib.Writer)
	if z == nil {
		z, _ = zlib.NewWriterLevel(nil, compression) // there is such a level, and a buffer takes everything
	}
	z.Reset(&b)
	_, _ = z.Write(content)
	_ = z.Close()
	deflaters.Put(z)
	return b.Bytes()
}

// deflaters keep their memory for the next file: to get it anew for each takes a tenth of the time.
var deflaters sync.Pool

// chunk appends a part of a PNG file: length, name, content and sum.
func chunk(file []byte, name string, content []byte) []byte {
	file = binary.BigEndian.AppendUint32(file, uint32(len(content)))
	begin := len(file)
	file = append(append(file, name...), content...)
	return binary.BigEndian.AppendUint32(file, crc32.ChecksumIEEE(file[begin:]))
}
