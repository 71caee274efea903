package render

import (
	"regexp"
	"strconv"
	"testing"

	"github.com/jouleboard/jouleboard/charts/scene"
)

var token = regexp.MustCompile(`[MmLlHhVvz]|-?(?:\d+(?:\.\d+)?|\.\d+)`)

// follow is the points of path data, as SVG defines it for the commands of straight lines.
func follow(t *testing.T, d string) (points []scene.Point) {
	t.Helper()
	tokens := token.FindAllString(d, -1)
	var pen, start scene.Point
	var command byte
	number := func() float64 {
		x, err := strconv.ParseFloat(tokens[0], 64)
		if err != nil {
			t.Fatalf("%s: %v", d, err)
		}
		tokens = tokens[1:]
		return x
	}
	for len(tokens) > 0 {
		if c := tokens[0][0]; c >= 'A' && c <= 'z' {
			command, tokens = c, tokens[1:]
		}
		var from scene.Point
		if command >= 'a' {
			from = pen
		}
		switch command {
		case 'z':
			pen = start
			continue
		case 'H', 'h':
			pen.X = from.X + number()
		case 'V', 'v':
			pen.Y = from.Y + number()
		default:
			pen.X = from.X + number()
			pen.Y = from.Y + number()
		}
		if command|0x20 == 'm' {
			start = pen
			command-- // pairs after a move are lines
		}
		points = append(points, pen)
	}
	return points
}
