package charts

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/jouleboard/jouleboard/charts/scene"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/units"
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
	// hiddenLatencies is what a drawing leaves out at either end, as a part of all.
	hiddenLatencies = 0.005
)

// Latencies counts inter-token latencies in bins of equal ratio, and keeps some of
// them, so that any number takes the same space.
type Latencies struct {
	counts [latencyBins * latencyDecades]int
	n      int
	sample []float64 // s; each latency is as likely to be in it
	rng    *rand.Rand
}

// Add counts a latency in s, which is positive.
func (l *Latencies) Add(seconds float64) {
	i := int(math.Floor(math.Log10(seconds*1e3/shortestLatency) * latencyBins))
	l.counts[min(max(i, 0), len(l.counts)-1)]++
	l.n++
	l.keep(seconds)
}

// keep draws the sample (reservoir sampling, Vitter 1985) with a fixed seed.
func (l *Latencies) keep(seconds float64) {
	if len(l.sample) < mostSampled {
		l.sample = append(l.sample, seconds)
		return
	}
	if l.rng == nil {
		l.rng = rand.New(rand.NewPCG(1, 0))
	}
	if i := l.rng.IntN(l.n); i < mostSampled {
		l.sample[i] = seconds
	}
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

// InterTokenLatencies draws how the latencies of a configuration are spread.
// Without any the figure is empty.
func InterTokenLatencies(l *Latencies, r aggregate.Row) Figure {
	if l == nil || l.n == 0 {
		return Figure{Chart: "latencies", Title: "No latencies to show"}
	}
	b := l.bars()
	m := l.mixture()
	fig := Figure{Chart: "latencies", Caption: l.caption(r, b) + m.caption(l), Description: b.description(), Wide: b.draw(m)}
	fig.say(l.title(), "Inter-token latencies of one configuration")
	fig.Curves = m.table()
	fig.Columns = []Column{
		{Label: "From", Unit: "ms", Number: true}, {Label: "To", Unit: "ms", Number: true}, {Label: "Tokens", Number: true},
	}
	for i, n := range b.counts {
		fig.Rows = append(fig.Rows, Row{Cells: []Cell{number(b.edges[i]), number(b.edges[i+1]), whole(n)}})
	}
	return fig
}

// latencyBars are counts between edges in ms, one more than counts.
type latencyBars struct {
	edges  []float64
	counts []int
}

// bars joins bins to a few bars of equal ratio, without the far ends.
func (l *Latencies) bars() latencyBars {
	from, to := l.quantile(hiddenLatencies), l.quantile(1-hiddenLatencies)+1
	width := (to-from)/mostLatencyBars + 1
	var h latencyBars
	for bin := from; bin < to; bin += width {
		n := 0
		for _, c := range l.counts[bin:min(bin+width, len(l.counts))] {
			n += c
		}
		h.edges, h.counts = append(h.edges, round(edge(bin))), append(h.counts, n)
	}
	h.edges = append(h.edges, round(edge(from+width*len(h.counts))))
	return h
}

func (b latencyBars) draw(m *mixture) Drawing {
	c := &canvas{width: 340, height: 220, top: 8, right: 330, bottom: 178}
	counts := make([]float64, len(b.counts))
	bars := make([]Bar, len(b.counts))
	for i, n := range b.counts {
		counts[i] = float64(n)
		bars[i] = Bar{At: math.Sqrt(b.edges[i] * b.edges[i+1]), To: float64(n), Row: i}
	}
	c.xName, c.yName = "Inter-token latency, ms (log)", "Tokens"
	line := m.line(b)
	for _, p := range line {
		counts = append(counts, p[1])
	}
	c.x, c.y = logScale(b.edges, 0.02, 0.02), linearScale(counts, true)
	c.layout()
	c.add(histogramBars("tokens", bars, c.x.at(b.edges[1])-c.x.at(b.edges[0])))
	if line = c.simple(line); len(line) > 1 {
		c.add(Line{Tag: Tag{Name: "mixture"}, At: line, Style: scene.Style{Stroke: ink, Width: 1.4}})
	}
	return c.drawing()
}

func (l *Latencies) title() sentence {
	half, most := l.at(0.5), l.at(0.99)
	return saying(fmt.Sprintf("Half of the tokens follow within about %s ms, one in a hundred takes longer than %s ms", twoDigits(half), twoDigits(most)),
		Claim{Predicate: QuantileIs, Limit: 0.5, Value: half}, Claim{Predicate: QuantileIs, Limit: 0.99, Value: most})
}

// twoDigits writes what bins can tell.
func twoDigits(x float64) string {
	power := math.Pow10(1 - int(math.Floor(math.Log10(x))))
	return units.Short(math.Round(x*power) / power)
}

func (l *Latencies) caption(r aggregate.Row, b latencyBars) string {
	shown := 0
	for _, n := range b.counts {
		shown += n
	}
	return fmt.Sprintf("%s inter-token latencies of the run with %s at batch size %s, in bars of equal ratio; %.2g %% at both ends are not drawn.",
		units.Whole(l.n), inTitle(gpus(r)), units.Whole(r.Batch), 100*float64(l.n-shown)/float64(l.n))
}

func (b latencyBars) description() string {
	return fmt.Sprintf("Histogram of inter-token latencies on a logarithmic axis, from %s to %s ms in %d bars.",
		units.Number(b.edges[0]), units.Number(b.edges[len(b.edges)-1]), len(b.counts))
}
