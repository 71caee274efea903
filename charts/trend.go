package charts

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/jouleboard/jouleboard/charts/scene"
	"github.com/jouleboard/jouleboard/internal/lists"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
)

// Moment is a model's best configuration at one date.
type Moment struct {
	Date            string // as the axis shows it
	Run, Model      string // as in [Row]
	Name            string // of the model, in a trend of whichever model is the best; "" in one of a model
	GPUs            string // "8× B200"
	Batch           int
	Energy, Latency float64
	Margin          float64 // of the energy; see [aggregate.Row]
	// Note is the reason why the moment is not comparable with the others; "" if it is.
	Note string
	Same bool // whether the trend is one of a single configuration
	// Shift says of the first moment of a level that has lasted how it differs from the one before; "" for others.
	Shift string
}

// trend is the moments of one model in one task.
type trend struct {
	board  bool // of whichever model is the best
	task   Task
	energy data.Field
	all    []Moment
	line   []int // among all, those that compare
	others []int
}

// Trend draws the energy of a model's best configuration at each date, or of the best of all models if moments name
// theirs. Dates are equally spaced on the axis, since they cluster; the line is broken where nothing was measured. Moments that are not comparable are hollow marks apart
// from the line; with fewer than two comparable ones the figure is empty. A ring marks where a lasting level begins.
func Trend(moments []Moment, energy, latency data.Field, t Task) Figure {
	d := trend{task: t, energy: energy, all: moments}
	for i, m := range moments {
		d.board = d.board || m.Name != ""
		if m.Note == "" {
			d.line = append(d.line, i)
		} else {
			d.others = append(d.others, i)
		}
	}
	fig := Figure{Chart: "trend", Title: t.Words.Say("charts.trend.empty")}
	if len(d.line) < 2 {
		return fig
	}
	fig.say(d.says())
	fig.Caption, fig.Description = d.caption(), d.description()
	fig.Table = d.table(latency)
	fig.Wide = d.draw()
	return fig
}

// table is the moments; what none of them states has no column.
func (d trend) table(latency data.Field) (t Table) {
	w, usual := d.task.Words, ""
	if d.task.Deadline > 0 {
		usual = w.Say("charts.trend.meets")
	}
	t.Rows = make([]Row, len(d.all))
	for _, c := range []struct {
		Column
		cell func(Moment) Cell
	}{
		{Column{Label: w.Say("charts.column.date")}, func(m Moment) Cell { return textCell(m.Date) }},
		{Column{Label: w.Say("table.model"), Long: true}, func(m Moment) Cell { return textCell(m.Name) }},
		{d.task.numbers(d.energy), func(m Moment) Cell { return numberIn(w, d.task.form(d.energy), m.Energy) }},
		{d.task.numbers(latency), func(m Moment) Cell { return stated(m.Latency, number(w, m.Latency)) }},
		{Column{Label: w.Say("charts.column.gpus")}, func(m Moment) Cell { return textCell(m.GPUs) }},
		{Column{Label: w.Say("charts.column.batch"), Number: true}, func(m Moment) Cell { return stated(float64(m.Batch), whole(w, m.Batch)) }},
		{Column{Label: w.Say("charts.column.note"), Long: true}, func(m Moment) Cell { return textCell(cmp.Or(m.Note, m.Shift, usual)) }},
	} {
		if !slices.ContainsFunc(d.all, func(m Moment) bool { return c.cell(m).Text != "" }) {
			continue
		}
		t.Columns = append(t.Columns, c.Column)
		for i, m := range d.all {
			t.Rows[i].Run, t.Rows[i].Model = m.Run, m.Model
			t.Rows[i].Cells = append(t.Rows[i].Cells, c.cell(m))
		}
	}
	return t
}

// stated is the cell of a number, empty for 0.
func stated(x float64, c Cell) Cell {
	if x == 0 {
		return Cell{}
	}
	return c
}

func (d trend) draw() Drawing {
	const width = 288 // the frame of the narrowest windows: the dates are as small as texts may be
	c := &canvas{words: d.task.Words, width: width, height: 210, Panel: Panel{Right: width - 10, Bottom: 178, Top: 10}}
	var energies []float64
	for _, m := range d.all {
		c.x.Categories, energies = append(c.x.Categories, m.Date), append(energies, m.Energy)
	}
	c.y = linearScale(energies, true)
	c.y.Name, c.y.form = d.task.Axis(d.energy), d.task.form(d.energy)
	c.layout()
	c.x.Every = d.labelEvery(c.Right - c.Left)
	for _, run := range d.unbroken() {
		c.add(Line{At: d.values(run), Style: scene.Style{Stroke: accent, Width: 1.6}})
	}
	c.add(d.points(d.marked(), scene.Style{Fill: accent, Opacity: markStrength}))
	if len(d.shifts()) > 0 {
		ring := d.points(d.shifts(), scene.Style{Stroke: accent, Width: 1.4})
		ring.W, ring.H = 16, 16
		c.add(ring)
		c.add(Texts{Color: labelInk, All: lists.Map(d.shifts(), d.shiftDate)})
	}
	if len(d.others) > 0 {
		c.add(d.points(d.others, scene.Style{Stroke: muted, Width: 1.4, Opacity: markStrength}))
	}
	return c.drawing()
}

// mostMarked moments have a mark each; of more, the first and the last, and those that begin a level.
const mostMarked = 60

func (d trend) marked() []int {
	if len(d.line) <= mostMarked {
		return d.line
	}
	return lists.Filter(d.line, func(i int) bool { return i == d.line[0] || i == d.line[len(d.line)-1] || d.all[i].Shift != "" })
}

// gapDays is how many times the usual days between two moments are a gap, in which nothing was measured.
const gapDays = 5

// unbroken are the moments of the line in parts, between which nothing was measured.
func (d trend) unbroken() (parts [][]int) {
	days := make([]int, len(d.line))
	for k, i := range d.line[1:] {
		from, err1 := time.Parse(time.DateOnly, d.all[d.line[k]].Date)
		to, err2 := time.Parse(time.DateOnly, d.all[i].Date)
		if err1 == nil && err2 == nil {
			days[k+1] = int(to.Sub(from).Hours() / 24)
		}
	}
	usual := slices.Sorted(slices.Values(days[1:]))[(len(days)-1)/2]
	for k, i := range d.line {
		if k == 0 || days[k] > gapDays*max(usual, 1) && len(d.line) > 10 {
			parts = append(parts, nil)
		}
		parts[len(parts)-1] = append(parts[len(parts)-1], i)
	}
	return parts
}

// values are some moments as the axes have them.
func (d trend) values(which []int) [][2]float64 {
	return lists.Map(which, func(i int) [2]float64 { return [2]float64{float64(i), d.all[i].Energy} })
}

func (d trend) points(which []int, style scene.Style) Points {
	return Points{At: d.values(which), Rows: which, Shape: scene.Circle, W: 8, H: 8, Style: style}
}

// shifts are the moments with which a lasting level begins.
func (d trend) shifts() []int {
	return lists.Filter(d.line, func(i int) bool { return d.all[i].Shift != "" })
}

// shiftDate is the date of a shift beside its ring, on the side with more room and where the level before it was.
func (d trend) shiftDate(i int) Label {
	l := Label{At: [2]float64{float64(i), d.all[i].Energy}, Text: d.all[i].Date, Size: smallSize, Gap: 11, Place: Place{"right", 0, -14}}
	if k := slices.Index(d.line, i); k > 0 && d.all[d.line[k-1]].Energy < d.all[i].Energy {
		l.DY = 18
	}
	if 2*i > len(d.all) {
		l.Side = "left"
	}
	return l
}

// labelEvery is how many dates share one label in so many px.
func (d trend) labelEvery(width int) int {
	widest := 0.0
	for _, m := range d.all {
		widest = math.Max(widest, textWidth(m.Date, smallSize))
	}
	return int(math.Ceil((widest + 10) * float64(len(d.all)) / float64(width)))
}

// says compares the first date with the last. A tie claims the last value alone: margins are
// no column of the table.
func (d trend) says() sentence {
	from, to := d.line[0], d.line[len(d.line)-1]
	first, last := d.all[from], d.all[to]
	label := d.task.label(d.energy)
	row := func(m Moment) aggregate.Row {
		return aggregate.Row{Facts: &aggregate.Facts{}, Score: m.Energy, Margin: m.Margin}
	}
	less := func(subject, object int) Claim {
		a, b := d.all[subject], d.all[object]
		return Claim{
			Predicate: Less, Runs: []string{a.Run, b.Run}, Places: []int{subject, object},
			Fields: []string{d.energy.Name}, Value: 100 * (1 - a.Energy/b.Energy),
		}
	}
	w := d.task.Words
	values := []any{"label", label, "first", w.In(d.task.form(d.energy), first.Energy), "last", d.value(last), "date", first.Date}
	switch {
	case row(first).Ties(row(last)):
		is := Claim{Predicate: Is, Runs: []string{last.Run}, Places: []int{to}, Fields: []string{d.energy.Name}, Value: last.Energy}
		return saying(w.Say("charts.trend.tied", values...), is)
	case last.Energy > first.Energy:
		return saying(w.Say("charts.trend.rose", values...), less(from, to))
	}
	return saying(w.Say("charts.trend.fell", values...), less(to, from))
}

// value is what the trend is of, with its unit.
func (d trend) value(m Moment) string {
	if d.task.Setting == nil {
		return d.task.energy(d.energy, m.Energy)
	}
	return strings.TrimSpace(d.task.Words.In(d.task.form(d.energy), m.Energy) + " " + d.task.Unit(d.energy))
}

func (d trend) caption() string {
	text := d.shown()
	if len(d.others) > 0 {
		text += " " + d.task.Words.Say("charts.trend.others")
	}
	if len(d.shifts()) > 0 {
		text += " " + d.task.Words.Say("charts.trend.shifts")
	}
	if len(d.unbroken()) > 1 {
		text += " " + d.task.Words.Say("charts.trend.gaps")
	}
	return text
}

// shown says what the line joins.
func (d trend) shown() string {
	if d.all[0].Same {
		return d.task.Words.Say("charts.trend.configuration", "label", d.task.label(d.energy))
	}
	key := "best"
	if d.energy.Role == data.RoleEnergy {
		key = "lowest"
	}
	if d.board {
		key = "board_" + key
	}
	if d.task.Deadline <= 0 {
		key += "_unlimited"
	}
	return d.task.Words.Say("charts.trend."+key, "label", d.task.inside(d.energy))
}

func (d trend) description() string {
	return d.task.Words.Say("charts.trend.description", "label", d.task.inside(d.energy), "n", len(d.line), "title", d.says().text)
}
