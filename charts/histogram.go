package charts

import (
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/charts/scene"
	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Histogram counts responses by their length or their energy. There is one edge more than there are counts, and the
// last count is not 0. The page's script has the same code (histogram.js); testdata/response-bars.json keeps the two
// consistent.
type Histogram struct {
	Edges  []float64 `json:"edges"`
	Counts []int     `json:"counts"`
	// Tail reports that the last bin counts all responses beyond the end of the axis.
	Tail bool `json:"-"`
}

const (
	// shownShare of the answers end an axis: few answers are many times as long as the
	// others, which would be left a tenth of the axis.
	shownShare = 0.99
	// leastTail is how far beyond the end of the axis answers must lie for a tail, which
	// takes room itself. As tailGap, the room before its bar, it is a part of the axis.
	leastTail, tailGap = 0.08, 0.02
)

// Requests returns the number of responses counted.
func (h Histogram) Requests() int {
	return lists.Sum(h.Counts, func(c int) int { return c })
}

// quantile is the value that the q-th part of the answers does not exceed, as if answers
// were spread evenly within a bin.
func (h Histogram) quantile(q float64) float64 {
	left := q * float64(h.Requests())
	for i, c := range h.Counts {
		if left <= float64(c) && c > 0 {
			return h.Edges[i] + (h.Edges[i+1]-h.Edges[i])*left/float64(c)
		}
		left -= float64(c)
	}
	return h.Edges[len(h.Edges)-1]
}

// cut joins the bins above the first edge that shownShare of the answers do not exceed to a
// tail, unless they reach hardly farther. Edges are the source's, so no count is split.
func (h Histogram) cut() Histogram {
	wanted, seen, end := shownShare*float64(h.Requests()), 0, 0
	for ; end < len(h.Counts) && float64(seen) < wanted; end++ {
		seen += h.Counts[end]
	}
	last := h.Edges[len(h.Counts)]
	if last-h.Edges[end] <= leastTail*h.Edges[end] {
		return h
	}
	return Histogram{
		Edges:  append(slices.Clone(h.Edges[:end+1]), last),
		Counts: append(slices.Clone(h.Counts[:end]), h.Requests()-seen),
		Tail:   true,
	}
}

// shown is how many bins the axis has, without the tail.
func (h Histogram) shown() int {
	if h.Tail {
		return len(h.Counts) - 1
	}
	return len(h.Counts)
}

// heights are the counts.
func (h Histogram) heights() []float64 {
	return lists.Map(h.Counts, func(n int) float64 { return float64(n) })
}

// draw draws bins that are equally wide on the axis, with a line if there is one.
func (h Histogram) draw(w *words.Catalog, x scale, xName, yName string, line [][2]float64) Drawing {
	c := &canvas{words: w, width: Small, height: 220, Panel: Panel{Top: 8, Right: Small - 10, Bottom: 178}}
	heights := h.heights()
	heights = append(heights, lists.Map(line, func(p [2]float64) float64 { return p[1] })...)
	c.x, c.y = x, linearScale(heights, true)
	c.x.Name, c.y.Name = xName, yName
	if h.Tail {
		c.x.addTail(w, c.x.part(h.Edges[1])-c.x.part(h.Edges[0]))
	}
	c.layout()
	bars := lists.Times(len(h.Counts), func(i int) Bar {
		return Bar{At: c.x.middle(h.Edges[i], h.Edges[i+1]), To: float64(h.Counts[i]), Row: i}
	})
	if h.Tail {
		bars[h.shown()].At = c.x.tail.At
	}
	c.add(histogramBars(bars, c.x.At(h.Edges[1])-c.x.At(h.Edges[0])))
	if line = c.simple(line); len(line) > 1 {
		c.add(Line{At: line, Style: scene.Style{Stroke: ink, Width: 1.4}})
	}
	return c.drawing()
}

// middle is the value in the middle of a bin on the axis.
func (s scale) middle(from, to float64) float64 {
	if s.Log {
		return math.Sqrt(from * to)
	}
	return (from + to) / 2
}

// histogramBars are the bars of a histogram whose bins are so many px wide.
func histogramBars(bars []Bar, width float64) Bars {
	return Bars{All: bars, Width: max(width-1, width*0.8), Style: scene.Style{Fill: bar}}
}

// table lists the bins, each with its ends in a unit.
func (h Histogram) table(w *words.Catalog, unit, counted string) Table {
	t := Table{Columns: []Column{
		{Label: w.Say("charts.column.from"), Unit: unit, Number: true},
		{Label: w.Say("charts.column.to"), Unit: unit, Number: true},
		{Label: counted, Number: true},
	}}
	for i, n := range h.Counts {
		t.Rows = append(t.Rows, Row{Cells: []Cell{number(w, h.Edges[i]), number(w, h.Edges[i+1]), whole(w, n)}})
	}
	return t
}

// tail is what the last bar counts, as values of a message, and from where on; nil where it is a bar as the others.
func (h Histogram) tail(w *words.Catalog) []any {
	if !h.Tail {
		return nil
	}
	last := h.shown()
	return []any{"n", h.Counts[last], "from", w.Short(h.Edges[last])}
}

// fullest are the number of bins and the ends of the fullest, as values of a message.
func (h Histogram) fullest(w *words.Catalog) []any {
	most := slices.Index(h.Counts, slices.Max(h.Counts))
	return []any{"bins", len(h.Counts), "from", w.Number(h.Edges[most]), "to", w.Number(h.Edges[most+1])}
}
