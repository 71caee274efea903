package charts

import (
	"fmt"
	"math"

	"github.com/jouleboard/jouleboard/charts/scene"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/units"
)

// traceSpans is in how many stretches of time a trace is thinned: a drawing has
// about four px for each.
const traceSpans = 80

// Sample is a value at a time, in s from the start.
type Sample struct{ Seconds, Value float64 }

// stretch is some time with its least and its greatest sample.
type stretch struct{ least, greatest Sample }

// Trace is a timeline of any length in bounded space: peaks and troughs stay where
// a mean would hide them.
type Trace struct {
	Samples int // before thinning
	spans   []stretch
}

// NewTrace thins samples that are in order of time. One that is not finite is
// left out.
func NewTrace(samples []Sample) Trace {
	var t Trace
	if len(samples) == 0 {
		return t
	}
	start := samples[0].Seconds
	width := (samples[len(samples)-1].Seconds - start) / traceSpans
	in := -1
	for _, s := range samples {
		if !isFinite(s.Seconds) || !isFinite(s.Value) {
			continue
		}
		t.Samples++
		i := 0
		if width > 0 {
			i = min(int((s.Seconds-start)/width), traceSpans-1)
		}
		if i != in || len(t.spans) == 0 {
			t.spans, in = append(t.spans, stretch{s, s}), i
		}
		t.spans[len(t.spans)-1].add(s)
	}
	return t
}

func (p *stretch) add(s Sample) {
	if s.Value < p.least.Value {
		p.least = s
	}
	if s.Value > p.greatest.Value {
		p.greatest = s
	}
}

func isFinite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// inTime are the one or two samples.
func (p stretch) inTime() []Sample {
	switch {
	case p.least == p.greatest:
		return []Sample{p.least}
	case p.least.Seconds < p.greatest.Seconds:
		return []Sample{p.least, p.greatest}
	}
	return []Sample{p.greatest, p.least}
}

// Drawn are the samples that are left, in order of time.
func (t Trace) Drawn() (samples []Sample) {
	for _, p := range t.spans {
		samples = append(samples, p.inTime()...)
	}
	return samples
}

// Power draws the power of a configuration over time, all GPUs together. Without
// a sample the figure is empty.
func Power(t Trace, r aggregate.Row) Figure {
	if len(t.spans) == 0 {
		return Figure{Chart: "power", Title: "No power samples to show"}
	}
	fig := Figure{Chart: "power", Caption: t.caption(r), Description: t.description(), Wide: t.draw(since(r))}
	fig.say(t.title(fmt.Sprintf("At batch size %s, %s", units.Whole(r.Batch), inTitle(gpus(r)))), "Power over time of one configuration")
	fig.Columns, fig.Rows = t.table()
	return fig
}

// table is the least and the greatest sample of each stretch.
func (t Trace) table() (columns []Column, rows []Row) {
	columns = []Column{
		{Label: "Time of the least", Unit: "s", Number: true},
		{Label: "Least power", Unit: "W", Number: true},
		{Label: "Time of the greatest", Unit: "s", Number: true},
		{Label: "Greatest power", Unit: "W", Number: true},
	}
	for _, p := range t.spans {
		rows = append(rows, Row{Cells: []Cell{
			number(p.least.Seconds), number(p.least.Value), number(p.greatest.Seconds), number(p.greatest.Value),
		}})
	}
	return columns, rows
}

// since is what time counts from.
func since(r aggregate.Row) string {
	if r.Domain == "diffusion" {
		return "Time since the first sample, s"
	}
	return "Time in the steady state, s"
}

func (t Trace) draw(xName string) Drawing {
	c := &canvas{width: 340, height: 220, top: 8, right: 330, bottom: 178}
	var xs, ys []float64
	var points [][2]float64
	for _, s := range t.Drawn() {
		xs, ys = append(xs, s.Seconds), append(ys, s.Value)
		points = append(points, [2]float64{s.Seconds, s.Value})
	}
	c.xName, c.yName = xName, "Power, W"
	c.x, c.y = linearScale(xs, false), linearScale(ys, true)
	c.layout()
	c.add(Line{Tag: Tag{Name: "power"}, At: points, Style: scene.Style{Stroke: accent, Width: 1.2}})
	return c.drawing()
}

// extremes are the least and the greatest value.
func (t Trace) extremes() (least, greatest float64) {
	least, greatest = t.spans[0].least.Value, t.spans[0].greatest.Value
	for _, p := range t.spans {
		least, greatest = min(least, p.least.Value), max(greatest, p.greatest.Value)
	}
	return least, greatest
}

// title says between which powers a run stays; subject is what draws them.
func (t Trace) title(subject string) sentence {
	least, greatest := t.extremes()
	claim := Claim{Predicate: Between, Value: least, Limit: greatest}
	if units.Number(least) == units.Number(greatest) {
		return saying(fmt.Sprintf("%s draws %s W throughout", subject, units.Number(least)), claim)
	}
	return saying(fmt.Sprintf("%s draws between %s and %s W", subject, units.Number(least), units.Number(greatest)), claim)
}

func (t Trace) caption(r aggregate.Row) string {
	drawn := 0
	for _, p := range t.spans {
		drawn += len(p.inTime())
	}
	text := fmt.Sprintf("Power of all GPUs together in the run with %s at batch size %s. ", inTitle(gpus(r)), units.Whole(r.Batch))
	if drawn == t.Samples {
		return text + fmt.Sprintf("All %s samples are drawn.", units.Whole(t.Samples))
	}
	return text + fmt.Sprintf("Of %s samples the least and the greatest of each of %d spans of time are drawn.", units.Whole(t.Samples), len(t.spans))
}

func (t Trace) description() string {
	least, greatest := t.extremes()
	return fmt.Sprintf("Line chart of power over time: from %s to %s W within %s s.",
		units.Number(least), units.Number(greatest), units.Number(t.spans[len(t.spans)-1].greatest.Seconds))
}
