package site

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/charts/scene"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/units"
	"github.com/jouleboard/jouleboard/view"
)

// drawnView draws the answer of a view on a page whose tables have its rows, so that it has none of its own.
func (p *page) drawnView(t *task, a ask, answer view.Answer) templates.Figure {
	drawn := p.viewDrawing(t, a, answer)
	curves := drawn.Curves
	drawn.Curves = nil // few readers want their parameters: they are in a file
	f := p.figureAlone(a.ID, drawn, nil)
	if drawn.Empty() {
		return f
	}
	f.Drawn, f.Explore = t.drawnOf(a, answer), p.explored(t, a)
	if curves != nil {
		href := p.load("assets/curves.csv", charts.Figure{Table: *curves}.CSV())
		f.Links = append(f.Links, templates.Link{Text: t.words.Say("figure.curves_csv"), Href: href, Download: a.ID + "-curves.csv"})
	}
	return f
}

// viewDrawing is the drawing of an answer with its words; empty where there is nothing to draw.
func (p *page) viewDrawing(t *task, a ask, answer view.Answer) charts.Figure {
	plot := answer.Plot(t.subjectOf(a), *a.Style)
	title, claims := t.viewTitle(a, answer)
	plot.Chart, plot.Title = string(a.Kind), title
	if len(plot.Panels) == 0 {
		return charts.Figure{Chart: plot.Chart, Title: title}
	}
	plot.Columns, plot.Rows = p.viewRows(t, a, answer)
	plot.Caption = t.viewCaption(a)
	if plot.Curved() {
		plot.Caption += " " + t.words.Say("charts.batch.curves")
	}
	if a.Kind == view.Tradeoff {
		p.hauntView(t, a, answer, &plot)
	}
	plot.Description = t.words.Say("views.description", "n", len(answer.Rows))
	drawn := charts.Declared(plot)
	drawn.Claims, drawn.Measured = claims, t.basisOf(t.rows[0])
	return drawn
}

// drawnOf says how many configurations are drawn, of those that the view is about, and of which work.
func (t *task) drawnOf(a ask, answer view.Answer) string {
	drawn := t.words.Say("views.drawn", "shown", len(answer.Rows), "n", len(a.rows))
	if answer.MorePanels > 0 {
		drawn += " " + t.words.Say("views.fewer_panels", "n", view.MostFacets)
	}
	if answer.MoreColors > 0 && a.Facet == "" {
		drawn += " " + t.words.Say("views.fewer_colors", "n", view.MostSeries)
	} else if answer.MoreColors > 0 {
		drawn += " " + t.words.Say("views.fewer_colors_each", "n", view.MostSeries)
	}
	if a.Kind == view.Tradeoff && answer.More > answer.MorePanels+answer.MoreColors {
		drawn += " " + t.words.Say(variant(variant("views.fewer", !answer.HasFronts(), "_plain"), a.Facet != "", "_each"))
	}
	if n := answer.More - answer.MoreColors; a.Kind == view.Bar && n > 0 {
		drawn += " " + t.words.Say("views.fewer_bars", "n", n, "metric", t.order(answer.Query).name)
	}
	if answer.Ringed() {
		drawn += " " + t.words.Say("views.ring", "metric", t.metric())
	}
	if answer.OtherWork == 0 {
		return drawn
	}
	return drawn + " " + t.words.Say("views.work", "work", t.alikeIn(answer))
}

func (t *task) viewCaption(a ask) string {
	switch {
	case a.Kind == view.Tradeoff && t.isOf(a):
		return t.words.Say("views.caption.tradeoff")
	case a.Kind == view.Tradeoff:
		return strings.TrimSpace(t.words.Say("views.caption.board") + " " + t.plotHelp())
	}
	return t.words.Say(variant("views.caption.line", a.By != hardwareColumn, "_models"))
}

// plotHelp is what the declaration of a benchmark says of the trade-off that the board draws.
func (t *task) plotHelp() string {
	if t.subject == nil {
		return ""
	}
	axes := t.board.Tradeoff()
	plot, _ := lists.Find(t.subject.Plots, func(plot data.Plot) bool { return slices.Equal(axes.X, []string{plot.X}) && axes.Y == plot.Y })
	return plot.Help
}

// isOf reports whether a view is about one model.
func (t *task) isOf(a ask) bool { return len(a.Is) == 1 && a.Where == t.name(data.RoleModel) }

// hauntView adds what a preview's base had of the rows: hollow marks, and lines to what they have become.
func (p *page) hauntView(t *task, a ask, answer view.Answer, plot *charts.Plot) {
	panel, row := &plot.Panels[0], t.viewRow(answer, plot.Columns)
	now := map[string]charts.Point{}
	for _, one := range panel.Series {
		for _, pt := range one.Points {
			now[answer.Rows[pt.Row].Run] = pt
		}
	}
	for _, g := range t.ghosts {
		if t.isOf(a) && g.Row.ModelID != a.Is[0] {
			continue
		}
		ghost := charts.PlotGhost{Was: charts.Point{X: g.Row.Latency(answer.Query.Percentile), Y: g.Row.Energy, Row: len(plot.Rows)}}
		if pt, ok := now[g.To]; ok && g.To != "" {
			ghost.Now = &pt
		}
		panel.Ghosts = append(panel.Ghosts, ghost)
		was := row(g.Row)
		was.Run, was.Cells[0].Text = "", t.words.Say("charts.frontier.ghost", "model", g.Row.Nickname)
		plot.Rows = append(plot.Rows, was)
	}
	if len(panel.Ghosts) > 0 {
		plot.Caption += " " + t.words.Say("charts.frontier.ghosts")
	}
	if t.moreGhosts > 0 {
		plot.Caption += " " + t.words.Say("charts.frontier.more_ghosts", "n", t.moreGhosts)
	}
}

// viewTitle says what a trade-off shows: both ends of its frontier. A line makes no claim.
func (t *task) viewTitle(a ask, answer view.Answer) (string, []charts.Claim) {
	if a.Kind == view.Line {
		return t.words.Say("views.line.title", "task", t.Name, "x", t.words.Inside(t.field(a.X).Label)), nil
	}
	return t.tradeoffTitle(a, answer)
}

// viewRows are the rows of a drawing as a table: what they are called, then what is drawn of them.
func (p *page) viewRows(t *task, a ask, answer view.Answer) (columns []charts.Column, rows []charts.Row) {
	columns = []charts.Column{
		{Field: t.nameField(), Label: t.words.Say("table.model")}, {Field: t.name(data.RoleGPU), Label: t.words.Say("charts.column.gpus")},
	}
	work := lists.Map(t.unequal(answer.Query, answer.Rows), func(c board.Column) string { return c.Name })
	for _, name := range slices.Concat([]string{t.name(data.RoleBatch)}, a.Y, []string{a.X}, work) {
		name = t.subjectOf(a).Axis(name, answer.Query.Percentile)
		c, ok := t.board.Column(name)
		if ok && !slices.ContainsFunc(columns, func(c charts.Column) bool { return c.Field == name }) {
			f := t.display(c.Field)
			columns = append(columns, charts.Column{Field: name, Label: f.Label, Unit: f.Unit, Number: true, Work: f.Work && f.Key})
		}
	}
	return columns, lists.Map(answer.Rows, t.viewRow(answer, columns))
}

// viewRow makes a row of that table. Those on a frontier are marked.
func (t *task) viewRow(answer view.Answer, columns []charts.Column) func(aggregate.Row) charts.Row {
	fronts := lists.FlatMap(answer.Series, func(one view.Series) []aggregate.Row { return one.Front })
	front := lists.By(fronts, func(r aggregate.Row) (string, bool) { return r.Run, true })
	return func(r aggregate.Row) charts.Row {
		row := charts.Row{Run: r.Run, Model: r.ModelID, Cells: []charts.Cell{{Text: r.Nickname}, {Text: board.Hardware(r)}}}
		if front[r.Run] {
			row.Mark = t.words.Say("table.frontier")
		}
		row.Cells = append(row.Cells, t.cellsOf(t.board, columns[2:], r)...)
		return row
	}
}

// cellsOf are the values of a row in columns of a board.
func (t *task) cellsOf(b *board.Board, columns []charts.Column, r aggregate.Row) []charts.Cell {
	return lists.Map(columns, func(c charts.Column) charts.Cell {
		column, _ := b.Column(c.Field)
		cell := fieldCell(t.words, column.Form, t.inWords(c.Field, column.Value(r)))
		if column.Role == data.RolePrecision {
			cell.Text = units.Precision(cell.Text)
		}
		return charts.Cell{Text: cell.Text, Value: cell.Value}
	})
}

// drawingStyle is how a drawing of a declared view looks. Lines stand side by side.
func (p *page) drawingStyle(t *task, a ask) *view.Style {
	style := t.styled(slices.Concat(a.Y, a.Switch, []string{a.X})...)
	style.Wide, style.Powers = plotWide, []string{t.name(data.RoleBatch)}
	if style.Marks = p.hardwareMarks(a.rows); a.By != hardwareColumn {
		style.Marks = charts.MarksByHash(distinct(a.rows, t.text(a.By)))
	}
	if a.Kind == view.Line {
		style.Wide, style.Beside = pageWide, 4
		style.Curves = a.By == hardwareColumn // others join configurations on several
	}
	if p.sparing() && len(a.Is) == 1 {
		style.Curves, style.Wide, style.Beside = false, charts.Small, 0
	}
	return style
}

// plotWide is the width in px of a drawing that stands beside another, and pageWide that of one that fills the page.
const (
	plotWide = 680
	pageWide = 1120
)

// alikeIn names the work of the drawn rows: "resolution 1024×1024, 20 steps".
func (t *task) alikeIn(a view.Answer) string {
	return t.named().Text(a.Rows[0], lists.Map(a.View.Alike, func(name string) board.Column {
		c, _ := t.board.Column(name)
		return c
	}))
}

// hardwareMarks give each hardware the color of its GPU; shapes tell neighbors apart.
func (p *page) hardwareMarks(rows []aggregate.Row) charts.Marks {
	shapes := [...]scene.Shape{scene.Circle, scene.Triangle, scene.Rect, scene.Diamond}
	gpu := lists.By(rows, func(r aggregate.Row) (string, string) { return board.Hardware(r), r.GPU })
	marks := charts.Marks{}
	for i, name := range units.InOrder(lists.Map(rows, board.Hardware)) {
		marks[name] = charts.Mark{Color: p.gpuMarks[gpu[name]].Color, Shape: shapes[i%len(shapes)]}
	}
	return marks
}

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
	return t.byWork(&ask{View: v, rows: t.rows, Style: style})
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
		maps.Copy(names, a.Style.Names)
		a.Facet, a.Style.Names, a.Style.Axes[c.Name] = c.Name, names, t.translated(c.Field).Label
		for _, r := range a.rows {
			a.Style.Names[c.Text(r)] = t.workOf(t.board.Default, r)
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
func (p *page) evidence(t *task) []templates.Section {
	a := t.tradeoff()
	if a == nil {
		return nil
	}
	answer := t.answerTo(*a)
	if len(answer.Rows) < 2 {
		return nil
	}
	f := p.figure(a.ID, p.viewDrawing(t, *a, answer))
	f.Drawn, f.Explore, f.Switch = t.drawnOf(*a, answer), p.explored(t, *a), t.switchedTo(a.View)
	return []templates.Section{{ID: "tradeoff", Title: capital(t.axes()), Links: p.figuresOf(t), Figures: []templates.Figure{f}}}
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
	latency := t.rows[0].Schema().LatencyAt()
	label := func(column string) string {
		if len(latency) > 1 && slices.Contains(latency, column) { // of the percentile that a reader chooses
			return t.words.Say("charts.latency")
		}
		return t.words.Inside(t.field(column).Label)
	}
	return t.words.Say("charts.against", "y", label(axes.Y), "x", label(axes.X[0]))
}

// tradeoffTitle says both ends of all that is drawn: the row with the best y, and the one with the best x.
func (t *task) tradeoffTitle(a ask, answer view.Answer) (title string, claims []charts.Claim) {
	if len(answer.Front) == 0 {
		return t.words.Say("charts.empty"), nil
	}
	x, y := t.subjectOf(a).Axis(a.X, answer.Query.Percentile), a.Y[0]
	first, last := answer.Front[0], answer.Front[len(answer.Front)-1]
	there := func(r aggregate.Row) string {
		if x == perUser[0] || slices.Contains(r.Schema().Latency(), x) { // which follow the percentile
			return t.atPercentile(answer.Query, t.measured(a, r, x))
		}
		return t.measured(a, r, x)
	}
	own := aggregate.InGroup(answer.Rows, first.Group)
	who := t.who(a, first)
	key := "views.tradeoff.ends"
	switch {
	case len(own) == 1:
		key, who = "views.tradeoff.only", t.atEqualWork(answer.Query, own, who)
	case first.Run == last.Run:
		key = "views.tradeoff.both"
	}
	values := []any{
		"y", t.atEqualWork(answer.Query, own, a.Style.Best[y]), "y_value", t.measured(a, last, y), "y_who", t.who(a, last),
		"x_there", there(last), "x", a.Style.Best[x], "x_value", there(first), "x_who", who,
	}
	return t.among(answer.Query, nil, capital(t.words.Say(key, values...))),
		[]charts.Claim{t.extreme(last, y), t.extreme(first, x)}
}

// extreme claims that a row has the best value of a column, among outputs of equal work.
func (t *task) extreme(r aggregate.Row, column string) charts.Claim {
	c, _ := t.board.Column(column)
	value, _ := c.Number(r)
	predicate := charts.Least
	if c.Better == data.Higher {
		predicate = charts.Most
	}
	return charts.Claim{Predicate: predicate, Runs: []string{r.Run}, Fields: []string{column}, Value: value}
}

// measured is a row's value in a column with its unit.
func (t *task) measured(a ask, r aggregate.Row, column string) string {
	c, _ := t.board.Column(column)
	value, _ := c.Number(r)
	return strings.TrimSpace(t.words.In(c.Form, value) + space + a.Style.Units[column])
}

// who is what a view calls a row: its hardware, where it is about one model, otherwise its model too.
func (t *task) who(a ask, r aggregate.Row) string {
	hardware := board.Hardware(r)
	if t.isOf(a) {
		return hardware
	}
	if hardware == "" {
		return r.Nickname
	}
	return joined(t.words.Say("views.who", "model", r.Nickname, "hardware", hardware), t.aside(r))
}

// styled is how drawings and sentences name columns of a board, and its latency at each percentile.
func (t *task) styled(columns ...string) *view.Style {
	style := &view.Style{
		Words: t.words, Unit: t.latencyUnit(), Axes: map[string]string{}, Best: map[string]string{}, Units: map[string]string{},
	}
	latency := t.rows[0].Schema().LatencyAt()
	for _, name := range slices.Concat(latency, columns) {
		f, ok := t.axisField(name)
		if !ok {
			continue
		}
		style.Axes[name] = t.chartTask().Axis(f)
		style.Units[name] = t.chartTask().ShortUnit(f)
		if slices.Contains(perUser, name) { // a title has both
			style.Units[name] = f.Unit
		}
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
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + text[size:]
}
