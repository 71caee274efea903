package charts

import (
	"cmp"
	"slices"

	"github.com/jouleboard/jouleboard/charts/scene"
	"github.com/jouleboard/jouleboard/internal/lists"

	"github.com/jouleboard/jouleboard/aggregate"
)

// byModel is the energies of a task's models: one line each.
type byModel struct {
	task   Task
	models []model // those that meet the deadline first
	of     int     // models before the choice of those that are drawn
	all    int     // rows before the choice of marks
	drawn  int
	metrics
}

// model is one line of the chart.
type model struct {
	rows []aggregate.Row // drawn, least energy first
	best aggregate.Row   // within the deadline, or the fastest where late
	late bool
}

// EnergyByModel draws the energies of each model's configurations on one logarithmic axis: a bar over all of them, a
// tick for each, and a dot and a number for the best within the deadline.
func EnergyByModel(rows []aggregate.Row, t Task) Figure {
	b := newByModel(rows, t)
	fig := b.figure()
	if len(b.models) == 0 {
		return fig
	}
	narrow := b.narrow()
	fig.Wide, fig.Narrow = b.wide(), &narrow
	return fig
}

func newByModel(rows []aggregate.Row, t Task) byModel {
	b := byModel{task: t, all: len(rows)}
	if len(rows) == 0 {
		return b
	}
	b.metrics = metricsOf(rows[0], t.Percentile)
	best, late := aggregate.Best(rows, t.query()), aggregate.Late(rows, t.query())
	b.of = len(best) + len(late)
	shown := slices.Concat(best, late)
	shown = shown[:min(len(shown), mostModels)]
	groups := map[string][]aggregate.Row{}
	for _, r := range choose(ofModels(rows, shown), MostMarks, shown) {
		groups[r.ModelID] = append(groups[r.ModelID], r)
		b.drawn++
	}
	for i, r := range shown {
		group := groups[r.ModelID]
		slices.SortFunc(group, func(x, y aggregate.Row) int {
			return cmp.Or(cmp.Compare(x.Energy, y.Energy), cmp.Compare(x.Run, y.Run))
		})
		b.models = append(b.models, model{rows: group, best: r, late: i >= len(best)})
	}
	return b
}

// mostModels is how many lines the chart has at most: more would be a table.
const mostModels = 80

// ofModels are the rows of the models that some rows are of.
func ofModels(rows, some []aggregate.Row) []aggregate.Row {
	wanted := lists.By(some, func(r aggregate.Row) (string, bool) { return r.ModelID, true })
	return slices.DeleteFunc(slices.Clone(rows), func(r aggregate.Row) bool { return !wanted[r.ModelID] })
}

// wide has the names at the left and the numbers at the right.
func (b byModel) wide() Drawing {
	const rowHeight = 26
	c := b.canvas(1120, rowHeight)
	c.right = c.width - 40
	for _, m := range b.models {
		number, _ := b.number(m)
		c.right = min(c.right, c.width-int(1.1*textWidth(number, fontSize))-12)
		text := plain(name(m.best), fontSize, 300)
		c.names = append(c.names, text)
		c.left = max(c.left, int(textWidth(text, fontSize))+16)
	}
	c.layout()
	b.layers(c, 11)
	c.add(b.numbers(c.x.max, "right", place{dx: 2}))
	return c.drawing()
}

// narrow has name and number above each bar.
func (b byModel) narrow() Drawing {
	const rowHeight = 42
	c := b.canvas(360, rowHeight)
	c.left, c.right, c.unnamed, c.names = 8, c.width-8, true, numbered(len(b.models))
	c.layout()
	b.layers(c, 11)
	c.add(b.namesAbove(c.x.min))
	c.add(b.numbers(c.x.max, "left", place{dx: 5, dy: -16}))
	return c.drawing()
}

func (b byModel) canvas(width, rowHeight int) *canvas {
	var energies []float64
	for _, m := range b.models {
		energies = append(energies, lists.Map(m.rows, func(r aggregate.Row) float64 { return r.Energy })...)
	}
	c := &canvas{words: b.task.Words, width: width, top: 4, xName: logAxis(b.task.Words, b.task.Axis(b.energy))}
	c.x = logScale(energies, 0.02, 0.02)
	c.bottom = c.top + rowHeight*len(b.models)
	c.height = c.bottom + 42
	return c
}

// layers draws bars, marks and dots, from back to front. Rows of the table are the
// models, then their marks.
func (b byModel) layers(c *canvas, tickHeight float64) {
	c.add(b.bars())
	marks := Points{
		Shape: scene.Rect, W: 2, H: tickHeight, Style: scene.Style{Fill: muted, Opacity: 0.5},
	}
	dots := Points{
		Shape: scene.Circle, W: 10, H: 10, Style: scene.Style{Fill: accent, Opacity: markStrength},
	}
	row := 0
	for i, m := range b.models {
		for _, r := range m.rows {
			s := &marks
			if !m.late && r.Run == m.best.Run {
				s = &dots
			}
			s.At, s.Rows = append(s.At, [2]float64{r.Energy, float64(i)}), append(s.Rows, row)
			row++
		}
	}
	c.add(marks)
	c.add(dots)
}

// bars is one broken line: from the least to the greatest energy of each model.
func (b byModel) bars() Line {
	s := Line{Style: scene.Style{Stroke: bar, Width: 5, Round: true}}
	for i, m := range b.models {
		y := float64(i)
		s.At = append(s.At, [2]float64{m.rows[0].Energy, y}, [2]float64{m.rows[len(m.rows)-1].Energy, y}, gap)
	}
	return s
}

// numbers writes each model's lowest energy at the given end of the axis.
func (b byModel) numbers(x float64, side string, at place) Texts {
	return b.texts(x, side, at, b.number)
}

func (b byModel) number(m model) (text string, strong bool) {
	if m.late {
		return b.task.Words.Say("charts.models.late"), false
	}
	return b.task.Words.Number(m.best.Energy), true
}

func (b byModel) namesAbove(x float64) Texts {
	return b.texts(x, "right", place{dx: -5, dy: -16}, func(m model) (text string, strong bool) {
		return plain(name(m.best), fontSize, 270), false
	})
}

func (b byModel) texts(x float64, side string, at place, text func(model) (string, bool)) Texts {
	s := Texts{Color: labelInk}
	for i, m := range b.models {
		t, strong := text(m)
		s.All = append(s.All, Label{
			At: [2]float64{x, float64(i)}, Text: t, Size: fontSize, Bold: strong, Side: side, Gap: 5, DX: float64(at.dx), DY: float64(at.dy),
		})
	}
	return s
}

func (b byModel) figure() Figure {
	fig := Figure{Chart: "energy-by-model"}
	fig.say(b.title(), b.neutral())
	if b.all == 0 {
		return fig
	}
	fig.Caption, fig.Description = b.caption(), b.description()
	fig.Columns = b.columns(b.task)
	for _, m := range b.models {
		fig.Rows = append(fig.Rows, lists.Map(m.rows, func(r aggregate.Row) Row { return b.row(m, r) })...)
	}
	return fig
}

func (b byModel) row(m model, r aggregate.Row) Row {
	row := b.task.row(r)
	if !m.late && r.Run == m.best.Run {
		row.Mark = b.task.Words.Say("charts.mark.best")
	}
	return row
}

// title compares the models with the least and the most energy of those drawn.
func (b byModel) title() sentence {
	inTime := lists.Filter(b.models, func(m model) bool { return !m.late })
	w := b.task.Words
	if len(inTime) == 0 {
		return saying(w.Say("charts.models.none", "deadline", b.task.spanPer(b.task.Deadline, b.latency)),
			Claim{Predicate: NoneWithin, Fields: []string{b.latency.Name}, Limit: b.task.Deadline})
	}
	first := inTime[0].best
	values := []any{"model", b.task.called(first), "energy", b.task.energy(first.Energy), "deadline", b.task.span(b.task.Deadline, b.latency)}
	least := Claim{
		Predicate: Least, Runs: runs(first), Fields: []string{b.energy.Name, b.latency.Name}, Value: first.Energy,
		Limit: b.task.Deadline,
	}
	if len(inTime) == 1 {
		return saying(b.only(values), least)
	}
	last := inTime[len(inTime)-1].best
	times := last.Energy / first.Energy
	text := b.compared(append(values, "other", b.task.called(last), "times", b.task.times(times)))
	return saying(text, least, Claim{Predicate: Times, Runs: runs(last, first), Fields: []string{b.energy.Name}, Value: times})
}

func (b byModel) only(values []any) string {
	if b.task.Deadline > 0 {
		return b.task.Words.Say("charts.models.one", values...)
	}
	return b.task.Words.Say("charts.models.one_unlimited", values...)
}

func (b byModel) compared(values []any) string {
	if b.task.Deadline > 0 {
		return b.task.Words.Say("charts.models.several", values...)
	}
	return b.task.Words.Say("charts.models.several_unlimited", values...)
}

// neutral names what is drawn.
func (b byModel) neutral() string {
	if b.all == 0 {
		return ""
	}
	return b.task.Words.Say("charts.models.neutral", "label", b.task.label(b.energy))
}

func (b byModel) caption() string {
	w := b.task.Words
	text := w.Say("charts.models.caption_unlimited")
	if b.task.Deadline > 0 {
		text = w.Say("charts.models.caption", "deadline", b.task.spanPer(b.task.Deadline, b.latency))
	}
	if len(b.models) < b.of {
		text += " " + w.Say("charts.models.first", "n", len(b.models), "all", b.of)
	}
	if b.drawn < b.all {
		text += " " + w.Say("charts.models.sample", "n", b.drawn, "all", b.all)
	}
	return text
}

func (b byModel) description() string {
	return b.task.Words.Say("charts.models.description", "n", len(b.models))
}
