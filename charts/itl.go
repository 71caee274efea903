package charts

import (
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/fitting"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/internal/lists"
)

const (
	// latencyBins a decade make quantiles exact to 1 %.
	latencyBins = 240
	// latencyDecades from shortestLatency on hold every latency that is one.
	latencyDecades  = 10
	shortestLatency = 1e-3 // ms
	// mostLatencyBars is how many bars a drawing has at most.
	mostLatencyBars = 48
	// mostSampled is how many latencies a mixture is fitted to at most.
	mostSampled = 1 << 15
	// earlyLatencies is the part of all that the first bar counts however short they are.
	earlyLatencies = 0.005
)

// Latencies counts inter-token latencies in bins of equal ratio and keeps a sample of them, so that its size does not
// depend on their number.
type Latencies struct {
	counts [latencyBins * latencyDecades]int
	n      int
	sample *fitting.Reservoir // s
}

// Add counts a latency in s, which must be positive.
func (l *Latencies) Add(seconds float64) {
	i := int(math.Floor(math.Log10(seconds*1e3/shortestLatency) * latencyBins))
	l.counts[min(max(i, 0), len(l.counts)-1)]++
	l.n++
	if l.sample == nil {
		l.sample = fitting.NewReservoir(mostSampled, [2]uint64{1, 0})
	}
	l.sample.Add(seconds)
}

// edge is the lower end of a bin in ms.
func edge(bin int) float64 {
	return shortestLatency * math.Pow(10, float64(bin)/latencyBins)
}

// quantile is the bin that holds the q-th part of the latencies.
func (l *Latencies) quantile(q float64) int {
	left := q * float64(l.n)
	for i, n := range l.counts {
		if left -= float64(n); left <= 0 && n > 0 {
			return i
		}
	}
	return len(l.counts) - 1
}

// at is the middle of a quantile's bin, in ms.
func (l *Latencies) at(q float64) float64 {
	i := l.quantile(q)
	return math.Sqrt(edge(i) * edge(i+1))
}

// InterTokenLatencies draws the distribution of the latencies of a configuration. Without latencies the figure is
// empty.
func InterTokenLatencies(l *Latencies, r aggregate.Row, w *words.Catalog) Figure {
	if l == nil || l.n == 0 {
		return Figure{Chart: "latencies", Title: w.Say("charts.latencies.empty")}
	}
	h, lowest := l.bars()
	m := l.mixture()
	fig := Figure{Chart: "latencies", Caption: l.caption(w, r, h, lowest) + m.caption(w, l)}
	fig.Description = w.Say("charts.latencies.description", h.fullest(w)...)
	fig.Wide = h.drawLatencies(w, lowest, m)
	fig.say(l.title(w))
	fig.Curves = m.table(w)
	fig.Table = h.table(w, "ms", w.Say("charts.column.tokens"))
	return fig
}

// bars joins bins to a few bars of equal ratio. The first also counts what is shorter than
// its start, lowest, and the tail what is longer than shownShare of all.
func (l *Latencies) bars() (h Histogram, lowest float64) {
	from, to, last := l.quantile(earlyLatencies), l.quantile(shownShare)+1, l.quantile(1)+1
	if float64(last-to) <= leastTail*float64(to-from) {
		to = last
	}
	width := (to-from)/mostLatencyBars + 1
	counted := 0
	add := func(end int) {
		n := lists.Sum(l.counts[min(counted, len(l.counts)):min(end, len(l.counts))], func(c int) int { return c })
		h.Edges, h.Counts, counted = append(h.Edges, round(edge(end))), append(h.Counts, n), end
	}
	h.Edges = []float64{round(edge(l.quantile(0)))}
	for end := from + width; counted < to; end += width {
		add(end)
	}
	if h.Tail = last > counted; h.Tail {
		add(last)
	}
	return h, round(edge(from))
}

// drawLatencies draws all bars equally wide: the first from lowest on.
func (h Histogram) drawLatencies(w *words.Catalog, lowest float64, m *mixture) Drawing {
	h.Edges = slices.Clone(h.Edges)
	h.Edges[0] = lowest
	shown := h.Edges[:h.shown()+1]
	after := 0.02
	if h.Tail {
		after = 0
	}
	return h.draw(w, logScale(shown, 0.02, after), logAxis(w, w.Say("charts.latencies.axis")), w.Say("charts.column.tokens"), m.line(shown))
}

func (l *Latencies) title(w *words.Catalog) sentence {
	half, most := l.at(0.5), l.at(0.99)
	return saying(w.Say("charts.latencies.title", "median", roughly(w, half), "long", roughly(w, most)),
		Claim{Predicate: QuantileIs, Limit: 0.5, Value: half}, Claim{Predicate: QuantileIs, Limit: 0.99, Value: most})
}

func (l *Latencies) caption(w *words.Catalog, r aggregate.Row, h Histogram, lowest float64) string {
	text := w.Say("charts.latencies.caption", "n", l.n, "gpus", inTitle(gpus(r)), "batch", r.Batch)
	switch {
	case h.Edges[0] < lowest && h.Tail:
		text += " " + w.Say("charts.latencies.both_beyond")
	case h.Edges[0] < lowest:
		text += " " + w.Say("charts.latencies.shorter")
	case h.Tail:
		text += " " + w.Say("charts.latencies.longer")
	}
	return text
}
