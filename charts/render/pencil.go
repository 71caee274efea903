package render

import (
	"cmp"
	"image/color"
	"math"
	"slices"

	"github.com/golang/freetype/raster"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"github.com/jouleboard/jouleboard/charts/scene"
)

// pencil draws on a canvas: enlarged by scale, from a corner in pixels on.
type pencil struct {
	*canvas
	fonts            fonts
	scale, left, top float64
}

// place is a point of the scene on the canvas.
func (p *pencil) place(q scene.Point) fixed.Point26_6 {
	return p.at(p.left+q.X*p.scale, p.top+q.Y*p.scale)
}

// within begins a shape in a box of the scene, widened by a margin.
func (p *pencil) within(low, high scene.Point, margin float64) bool {
	return p.begin(p.left+(low.X-margin)*p.scale, p.top+(low.Y-margin)*p.scale,
		p.left+(high.X+margin)*p.scale, p.top+(high.Y+margin)*p.scale)
}

// box is the least and the greatest coordinates of an outline.
func (o outline) box() (low, high scene.Point) {
	low, high = scene.Point{X: math.Inf(1), Y: math.Inf(1)}, scene.Point{X: math.Inf(-1), Y: math.Inf(-1)}
	grow := func(q scene.Point, by float64) {
		low = scene.Point{X: min(low.X, q.X-by), Y: min(low.Y, q.Y-by)}
		high = scene.Point{X: max(high.X, q.X+by), Y: max(high.Y, q.Y+by)}
	}
	if o.radius > 0 {
		grow(o.center, o.radius)
	}
	for _, line := range o.lines {
		for _, q := range line {
			grow(q, 0)
		}
	}
	return low, high
}

func (p *pencil) fill(o outline, ink color.NRGBA) {
	low, high := o.box()
	if !p.within(low, high, 0) {
		return
	}
	p.with(ink)
	p.circle(o.center, o.radius, 1)
	for _, line := range o.lines {
		p.raster.AddPath(p.path(around(line)))
	}
	p.end()
}

func (p *pencil) stroke(o outline, ink color.NRGBA, s scene.Style) {
	width := cmp.Or(s.Width, 1)
	low, high := o.box()
	if !p.within(low, high, width) {
		return
	}
	p.with(ink)
	if o.radius > 0 { // a ring
		p.circle(o.center, o.radius+width/2, 1)
		p.circle(o.center, o.radius-width/2, -1)
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
			p.raster.AddStroke(p.path(piece), sixtyfourths(width*p.scale), capper, raster.RoundJoiner)
		}
	}
	p.end()
}

// circle adds a circle, if it has a radius: a polygon that is nowhere farther from it than a twentieth of a pixel. Its
// turn is 1 or, the other way round, -1.
func (p *pencil) circle(center scene.Point, radius, turn float64) {
	if radius <= 0 {
		return
	}
	corners := math.Ceil(10 * math.Sqrt(bounded(radius*p.scale+1)))
	var line []scene.Point
	for i := range int(corners) {
		sin, cos := math.Sincos(turn * float64(i) / corners * 2 * math.Pi)
		line = append(line, scene.Point{X: center.X + radius*cos, Y: center.Y + radius*sin})
	}
	p.raster.AddPath(p.path(around(line)))
}

// around is a line that returns to where it began.
func around(line []scene.Point) []scene.Point {
	return append(slices.Clip(line), line[:min(1, len(line))]...)
}

// path is a line without repeated points.
func (p *pencil) path(line []scene.Point) (path raster.Path) {
	var last fixed.Point26_6
	for i, q := range line {
		at := p.place(q)
		switch {
		case i == 0:
			path.Start(at)
		case at != last:
			path.Add1(at)
		}
		last = at
	}
	return path
}

// text paints letter by letter, since the rasterizer slows down with what lies beside each other.
func (p *pencil) text(t scene.Text, ink color.NRGBA) {
	p.with(ink)
	text, face, size := clean(t.Text), p.fonts.of(t), em(t)
	along, unit := face.along(t, text), face.unit*size
	for _, r := range text {
		g := face.glyph(r)
		p.letter(g, func(q fixed.Point26_6) scene.Point {
			x, y := along+float64(q.X)*unit, face.rise*size+float64(q.Y)*unit
			if t.Up {
				return scene.Point{X: t.X + y, Y: t.Y - x}
			}
			return scene.Point{X: t.X + x, Y: t.Y + y}
		})
		along += g.width * size
	}
}

// letter paints a glyph whose points to puts in their places.
func (p *pencil) letter(g *glyph, to func(fixed.Point26_6) scene.Point) {
	low, high := outline{lines: [][]scene.Point{{to(g.box.Min), to(g.box.Max)}}}.box()
	if !p.within(low, high, 0) {
		return
	}
	at := func(q fixed.Point26_6) fixed.Point26_6 { return p.place(to(q)) }
	for _, s := range g.outline { // whose contours return to where they began
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			p.raster.Start(at(s.Args[0]))
		case sfnt.SegmentOpLineTo:
			p.raster.Add1(at(s.Args[0]))
		case sfnt.SegmentOpQuadTo: // TrueType has no other curves
			p.raster.Add2(at(s.Args[0]), at(s.Args[1]))
		}
	}
	p.end()
}
