package charts

import (
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/charts/scene"
)

// Distances in px at which a text looks for room, and in how many directions.
var farRings = [...]float64{22, 34, 48, 64, 84, 110, 140}

const farDirections = 32

// mostFar is for how many labels of a panel a place is looked for there, which takes time.
const mostFar = 100

// placeFar puts a label at the nearest place that covers no mark and no other label, from where a line to its mark
// crosses no other label. It reports whether there is one.
func (l *label) placeFar(marks []point, taken []box, bounds box) bool {
	for _, ring := range farRings {
		for i := range farDirections {
			angle := 2 * math.Pi * float64(i) / farDirections
			p := Place{"right", math.Trunc(ring * math.Cos(angle)), math.Trunc(ring * math.Sin(angle))}
			if p.DX < 0 {
				p.Side = "left"
			}
			area := l.area(p)
			if !area.inside(bounds) || !free(taken, area.apart()) || count(marks, area) > 0 {
				continue
			}
			line := l.leader(area)
			if clear(line, taken) && !l.passes(line) {
				l.Place, l.line = p, line
				return true
			}
		}
	}
	return false
}

// leader is the line from the edge of a mark to the text there.
func (l label) leader(area box) []point {
	const edge, apart = 5, 2 // px from the middle of a mark, and from the text
	to := point{min(max(l.at.x, area.left-apart), area.right+apart), (area.top + area.bottom) / 2}
	if to.x == l.at.x { // above or below
		to.y = min(max(l.at.y, area.top+2), area.bottom-2)
	}
	length := math.Hypot(to.x-l.at.x, to.y-l.at.y)
	if length <= edge {
		return []point{to, to}
	}
	part := edge / length
	return []point{{l.at.x + (to.x-l.at.x)*part, l.at.y + (to.y-l.at.y)*part}, to}
}

// clear reports whether a line crosses no box.
func clear(line []point, boxes []box) bool {
	return !slices.ContainsFunc(along(line), func(p point) bool {
		return slices.ContainsFunc(boxes, func(b box) bool { return b.holds(p) })
	})
}

// passes reports whether a line comes so near to a rival that it could be taken for that one's.
func (l label) passes(line []point) bool {
	const near = 5
	return slices.ContainsFunc(along(line), func(p point) bool {
		return slices.ContainsFunc(l.rivals, func(r point) bool { return r != l.at && math.Hypot(r.x-p.x, r.y-p.y) < near })
	})
}

// leaders draws the lines of labels far from their marks.
func (c *canvas) leaders(placed []label) {
	var ends [][2]float64
	for _, l := range placed {
		if l.line != nil {
			ends = append(ends, c.valueAt(l.line[0]), c.valueAt(l.line[1]), gap)
		}
	}
	if len(ends) > 0 {
		c.add(Line{At: ends, Style: scene.Style{Stroke: muted, Width: 0.8}})
	}
}

// valueAt is what stands at a place in px.
func (c *canvas) valueAt(p point) [2]float64 { return [2]float64{c.x.valueAt(p.x), c.y.valueAt(p.y)} }
