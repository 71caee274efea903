package site

import (
	"slices"
	"strings"

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

// viewFigure draws the answer of a view on a page whose tables have its rows, so that it has none of its own.
func (p *page) viewFigure(t *task, a ask, answer view.Answer) templates.Figure {
	drawn := p.viewDrawing(t, a, answer)
	curves := drawn.Curves
	drawn.Curves = nil // few readers want their parameters: they are in a file
	f := p.figureAlone(a.ID, drawn, nil)
	if drawn.Empty() {
		return f
	}
	f.Drawn, f.Explore = t.drawnOf(a, answer), p.explored(t, a)
	if curves != nil {
		href := p.load("assets/curves.csv", charts.Figure{Columns: curves.Columns, Rows: curves.Rows}.CSV())
		f.Links = append(f.Links, templates.Link{Text: t.words.Say("figure.curves_csv"), Href: href, Download: a.ID + "-curves.csv"})
	}
	return f
}

// viewDrawing is the drawing of an answer with its words; empty where there is nothing to draw.
func (p *page) viewDrawing(t *task, a ask, answer view.Answer) charts.Figure {
	plot := answer.Plot(t.subjectOf(a), *a.style)
	title, claims := t.viewTitle(a, answer)
	plot.Name, plot.Title = string(a.Kind), title
	if len(plot.Panels) == 0 {
		return charts.Figure{Chart: plot.Name, Title: title}
	}
	plot.Columns, plot.Rows = p.viewRows(t, a, answer)
	plot.Caption = t.viewCaption(a, answer)
	if plot.Curves != nil {
		plot.Caption += " " + t.words.Say("charts.batch.curves")
	}
	if a.Kind == view.Tradeoff {
		p.hauntView(t, a, answer, &plot)
	}
	plot.Description = t.words.Say("views.description", "title", title, "n", len(answer.Rows))
	drawn := charts.Declared(plot)
	drawn.Claims, drawn.Measured = claims, t.basisOf(t.rows[0])
	return drawn
}

// drawnOf says how many configurations are drawn, of those that the view is about, and of which work.
func (t *task) drawnOf(a ask, answer view.Answer) string {
	drawn := t.words.Say("views.drawn", "shown", len(answer.Rows), "n", len(a.rows))
	if answer.OtherWork == 0 {
		return drawn
	}
	return drawn + " " + t.words.Say("views.work", "work", t.workText(answer))
}

func (t *task) viewCaption(a ask, answer view.Answer) string {
	switch {
	case a.Kind == view.Tradeoff && t.isOf(a):
		return t.words.Say("views.caption.tradeoff")
	case a.Kind == view.Tradeoff:
		return strings.TrimSpace(t.words.Say("views.caption.board") + " " + t.plotHelp())
	}
	caption := "views.caption.line"
	if a.By != hardwareColumn {
		caption = "views.caption.line_models"
	}
	return t.words.Say(caption)
}

// plotHelp is what the declaration of a benchmark says of its trade-off.
func (t *task) plotHelp() string {
	if t.subject != nil {
		for _, plot := range t.subject.Plots {
			if plot.X != "" {
				return plot.Help
			}
		}
	}
	return ""
}

// isOf reports whether a view is about one model.
func (t *task) isOf(a ask) bool { return len(a.is) == 1 && a.where == t.name(data.RoleModel) }

// hauntView adds what a preview's base had of the rows: hollow marks, and lines to what they have become.
func (p *page) hauntView(t *task, a ask, answer view.Answer, plot *charts.Plot) {
	panel, row := &plot.Panels[0], t.viewRow(a, answer, plot.Columns)
	now := map[string]charts.Point{}
	for _, one := range panel.Series {
		for _, pt := range one.Points {
			now[answer.Rows[pt.Row].Run] = pt
		}
	}
	for _, g := range t.ghosts {
		if t.isOf(a) && g.Row.ModelID != a.is[0] {
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
	return columns, lists.Map(answer.Rows, t.viewRow(a, answer, columns))
}

// viewRow makes a row of that table. Those on a frontier are marked.
func (t *task) viewRow(a ask, answer view.Answer, columns []charts.Column) func(aggregate.Row) charts.Row {
	front := map[string]bool{}
	for _, one := range answer.Series {
		for _, r := range one.Front {
			front[r.Run] = true
		}
	}
	return func(r aggregate.Row) charts.Row {
		row := charts.Row{Run: r.Run, Model: r.ModelID, Cells: []charts.Cell{{Text: r.Nickname}, {Text: hardwareOf(r)}}}
		if front[r.Run] {
			row.Mark = t.words.Say("table.frontier")
		}
		for _, c := range columns[2:] {
			column, _ := t.board.Column(c.Field)
			cell := fieldCell(t.words.Style, column.Form, column.Value(r))
			row.Cells = append(row.Cells, charts.Cell{Text: cell.Text, Value: cell.Value})
		}
		return row
	}
}

// drawingStyle is how a drawing of a declared view looks. Lines stand side by side.
func (p *page) drawingStyle(t *task, a ask) *view.Style {
	style := t.styled(slices.Concat(t.rows[0].Schema().Latency(), a.Y, a.Switch, []string{a.X})...)
	style.Wide, style.Powers = plotWide, []string{t.name(data.RoleBatch)}
	if style.Marks = p.hardwareMarks(a.rows); a.By != hardwareColumn {
		style.Marks = charts.MarksByHash(distinct(a.rows, t.text(a.By)))
	}
	if a.Kind == view.Line {
		style.Wide, style.Beside, style.Fit = pageWide, 4, p.opts.Fit
	}
	return style
}

// plotWide is the width in px of a drawing that stands beside another, and pageWide that of one that fills the page.
const (
	plotWide = 680
	pageWide = 1120
)

// workText names the work of the drawn rows: "Resolution: 1024×1024, Steps: 20".
func (t *task) workText(a view.Answer) string {
	values := strings.Split(a.Work, "\n")
	parts := make([]string, len(values))
	for i, value := range values {
		c, _ := t.board.Column(a.View.Alike[i])
		parts[i] = t.translated(c.Field).Label + ": " + value
	}
	return strings.Join(parts, ", ")
}

// hardwareMarks give each hardware the color of its GPU; shapes tell neighbors apart.
func (p *page) hardwareMarks(rows []aggregate.Row) charts.Marks {
	shapes := [...]scene.Shape{scene.Circle, scene.Triangle, scene.Rect, scene.Diamond}
	names := lists.Map(rows, hardwareOf)
	slices.SortFunc(names, units.Natural)
	gpu := lists.By(rows, func(r aggregate.Row) (string, string) { return hardwareOf(r), r.GPU })
	marks := charts.Marks{}
	for i, name := range slices.Compact(names) {
		marks[name] = charts.Mark{Color: p.gpuMarks[gpu[name]].Color, Shape: shapes[i%len(shapes)]}
	}
	return marks
}
