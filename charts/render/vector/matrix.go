package vector

import "math"

// Matrix maps (x, y) to (A·x + C·y + E, B·x + D·y + F), as in SVG.
type Matrix struct{ A, B, C, D, E, F float64 }

// Identity maps every point to itself.
var Identity = Matrix{A: 1, D: 1}

// Scale enlarges by k from the origin.
func Scale(k float64) Matrix { return Matrix{A: k, D: k} }

// Move shifts by (x, y).
func Move(x, y float64) Matrix { return Matrix{A: 1, D: 1, E: x, F: y} }

// Of is the matrix that maps by n first and by m then.
func (m Matrix) Of(n Matrix) Matrix {
	return Matrix{
		A: m.A*n.A + m.C*n.B, B: m.B*n.A + m.D*n.B,
		C: m.A*n.C + m.C*n.D, D: m.B*n.C + m.D*n.D,
		E: m.A*n.E + m.C*n.F + m.E, F: m.B*n.E + m.D*n.F + m.F,
	}
}

// Point maps a point.
func (m Matrix) Point(p Point) Point {
	return Point{m.A*p.X + m.C*p.Y + m.E, m.B*p.X + m.D*p.Y + m.F}
}

// Factor is by how much the matrix enlarges lengths, on average where it does not do so evenly.
func (m Matrix) Factor() float64 { return math.Sqrt(math.Abs(m.A*m.D - m.B*m.C)) }

// Inverse maps back; ok is false when the matrix maps all points to one line.
func (m Matrix) Inverse() (inverse Matrix, ok bool) {
	det := m.A*m.D - m.B*m.C
	if math.Abs(det) < 1e-12 {
		return Matrix{}, false
	}
	return Matrix{
		A: m.D / det, B: -m.B / det, C: -m.C / det, D: m.A / det,
		E: (m.C*m.F - m.D*m.E) / det, F: (m.B*m.E - m.A*m.F) / det,
	}, true
}
