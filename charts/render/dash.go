package render

import (
	"math"

	"github.com/jouleboard/jouleboard/charts/scene"
)

// mostDashes bounds the pieces of a line; one with more is drawn solid, as it would look.
const mostDashes = 20_000

// dashed cuts a line into the pieces that a pattern of px on and off leaves of it.
func dashed(line []scene.Point, pattern []float64) (pieces [][]scene.Point) {
	period, length := 0.0, 0.0
	for _, px := range pattern {
		period += px
	}
	for i := 1; i < len(line); i++ {
		length += gap(line[i-1], line[i])
	}
	if period <= 0 || !(length*float64(len(pattern)) <= mostDashes*period) || len(line) == 0 {
		return [][]scene.Point{line}
	}
	turn, left, piece := 0, pattern[0], line[:1:1]     // left of the present part of the pattern
	for i := 1; i < len(line) && turn <= mostDashes; { // a tiny step from a far place leads nowhere
		at, rest := piece[len(piece)-1], 0.0
		if rest = gap(at, line[i]); rest <= left {
			left, piece = left-rest, append(piece, line[i])
			i++
			continue
		}
		at = scene.Point{X: at.X + (line[i].X-at.X)*left/rest, Y: at.Y + (line[i].Y-at.Y)*left/rest}
		if turn%2 == 0 {
			pieces = append(pieces, append(piece, at))
		}
		turn++
		left, piece = pattern[turn%len(pattern)], []scene.Point{at}
	}
	if turn%2 == 0 {
		pieces = append(pieces, piece)
	}
	return pieces
}

func gap(a, b scene.Point) float64 { return math.Hypot(b.X-a.X, b.Y-a.Y) }
