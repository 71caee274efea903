package render

import (
	"errors"
	"fmt"
	"image/color"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/charts/render/vector"
)

// drawn is a drawing that was read back: every shape carries its whole style.
type drawn struct {
	root          *node
	width, height float64
	defined       map[string]*node // by id
}

func readDrawn(svg string) (*drawn, error) {
	root, err := readInline(svg)
	if err != nil {
		return nil, err
	}
	view, ok := parseNumbers(root.attrs.get("viewBox"))
	if !ok || len(view) != 4 {
		return nil, errors.New("drawing has no view box")
	}
	flatten(root, inherit(nil, root.attrs))
	d := &drawn{root, view[2], view[3], map[string]*node{}}
	root.visit(func(n *node) {
		if id := n.attrs.get("id"); id != "" {
			d.defined[id] = n
		}
	})
	return d, nil
}

// scene is the drawing as shapes in the real colours of a theme: what PNG and PDF are made of.
func (d *drawn) scene(p palette, fonts vector.Fonts) (vector.Drawing, error) {
	s := &sceneReader{drawn: d, palette: p, fonts: fonts}
	err := s.read(d.root, nil)
	return vector.Drawing{Width: d.width, Height: d.height, Shapes: s.shapes}, err
}

type sceneReader struct {
	*drawn
	palette palette
	fonts   vector.Fonts
	shapes  []vector.Shape
}

// read adds the shapes in a node, given the areas that it is clipped to.
func (s *sceneReader) read(n *node, clips []vector.Path) error {
	for _, child := range n.children {
		var err error
		switch child.name {
		case "g":
			err = s.clipped(child, clips)
		case "path", "circle", "text":
			err = s.shape(child, clips)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *sceneReader) clipped(group *node, clips []vector.Path) error {
	clip := s.defined[referenced(group.attrs.get("clip-path"))]
	if clip == nil {
		return errors.New("drawing refers to a clip path that it does not define")
	}
	area, err := clipOutline(clip)
	if err != nil {
		return err
	}
	return s.read(group, append(slices.Clip(clips), area))
}

func (s *sceneReader) shape(n *node, clips []vector.Path) error {
	style := n.attrs
	m, ok := parseMatrix(n.attrs.get("transform"))
	if !ok {
		return fmt.Errorf("drawing has transform %q", shorten(n.attrs.get("transform")))
	}
	shape := vector.Shape{
		Matrix: vector.Matrix{A: m.a, B: m.b, C: m.c, D: m.d, E: m.e, F: m.f},
		Pen:    penOf(style), Clips: clips, StrokeFirst: strings.HasPrefix(style.get("paint-order"), "stroke"),
	}
	if n.name == "text" {
		shape.Label = s.label(n)
	} else {
		path, err := outlineOf(n)
		if err != nil {
			return err
		}
		shape.Path = path
	}
	if farOff(shape) {
		return fmt.Errorf("drawing reaches more than %d px to a side: give its axes bounds", farthest)
	}
	opacity := style.float("opacity", 1)
	var err error
	if shape.Fill, err = s.paint(style.get("fill"), style.float("fill-opacity", 1)*opacity, shape.Path); err != nil {
		return err
	}
	if shape.Stroke, err = s.paint(style.get("stroke"), style.float("stroke-opacity", 1)*opacity, shape.Path); err != nil {
		return err
	}
	if shape.Fill.Visible() || shape.Stroke.Visible() {
		s.shapes = append(s.shapes, shape)
	}
	return nil
}

// farthest coordinate of a picture in px. Drawing takes time for what lies outside too.
const farthest = 100_000

func farOff(s vector.Shape) bool {
	low, high, ok := s.Path.Transform(s.Matrix).Bounds()
	if s.Label != nil {
		low = s.Matrix.Point(vector.Point{X: s.Label.X, Y: s.Label.Y})
		high, ok = vector.Point{X: low.X + s.Label.Size, Y: low.Y + s.Label.Size}, true
	}
	return ok && !(min(low.X, low.Y) >= -farthest && max(high.X, high.Y) <= farthest && s.Pen.Width <= farthest)
}

// outlineOf is the path of a path or circle.
func outlineOf(n *node) (vector.Path, error) {
	if n.name == "circle" {
		a := n.attrs
		return vector.Circle(a.float("cx", 0), a.float("cy", 0), a.float("r", 0)), nil
	}
	p, ok := parsePath(n.attrs.get("d"))
	if !ok {
		return nil, fmt.Errorf("drawing has path %q", shorten(n.attrs.get("d")))
	}
	return p.vector(), nil
}

func (p path) vector() vector.Path {
	out := make(vector.Path, 0, len(p))
	for _, s := range p {
		at := func(i int) vector.Point { return vector.Point{X: s.at[i], Y: s.at[i+1]} }
		switch s.command {
		case 'M':
			out.MoveTo(at(0))
		case 'L':
			out.LineTo(at(0))
		case 'Q':
			out.QuadTo(at(0), at(2))
		case 'C':
			out.CurveTo(at(0), at(2), at(4))
		case 'A':
			out.ArcTo(s.at[0], s.at[1], s.at[2], s.at[3] != 0, s.at[4] != 0, at(5))
		case 'Z':
			out.Close()
		}
	}
	return out
}

// clipOutline is the area of a clip path, all of whose shapes count.
func clipOutline(clip *node) (vector.Path, error) {
	var area vector.Path
	for _, child := range clip.children {
		path, err := outlineOf(child)
		if err != nil {
			return nil, err
		}
		m, _ := parseMatrix(child.attrs.get("transform"))
		area = append(area, path.Transform(vector.Matrix{A: m.a, B: m.b, C: m.c, D: m.d, E: m.e, F: m.f})...)
	}
	return area, nil
}

func (s *sceneReader) label(n *node) *vector.Label {
	style := n.attrs
	l := &vector.Label{
		Text: strings.Join(strings.Fields(n.text), " "),
		X:    style.float("x", 0), Y: style.float("y", 0),
		Size:   style.float("font-size", 12),
		Anchor: vector.Anchor(style.get("text-anchor")),
		Bold:   isBold(style.get("font-weight")),
		Italic: style.get("font-style") == "italic" || style.get("font-style") == "oblique",
	}
	l.Y += l.Size * rise(style.get("dominant-baseline"), s.fonts.Of(l))
	return l
}

func isBold(weight string) bool {
	return weight == "bold" || weight == "bolder" || len(weight) == 3 && weight >= "600"
}

// rise is how far below the named line of a font its base line lies, in em.
func rise(line string, f *vector.Font) float64 {
	switch line {
	case "central":
		return (f.Ascent - f.Descent) / 2
	case "middle":
		return f.XHeight / 2
	case "hanging":
		return f.Ascent * 0.8 // as browsers do for fonts that state no such line
	}
	return 0
}

// shortestDash in px: a finer pattern looks like a solid line and takes long to draw.
const shortestDash = 0.1

func penOf(style attrs) vector.Pen {
	p := vector.Pen{
		Width: style.float("stroke-width", 1), DashOffset: style.float("stroke-dashoffset", 0),
		Cap: vector.Cap(style.get("stroke-linecap")), Join: vector.Join(style.get("stroke-linejoin")),
		MiterLimit: style.float("stroke-miterlimit", 4),
	}
	dash, _ := parseNumbers(style.get("stroke-dasharray"))
	period := 0.0
	for _, d := range dash {
		if d < 0 {
			return p
		}
		period += d
	}
	if period >= shortestDash*float64(len(dash)) && period > 0 {
		p.Dash = dash
	}
	return p
}

// paint is what fill or stroke of a shape mean.
func (s *sceneReader) paint(value string, opacity float64, shape vector.Path) (vector.Paint, error) {
	if value == "" || value == "none" {
		return vector.Paint{}, nil
	}
	if id := referenced(value); id != "" {
		g, err := s.gradient(s.defined[id], opacity, shape)
		return vector.Paint{Gradient: g}, err
	}
	c, err := s.palette.colour(value)
	return vector.Paint{Color: faded(c, opacity)}, err
}

func (s *sceneReader) gradient(n *node, opacity float64, shape vector.Path) (*vector.Gradient, error) {
	if n == nil {
		return nil, fmt.Errorf("drawing refers to a gradient that it does not define")
	}
	a := n.attrs
	g := &vector.Gradient{
		Radial: n.name == "radialGradient",
		X1:     a.float("x1", 0), Y1: a.float("y1", 0), X2: a.float("x2", 1), Y2: a.float("y2", 0),
	}
	if g.Radial {
		g.X1, g.Y1, g.R = a.float("cx", 0.5), a.float("cy", 0.5), a.float("r", 0.5)
	}
	if low, high, ok := shape.Bounds(); ok && a.get("gradientUnits") != "userSpaceOnUse" {
		width, height := high.X-low.X, high.Y-low.Y
		g.X1, g.X2, g.Y1, g.Y2 = low.X+g.X1*width, low.X+g.X2*width, low.Y+g.Y1*height, low.Y+g.Y2*height
		g.R *= max(width, height)
	}
	last := 0.0
	for _, stop := range n.children {
		c, err := s.palette.colour(stop.attrs.get("stop-color"))
		if err != nil {
			return nil, err
		}
		offset, _ := share(stop.attrs.get("offset"), 1)
		last = max(last, offset)
		g.Stops = append(g.Stops, vector.Stop{Offset: last, Color: faded(c, opacity*stop.attrs.float("stop-opacity", 1))})
	}
	if len(g.Stops) == 0 {
		g.Stops = []vector.Stop{{Color: color.NRGBA{}}}
	}
	return g, nil
}
