package charts

import (
	"maps"
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/fitting"
)

// lengthBins is how many bins exact lengths are counted in.
const lengthBins = 50

// OutputLengths draws the distribution of response lengths, pooled over some runs. Without responses the figure is
// empty.
func OutputLengths(lengths []*data.OutputLengths, w *words.Catalog) Figure {
	h := sum(lengths)
	if h.Requests() == 0 {
		return Figure{Chart: "output-lengths", Title: w.Say("charts.lengths.empty")}
	}
	cut := h.cut()
	fig := Figure{Chart: "output-lengths", Caption: cut.lengthCaption(w), Description: w.Say("charts.lengths.description", cut.fullest(w)...)}
	fig.Wide = cut.draw(w, cut.lengthScale(), w.Say("charts.lengths.axis"), w.Say("charts.column.responses"), nil)
	fig.say(h.lengthTitle(w))
	fig.Table = cut.table(w, w.Say("outputs.token", "n", 2), w.Say("charts.column.responses"))
	return fig
}

// sum counts all runs in one histogram, up to the last bin that is not empty. Runs
// binned by other edges than the first are left out.
func sum(lengths []*data.OutputLengths) Histogram {
	edges := edges(lengths)
	if len(edges) < 2 {
		return Histogram{}
	}
	sums := make([]int, len(edges)-1)
	for _, l := range lengths {
		if counts, ok := l.Binned(edges); ok {
			for i, n := range counts {
				sums[i] += n
			}
		}
	}
	last := len(sums)
	for last > 0 && sums[last-1] == 0 {
		last--
	}
	return Histogram{Edges: edges[:last+1], Counts: sums[:last]}
}

// edges are those that the source states. Exact lengths get even ones up to where the axis
// ends, and one for the tail.
func edges(lengths []*data.OutputLengths) []float64 {
	counts := map[int]int{}
	for _, l := range lengths {
		if l.Lengths == nil && len(l.Edges) > 1 {
			return l.Edges
		}
		for i, n := range l.Lengths {
			counts[n] += l.Counts[i]
		}
	}
	ascending := slices.Sorted(maps.Keys(counts))
	if len(ascending) == 0 {
		return nil
	}
	least, most := float64(ascending[0]), float64(ascending[len(ascending)-1])
	if end := endOf(ascending, counts); most-end > leastTail*end {
		return append(fitting.LinSpace(least, end, lengthBins+1), most)
	}
	if most == least {
		least, most = least-0.5, most+0.5
	}
	return fitting.LinSpace(least, most, lengthBins+1)
}

// endOf is the least length that is above shownShare of the answers.
func endOf(ascending []int, counts map[int]int) float64 {
	all, seen := 0, 0
	for _, n := range counts {
		all += n
	}
	for _, length := range ascending {
		if seen += counts[length]; float64(seen) >= shownShare*float64(all) {
			return float64(length + 1)
		}
	}
	return 0
}

// lengthScale starts at 0 and ends with the bins.
func (h Histogram) lengthScale() scale {
	edges := h.Edges[:h.shown()+1]
	s := linearScale(edges, false)
	if h.Tail {
		s.Most = edges[h.shown()]
	}
	return s
}

// lengthTitle gives the median and a long response, in round numbers: bins tell no more.
func (h Histogram) lengthTitle(w *words.Catalog) sentence {
	half, most := h.quantile(0.5), h.quantile(0.9)
	return saying(w.Say("charts.lengths.title", "median", about(w, half), "long", about(w, most)),
		Claim{Predicate: QuantileIs, Limit: 0.5, Value: half}, Claim{Predicate: QuantileIs, Limit: 0.9, Value: most})
}

func (h Histogram) lengthCaption(w *words.Catalog) string {
	text := w.Say("charts.lengths.caption", "n", h.Requests())
	if tail := h.tail(w); tail != nil {
		text += " " + w.Say("charts.lengths.tail", tail...)
	}
	return text
}

// about keeps two digits.
func about(w *words.Catalog, x float64) string {
	power := math.Pow10(max(int(math.Floor(math.Log10(max(x, 1))))-1, 0))
	return w.Short(math.Round(x/power) * power)
}
