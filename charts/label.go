package charts

import (
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// point is a place in px.
type point struct{ x, y float64 }

// box is an area in px.
type box struct{ left, top, right, bottom float64 }

func (b box) holds(p point) bool {
	return p.x >= b.left && p.x <= b.right && p.y >= b.top && p.y <= b.bottom
}

func (b box) inside(o box) bool {
	return b.left >= o.left && b.right <= o.right && b.top >= o.top && b.bottom <= o.bottom
}

// from is the distance of the box from a point, 0 inside.
func (b box) from(p point) float64 {
	return math.Hypot(max(b.left-p.x, p.x-b.right, 0), max(b.top-p.y, p.y-b.bottom, 0))
}

func (b box) meets(o box) bool {
	return b.left < o.right && o.left < b.right && b.top < o.bottom && o.top < b.bottom
}

// label is a text beside the mark of its value.
type label struct {
	Label
	over int // marks that the text may cover; with more it is left out

	// rivals are other marks with a label. The text stands nearer to its own mark than
	// to any of them, so that it cannot be read as theirs.
	rivals []point

	// leads allows a place far from the mark, from where a line leads to it.
	leads bool

	at   point
	line []point // that leads to the mark; nil for none
}

// apart adds what keeps two numbers side by side from being read as one.
func (b box) apart() box {
	const space = 4
	return box{b.left - space, b.top, b.right + space, b.bottom}
}

// places in the order of preference.
var places = [...]Place{
	{"right", 1, 13},
	{"right", -5, 21},
	{"right", 2, 0},
	{"right", 1, -13},
	{"bottom", 0, 2},
	{"top", 0, -2},
	{"left", -1, 13},
	{"left", -2, 0},
	{"left", -1, -13},
}

// area is what the label covers there, with a little room around.
func (l label) area(p Place) box {
	const lineHeight = 17
	gap, w := l.Gap, textWidth(l.Text, l.Size)
	if l.Bold {
		w *= 1.08
	}
	x, y := l.at.x+p.DX, l.at.y+p.DY
	switch p.Side {
	case "right":
		return box{x + gap, y - lineHeight/2, x + gap + w, y + lineHeight/2}
	case "left":
		return box{x - gap - w, y - lineHeight/2, x - gap, y + lineHeight/2}
	case "top":
		return box{x - w/2, y - gap - lineHeight, x + w/2, y - gap}
	}
	return box{x - w/2, y + gap, x + w/2, y + gap + lineHeight}
}

// mistaken reports whether the text, there, could be read as that of a rival.
func (l label) mistaken(area box) bool {
	own := area.from(l.at)
	return slices.ContainsFunc(l.rivals, func(r point) bool { return r != l.at && area.from(r) <= own })
}

// placeLabels puts each label where it covers fewest marks and no other label and nothing that is taken, within bounds.
// A label with no such place, or with more marks under it than it may cover, is left out.
func placeLabels(labels []label, marks []point, taken []box, bounds box) []label {
	var placed []label
	far := 0
	for _, l := range labels {
		best, fewest := Place{}, math.MaxInt
		for _, p := range places {
			area := l.area(p)
			if fewest == 0 || !area.inside(bounds) || !free(taken, area.apart()) || l.mistaken(area) {
				continue
			}
			if covered := count(marks, area); covered < fewest {
				best, fewest = p, covered
			}
		}
		if fewest > l.over {
			if far++; !l.leads || far > mostFar || !l.placeFar(marks, taken, bounds) {
				continue
			}
			placed, taken = append(placed, l), append(taken, l.area(l.Place))
			continue
		}
		l.Place = best
		placed, taken = append(placed, l), append(taken, l.area(best))
	}
	return placed
}

func count(marks []point, area box) int {
	return lists.Count(marks, area.holds)
}

func free(taken []box, area box) bool {
	return !slices.ContainsFunc(taken, func(t box) bool { return t.meets(area) })
}

// along adds points on the line through the corners, so that labels keep off it.
func along(corners []point) []point {
	const step = 6
	var all []point
	for i := 1; i < len(corners); i++ {
		a, b := corners[i-1], corners[i]
		n := math.Ceil(math.Hypot(b.x-a.x, b.y-a.y) / step)
		for k := range int(n) {
			part := float64(k) / n
			all = append(all, point{a.x + (b.x-a.x)*part, a.y + (b.y-a.y)*part})
		}
	}
	return all
}

// labels are the texts where they were placed.
func labels(placed []label) Texts {
	return Texts{Color: labelInk, All: lists.Map(placed, func(l label) Label { return l.Label })}
}
