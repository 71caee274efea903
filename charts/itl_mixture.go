package charts

import (
	"math"

	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/fitting"
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
	if l.sample == nil || len(l.sample.Kept) < leastMixture {
		return nil
	}
	m, err := fitting.FitITLMixture(l.sample.Kept, 0, 0, fitting.Refined)
	if err != nil {
		return nil
	}
	return &mixture{m, l.n}
}

func (m *mixture) caption(w *words.Catalog, l *Latencies) string {
	if m == nil {
		return ""
	}
	one, sampled := m.PiStall == 0, l.n > len(l.sample.Kept)
	switch {
	case one && sampled:
		return " " + w.Say("charts.latencies.one_lognormal_sampled", "n", len(l.sample.Kept))
	case one:
		return " " + w.Say("charts.latencies.one_lognormal")
	case sampled:
		return " " + w.Say("charts.latencies.two_lognormals_sampled", "n", len(l.sample.Kept))
	}
	return " " + w.Say("charts.latencies.two_lognormals")
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
func (m *mixture) table(w *words.Catalog) *Table {
	if m == nil {
		return nil
	}
	t := &Table{Columns: []Column{
		{Label: w.Say("charts.latencies.component")},
		{Label: w.Say("charts.latencies.share"), Unit: "%", Number: true},
		{Label: w.Say("charts.latencies.shift"), Unit: "ms", Number: true},
		{Label: w.Say("charts.latencies.shifted_median"), Unit: "ms", Number: true},
		{Label: w.Say("charts.latencies.sigma"), Number: true},
	}}
	row := func(name string, share, scale, sigma float64) {
		t.Rows = append(t.Rows, Row{Cells: []Cell{
			textCell(name), number(w, 100*share), number(w, 1e3*m.Loc), number(w, 1e3*(m.Loc+scale)), number(w, sigma),
		}})
	}
	row(w.Say("charts.latencies.faster"), m.PiSteady, m.ScaleSteady, m.SigmaSteady)
	if m.PiStall > 0 {
		row(w.Say("charts.latencies.slower"), m.PiStall, m.ScaleStall, m.SigmaStall)
	}
	return t
}
