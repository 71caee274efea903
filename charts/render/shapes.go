package render

import (
	"cmp"
	"math"
	"slices"

	"github.com/golang/freetype/raster"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"github.com/jouleboard/jouleboard/charts/scene"
)

// place is a point of the scene on the canvas, for the rasterizer.
func (c *canvas) place(q scene.Point) fixed.Point26_6 {
	x, y := c.left+q.X*c.scale, c.top+q.Y*c.scale
	return fixed.Point26_6{X: sixtyfourths(x) - fixed.I(c.raster.Dx), Y: sixtyfourths(y) - fixed.I(c.raster.Dy)}
}

func sixtyfourths(x float64) fixed.Int26_6 { return fixed.Int26_6(math.Round(64 * bounded(x))) }

// begin starts a shape of a color that lies within an outline and a margin around, and reports whether any of it shows.
func (c *canvas) begin(o outline, margin float64, in ink) bool {
	low, high := o.box(margin)
	left, right := inside(c.left+low.X*c.scale, c.left+high.X*c.scale, c.width)
	top, bottom := inside(c.top+low.Y*c.scale, c.top+high.Y*c.scale, c.height)
	if left >= right || top >= bottom {
		return false
	}
	const edge = 2 // since the rasterizer rounds towards 0 at its own
	c.raster.SetBounds(right-left+2*edge, bottom-top+2*edge)
	c.raster.Dx, c.raster.Dy = left-edge, top-edge
	c.with(in)
	return true
}

// inside is the pixels from one place to another, as far as there are any.
func inside(from, to float64, most int) (first, end int) {
	return int(max(bounded(from), 0)), int(math.Ceil(min(bounded(to), float64(most))))
}

// box is the least and the greatest coordinates of an outline with a margin.
func (o outline) box(margin float64) (low, high scene.Point) {
	lines := o.lines
	if o.radius > 0 {
		lines, margin = [][]scene.Point{{o.center}}, margin+o.radius
	}
	low, high = scene.Point{X: math.Inf(1), Y: math.Inf(1)}, scene.Point{X: math.Inf(-1), Y: math.Inf(-1)}
	for _, line := range lines {
		for _, q := range line {
			low = scene.Point{X: min(low.X, q.X-margin), Y: min(low.Y, q.Y-margin)}
			high = scene.Point{X: max(high.X, q.X+margin), Y: max(high.Y, q.Y+margin)}
		}
	}
	return low, high
}

func (c *canvas) fill(o outline, in ink) {
	if !c.begin(o, 0, in) {
		return
	}
	c.circle(o.center, o.radius, 1)
	for _, line := range o.lines {
		c.raster.AddPath(c.path(around(line)))
	}
	c.raster.Rasterize(c)
}

func (c *canvas) stroke(o outline, in ink, s scene.Style) {
	width := cmp.Or(s.Width, 1)
	if !c.begin(o, width, in) {
		return
	}
	if o.radius > 0 { // a ring
		c.circle(o.center, o.radius+width/2, 1)
		c.circle(o.center, o.radius-width/2, -1)
	}
	capper := raster.ButtCapper
	if o.closed || s.Round { // where a closed line meets itself, two round ends make a round corner
		capper = raster.RoundCapper
	}
	for _, line := range o.lines {
		if o.closed {
			line = around(line)
		}
		for _, piece := range dashed(line, s.Dash) {
			c.raster.AddStroke(c.path(piece), sixtyfourths(width*c.scale), capper, raster.RoundJoiner)
		}
	}
	c.raster.Rasterize(c)
}

// circle adds a circle, if it has a radius: a polygon that is nowhere farther from it than a tenth of a pixel. Its
// turn is 1 or, the other way round, -1.
func (c *canvas) circle(center scene.Point, radius, turn float64) {
	if radius <= 0 {
		return
	}
	n := int(7*math.Sqrt(bounded(radius*c.scale))) + 4
	line := make([]scene.Point, n+1)
	for i := range n {
		sin, cos := math.Sincos(turn * float64(i) / float64(n) * 2 * math.Pi)
		line[i] = scene.Point{X: center.X + radius*cos, Y: center.Y + radius*sin}
	}
	line[n] = line[0]
	c.raster.AddPath(c.path(line))
}

// around is a line that returns to where it began.
func around(line []scene.Point) []scene.Point {
	return append(slices.Clip(line), line[:min(1, len(line))]...)
}

// path is a line without repeated points, until the next one is asked for.
func (c *canvas) path(line []scene.Point) raster.Path {
	path, last := c.curve[:0], fixed.Point26_6{}
	for i, q := range line {
		if at := c.place(q); i == 0 {
			path.Start(at)
			last = at
		} else if at != last {
			path.Add1(at)
			last = at
		}
	}
	c.curve = path
	return path
}

// text paints letter by letter, since the rasterizer slows down with what lies beside each other.
func (c *canvas) text(t scene.Text, in ink) {
	text, face, size := clean(t.Text), c.fonts.of(t), em(t)
	along, unit := face.along(t, text), size/float64(face.perEm)
	for _, r := range text {
		g := face.glyph(r)
		c.letter(g, in, func(q fixed.Point26_6) scene.Point {
			x, y := along+float64(q.X)*unit, face.rise*size+float64(q.Y)*unit
			if t.Up {
				return scene.Point{X: t.X + y, Y: t.Y - x}
			}
			return scene.Point{X: t.X + x, Y: t.Y + y}
		})
		along += g.width * size
	}
}

// letter paints a glyph whose points to puts in their places. Its contours return to where they began.
func (c *canvas) letter(g *glyph, in ink, to func(fixed.Point26_6) scene.Point) {
	if !c.begin(outline{lines: [][]scene.Point{{to(g.box.Min), to(g.box.Max)}}}, 0, in) {
		return
	}
	at := func(q fixed.Point26_6) fixed.Point26_6 { return c.place(to(q)) }
	for _, s := range g.outline {
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			c.raster.Start(at(s.Args[0]))
		case sfnt.SegmentOpLineTo:
			c.raster.Add1(at(s.Args[0]))
		case sfnt.SegmentOpQuadTo: // TrueType has no other curves
			c.raster.Add2(at(s.Args[0]), at(s.Args[1]))
		}
	}
	c.raster.Rasterize(c)
}
