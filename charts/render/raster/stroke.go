package raster

import (
	"math"

	"github.com/jouleboard/jouleboard/charts/render/vector"
)

// stroke is the area that a pen covers along lines: a rectangle for each straight piece, and at corners and ends
// what the pen's form adds. All pieces turn the same way round, so that the rasterizer, which adds up coverage and
// stops at all of a pixel, unites them.
func stroke(lines []vector.Line, pen vector.Pen, tolerance float64) area {
	s := &stroker{pen: pen, half: pen.Width / 2}
	if s.half > tolerance {
		// The angle at which a chord leaves a circle of the pen's radius by the tolerance.
		s.step = 2 * math.Acos(1-tolerance/s.half)
	} else {
		s.step = math.Pi / 2
	}
	for _, l := range dashed(lines, pen) {
		s.line(l)
	}
	return s.covered
}

type stroker struct {
	pen     vector.Pen
	half    float64 // of the pen's width
	step    float64 // angle between the corners of what stands for a circle
	covered area
}

func (s *stroker) line(l vector.Line) {
	points := withoutRepeats(l)
	if len(points) == 1 {
		s.dot(points[0])
		return
	}
	last := len(points) - 1
	if l.Closed {
		points = append(points, points[0])
		last++
	}
	for i := range last {
		s.piece(points[i], points[i+1])
		if i > 0 {
			s.corner(points[i-1], points[i], points[i+1])
		}
	}
	if l.Closed {
		s.corner(points[last-1], points[0], points[1])
		return
	}
	s.end(points[1], points[0])
	s.end(points[last-1], points[last])
}

func withoutRepeats(l vector.Line) []vector.Point {
	points := make([]vector.Point, 0, len(l.Points)+1)
	for _, p := range l.Points {
		if len(points) == 0 || p != points[len(points)-1] {
			points = append(points, p)
		}
	}
	if l.Closed && len(points) > 1 && points[0] == points[len(points)-1] {
		points = points[:len(points)-1]
	}
	return points
}

// side is half the pen's width to the left of the way from a to b.
func (s *stroker) side(a, b vector.Point) vector.Point {
	k := s.half / math.Hypot(b.X-a.X, b.Y-a.Y)
	return vector.Point{X: -(b.Y - a.Y) * k, Y: (b.X - a.X) * k}
}

func plus(a, b vector.Point) vector.Point  { return vector.Point{X: a.X + b.X, Y: a.Y + b.Y} }
func minus(a, b vector.Point) vector.Point { return vector.Point{X: a.X - b.X, Y: a.Y - b.Y} }
func cross(a, b vector.Point) float64      { return a.X*b.Y - a.Y*b.X }

// cover adds a polygon, turned the way round that all have.
func (s *stroker) cover(polygon ...vector.Point) {
	twice := 0.0
	for i, p := range polygon {
		twice += cross(p, polygon[(i+1)%len(polygon)])
	}
	if twice < 0 {
		for i, j := 0, len(polygon)-1; i < j; i, j = i+1, j-1 {
			polygon[i], polygon[j] = polygon[j], polygon[i]
		}
	}
	s.covered = append(s.covered, polygon)
}

func (s *stroker) piece(a, b vector.Point) {
	n := s.side(a, b)
	s.cover(plus(a, n), plus(b, n), minus(b, n), minus(a, n))
}

// corner fills the outer side of a turn at b.
func (s *stroker) corner(a, b, c vector.Point) {
	n, m := s.side(a, b), s.side(b, c)
	turn := cross(n, m)
	if turn > 0 { // the outer side is the right one
		n, m = vector.Point{X: -n.X, Y: -n.Y}, vector.Point{X: -m.X, Y: -m.Y}
	}
	switch s.pen.Join {
	case vector.RoundJoin:
		s.fan(b, n, m)
		return
	case vector.Bevel:
	default:
		// The tip of a miter is at the half angle; its length in widths is 1/cos of that.
		middle := plus(n, m)
		length := (middle.X*middle.X + middle.Y*middle.Y) / (4 * s.half * s.half) // cos² of half the turn
		limit := s.pen.MiterLimit
		if limit == 0 {
			limit = 4
		}
		if length > 0 && 1/length <= limit*limit {
			tip := vector.Point{X: middle.X / 2 / length, Y: middle.Y / 2 / length}
			s.cover(b, plus(b, n), plus(b, tip), plus(b, m))
			return
		}
	}
	s.cover(b, plus(b, n), plus(b, m))
}

// fan covers the part of a circle around p between two of its radii, the shorter way.
func (s *stroker) fan(p, from, to vector.Point) {
	begin := math.Atan2(from.Y, from.X)
	sweep := math.Atan2(cross(from, to), from.X*to.X+from.Y*to.Y)
	s.sector(p, begin, sweep)
}

func (s *stroker) sector(p vector.Point, begin, sweep float64) {
	polygon := []vector.Point{p}
	pieces := max(1, int(math.Ceil(math.Abs(sweep)/s.step)))
	for i := range pieces + 1 {
		sin, cos := math.Sincos(begin + sweep*float64(i)/float64(pieces))
		polygon = append(polygon, vector.Point{X: p.X + s.half*cos, Y: p.Y + s.half*sin})
	}
	s.cover(polygon...)
}

// end adds what the pen's cap covers behind the end b of a line that comes from a.
func (s *stroker) end(a, b vector.Point) {
	n := s.side(a, b)
	ahead := vector.Point{X: n.Y, Y: -n.X}
	switch s.pen.Cap {
	case vector.Square:
		s.cover(plus(b, n), plus(plus(b, n), ahead), plus(minus(b, n), ahead), minus(b, n))
	case vector.RoundCap:
		s.sector(b, math.Atan2(n.Y, n.X), -math.Pi)
	}
}

// dot is what a line without length shows: its caps.
func (s *stroker) dot(p vector.Point) {
	switch s.pen.Cap {
	case vector.Square:
		s.piece(vector.Point{X: p.X - s.half, Y: p.Y}, vector.Point{X: p.X + s.half, Y: p.Y})
	case vector.RoundCap:
		s.sector(p, 0, math.Pi)
		s.sector(p, math.Pi, math.Pi)
	}
}
