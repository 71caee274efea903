package charts

import (
	"fmt"
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/charts/scene"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/units"
)

// lengthBins is how many bins exact lengths are counted in.
const lengthBins = 50

// histogram counts answers by their length in tokens; there is one edge more than
// there are counts.
type histogram struct {
	edges  []float64
	counts []int
}

// OutputLengths draws how long the answers of some runs were, all runs together.
// Without any answer the figure is empty.
func OutputLengths(lengths []*data.OutputLengths) Figure {
	h := sum(lengths)
	if h.answers() == 0 {
		return Figure{Chart: "output-lengths", Title: "No output lengths to show"}
	}
	fig := Figure{Chart: "output-lengths", Caption: h.caption(), Description: h.description(), Wide: h.draw()}
	fig.say(h.title(), "Output lengths")
	fig.Columns = []Column{
		{Label: "From", Unit: "tokens", Number: true},
		{Label: "To", Unit: "tokens", Number: true},
		{Label: "Answers", Number: true},
	}
	for i, n := range h.counts {
		fig.Rows = append(fig.Rows, Row{Cells: []Cell{number(h.edges[i]), number(h.edges[i+1]), whole(n)}})
	}
	return fig
}

// sum counts all runs in one histogram, up to the last bin that is not empty. Runs
// binned by other edges than the first are left out.
func sum(lengths []*data.OutputLengths) histogram {
	h := histogram{edges: edges(lengths)}
	if len(h.edges) < 2 {
		return histogram{}
	}
	h.counts = make([]int, len(h.edges)-1)
	for _, l := range lengths {
		if counts, ok := l.Binned(h.edges); ok {
			for i, n := range counts {
				h.counts[i] += n
			}
		}
	}
	last := len(h.counts)
	for last > 0 && h.counts[last-1] == 0 {
		last--
	}
	return histogram{edges: h.edges[:last+1], counts: h.counts[:last]}
}

// edges are those that the source states, or even ones over all exact lengths.
func edges(lengths []*data.OutputLengths) []float64 {
	least, most := math.Inf(1), math.Inf(-1)
	for _, l := range lengths {
		if l.Lengths == nil && len(l.Edges) > 1 {
			return l.Edges
		}
		for _, n := range l.Lengths {
			least, most = min(least, float64(n)), max(most, float64(n))
		}
	}
	if most < least {
		return nil
	}
	if most == least {
		least, most = least-0.5, most+0.5
	}
	even := make([]float64, lengthBins+1)
	for i := range even {
		even[i] = least + (most-least)*float64(i)/lengthBins
	}
	even[lengthBins] = most
	return even
}

func (h histogram) answers() int {
	n := 0
	for _, c := range h.counts {
		n += c
	}
	return n
}

// quantile is the length that the q-th part of the answers does not exceed, as if
// answers were spread evenly within a bin.
func (h histogram) quantile(q float64) float64 {
	left := q * float64(h.answers())
	for i, c := range h.counts {
		if left <= float64(c) && c > 0 {
			return h.edges[i] + (h.edges[i+1]-h.edges[i])*left/float64(c)
		}
		left -= float64(c)
	}
	return h.edges[len(h.edges)-1]
}

func (h histogram) draw() Drawing {
	c := &canvas{width: 340, height: 220, top: 8, right: 330, bottom: 178}
	counts := make([]float64, len(h.counts))
	bars := make([]Bar, len(h.counts))
	for i, n := range h.counts {
		counts[i] = float64(n)
		bars[i] = Bar{At: (h.edges[i] + h.edges[i+1]) / 2, To: float64(n), Row: i}
	}
	c.xName, c.yName = "Output length, tokens", "Answers"
	c.x, c.y = linearScale(h.edges, false), linearScale(counts, true)
	c.layout()
	c.add(histogramBars("answers", bars, c.x.at(h.edges[1])-c.x.at(h.edges[0])))
	return c.drawing()
}

// histogramBars are the bars of a histogram whose bins are so many px wide.
func histogramBars(name string, bars []Bar, width float64) Bars {
	return Bars{Tag: Tag{Name: name}, All: bars, Width: max(width-1, width*0.8), Style: scene.Style{Fill: bar}}
}

// title gives the median and a long answer, in round numbers: bins tell no more.
func (h histogram) title() sentence {
	half, most := h.quantile(0.5), h.quantile(0.9)
	return saying(fmt.Sprintf("Half of the answers are shorter than about %s tokens, one in ten is longer than %s", about(half), about(most)),
		Claim{Predicate: QuantileIs, Limit: 0.5, Value: half}, Claim{Predicate: QuantileIs, Limit: 0.9, Value: most})
}

// about keeps two digits.
func about(x float64) string {
	power := math.Pow10(max(int(math.Floor(math.Log10(max(x, 1))))-1, 0))
	return units.Short(math.Round(x/power) * power)
}

func (h histogram) caption() string {
	return fmt.Sprintf("%s answers of all configurations together.", units.Whole(h.answers()))
}

func (h histogram) description() string {
	most := slices.Index(h.counts, slices.Max(h.counts))
	return fmt.Sprintf("Histogram of output lengths in %d bins; the fullest is from %s to %s tokens.",
		len(h.counts), units.Number(h.edges[most]), units.Number(h.edges[most+1]))
}
