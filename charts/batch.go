package charts

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"

	echarts "github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
)

// against is one metric against batch size: a line for each GPU model and number
// of GPUs.
type against struct {
	task  Task
	marks Marks
	lines [][]aggregate.Row // by batch, of at least one row each
	field data.Field
	batch data.Field
	log   bool
	value func(aggregate.Row) float64
	note  string
}

// AgainstBatch draws energy, power, throughput and latency of one model in one
// task against batch size: small multiples with one line for each GPU model and
// number of GPUs. Where several configurations share a point, the one with the
// least energy is drawn.
func AgainstBatch(rows []aggregate.Row, t Task, gpuMarks Marks) []Figure {
	if len(rows) == 0 {
		return nil
	}
	m := metricsOf(rows[0].Domain, t.Percentile)
	kept, note := mostMeasured(rows)
	base := against{task: t, marks: gpuMarks, lines: lines(kept), batch: m.batch, note: note}
	figures := []Figure{}
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
		a.field, a.log, a.value = one.field, one.log, one.value
		figures = append(figures, a.figure(one.chart))
	}
	return figures
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

func (a against) figure(chart string) Figure {
	fig := Figure{Chart: chart, Title: a.title(), Caption: a.caption(), Description: a.description(), Wide: a.draw()}
	fig.Columns = []Column{
		{Field: "gpu_model", Label: "GPUs"},
		a.task.numbers(a.batch),
		a.task.numbers(a.field),
	}
	for _, l := range a.lines {
		for _, r := range l {
			fig.Rows = append(fig.Rows, Row{Run: r.Run, Model: r.ModelID, Cells: []Cell{
				words(gpus(r)), whole(r.Batch), number(a.value(r)),
			}})
		}
	}
	return fig
}

func (a against) draw() Drawing {
	c := &canvas{width: 340, height: 240, right: 334, bottom: 198, top: 8}
	var xs, ys []float64
	var names []string
	for _, l := range a.lines {
		names = append(names, seriesName(gpus(l[0])))
		for _, r := range l {
			xs, ys = append(xs, float64(r.Batch)), append(ys, a.value(r))
		}
	}
	c.xName, c.yName = a.task.axis(a.batch)+" (log)", a.task.label(a.field)+", "+shortUnit(a.task.inWords(a.field.Unit))
	c.x, c.y = batchScale(xs), linearScale(ys, true)
	if a.log {
		c.y = logScale(ys, 0.05, 0.05)
		c.yName += " (log)"
	}
	if len(names) > 1 {
		c.legendOnTop(names, dashWidth)
	}
	c.layout()
	row := 0
	for _, l := range a.lines {
		c.add(a.path(l, row))
		row += len(l)
	}
	return c.drawing()
}

// path is one line, whose first mark stands for the given table row.
func (a against) path(l []aggregate.Row, row int) series {
	points, rows := make([][2]float64, len(l)), make([]int, len(l))
	for i, r := range l {
		points[i], rows[i] = [2]float64{float64(r.Batch), round(a.value(r))}, row+i
	}
	mark := a.marks.of(l[0].GPU)
	return series{
		rows:      rows,
		LineStyle: &lineStyle{LineStyle: opts.LineStyle{Color: mark.Color, Width: 1.6}, Type: dash(l[0].NumGPUs)},
		SingleSeries: echarts.SingleSeries{
			Name: seriesName(gpus(l[0])), Type: "line", Data: points, Symbol: mark.Shape, SymbolSize: 5,
			ItemStyle: &opts.ItemStyle{Color: mark.Color},
		},
	}
}

// dashWidth is how wide a legend's sample of a dashed line is.
const dashWidth = 18

// dash tells numbers of GPUs apart: a pattern for 1, 2, up to 4, up to 8, and
// again from there.
func dash(numGPUs int) any {
	patterns := [...]any{"solid", []int{6, 3}, []int{2, 2}, []int{6, 2, 2, 2}}
	return patterns[bits.Len(uint(max(numGPUs, 1)-1))%len(patterns)]
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
	text := "One line for each GPU model and number of GPUs; where configurations share a point, the one with the least energy."
	if a.note != "" {
		text += " " + a.note
	}
	return text
}

func (a against) description() string {
	points := 0
	for _, l := range a.lines {
		points += len(l)
	}
	return fmt.Sprintf("Line chart. %s against batch size on a logarithmic axis: %s in %d lines.",
		a.task.label(a.field), configurations(points), len(a.lines))
}
