package templates

import (
	"strconv"
	"strings"
)

// Width and height of a strip's drawing area; positions on a strip are given in
// these units, 0 at the left.
const (
	StripWidth  = 150
	StripHeight = 18
)

// Strip draws a range on a scale shared by its column: a bar from the lowest to the highest value, small ticks for
// further values, a dot for the main one.
type Strip struct {
	From, To float64
	Dot      *float64
	Marks    []float64
	// Grid contains the positions of the scale's ticks.
	Grid []float64
	// Text describes the drawing for readers who do not see it: "0.0284 to 0.356 J".
	Text string
}

// Tick is a labeled position on the scale above a column of ranges.
type Tick struct {
	At    float64
	Label string
}

// ticks is path data of vertical lines at xs, from y over h units; one path is a
// fraction of the bytes of as many lines.
func ticks(xs []float64, y, h int) string {
	var b strings.Builder
	for _, x := range xs {
		b.WriteString("M" + coord(x) + " " + strconv.Itoa(y) + "v" + strconv.Itoa(h))
	}
	return b.String()
}

func (s Strip) bar() string { return "M" + coord(s.From) + " 9H" + coord(s.To) }

func coord(x float64) string {
	return strings.TrimSuffix(strconv.FormatFloat(x, 'f', 1, 64), ".0")
}
