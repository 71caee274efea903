package charts

import (
	"github.com/jouleboard/jouleboard/charts/scene"
	"github.com/jouleboard/jouleboard/internal/lists"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/units"
)

// traceSpans is in how many stretches of time a trace is thinned: a drawing has
// about four px for each.
const traceSpans = 80

// Sample is a value at a time, in s from the start.
type Sample struct{ Seconds, Value float64 }

// stretch is some time with its least and its greatest sample.
type stretch struct{ least, greatest Sample }

// Trace is a timeline of any length in bounded space. It keeps peaks and troughs, which a mean would hide.
type Trace struct {
	Samples int // before thinning
	spans   []stretch
}

// NewTrace thins samples that are in order of time. Samples that are not finite are left out.
func NewTrace(samples []Sample) Trace {
	var t Trace
	if len(samples) == 0 {
		return t
	}
	start := samples[0].Seconds
	width := (samples[len(samples)-1].Seconds - start) / traceSpans
	in := -1
	for _, s := range samples {
		if !units.IsFinite(s.Seconds) || !units.IsFinite(s.Value) {
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

// Drawn returns the remaining samples, in order of time.
func (t Trace) Drawn() []Sample {
	return lists.FlatMap(t.spans, stretch.inTime)
}

// Power draws the power of a configuration over time, all GPUs together. Without
// a sample the figure is empty.
func Power(t Trace, r aggregate.Row, w *words.Catalog) Figure {
	subject := w.Say("charts.power.subject", "gpus", inTitle(gpus(r)), "batch", r.Batch)
	return t.figure("power", subject, since(w, r), func() string { return t.caption(w, r) }, w)
}

// Recording draws a quantity that was recorded during a run: name is its title, help explains it. Without samples the
// figure is empty.
func Recording(chart string, t Trace, name, help string, w *words.Catalog) Figure {
	return t.figure(chart, inTitle(name), w.Say("charts.power.since_start"), func() string { return help }, w)
}

// figure draws the trace of a subject; xName is that of the axis of time.
func (t Trace) figure(chart, subject, xName string, caption func() string, w *words.Catalog) Figure {
	if len(t.spans) == 0 {
		return Figure{Chart: chart, Title: w.Say("charts.power.empty")}
	}
	fig := Figure{Chart: chart, Caption: caption(), Description: t.description(w), Wide: t.draw(w, xName)}
	fig.say(t.title(w, subject))
	fig.Table = t.table(w)
	return fig
}

// table is the samples, of many the least and the greatest of each stretch.
func (t Trace) table(w *words.Catalog) (made Table) {
	if drawn := t.Drawn(); len(drawn) == t.Samples {
		made.Columns = []Column{{Label: w.Say("charts.power.at"), Unit: "s", Number: true}, {Label: w.Say("charts.power.value"), Unit: "W", Number: true}}
		made.Rows = lists.Map(drawn, func(s Sample) Row { return Row{Cells: []Cell{number(w, s.Seconds), number(w, s.Value)}} })
		return made
	}
	made.Columns = []Column{
		{Label: w.Say("charts.power.lowest_at"), Unit: "s", Number: true},
		{Label: w.Say("charts.power.lowest"), Unit: "W", Number: true},
		{Label: w.Say("charts.power.highest_at"), Unit: "s", Number: true},
		{Label: w.Say("charts.power.highest"), Unit: "W", Number: true},
	}
	made.Rows = lists.Map(t.spans, func(p stretch) Row {
		return Row{Cells: []Cell{number(w, p.least.Seconds), number(w, p.least.Value), number(w, p.greatest.Seconds), number(w, p.greatest.Value)}}
	})
	return made
}

// since is what time counts from.
func since(w *words.Catalog, r aggregate.Row) string {
	if r.Domain == "diffusion" {
		return w.Say("charts.power.since_start")
	}
	return w.Say("charts.power.since_steady")
}

func (t Trace) draw(w *words.Catalog, xName string) Drawing {
	c := &canvas{words: w, width: Small, height: 220, Panel: Panel{Top: 8, Right: Small - 10, Bottom: 178}}
	points := lists.Map(t.Drawn(), func(s Sample) [2]float64 { return [2]float64{s.Seconds, s.Value} })
	xs := lists.Map(points, func(at [2]float64) float64 { return at[0] })
	ys := lists.Map(points, func(at [2]float64) float64 { return at[1] })
	c.x, c.y = linearScale(xs, false), linearScale(ys, true)
	c.x.Name, c.y.Name = xName, w.Say("charts.power.axis")
	c.layout()
	c.add(Line{At: points, Style: scene.Style{Stroke: accent, Width: 1.2}})
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
func (t Trace) title(w *words.Catalog, subject string) sentence {
	least, greatest := t.extremes()
	claim := Claim{Predicate: Between, Value: least, Limit: greatest}
	if w.Number(least) == w.Number(greatest) {
		return saying(w.Say("charts.power.throughout", "subject", subject, "power", least), claim)
	}
	return saying(w.Say("charts.power.between", "subject", subject, "lowest", least, "highest", greatest), claim)
}

func (t Trace) caption(w *words.Catalog, r aggregate.Row) string {
	drawn := lists.Sum(t.spans, func(p stretch) int { return len(p.inTime()) })
	text := w.Say("charts.power.caption", "gpus", inTitle(gpus(r)), "batch", r.Batch) + " "
	if drawn == t.Samples {
		return text + w.Say("charts.power.all", "n", t.Samples)
	}
	return text + w.Say("charts.power.thinned", "n", t.Samples, "spans", len(t.spans))
}

func (t Trace) description(w *words.Catalog) string {
	least, greatest := t.extremes()
	return w.Say("charts.power.description", "lowest", least, "highest", greatest, "seconds", t.spans[len(t.spans)-1].greatest.Seconds)
}
