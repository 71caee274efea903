package vector

import (
	"math"
	"testing"
)

func near(a, b, tolerance float64) bool { return math.Abs(a-b) <= tolerance }

// TestArcsKeepTheirDistance: every point of a flattened arc lies on its circle, whichever of the four it is.
func TestArcsKeepTheirDistance(t *testing.T) {
	from, to := Point{10, 0}, Point{0, 10}
	for _, large := range []bool{false, true} {
		for _, sweep := range []bool{false, true} {
			var p Path
			p.MoveTo(from)
			p.ArcTo(10, 10, 0, large, sweep, to)
			centre := Point{0, 0}
			if large == sweep {
				centre = Point{10, 10}
			}
			points := p.Flatten(0.01)[0].Points
			length := 0.0
			for i, q := range points {
				if !near(math.Hypot(q.X-centre.X, q.Y-centre.Y), 10, 0.02) {
					t.Errorf("large %v, sweep %v: %v is not on the circle around %v", large, sweep, q, centre)
				}
				if i > 0 {
					length += math.Hypot(q.X-points[i-1].X, q.Y-points[i-1].Y)
				}
			}
			want := 5 * math.Pi
			if large {
				want = 15 * math.Pi
			}
			if !near(length, want, 0.05) {
				t.Errorf("large %v, sweep %v: %g long, want %g", large, sweep, length, want)
			}
			if p.End() != to {
				t.Errorf("large %v, sweep %v: ends at %v", large, sweep, p.End())
			}
		}
	}
}

func TestArcWithoutRadiusIsALine(t *testing.T) {
	var p Path
	p.MoveTo(Point{1, 1})
	p.ArcTo(0, 5, 0, true, true, Point{4, 5})
	if p[1].Command != 'L' || p.End() != (Point{4, 5}) {
		t.Errorf("%v", p)
	}
}

// TestArcTooSmallIsEnlarged: radii that do not reach become half the distance.
func TestArcTooSmallIsEnlarged(t *testing.T) {
	var p Path
	p.MoveTo(Point{0, 0})
	p.ArcTo(1, 1, 0, false, true, Point{20, 0})
	low, high, _ := p.Bounds()
	if !near(math.Max(-low.Y, high.Y), 10, 0.01) {
		t.Errorf("bounds %v to %v", low, high)
	}
}

func TestFlatteningKeepsTheTolerance(t *testing.T) {
	for _, tolerance := range []float64{1, 0.1, 0.01} {
		for _, line := range Circle(50, 50, 40).Flatten(tolerance) {
			for i := 1; i < len(line.Points); i++ {
				a, b := line.Points[i-1], line.Points[i]
				middle := math.Hypot((a.X+b.X)/2-50, (a.Y+b.Y)/2-50)
				if 40-middle > tolerance+0.02 {
					t.Errorf("tolerance %g: a chord is %g off", tolerance, 40-middle)
				}
			}
		}
	}
}

func TestCloseGoesBackToTheStart(t *testing.T) {
	var p Path
	p.MoveTo(Point{1, 2})
	p.LineTo(Point{5, 2})
	p.LineTo(Point{5, 9})
	p.Close()
	if p.End() != (Point{1, 2}) {
		t.Errorf("end %v", p.End())
	}
	p.LineTo(Point{0, 0}) // goes on from there
	lines := p.Flatten(1)
	if len(lines) != 2 || !lines[0].Closed || lines[1].Points[0] != (Point{1, 2}) {
		t.Errorf("%v", lines)
	}
}

func TestInverseUndoes(t *testing.T) {
	m := Move(3, 4).Of(Matrix{A: 2, B: 1, C: -0.5, D: 3})
	back, ok := m.Inverse()
	p := back.Point(m.Point(Point{7, -2}))
	if !ok || !near(p.X, 7, 1e-9) || !near(p.Y, -2, 1e-9) {
		t.Errorf("%v", p)
	}
	if _, ok := (Matrix{A: 1, C: 2}).Inverse(); ok {
		t.Error("a matrix onto a line was undone")
	}
}
