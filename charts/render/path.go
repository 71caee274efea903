package render

import (
	"math"
	"strconv"

	"github.com/jouleboard/jouleboard/charts/scene"
)

// pathData appends the lines as SVG writes them, in tenths of a px, each piece absolute or relative, whichever is
// shorter. Relative distances are taken between rounded points, so that errors do not add up.
func pathData(b []byte, lines [][]scene.Point, closed bool) []byte {
	w := pathWriter{out: b}
	for _, line := range lines {
		for i, p := range line {
			w.to(place{tenths(p.X), tenths(p.Y)}, i == 0)
		}
		if closed && len(line) > 0 {
			w.out = append(w.out, 'z')
			w.last, w.pen = 'z', w.start
		}
	}
	return w.out
}

// place is x and y in tenths of a px.
type place [2]int

type pathWriter struct {
	out        []byte
	last       byte // the command that further operands would continue
	pen, start place
}

func (w *pathWriter) to(p place, move bool) {
	way := place{p[0] - w.pen[0], p[1] - w.pen[1]}
	switch {
	case move:
		w.shorter('M', p[:], way[:])
		w.last-- // pairs after a move are lines
		w.start = p
	case way[1] == 0:
		w.shorter('H', p[:1], way[:1])
	case way[0] == 0:
		w.shorter('V', p[1:], way[1:])
	default:
		w.shorter('L', p[:], way[:])
	}
	w.pen = p
}

// shorter appends the command with its absolute or its relative operands. A path begins absolute; else relative is
// preferred, as equal shapes are then equal text wherever they stand.
func (w *pathWriter) shorter(command byte, absolute, relative []int) {
	var a, r [24]byte
	chosen, other := w.operands(a[:0], command, absolute), w.operands(r[:0], command|0x20, relative)
	if w.last != 0 && len(other) <= len(chosen) {
		chosen, command = other, command|0x20
	}
	w.out, w.last = append(w.out, chosen...), command
}

// operands appends a command with its numbers; the letter is left out where the last one goes on.
func (w *pathWriter) operands(b []byte, command byte, values []int) []byte {
	if command != w.last {
		b = append(b, command)
	}
	for i, v := range values {
		if v >= 0 && (i > 0 || command == w.last) {
			b = append(b, ' ')
		}
		b = appendTenths(b, v)
	}
	return b
}

func tenths(x float64) int { return int(math.Round(10 * bounded(x))) }

// appendTenths writes a number of tenths without any zero that can be left out.
func appendTenths(b []byte, v int) []byte {
	if v < 0 {
		b, v = append(b, '-'), -v
	}
	if v >= 10 || v == 0 {
		b = strconv.AppendInt(b, int64(v/10), 10)
	}
	if v%10 != 0 {
		b = append(b, '.', byte('0'+v%10))
	}
	return b
}
