package site

import (
	"context"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/view"
)

// tradeoffFigure is the id of a board's trade-off.
const tradeoffFigure = "tradeoff-figure"

// tradeoff is the trade-off of a board: all its configurations, with a frontier for each GPU model; nil where the board
// draws none.
func (t *task) tradeoff() *ask {
	axes := t.board.Tradeoff()
	if len(axes.X) == 0 || axes.Y == "" {
		return nil
	}
	other := t.switchable(perUser)
	style := t.styled(slices.Concat(axes.X, []string{axes.Y}, other)...)
	style.Marks, style.Wide = maps.Clone(t.marks), pageWide
	style.Marks[""] = t.marks[board.Unknown]
	v := view.View{
		ID: tradeoffFigure, Kind: view.Tradeoff, By: t.name(data.RoleGPU), X: axes.X[0], Y: []string{axes.Y}, Label: t.labelled(),
		Switch: other,
	}
	v.Linear = lists.Filter([]string{axes.X[0], axes.Y}, func(name string) bool {
		c, _ := t.board.Column(name)
		return strings.HasPrefix(c.Unit, "share")
	})
	return t.byWork(&ask{View: v, rows: t.rows, style: style})
}

// perUser are the axes to which a reader can switch the trade-off of a board.
var perUser = []string{"throughput_per_user", "throughput_per_gpu"}

// switchable is axes of a trade-off, if the board has both.
func (t *task) switchable(axes []string) []string {
	if lists.All(axes, func(name string) bool { _, ok := t.axisField(name); return ok }) {
		return axes
	}
	return nil
}

// switchedTo says what a trade-off draws on the axes that a reader can switch to; "" for none.
func (t *task) switchedTo(v view.View) string {
	if len(v.Switch) == 0 {
		return ""
	}
	x, _ := t.axisField(v.Switch[0])
	y, _ := t.axisField(v.Switch[1])
	return capital(t.words.Say("charts.against", "y", t.words.Inside(y.Label), "x", t.words.Inside(x.Label)))
}

// byWork gives a trade-off a panel for each group of equal work, if there are several.
func (t *task) byWork(a *ask) *ask {
	if slices.ContainsFunc(a.rows, func(r aggregate.Row) bool { return r.Group != a.rows[0].Group }) {
		c, _ := t.board.Column(board.WorkColumn)
		names := map[string]string{}
		maps.Copy(names, a.style.Names)
		a.Facet, a.style.Names, a.style.Axes[c.Name] = c.Name, names, t.translated(c.Field).Label
		for _, r := range a.rows {
			a.style.Names[data.Text(c.Value(r))] = t.workOf(t.board.Default, r)
		}
	}
	return a
}

// labelled is the column that tells the marks of a board's frontier apart: the model, or where there is only one its
// batch size.
func (t *task) labelled() string {
	if slices.ContainsFunc(t.rows, func(r aggregate.Row) bool { return r.ModelID != t.rows[0].ModelID }) {
		return t.nameField()
	}
	return t.name(data.RoleBatch)
}

// evidence is the trade-off of a board as a section; none where a table says it all.
func (p *page) evidence(ctx context.Context, t *task) ([]templates.Section, error) {
	a := t.tradeoff()
	if a == nil {
		return nil, nil
	}
	answer := t.answerTo(*a)
	if len(answer.Rows) < 2 {
		return nil, nil
	}
	f, err := p.figure(ctx, a.ID, p.viewDrawing(t, *a, answer))
	if err != nil {
		return nil, err
	}
	f.Drawn, f.Explore, f.Switch = t.drawnOf(*a, answer), p.explored(t, *a), t.switchedTo(a.View)
	return []templates.Section{{ID: "tradeoff", Title: capital(t.axes()), Links: p.figuresOf(t), Figures: []templates.Figure{f}}}, nil
}

// axes are what the trade-off draws against each other: "energy against latency".
func (t *task) axes() string {
	if t.subject == nil {
		return t.words.Say("task.evidence.energy_latency")
	}
	axes := t.board.Tradeoff()
	if len(axes.X) == 0 {
		return ""
	}
	label := func(column string) string { return t.words.Inside(t.field(column).Label) }
	return t.words.Say("charts.against", "y", label(axes.Y), "x", label(axes.X[0]))
}

// tradeoffTitle says both ends of all that is drawn: the row with the best y, and the one with the best x.
func (t *task) tradeoffTitle(a ask, answer view.Answer) (title string, claims []charts.Claim) {
	if len(answer.Front) == 0 {
		return t.amongOf(a, answer.Query, nil, t.words.Say("charts.empty")), nil
	}
	x, y := t.subjectOf(a).Axis(a.X, answer.Query.Percentile), a.Y[0]
	first, last := answer.Front[0], answer.Front[len(answer.Front)-1]
	there := func(r aggregate.Row) string {
		if slices.Contains(r.Schema().Latency(), x) {
			return t.atPercentile(answer.Query, t.measured(a, r, x))
		}
		return t.measured(a, r, x)
	}
	values := []any{
		"y", a.style.Best[y], "y_value", t.measured(a, last, y), "y_who", t.who(a, last), "x_there", there(last),
		"x", a.style.Best[x], "x_value", there(first), "x_who", t.who(a, first),
	}
	key := "views.tradeoff.ends"
	switch {
	case len(aggregate.InGroup(answer.Rows, first.Group)) == 1:
		key = "views.tradeoff.only"
	case first.Run == last.Run:
		key = "views.tradeoff.both"
	}
	return t.amongOf(a, answer.Query, aggregate.InGroup(answer.Rows, first.Group), capital(t.words.Say(key, values...))),
		[]charts.Claim{t.extreme(last, y), t.extreme(first, x)}
}

// extreme claims that a row has the best value of a column, among outputs of equal work.
func (t *task) extreme(r aggregate.Row, column string) charts.Claim {
	c, _ := t.board.Column(column)
	value, _ := data.Number(c.Value(r))
	predicate := charts.Least
	if c.Better == data.Higher {
		predicate = charts.Most
	}
	return charts.Claim{Predicate: predicate, Runs: []string{r.Run}, Fields: []string{column}, Value: value}
}

// measured is a row's value in a column with its unit.
func (t *task) measured(a ask, r aggregate.Row, column string) string {
	c, _ := t.board.Column(column)
	value, _ := data.Number(c.Value(r))
	return strings.TrimSpace(t.words.In(c.Form, value) + space + a.style.Units[column])
}

// who is what a view calls a row: its hardware, where it is about one model, otherwise its model too.
func (t *task) who(a ask, r aggregate.Row) string {
	hardware := hardwareOf(r)
	if t.isOf(a) {
		return hardware
	}
	if hardware == "" {
		return r.Nickname
	}
	return joined(t.words.Say("views.who", "model", r.Nickname, "hardware", hardware), t.aside(r, t.differing(t.rows)))
}

// styled is how drawings and sentences name the columns of a board.
func (t *task) styled(columns ...string) *view.Style {
	style := &view.Style{
		Words: t.words, Unit: t.latencyUnit(), Axes: map[string]string{}, Best: map[string]string{}, Units: map[string]string{},
	}
	latency := t.rows[0].Schema().LatencyAt()
	for _, name := range columns {
		f, ok := t.axisField(name)
		if !ok {
			continue
		}
		style.Axes[name] = t.chartTask().Axis(f)
		style.Units[name] = t.chartTask().ShortUnit(f)
		key := "views.tradeoff.lowest"
		switch {
		case slices.Contains(latency, name):
			key = "views.tradeoff.fastest"
		case f.Better == data.Higher:
			key = "views.tradeoff.highest"
		}
		style.Best[name] = t.words.Say(key, "label", t.words.Inside(f.Label))
	}
	return style
}

// axisField is the field of a column or of a measure of the board.
func (t *task) axisField(name string) (data.Field, bool) {
	if c, ok := t.board.Column(name); ok {
		return t.translated(c.Field), true
	}
	i := slices.IndexFunc(t.board.Measures(), func(m board.Measure) bool { return m.Name == name })
	if i < 0 {
		return data.Field{}, false
	}
	return t.exploredField(t.board.Measures()[i].Field, t.board.Default), true
}

// capital begins a sentence.
func capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}
