package raster

import (
	"math"

	"github.com/jouleboard/jouleboard/charts/render/vector"
)

// mostDashes bounds the pieces of one line; one with more is drawn solid, as it would look.
const mostDashes = 20_000

// dashed cuts lines into the pieces that a pen's pattern leaves of them.
func dashed(lines []vector.Line, pen vector.Pen) []vector.Line {
	period := 0.0
	for _, d := range pen.Dash {
		period += d
	}
	if period <= 0 {
		return lines
	}
	var pieces []vector.Line
	for _, l := range lines {
		if length(l)/period*float64(len(pen.Dash)) > mostDashes {
			pieces = append(pieces, l)
			continue
		}
		pieces = append(pieces, cut(l, pen, period)...)
	}
	return pieces
}

func length(l vector.Line) float64 {
	sum := 0.0
	for i := 1; i < len(l.Points); i++ {
		sum += math.Hypot(l.Points[i].X-l.Points[i-1].X, l.Points[i].Y-l.Points[i-1].Y)
	}
	return sum
}

// cut follows one line through the pattern.
func cut(l vector.Line, pen vector.Pen, period float64) []vector.Line {
	points := l.Points
	if l.Closed {
		points = append(points[:len(points):len(points)], points[0])
	}
	p := patternAt(pen, period)
	var pieces []vector.Line
	current := []vector.Point{points[0]}
	end := func() {
		if p.on() && len(current) > 1 {
			pieces = append(pieces, vector.Line{Points: current})
		}
	}
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		whole := math.Hypot(b.X-a.X, b.Y-a.Y)
		done := 0.0
		for p.left < whole-done {
			done += p.left
			at := vector.Point{X: a.X + (b.X-a.X)*done/whole, Y: a.Y + (b.Y-a.Y)*done/whole}
			current = append(current, at)
			end()
			current = []vector.Point{at}
			p.next()
		}
		p.left -= whole - done
		current = append(current, b)
	}
	end()
	return pieces
}

// pattern is a place in a repeated list of lengths on and off.
type pattern struct {
	dash []float64
	i    int
	left float64 // of the present length
}

func patternAt(pen vector.Pen, period float64) *pattern {
	p := &pattern{dash: pen.Dash}
	if len(p.dash)%2 == 1 {
		p.dash = append(p.dash[:len(p.dash):len(p.dash)], p.dash...)
		period *= 2
	}
	p.left = p.dash[0]
	offset := math.Mod(math.Mod(pen.DashOffset, period)+period, period)
	for offset >= p.left && offset > 0 {
		offset -= p.left
		p.next()
	}
	p.left -= offset
	return p
}

func (p *pattern) on() bool { return p.i%2 == 0 }

func (p *pattern) next() {
	p.i = (p.i + 1) % len(p.dash)
	p.left = p.dash[p.i]
}
