package charts

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/charts/scene"
	"github.com/jouleboard/jouleboard/internal/lists"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/fitting"
)

// against is one metric against batch size: a line for each GPU model and number
// of GPUs.
type against struct {
	chart string
	task  Task
	marks Marks
	lines [][]aggregate.Row // by batch, of at least one row each
	field data.Field
	gpu   data.Field
	batch data.Field
	log   bool
	value func(aggregate.Row) float64
	note  string
	// curves has one for each line, which may be none
	curves []fitted
}

// AgainstBatch draws energy, power, throughput and latency of one model in one task against batch size: small
// multiples with one line per GPU model and number of GPUs, and the fitted curve of each. If several configurations
// share a point, the one with the lowest energy is drawn.
func AgainstBatch(rows []aggregate.Row, t Task, gpuMarks Marks, fit Fit) []Figure {
	if len(rows) == 0 {
		return nil
	}
	m := metricsOf(rows[0], t.Percentile)
	kept, note := mostMeasured(t.Words, rows)
	all, left := mostPoints(lines(kept), mostNamed)
	if left > 0 {
		note = strings.TrimSpace(note + " " + t.Words.Say("charts.batch.more", "n", left))
	}
	base := against{task: t, marks: gpuMarks, lines: all, gpu: m.gpu, batch: m.batch, note: note}
	var charts []against
	for _, one := range []struct {
		chart string
		field data.Field
		log   bool
		value func(aggregate.Row) float64
	}{
		{"batch-energy", m.energy, true, func(r aggregate.Row) float64 { return r.Energy }},
		{"batch-power", m.power, false, func(r aggregate.Row) float64 { return r.Power }},
		{"batch-throughput", m.throughput, false, func(r aggregate.Row) float64 { return r.Throughput }},
		{"batch-latency", m.latency, false, func(r aggregate.Row) float64 { return r.Latency(t.Percentile) }},
	} {
		a := base
		a.chart, a.field, a.log, a.value = one.chart, one.field, one.log, one.value
		charts = append(charts, a)
	}
	return drawAgainst(charts, fit)
}

// drawAgainst fits all lines of all charts at once.
func drawAgainst(all []against, fit Fit) []Figure {
	sweeps := lists.FlatMap(all, against.sweeps)
	sketches := fit(sweeps)
	var figures []Figure
	for _, a := range all {
		for i, l := range a.lines {
			a.curves = append(a.curves, fitted{sketches[i], seriesName(gpus(l[0])), a.marks.of(l[0].GPU).Color})
		}
		sketches = sketches[len(a.lines):]
		figures = append(figures, a.figure())
	}
	return figures
}

// sweeps are the points of the lines, to be fitted: no more of a line than a chart has
// marks, since fits of more take time and move no curve that can be seen.
func (a against) sweeps() []fitting.Sweep {
	sweeps := make([]fitting.Sweep, len(a.lines))
	for i, l := range a.lines {
		for _, r := range choose(l, MostMarks) {
			sweeps[i].X, sweeps[i].Y = append(sweeps[i].X, math.Log2(float64(r.Batch))), append(sweeps[i].Y, a.value(r))
		}
	}
	return sweeps
}

// lines groups rows by GPU model and number of GPUs and keeps the least energy at
// each batch size.
func lines(rows []aggregate.Row) [][]aggregate.Row {
	sorted := slices.Clone(rows)
	slices.SortFunc(sorted, func(a, b aggregate.Row) int {
		return cmp.Or(cmp.Compare(a.GPU, b.GPU), cmp.Compare(a.NumGPUs, b.NumGPUs), cmp.Compare(a.Batch, b.Batch),
			cmp.Compare(a.Energy, b.Energy), cmp.Compare(a.Run, b.Run))
	})
	var all [][]aggregate.Row
	for i, r := range sorted {
		switch {
		case i == 0 || gpus(r) != gpus(sorted[i-1]):
			all = append(all, []aggregate.Row{r})
		case r.Batch != sorted[i-1].Batch:
			all[len(all)-1] = append(all[len(all)-1], r)
		}
	}
	return all
}

// mostPoints keeps so many lines, those with the most points, in their order; left is
// how many it leaves out.
func mostPoints(lines [][]aggregate.Row, most int) (kept [][]aggregate.Row, left int) {
	if len(lines) <= most {
		return lines, 0
	}
	sizes := lists.Map(lines, func(l []aggregate.Row) int { return len(l) })
	slices.Sort(sizes)
	least := sizes[len(sizes)-most]
	over := 0 // lines that are longer, which all stay
	for _, n := range sizes {
		if n > least {
			over++
		}
	}
	for _, l := range lines {
		if len(l) > least || len(l) == least && over < most {
			kept = append(kept, l)
		}
		if len(l) == least {
			over++
		}
	}
	return kept, len(lines) - len(kept)
}

func (a against) figure() Figure {
	fig := Figure{Chart: a.chart, Caption: a.caption(), Description: a.description(), Wide: a.draw()}
	fig.say(a.title(), a.neutral())
	fig.Columns = []Column{
		{Field: a.gpu.Name, Label: a.task.Words.Say("charts.column.gpus")},
		a.task.numbers(a.batch),
		a.task.numbers(a.field),
	}
	fig.Curves = &Table{Columns: a.curveColumns()}
	for i, l := range a.lines {
		fig.Curves.Rows = append(fig.Curves.Rows, a.curves[i].row(a.task.Words, gpus(l[0]), len(l)))
		for _, r := range l {
			fig.Rows = append(fig.Rows, Row{Run: r.Run, Model: r.ModelID, Cells: []Cell{
				textCell(gpus(r)), whole(a.task.Words, r.Batch), number(a.task.Words, a.value(r)),
			}})
		}
	}
	return fig
}

func (a against) draw() Drawing {
	c := &canvas{words: a.task.Words, width: 340, height: 240, right: 334, bottom: 198, top: 8}
	xs, ys := a.extent()
	c.xName, c.yName = logAxis(c.words, a.task.Axis(a.batch)), axisName(c.words, a.task.label(a.field), a.task.shortUnit(a.field))
	c.x, c.y = batchScale(xs), linearScale(ys, true)
	if a.log {
		c.y = logScale(ys, 0.05, 0.05)
		c.yName = logAxis(c.words, c.yName)
	}
	if len(a.lines) > 1 {
		names := lists.Map(a.lines, func(l []aggregate.Row) string { return seriesName(gpus(l[0])) })
		c.legendOnTop(names, markWidth)
	}
	c.layout()
	for _, curve := range a.curves {
		curve.addBand(c)
	}
	for _, curve := range a.curves {
		curve.addLine(c)
	}
	row := 0
	for _, l := range a.lines {
		c.add(a.points(l, row))
		row += len(l)
	}
	return c.drawing()
}

// extent is what the axes hold: the points, curves and bands.
func (a against) extent() (xs, ys []float64) {
	for i, l := range a.lines {
		for _, r := range l {
			xs, ys = append(xs, float64(r.Batch)), append(ys, a.value(r))
		}
		ys = slices.Concat(ys, a.curves[i].Low, a.curves[i].High)
	}
	return xs, ys
}

// points are the marks of one line, whose first stands for the given table row.
func (a against) points(l []aggregate.Row, row int) Points {
	mark := a.marks.of(l[0].GPU)
	p := Points{Tag: Tag{Name: seriesName(gpus(l[0]))}, Shape: symbol(l[0].NumGPUs), W: 7, H: 7, Style: countStyle(mark)}
	for i, r := range l {
		p.At, p.Rows = append(p.At, [2]float64{float64(r.Batch), a.value(r)}), append(p.Rows, row+i)
	}
	return p
}

// symbol tells numbers of GPUs apart: a shape for 1, 2, up to 4, up to 8, and
// again from there.
func symbol(numGPUs int) scene.Shape {
	symbols := [...]scene.Shape{scene.Circle, scene.Triangle, scene.Diamond, scene.Rect}
	return symbols[bits.Len(uint(max(numGPUs, 1)-1))%len(symbols)]
}

// countStyle tells GPU models apart where the shape says their number: by color,
// and those whose mark is square by being hollow.
func countStyle(m Mark) scene.Style {
	if m.Shape == shapes[0] {
		return scene.Style{Fill: m.Color, Opacity: markStrength}
	}
	return scene.Style{Stroke: m.Color, Width: 1.4, Opacity: markStrength}
}

// main is the line that the title speaks of: the one with the least energy, or
// the longest where that one is a single point.
func (a against) main() []aggregate.Row {
	return slices.MinFunc(a.lines, func(l, m []aggregate.Row) int {
		return cmp.Or(cmp.Compare(min(len(m), 2), min(len(l), 2)), cmp.Compare(leastEnergy(l), leastEnergy(m)))
	})
}

func leastEnergy(rows []aggregate.Row) float64 {
	least := rows[0].Energy
	for _, r := range rows {
		least = min(least, r.Energy)
	}
	return least
}

func (a against) caption() string {
	text := a.task.Words.Say("charts.batch.caption")
	if slices.ContainsFunc(a.curves, fitted.drawn) {
		text += " " + a.task.Words.Say("charts.batch.curves")
	}
	if a.note != "" {
		text += " " + a.note
	}
	return text
}

func (a against) description() string {
	points := lists.Sum(a.lines, func(l []aggregate.Row) int { return len(l) })
	return a.task.Words.Say("charts.batch.description", "label", a.task.label(a.field), "n", points)
}
