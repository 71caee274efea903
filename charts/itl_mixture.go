package charts

import (
	"math"

	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/units"
)

// leastMixture is how many latencies tell a shape.
const leastMixture = 100

// mixture is what is fitted to latencies; nil for none.
type mixture struct {
	fitting.ITLMixture
	of int // latencies drawn as bars, counted by all
}

// mixture fits the latencies, nil where they are too few or all alike.
func (l *Latencies) mixture() *mixture {
	if len(l.sample) < leastMixture {
		return nil
	}
	m, err := fitting.FitITLMixture(l.sample, 0, 0, fitting.Refined)
	if err != nil {
		return nil
	}
	return &mixture{m, l.n}
}

func (m *mixture) caption(l *Latencies) string {
	if m == nil {
		return ""
	}
	kind := "two shifted lognormals"
	if m.PiStall == 0 {
		kind = "one shifted lognormal; the latencies support no second"
	}
	text := " The line is what a mixture fitted to them expects: " + kind + "."
	if l.n > len(l.sample) {
		text += " It is fitted to " + units.Whole(len(l.sample)) + " of them, drawn at random."
	}
	return text
}

// line is how many latencies the mixture expects in a bar around each place.
func (m *mixture) line(edges []float64) (points [][2]float64) {
	if m == nil || len(edges) < 3 {
		return nil
	}
	const places = 160
	first, last := edges[0], edges[len(edges)-1]
	half := math.Sqrt(edges[1] / edges[0]) // of a bar, as a ratio
	for i := range places + 1 {
		x := first * math.Pow(last/first, float64(i)/places)
		y := float64(m.of) * (m.CDF(x*half/1e3) - m.CDF(x/half/1e3))
		points = append(points, [2]float64{x, y})
	}
	return points
}

// table is the parameters, in ms.
func (m *mixture) table() *Table {
	if m == nil {
		return nil
	}
	t := &Table{Columns: []Column{
		{Label: "Component"},
		{Label: "Share", Unit: "%", Number: true},
		{Label: "Shift", Unit: "ms", Number: true},
		{Label: "Median", Unit: "ms, with the shift", Number: true},
		{Label: "σ", Unit: "of the logarithm", Number: true},
	}}
	row := func(name string, share, scale, sigma float64) {
		t.Rows = append(t.Rows, Row{Cells: []Cell{
			words(name), number(100 * share), number(1e3 * m.Loc), number(1e3 * (m.Loc + scale)), number(sigma),
		}})
	}
	row("faster", m.PiSteady, m.ScaleSteady, m.SigmaSteady)
	if m.PiStall > 0 {
		row("slower", m.PiStall, m.ScaleStall, m.SigmaStall)
	}
	return t
}
