package charts

import (
	"cmp"
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/internal/lists"
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
	metrics
}

// TaskFrontier draws energy against latency for all configurations of a task, colored by GPU, with the frontier and
// the deadline.
func TaskFrontier(rows []aggregate.Row, t Task, gpuMarks Marks) Figure {
	f := newFrontier(rows, t, gpuMarks)
	fig := f.figure("task-frontier")
	if len(rows) == 0 {
		return fig
	}
	f.draw(&fig, taskCanvases, []labelling{{f.namedPoints(), 40}, {}})
	fig.Frames = frames(rows, t, gpuMarks, taskCanvases)
	return fig
}

// taskCanvases are those of a task's drawings, wide and narrow.
func taskCanvases(f frontier) []*canvas {
	wide, narrow := f.canvas(1120, 440), f.canvas(360, 330)
	wide.legendAtRight(f.tradeoff().legendNames(f.task.Words))
	narrow.legendOnTop(f.tradeoff().legendNames(f.task.Words), markWidth)
	return []*canvas{wide, narrow}
}

// frames are those of the same drawings at each percentile.
func frames(rows []aggregate.Row, t Task, marks Marks, canvases func(frontier) []*canvas) [][]Frame {
	all := make([][]Frame, metricsOf(rows[0], t.Percentile).percentiles)
	for p := range all {
		t.Percentile = aggregate.Percentile(p)
		for _, c := range canvases(newFrontier(rows, t, marks)) {
			c.layout()
			all[p] = append(all[p], c.frame())
		}
	}
	return all
}

func newFrontier(rows []aggregate.Row, t Task, marks Marks) frontier {
	f := frontier{task: t, marks: marks, all: len(rows)}
	if len(rows) == 0 {
		return f
	}
	f.metrics = metricsOf(rows[0], t.Percentile)
	f.line = aggregate.Frontier(rows, t.Percentile)
	f.best = aggregate.Best(rows, t.query())
	f.rows = choose(rows, pageMarks, f.line, f.best)
	slices.SortFunc(f.rows, func(a, b aggregate.Row) int {
		return cmp.Or(cmp.Compare(a.Energy, b.Energy), cmp.Compare(a.Latency(t.Percentile), b.Latency(t.Percentile)), cmp.Compare(a.Run, b.Run))
	})
	return f
}

// canvas has axes that hold all rows. The top of the plotting area is kept free
// for what is written on the deadline's area, the bottom for labels.
func (f frontier) canvas(width, height int) *canvas {
	c := &canvas{words: f.task.Words, width: width, height: height, movable: true, top: 10, right: width - 6, bottom: height - 42}
	c.xName, c.yName = logAxis(c.words, f.task.Axis(f.latency)), logAxis(c.words, f.task.Axis(f.energy))
	c.x = logScale(f.latencies(), 0.03, 0.03)
	inside := float64(c.bottom - c.top)
	c.y = logScale(f.energies(), 30/inside, 24/inside)
	c.yMax = slices.Max(f.energies())
	return c
}

func (f frontier) latencies() []float64 {
	values := lists.Map(f.rows, func(r aggregate.Row) float64 { return r.Latency(f.task.Percentile) })
	values = append(values, lists.Map(f.task.Ghosts, func(g Ghost) float64 { return g.Row.Latency(f.task.Percentile) })...)
	return values
}

func (f frontier) energies() []float64 {
	values := lists.Map(f.rows, func(r aggregate.Row) float64 { return r.Energy })
	values = append(values, lists.Map(f.task.Ghosts, func(g Ghost) float64 { return g.Row.Energy })...)
	return values
}

func (f frontier) value(r aggregate.Row) [2]float64 {
	return [2]float64{r.Latency(f.task.Percentile), r.Energy}
}

// labelling is the labels of a drawing, and how many marks one may cover.
type labelling struct {
	labels []label
	cover  int
}

// draw puts the trade-off on each canvas, with its labels.
func (f frontier) draw(fig *Figure, canvases func(frontier) []*canvas, with []labelling) {
	var drawings []Drawing
	for i, c := range canvases(f) {
		c.layout()
		t := f.tradeoff()
		t.size = 7
		if c.width < 480 {
			t.size = 6
		}
		t.late, t.labels, t.cover = f.lateSpan(c), with[i].labels, with[i].cover
		t.draw(c)
		drawings = append(drawings, c.drawing())
	}
	fig.Wide = drawings[0]
	if len(drawings) > 1 {
		fig.Narrow = &drawings[1]
	}
}

// tradeoff is what the rows are on the axes.
func (f frontier) tradeoff() tradeoff {
	t := tradeoff{groups: f.groups(), ghosts: f.ghosts()}
	t.front = append(t.front, lists.Map(f.line, f.value)...)
	if len(f.best) > 0 && f.task.Deadline > 0 {
		best := f.value(f.best[0])
		t.best = &best
	}
	return t
}

// groups are the rows by GPU.
func (f frontier) groups() []group {
	byName := map[string]*group{}
	var groups []*group
	for i, r := range f.rows {
		g := byName[r.GPU]
		if g == nil {
			g = &group{name: seriesName(r.GPU), mark: f.marks.of(r.GPU)}
			byName[r.GPU], groups = g, append(groups, g)
		}
		g.at, g.rows = append(g.at, f.value(r)), append(g.rows, i)
	}
	slices.SortFunc(groups, func(a, b *group) int { return cmp.Compare(a.name, b.name) })
	return lists.Map(groups, func(g *group) group { return *g })
}

// lateSpan covers what is too late, nil where nothing on the axis is.
func (f frontier) lateSpan(c *canvas) *Span {
	from := max(f.task.Deadline, c.x.min)
	if f.task.Deadline <= 0 || from >= c.x.max {
		return nil
	}
	return &Span{From: from, To: c.x.max, Text: f.deadlineText(c.x.to - c.x.at(from))}
}

func (f frontier) figure(chart string) Figure {
	fig := Figure{Chart: chart}
	fig.say(f.title(), f.neutral())
	if f.all == 0 {
		return fig
	}
	fig.Caption, fig.Description = f.caption(), f.description()
	fig.Columns = f.columns(f.task)
	fig.Rows = append(fig.Rows, lists.Map(f.rows, f.row)...)
	fig.Rows = append(fig.Rows, f.ghostRows()...)
	return fig
}

func (f frontier) row(r aggregate.Row) Row {
	row := f.task.row(r)
	if slices.ContainsFunc(f.line, func(o aggregate.Row) bool { return o.Run == r.Run }) {
		row.Mark = f.task.Words.Say("table.frontier")
	}
	return row
}

func (f frontier) caption() string {
	w := f.task.Words
	text := w.Say("charts.caption.points")
	switch {
	case len(f.line) > 1:
		text += " " + w.Say("charts.frontier.line")
	case f.all > 1:
		text += " " + w.Say("charts.frontier.one_best")
	}
	if len(f.rows) < f.all {
		text += " " + w.Say("charts.frontier.sample", "n", len(f.rows), "all", f.all)
	}
	if _, more := fewNames(f.gpuNames()); more > 0 {
		text += " " + w.Say("charts.frontier.named", "n", mostNamed, "all", mostNamed+more)
	}
	return text + f.ghostCaption()
}

func (f frontier) gpuNames() []string {
	names := lists.Map(f.rows, func(r aggregate.Row) string { return r.GPU })
	return distinct(names)
}

// seriesName is a GPU's name as legends show it.
func seriesName(gpu string) string { return plain(gpu, fontSize, 140) }

func (f frontier) description() string {
	first, last, w := f.line[0], f.line[len(f.line)-1], f.task.Words
	text := w.Say("charts.frontier.description", "n", f.all)
	if first.Run != last.Run {
		text += " " + w.Say("charts.frontier.falls",
			"fastest", f.task.energy(first.Energy), "fast", f.span(first), "lowest", f.task.energy(last.Energy), "slow", f.span(last))
	}
	return text
}

func (f frontier) span(r aggregate.Row) string {
	return tied(f.task.span(r.Latency(f.task.Percentile), f.latency))
}
