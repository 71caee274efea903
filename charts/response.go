package charts

import (
	"math"

	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Responses is the distribution of the energies in J of one configuration's responses.
type Responses struct{ Histogram }

// ResponseEnergy converts a distribution of output lengths to one of energies: every token uses the configuration's
// energy per token. The last count is not 0.
func ResponseEnergy(edges []float64, counts []int, joulesPerToken float64) Responses {
	energies := lists.Map(edges[:len(counts)+1], func(e float64) float64 { return e * joulesPerToken })
	return Responses{Histogram{Edges: energies, Counts: counts}}
}

// ResponseBars is a histogram laid out for a drawing of 296 × 220 px. Ticks are px from the left and from the top.
type ResponseBars struct {
	X     []Tick   `json:"x"`
	Y     []Tick   `json:"y"`
	Boxes []BarBox `json:"boxes"`
}

// BarBox is a bar; px.
type BarBox struct {
	Left  float64 `json:"left"`
	Top   float64 `json:"top"`
	Right float64 `json:"right"`
}

// The plotting area of ResponseBars in px; a page's script has the same.
const (
	barsWidth           = Small
	barsLeft, barsRight = 44, Small - 10
	barsTop             = 8
	BarsBottom          = 178
)

// Bars computes the layout of the histogram. The axis ends at the longest responses of this configuration, because
// responses at small batch sizes use many times the energy of those at large ones: on a common axis the most
// efficient configuration, which is shown first, would be a line at its start.
func (r Responses) Bars(w *words.Catalog) ResponseBars {
	h := r.cut()
	x := scale{Axis: Axis{Most: h.Edges[h.shown()], From: barsLeft, To: barsRight}}
	y := linearScale(h.heights(), true)
	y.From, y.To = BarsBottom, barsTop
	values := fewSteps(x.Most)
	width := x.part(h.Edges[h.shown()]-h.Edges[0]) / float64(h.shown())
	if h.Tail {
		x.addTail(w, width)
	}
	b := ResponseBars{X: barTicks(w, x, values)}
	b.Y = lists.Map(fewSteps(y.Most), func(t float64) Tick { return Tick{tenth(y.At(t)), w.Short(t)} })
	for i, n := range h.heights() {
		if n == 0 {
			continue
		}
		left, right := x.At(h.Edges[i]), x.At(h.Edges[i+1])
		if i == h.shown() {
			left, right = barsRight-width/(1+tailGap+width)*(barsRight-barsLeft), barsRight
		}
		b.Boxes = append(b.Boxes, BarBox{tenth(left), tenth(min(y.At(n), BarsBottom-1)), tenth(right - min(1, (right-left)/5))})
	}
	return b
}

// barTicks are labels on the x axis: those that leave room for that of the tail, none cut
// by the drawing's edge.
func barTicks(w *words.Catalog, x scale, values []float64) (ticks []Tick) {
	const perSign, gap = 7.0, 6 // px, of a digit on the wide side
	half := func(text string) float64 { return perSign / 2 * float64(len(text)) }
	inside := func(at float64, text string) Tick { return Tick{tenth(min(at, barsWidth-half(text))), text} }
	tail := inside(x.At(x.tail.At), x.tail.Text)
	for _, v := range values {
		t := inside(x.At(v), w.Short(v))
		if tail.Text == "" || t.At+half(t.Text)+gap <= tail.At-half(tail.Text) {
			ticks = append(ticks, t)
		}
	}
	if tail.Text != "" {
		ticks = append(ticks, tail)
	}
	return ticks
}

// tenth is as exact as px are written.
func tenth(px float64) float64 { return math.Round(px*10) / 10 }

// fewSteps are round values from 0 to most.
func fewSteps(most float64) []float64 { return steps(0, most, niceStep(most/4)) }

// Title gives the median and a high energy, in round numbers, since bins do not allow more precision.
func (r Responses) Title(w *words.Catalog) string { return r.title(w).text }

func (r Responses) title(w *words.Catalog) sentence {
	half, most := r.quantile(0.5), r.quantile(0.9)
	return saying(w.Say("charts.responses.title", "median", roughly(w, half), "high", roughly(w, most)),
		Claim{Predicate: QuantileIs, Limit: 0.5, Value: half}, Claim{Predicate: QuantileIs, Limit: 0.9, Value: most})
}

// roughly keeps two digits.
func roughly(w *words.Catalog, x float64) string {
	if !(x > 0) {
		return "0"
	}
	power := math.Pow(10, 1-math.Floor(math.Log10(x)))
	return w.Short(math.Round(x*power) / power)
}

// Caption explains the last bar, if it differs from the others.
func (r Responses) Caption(w *words.Catalog) string {
	if tail := r.cut().tail(w); tail != nil {
		return w.Say("charts.responses.tail", tail...)
	}
	return ""
}

// Description is the text alternative.
func (r Responses) Description(w *words.Catalog) string {
	return w.Say("charts.responses.description", r.cut().fullest(w)...)
}

// Table returns the histogram as the table of a figure: all bins of the source.
func (r Responses) Table(w *words.Catalog) Table {
	return r.table(w, "J", w.Say("charts.column.responses"))
}
