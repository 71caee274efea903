package render

import (
	"math"
	"strings"
)

// matrix maps (x, y) to (a·x + c·y + e, b·x + d·y + f), as in SVG.
type matrix struct{ a, b, c, d, e, f float64 }

// parseMatrix reads the forms that ECharts writes: nothing, translate(x y) and matrix(a,b,c,d,e,f).
func parseMatrix(s string) (matrix, bool) {
	if s == "" {
		return matrix{a: 1, d: 1}, true
	}
	name, rest, _ := strings.Cut(s, "(")
	inside, closed := strings.CutSuffix(rest, ")")
	v, ok := parseNumbers(inside)
	switch {
	case !closed || !ok:
		return matrix{}, false
	case name == "translate" && len(v) == 2:
		return matrix{a: 1, d: 1, e: v[0], f: v[1]}, true
	case name == "matrix" && len(v) == 6:
		return matrix{v[0], v[1], v[2], v[3], v[4], v[5]}, true
	}
	return matrix{}, false
}

// scale is the matrix's factor when it only enlarges and moves.
func (m matrix) scale() (float64, bool) {
	return m.a, m.b == 0 && m.c == 0 && m.a == m.d && m.a > 0
}

// place maps a point. Its two parts are rounded on their own, so that equal marks have equal outlines wherever
// they lie; that compresses well and errs by a tenth of a px at most.
func (m matrix) place(x, y float64) (float64, float64) {
	return tenth(m.e) + tenth(m.a*x+m.c*y), tenth(m.f) + tenth(m.b*x+m.d*y)
}

// after is the matrix that first moves by (x, y).
func (m matrix) after(x, y float64) matrix {
	m.e += m.a*x + m.c*y
	m.f += m.b*x + m.d*y
	return m
}

func (m matrix) text() string {
	parts := []string{}
	for _, x := range []float64{m.a, m.b, m.c, m.d} {
		parts = append(parts, format(x, 3))
	}
	parts = append(parts, format(m.e, 1), format(m.f, 1))
	return "matrix(" + strings.Join(parts, " ") + ")"
}

func tenth(x float64) float64 { return math.Round(x*10) / 10 }
