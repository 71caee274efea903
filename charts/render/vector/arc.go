package vector

import "math"

// ArcTo goes along a part of an ellipse with the radii, turned by so many degrees, as SVG's command A does: of the
// four arcs between the two points, large chooses the longer ones and sweep those that go clockwise on the page.
func (p *Path) ArcTo(rx, ry, turn float64, large, sweep bool, to Point) {
	from := p.End()
	rx, ry = math.Abs(rx), math.Abs(ry)
	if rx == 0 || ry == 0 {
		p.LineTo(to)
		return
	}
	if from == to {
		return
	}
	angle := turn * math.Pi / 180
	centre, rx, ry := centreOf(from, to, rx, ry, angle, large == sweep)
	begin := angleAt(from, centre, rx, ry, angle)
	sweepAngle := math.Mod(angleAt(to, centre, rx, ry, angle)-begin, 2*math.Pi)
	if sweep && sweepAngle < 0 {
		sweepAngle += 2 * math.Pi
	} else if !sweep && sweepAngle > 0 {
		sweepAngle -= 2 * math.Pi
	}
	p.arc(centre, rx, ry, angle, begin, sweepAngle)
	(*p)[len(*p)-1].P[2] = to // exactly
}

// centreOf finds the ellipse's centre, and larger radii where the ellipse would not reach (SVG 2, appendix B.2.4).
func centreOf(from, to Point, rx, ry, angle float64, mirrored bool) (centre Point, newX, newY float64) {
	sin, cos := math.Sincos(angle)
	halfX, halfY := (from.X-to.X)/2, (from.Y-to.Y)/2
	x, y := cos*halfX+sin*halfY, -sin*halfX+cos*halfY
	if reach := math.Hypot(x/rx, y/ry); reach > 1 {
		rx, ry = rx*reach, ry*reach
	}
	part := x*x/(rx*rx) + y*y/(ry*ry)
	k := math.Sqrt(max(0, 1/part-1))
	if mirrored {
		k = -k
	}
	cx, cy := k*rx*y/ry, -k*ry*x/rx
	return Point{cos*cx - sin*cy + (from.X+to.X)/2, sin*cx + cos*cy + (from.Y+to.Y)/2}, rx, ry
}

func angleAt(p, centre Point, rx, ry, angle float64) float64 {
	sin, cos := math.Sincos(angle)
	dx, dy := p.X-centre.X, p.Y-centre.Y
	return math.Atan2((-sin*dx+cos*dy)/ry, (cos*dx+sin*dy)/rx)
}

// arc appends curves of a quarter at most; each misses the ellipse by less than 0.03 %.
func (p *Path) arc(centre Point, rx, ry, angle, begin, sweep float64) {
	sin, cos := math.Sincos(angle)
	place := func(x, y float64) Point {
		return Point{centre.X + cos*rx*x - sin*ry*y, centre.Y + sin*rx*x + cos*ry*y}
	}
	pieces := max(1, int(math.Ceil(math.Abs(sweep)/(math.Pi/2)-1e-9)))
	step := sweep / float64(pieces)
	k := 4.0 / 3 * math.Tan(step/4)
	for i := range pieces {
		s1, c1 := math.Sincos(begin + float64(i)*step)
		s2, c2 := math.Sincos(begin + float64(i+1)*step)
		p.CurveTo(place(c1-k*s1, s1+k*c1), place(c2+k*s2, s2-k*c2), place(c2, s2))
	}
}
