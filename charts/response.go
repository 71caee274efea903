package charts

import (
	"fmt"
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/units"
)

// Responses is how many responses of one configuration took which energy; there is
// one edge more than there are counts.
type Responses struct {
	Edges  []float64 // J, ascending
	Counts []int
}

// ResponseEnergy turns a distribution of output lengths into one of energies:
// every token takes the configuration's energy per token. The last count is not 0.
func ResponseEnergy(edges []float64, counts []int, joulesPerToken float64) Responses {
	r := Responses{Counts: counts}
	for _, e := range edges[:len(counts)+1] {
		r.Edges = append(r.Edges, e*joulesPerToken)
	}
	return r
}

// Most is the energy that no response exceeds.
func (r Responses) Most() float64 {
	if len(r.Edges) == 0 {
		return 0
	}
	return r.Edges[len(r.Edges)-1]
}

// ResponseBars is a histogram laid out for a drawing of 340 × 220 px.
type ResponseBars struct {
	X, Y  []BarTick
	Boxes []BarBox
}

// BarTick is a label on an axis, At px from the left or the top.
type BarTick struct {
	At   float64
	Text string
}

// BarBox is a bar; px.
type BarBox struct{ Left, Top, Right float64 }

// The plotting area of ResponseBars in px; a page's script has the same.
const (
	BarsLeft, BarsRight = 44, 330
	BarsTop, BarsBottom = 8, 178
)

// Bars lays the histogram out on an axis from 0 to most.
func (r Responses) Bars(most float64) ResponseBars {
	x := scale{max: most, from: BarsLeft, to: BarsRight}
	counts := make([]float64, len(r.Counts))
	for i, n := range r.Counts {
		counts[i] = float64(n)
	}
	y := linearScale(counts, true)
	y.from, y.to = BarsBottom, BarsTop
	var b ResponseBars
	for _, t := range fewSteps(most) {
		b.X = append(b.X, BarTick{x.at(t), units.Short(t)})
	}
	for _, t := range fewSteps(y.max) {
		b.Y = append(b.Y, BarTick{y.at(t), units.Short(t)})
	}
	for i, n := range counts {
		if n > 0 {
			b.Boxes = append(b.Boxes, BarBox{x.at(r.Edges[i]), y.at(n), x.at(r.Edges[i+1])})
		}
	}
	return b
}

// fewSteps are round values from 0 to most.
func fewSteps(most float64) []float64 { return steps(0, most, niceStep(most/4)) }

// quantile is the energy that the q-th part of the responses does not exceed.
func (r Responses) quantile(q float64) float64 {
	return histogram{edges: r.Edges, counts: r.Counts}.quantile(q)
}

// Title says what half and what one in ten of the responses take, in round
// numbers: bins tell no more.
func (r Responses) Title() string { return r.title().text }

func (r Responses) title() sentence {
	half, most := r.quantile(0.5), r.quantile(0.9)
	return saying(fmt.Sprintf("Half of the responses take less than about %s J, one in ten more than %s J", roughly(half), roughly(most)),
		Claim{Predicate: QuantileIs, Limit: 0.5, Value: half}, Claim{Predicate: QuantileIs, Limit: 0.9, Value: most})
}

// roughly keeps two digits.
func roughly(x float64) string {
	if !(x > 0) {
		return "0"
	}
	power := math.Pow(10, 1-math.Floor(math.Log10(x)))
	return units.Short(math.Round(x*power) / power)
}

// Description is the text alternative.
func (r Responses) Description() string {
	most := slices.Index(r.Counts, slices.Max(r.Counts))
	return fmt.Sprintf("Histogram of energy per response in %d bins; the fullest is from %s to %s J.",
		len(r.Counts), units.Number(r.Edges[most]), units.Number(r.Edges[most+1]))
}

// Requests is how many responses are counted.
func (r Responses) Requests() int {
	n := 0
	for _, c := range r.Counts {
		n += c
	}
	return n
}

// Table is the histogram as the table of a figure.
func (r Responses) Table() (columns []Column, rows []Row) {
	columns = []Column{{Label: "From", Unit: "J", Number: true}, {Label: "To", Unit: "J", Number: true}, {Label: "Responses", Number: true}}
	for i, n := range r.Counts {
		rows = append(rows, Row{Cells: []Cell{number(r.Edges[i]), number(r.Edges[i+1]), whole(n)}})
	}
	return columns, rows
}
