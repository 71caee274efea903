package charts

import (
	"cmp"
	"fmt"
	"slices"

	echarts "github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/units"
)

// frontier is what a frontier chart shows: some rows of one task, the ones that
// no other beats, and the deadline.
type frontier struct {
	task  Task
	marks Marks
	all   int             // rows before the choice of marks
	rows  []aggregate.Row // drawn, least energy first
	line  []aggregate.Row // the frontier, by latency
	best  []aggregate.Row // each model's best in time, least energy first
	cover int             // how many marks a label may cover before it is left out
	metrics
}

// TaskFrontier draws energy against latency for all configurations of a task,
// coloured by GPU, with the frontier and the deadline.
func TaskFrontier(rows []aggregate.Row, t Task, gpuMarks Marks) Figure {
	f := newFrontier(rows, t, gpuMarks)
	fig := f.figure("task-frontier")
	if len(rows) == 0 {
		return fig
	}
	wide := f.canvas(1120, 440)
	wide.legendAtRight(f.legendNames())
	narrow := f.canvas(360, 330)
	narrow.legendOnTop(f.legendNames(), markWidth)
	f.cover = 40
	d := f.draw(narrow, nil)
	fig.Wide = f.draw(wide, f.namedPoints())
	fig.Narrow = &d
	return fig
}

// ModelFrontier draws the same for the configurations of one model in one task,
// with batch sizes beside the points of the frontier.
func ModelFrontier(rows []aggregate.Row, t Task, gpuMarks Marks) Figure {
	if len(rows) > 0 {
		t.Ghosts, t.MoreGhosts = ofModel(t.Ghosts, rows[0].ModelID), 0
	}
	f := newFrontier(rows, t, gpuMarks)
	fig := f.figure("model-frontier")
	if len(rows) == 0 {
		return fig
	}
	f.cover = 2
	c := f.canvas(340, 300)
	c.legendOnTop(f.legendNames(), markWidth)
	fig.Wide = f.draw(c, f.batches())
	fig.Caption += " Numbers are batch sizes."
	return fig
}

func newFrontier(rows []aggregate.Row, t Task, marks Marks) frontier {
	f := frontier{task: t, marks: marks, all: len(rows)}
	if len(rows) == 0 {
		return f
	}
	f.metrics = metricsOf(rows[0].Domain, t.Percentile)
	f.line = aggregate.Frontier(rows, t.Percentile)
	f.best = aggregate.Best(rows, t.query())
	f.rows = choose(rows, MostMarks, f.line, f.best)
	slices.SortFunc(f.rows, func(a, b aggregate.Row) int {
		return cmp.Or(cmp.Compare(a.Energy, b.Energy), cmp.Compare(a.Latency(t.Percentile), b.Latency(t.Percentile)), cmp.Compare(a.Run, b.Run))
	})
	return f
}

// canvas has axes that hold all rows. The top of the plotting area is kept free
// for what is written on the deadline's area, the bottom for labels.
func (f frontier) canvas(width, height int) *canvas {
	c := &canvas{width: width, height: height, top: 10, right: width - 6, bottom: height - 42}
	c.xName, c.yName = f.task.axis(f.latency)+" (log)", f.task.axis(f.energy)+" (log)"
	c.x = logScale(f.latencies(), 0.03, 0.03)
	inside := float64(c.bottom - c.top)
	c.y = logScale(f.energies(), 30/inside, 24/inside)
	c.yMax = slices.Max(f.energies())
	return c
}

func (f frontier) latencies() []float64 {
	values := make([]float64, len(f.rows))
	for i, r := range f.rows {
		values[i] = r.Latency(f.task.Percentile)
	}
	for _, g := range f.task.Ghosts {
		values = append(values, g.Row.Latency(f.task.Percentile))
	}
	return values
}

func (f frontier) energies() []float64 {
	values := make([]float64, len(f.rows))
	for i, r := range f.rows {
		values[i] = r.Energy
	}
	for _, g := range f.task.Ghosts {
		values = append(values, g.Row.Energy)
	}
	return values
}

func (f frontier) value(r aggregate.Row) [2]float64 {
	return [2]float64{round(r.Latency(f.task.Percentile)), round(r.Energy)}
}

// draw adds the layers from back to front.
func (f frontier) draw(c *canvas, labels []label) Drawing {
	c.layout()
	size := 7
	if c.width < 480 {
		size = 6
	}
	f.addGhosts(c)
	for _, gpu := range f.gpuNames() {
		c.add(f.points(gpu, size))
	}
	f.shadeDeadline(c)
	if len(f.line) > 1 {
		c.add(f.path())
	}
	if len(f.best) > 0 && f.task.Deadline > 0 {
		c.add(f.ring())
	}
	if placed := f.place(c, labels); len(placed) > 0 {
		c.add(labelSeries(placed))
	}
	return c.drawing()
}

func (f frontier) gpuNames() []string {
	names := make([]string, len(f.rows))
	for i, r := range f.rows {
		names[i] = r.GPU
	}
	return distinct(names)
}

// points is the scatter of one GPU's rows with marks of that size in px.
func (f frontier) points(gpu string, size int) series {
	var data [][2]float64
	var rows []int
	for i, r := range f.rows {
		if r.GPU == gpu {
			data, rows = append(data, f.value(r)), append(rows, i)
		}
	}
	mark := f.marks.of(gpu)
	return series{rows: rows, SingleSeries: echarts.SingleSeries{
		Name: seriesName(gpu), Type: "scatter", Data: data, Symbol: mark.Shape, SymbolSize: size,
		ItemStyle: mark.style(),
	}}
}

// style fills a mark lightly, so that marks on top of each other stay visible.
func (m Mark) style() *opts.ItemStyle {
	return &opts.ItemStyle{Color: m.Color + "80", BorderColor: m.Color, BorderWidth: 1}
}

func (f frontier) path() series {
	var data [][2]float64
	for _, r := range f.line {
		data = append(data, f.value(r))
	}
	return series{
		Silent: true, Z: 3, LineStyle: &lineStyle{LineStyle: opts.LineStyle{Color: frontierInk, Width: 1.6}},
		// without this the legend shows a mark on the line
		SingleSeries: echarts.SingleSeries{
			Name: "frontier", Type: "line", Data: data, Symbol: "none",
			ItemStyle: &opts.ItemStyle{Opacity: opts.Float(0)},
		},
	}
}

// ring marks the least energy in time.
func (f frontier) ring() series {
	return series{Silent: true, Z: 4, SingleSeries: echarts.SingleSeries{
		Type: "scatter", Data: [][2]float64{f.value(f.best[0])}, Symbol: "circle", SymbolSize: 16,
		ItemStyle: &opts.ItemStyle{Color: "transparent", BorderColor: ringInk, BorderWidth: 2},
	}}
}

// shadeDeadline covers what is too late, if anything on the axis is.
func (f frontier) shadeDeadline(c *canvas) {
	from := max(f.task.Deadline, c.x.min)
	if f.task.Deadline <= 0 || from >= c.x.max {
		return
	}
	text := f.deadlineText(c.x.to - c.x.at(from))
	c.add(series{Silent: true, SingleSeries: echarts.SingleSeries{
		Type: "line", Data: []any{},
		MarkAreas: &opts.MarkAreas{
			Data: []any{[]opts.MarkAreaData{{Name: text, XAxis: round(from)}, {XAxis: c.x.max}}},
			MarkAreaStyle: opts.MarkAreaStyle{
				ItemStyle: &opts.ItemStyle{Color: lateArea, Opacity: opts.Float(0.35)},
				Label:     &opts.Label{Show: opts.Bool(text != ""), Position: "insideTopLeft", Color: lateText, FontSize: fontSize},
			},
		},
	}})
}

func (f frontier) legendNames() []string {
	var names []string
	for _, gpu := range f.gpuNames() {
		names = append(names, seriesName(gpu))
	}
	if len(f.line) > 1 {
		names = append(names, "frontier")
	}
	if len(f.task.Ghosts) > 0 {
		names = append(names, ghostName)
	}
	return names
}

func (f frontier) figure(chart string) Figure {
	fig := Figure{Chart: chart, Title: f.title()}
	if f.all == 0 {
		return fig
	}
	fig.Caption, fig.Description = f.caption(), f.description()
	fig.Columns = f.columns(f.task)
	for _, r := range f.rows {
		fig.Rows = append(fig.Rows, f.row(r))
	}
	fig.Rows = append(fig.Rows, f.ghostRows()...)
	return fig
}

func (f frontier) row(r aggregate.Row) Row {
	row := f.task.row(r)
	if slices.ContainsFunc(f.line, func(o aggregate.Row) bool { return o.Run == r.Run }) {
		row.Mark = "on the frontier"
	}
	return row
}

func (f frontier) caption() string {
	text := "Each mark is one configuration."
	switch {
	case len(f.line) > 1:
		text += " No other beats those on the line in both latency and energy."
	case f.all > 1:
		text += " One beats all others in both latency and energy."
	}
	if left := f.all - len(f.rows); left > 0 {
		text += fmt.Sprintf(" Shown are %s of %s configurations: the frontier, each model's best and a sample of the others.",
			units.Whole(len(f.rows)), units.Whole(f.all))
	}
	return text + f.ghostCaption()
}

// seriesName is a GPU's name as legends show it.
func seriesName(gpu string) string { return plain(gpu, fontSize, 140) }

func (f frontier) description() string {
	first, last := f.line[0], f.line[len(f.line)-1]
	text := fmt.Sprintf("Scatter plot of energy against latency, both on logarithmic axes. %s.", configurations(f.all))
	if first.Run != last.Run {
		text += fmt.Sprintf(" The frontier falls from %s at %s to %s at %s.",
			f.task.energy(first.Energy), f.span(first), f.task.energy(last.Energy), f.span(last))
	}
	return text
}

func (f frontier) span(r aggregate.Row) string {
	return span(r.Latency(f.task.Percentile), f.latency)
}

func configurations(n int) string {
	if n == 1 {
		return "1 configuration"
	}
	return units.Whole(n) + " configurations"
}
