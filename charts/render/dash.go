package render

import (
	"math"

	"github.com/jouleboard/jouleboard/charts/scene"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// mostDashes bounds the pieces of a line; one with more is drawn solid, as it would look.
const mostDashes = 20_000

// dashed cuts a line into the pieces that a pattern of px on and off leaves of it.
func dashed(line []scene.Point, pattern []float64) (pieces [][]scene.Point) {
	period := lists.Sum(pattern, func(px float64) float64 { return px })
	if period <= 0 || len(line) == 0 {
		return [][]scene.Point{line}
	}
	turn, left, piece := 0, pattern[0], line[:1:1] // left of the present part of the pattern
	for i := 1; i < len(line); {
		at, to := piece[len(piece)-1], line[i]
		rest := math.Hypot(to.X-at.X, to.Y-at.Y)
		if rest <= left {
			left, piece = left-rest, append(piece, to)
			i++
			continue
		}
		at = scene.Point{X: at.X + (to.X-at.X)*left/rest, Y: at.Y + (to.Y-at.Y)*left/rest}
		if turn%2 == 0 {
			pieces = append(pieces, append(piece, at))
		}
		if turn++; turn == mostDashes {
			return [][]scene.Point{line}
		}
		left, piece = pattern[turn%len(pattern)], []scene.Point{at}
	}
	if turn%2 == 0 {
		pieces = append(pieces, piece)
	}
	return pieces
}
