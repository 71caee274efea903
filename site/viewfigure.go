package site

import (
	"context"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/charts/scene"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/units"
	"github.com/jouleboard/jouleboard/view"
)

// viewFigure draws the answer of a view. Its rows are those of the tables beside it, so that it has none of its own.
func (p *page) viewFigure(ctx context.Context, t *task, a ask, answer view.Answer) (templates.Figure, error) {
	plot := answer.Plot(t.subjectOf(a), *a.style)
	plot.Name, plot.Title = string(a.Kind), t.viewTitle(answer)
	plot.Columns, plot.Rows = p.viewRows(t, answer)
	if a.Kind == view.Tradeoff && len(plot.Panels) > 0 {
		p.hauntView(t, a, answer, &plot)
	}
	plot.Caption = t.words.Say("views.caption."+map[view.Kind]string{view.Tradeoff: "tradeoff", view.Line: "line"}[a.Kind]) + plot.Caption
	if answer.More > 0 {
		plot.Caption += " " + t.words.Say("views.sample", "n", answer.More)
	}
	if plot.Curves != nil {
		plot.Caption += " " + t.words.Say("charts.batch.curves")
	}
	if answer.OtherWork > 0 {
		plot.Caption += " " + t.words.Say("charts.batch.work", "work", t.workText(answer), "shown", len(answer.Rows), "n", len(answer.Rows)+answer.OtherWork)
	}
	plot.Description = t.words.Say("views.description", "title", plot.Title, "n", len(answer.Rows))
	if len(answer.Rows) == 0 {
		return templates.Figure{ID: a.ID, Chart: plot.Name, Title: plot.Title}, nil
	}
	drawn := charts.Declared(plot)
	drawn.Curves = nil // few readers want their parameters: they are in a file
	f, err := p.figureAlone(ctx, a.ID, drawn, nil)
	if c := plot.Curves; c != nil {
		href := p.load("assets/curves.csv", charts.Figure{Columns: c.Columns, Rows: c.Rows}.CSV())
		f.Links = append(f.Links, templates.Link{Text: t.words.Say("figure.curves_csv"), Href: href, Download: a.ID + "-curves.csv"})
	}
	f.Caption = append(append(f.Caption, plain(" ")), templates.Said(t.words.Rich("task.evidence.table", "href", "#configurations-"+t.ID))...)
	return f, err
}

// hauntView adds what a preview's base had of the rows: hollow marks, and lines to what they have become.
func (p *page) hauntView(t *task, a ask, answer view.Answer, plot *charts.Plot) {
	panel := &plot.Panels[0]
	now := map[string]charts.Point{}
	for _, one := range panel.Series {
		for _, pt := range one.Points {
			now[answer.Rows[pt.Row].Run] = pt
		}
	}
	for _, g := range t.ghosts {
		if g.Row.ModelID != a.is[0] {
			continue
		}
		ghost := charts.PlotGhost{Was: charts.Point{X: g.Row.Latency(answer.Query.Percentile), Y: g.Row.Energy, Row: len(plot.Rows)}}
		if pt, ok := now[g.To]; ok {
			ghost.Now = &pt
		}
		panel.Ghosts = append(panel.Ghosts, ghost)
		plot.Rows = append(plot.Rows, charts.Row{Cells: []charts.Cell{{Text: t.words.Say("charts.frontier.ghost", "model", g.Row.Nickname)}}})
	}
	if len(panel.Ghosts) > 0 {
		plot.Caption = " " + t.words.Say("charts.frontier.ghosts")
	}
}

// viewTitle says what a trade-off shows: both ends of its frontier. A line makes no claim.
func (t *task) viewTitle(a view.Answer) string {
	if a.View.Kind == view.Line {
		return t.words.Say("views.line.title", "task", t.Name, "x", t.words.Inside(t.field(a.View.X).Label))
	}
	if len(a.Front) == 0 {
		return t.words.Say("charts.empty")
	}
	fastest, least := a.Front[0], a.Front[len(a.Front)-1]
	energy := func(r aggregate.Row) string { return t.words.Number(r.Energy) + " " + t.perOutput() }
	latency := func(r aggregate.Row) string { return t.latencyText(r.Latency(a.Query.Percentile)) }
	if fastest.Run == least.Run {
		return t.words.Say("views.tradeoff.both", "energy", energy(least), "latency", latency(least), "hardware", hardwareOf(least))
	}
	return t.words.Say("views.tradeoff.ends", "energy", energy(least), "latency", latency(least), "hardware", hardwareOf(least),
		"fastest", latency(fastest), "other", hardwareOf(fastest))
}

// viewRows are the rows of a drawing as a table: what they are called, then what is drawn of them.
func (p *page) viewRows(t *task, a view.Answer) (columns []charts.Column, rows []charts.Row) {
	names := []string{a.View.X}
	for _, y := range a.View.Y {
		if _, ok := t.board.Column(y); ok && !slices.Contains(names, y) {
			names = append(names, y)
		}
	}
	columns = []charts.Column{{Label: t.words.Say("table.model")}, {Label: t.words.Say("charts.column.gpus")}}
	for _, name := range append([]string{t.name(data.RoleBatch)}, names...) {
		f := t.field(name)
		if c, ok := t.board.Column(name); ok && f.Name == "" {
			f = t.translated(c.Field)
		}
		if !slices.ContainsFunc(columns, func(c charts.Column) bool { return c.Field == f.Name }) {
			columns = append(columns, charts.Column{Field: f.Name, Label: f.Label, Unit: f.Unit, Number: true})
		}
	}
	for _, r := range a.Rows {
		row := charts.Row{Run: r.Run, Model: r.ModelID, Cells: []charts.Cell{{Text: r.Nickname}, {Text: hardwareOf(r)}}}
		for _, c := range columns[2:] {
			column, _ := t.board.Column(c.Field)
			cell := p.cellOf(column.Value(r))
			row.Cells = append(row.Cells, charts.Cell{Text: cell.Text, Value: cell.Value})
		}
		rows = append(rows, row)
	}
	return columns, rows
}

// drawingStyle is how drawings of a task's rows on some hardware look.
func (p *page) drawingStyle(t *task, rows []aggregate.Row) *view.Style {
	style := &view.Style{
		Words: t.words, Axes: map[string]string{}, Marks: p.hardwareMarks(rows), Wide: plotWide, Unit: t.latencyUnit(),
		Powers: []string{t.name(data.RoleBatch)},
	}
	latency := t.rows[0].Schema().Latency()
	for _, name := range slices.Concat(latency, t.overBatch(""), []string{t.name(data.RoleBatch)}) {
		if c, ok := t.board.Column(name); ok {
			style.Axes[c.Name] = charts.Task{Words: t.words, Output: t.Output}.Axis(c.Field)
		}
	}
	return style
}

// plotWide is the width in px of a drawing that stands beside another, and pageWide that of one that fills the page.
const (
	plotWide = 680
	pageWide = 1120
)

// overBatch are the metrics that lines over the batch size show.
func (t *task) overBatch(latency string) (names []string) {
	for _, name := range []string{t.name(data.RoleEnergy), "power_share", "throughput_per_gpu", latency} {
		if _, ok := t.board.Column(name); ok {
			names = append(names, name)
		}
	}
	return names
}

// workColumns say how much work one output is.
func (t *task) workColumns() (names []string) {
	for _, name := range []string{"resolution", t.name(data.RoleSteps), t.name(data.RoleFrames), t.name(data.RoleFrameRate)} {
		if _, ok := t.board.Column(name); ok {
			names = append(names, name)
		}
	}
	return names
}

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

// sweepStyle puts the lines over a swept field side by side. Only energy is on a logarithmic axis.
func (p *page) sweepStyle(t *task, style *view.Style) *view.Style {
	lines := *style
	lines.Wide, lines.Beside, lines.Fit = pageWide, 4, p.opts.Fit
	lines.Linear = append([]string{"power_share", "throughput_per_gpu"}, t.rows[0].Schema().Latency()...)
	return &lines
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
