package vector

import "math"

// Point is a place in px.
type Point struct{ X, Y float64 }

// Segment is a piece of a path: M and L go to P[0], C goes to P[2] by the control points P[0] and P[1], Z back to
// where the outline began.
type Segment struct {
	Command byte
	P       [3]Point
}

// Path is outlines, each beginning with M.
type Path []Segment

// MoveTo begins an outline.
func (p *Path) MoveTo(to Point) { *p = append(*p, Segment{'M', [3]Point{to}}) }

// LineTo goes straight.
func (p *Path) LineTo(to Point) { *p = append(*p, Segment{'L', [3]Point{to}}) }

// CurveTo goes along a cubic Bézier curve.
func (p *Path) CurveTo(c1, c2, to Point) { *p = append(*p, Segment{'C', [3]Point{c1, c2, to}}) }

// QuadTo goes along a quadratic Bézier curve, which is written as the equal cubic one.
func (p *Path) QuadTo(control, to Point) {
	from := p.End()
	near := func(end Point) Point {
		return Point{end.X + (control.X-end.X)*2/3, end.Y + (control.Y-end.Y)*2/3}
	}
	p.CurveTo(near(from), near(to), to)
}

// Close goes back to the outline's beginning.
func (p *Path) Close() { *p = append(*p, Segment{Command: 'Z'}) }

// end of a segment that is no Z
func (s Segment) end() Point {
	if s.Command == 'C' {
		return s.P[2]
	}
	return s.P[0]
}

// End is where the path has come to.
func (p Path) End() Point {
	last := len(p) - 1
	switch {
	case last < 0:
		return Point{}
	case p[last].Command != 'Z':
		return p[last].end()
	}
	for last > 0 && p[last].Command != 'M' {
		last--
	}
	return p[last].P[0]
}

// Circle is the outline of a circle.
func Circle(x, y, r float64) Path {
	var p Path
	p.MoveTo(Point{x + r, y})
	p.arc(Point{x, y}, r, r, 0, 0, 2*math.Pi)
	p.Close()
	return p
}

// Rect is the outline of a rectangle.
func Rect(x, y, width, height float64) Path {
	var p Path
	p.MoveTo(Point{x, y})
	p.LineTo(Point{x + width, y})
	p.LineTo(Point{x + width, y + height})
	p.LineTo(Point{x, y + height})
	p.Close()
	return p
}

// Transform maps the path.
func (p Path) Transform(m Matrix) Path {
	moved := make(Path, len(p))
	for i, s := range p {
		moved[i].Command = s.Command
		for j := range s.P {
			moved[i].P[j] = m.Point(s.P[j])
		}
	}
	return moved
}

// Bounds is the smallest upright rectangle around all points, control points included; ok is false for an empty
// path.
func (p Path) Bounds() (low, high Point, ok bool) {
	low, high = Point{math.Inf(1), math.Inf(1)}, Point{math.Inf(-1), math.Inf(-1)}
	for _, s := range p {
		for _, q := range s.points() {
			low.X, low.Y = min(low.X, q.X), min(low.Y, q.Y)
			high.X, high.Y = max(high.X, q.X), max(high.Y, q.Y)
		}
	}
	return low, high, low.X <= high.X
}

// points of the segment, none for Z
func (s *Segment) points() []Point {
	switch s.Command {
	case 'C':
		return s.P[:]
	case 'Z':
		return nil
	}
	return s.P[:1]
}

// Line is straight pieces one after the other; a closed one ends where it began.
type Line struct {
	Points []Point
	Closed bool
}

// mostPieces bounds into how many straight pieces one curve is cut.
const mostPieces = 200

// Flatten replaces curves by straight pieces that stay within the tolerance, in px.
func (p Path) Flatten(tolerance float64) []Line {
	var lines []Line
	var current Line
	end := func() {
		if len(current.Points) > 0 {
			lines = append(lines, current)
		}
		current = Line{}
	}
	var start, pen Point
	for _, s := range p {
		switch s.Command {
		case 'M':
			end()
			start = s.P[0]
			current.Points = append(current.Points, start)
		case 'Z':
			current.Closed = true
			end()
			pen = start
			continue
		default:
			if len(current.Points) == 0 { // after a Z without an M the next outline begins at the same place
				current.Points = append(current.Points, start)
			}
			if s.Command == 'C' {
				current.Points = appendCurve(current.Points, pen, s.P, tolerance)
			} else {
				current.Points = append(current.Points, s.P[0])
			}
		}
		pen = s.end()
	}
	end()
	return lines
}

// appendCurve cuts a cubic curve evenly. The distance between curve and chord falls with the square of the number of
// pieces and is at most √3/18 times the second differences of the control points, after Filip, Magedson and Markot.
func appendCurve(points []Point, from Point, p [3]Point, tolerance float64) []Point {
	bend := max(
		math.Hypot(from.X-2*p[0].X+p[1].X, from.Y-2*p[0].Y+p[1].Y),
		math.Hypot(p[0].X-2*p[1].X+p[2].X, p[0].Y-2*p[1].Y+p[2].Y),
	)
	pieces := int(min(math.Ceil(math.Sqrt(0.75*bend/tolerance)), mostPieces))
	for i := 1; i < pieces; i++ {
		t := float64(i) / float64(pieces)
		u := 1 - t
		a, b, c, d := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
		points = append(points, Point{
			a*from.X + b*p[0].X + c*p[1].X + d*p[2].X,
			a*from.Y + b*p[0].Y + c*p[1].Y + d*p[2].Y,
		})
	}
	return append(points, p[2])
}
