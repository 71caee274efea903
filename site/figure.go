package site

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/charts/render"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/templates"
)

// figure draws a chart for this page. The id is unique on the page and begins
// every id within its drawings.
func (p *page) figure(ctx context.Context, id string, f charts.Figure) (templates.Figure, error) {
	v := templates.Figure{ID: id, Chart: f.Chart, Title: f.Title, Caption: templates.Plain(f.Caption)}
	if f.Empty() {
		return v, nil
	}
	wide := p.draw(&v, f)
	var err error
	if v.Option, err = p.liveFigure(f); err != nil {
		return v, err
	}
	v.Library = p.toFile(p.assets.library)
	v.Small = f.Narrow == nil
	v.Mid = f.Wide.Width < wideFigure
	v.Table = p.figureTable(id, f)
	if f.Curves != nil {
		v.Curves = p.figureTable(id+"-curves", charts.Figure{Title: "curves of " + f.Title, Columns: f.Curves.Columns, Rows: f.Curves.Rows})
	}
	v.Links, err = p.figureFiles(ctx, id, f, wide)
	return v, err
}

// wideFigure is from which width in px on a drawing fills the page.
const wideFigure = 800

// narrow ends the ids of drawings for phones.
const narrow = "-narrow"

// draw puts a figure's drawings on the page and remembers them by their ids; it
// returns the wide one.
func (p *page) draw(v *templates.Figure, f charts.Figure) render.Chart {
	wide := chartOf(v.ID, f, f.Wide)
	p.drawings[wide.ID], v.Wide = wide, templates.SVG(wide.Inline())
	if f.Narrow != nil {
		small := chartOf(v.ID+narrow, f, *f.Narrow)
		p.drawings[small.ID], v.Narrow = small, templates.SVG(small.Inline())
	}
	return wide
}

// drawn is a drawing of the page, nil for one that it does not have.
func (p *page) drawn(id string) *render.Chart {
	chart, ok := p.drawings[id]
	if !ok {
		return nil
	}
	return &chart
}

// chartOf is a drawing of a figure with what is said to those who cannot see it.
func chartOf(id string, f charts.Figure, d charts.Drawing) render.Chart {
	return render.Chart{ID: id, Title: f.Title, Description: f.Description, Scene: d.Scene()}
}

// figureTable is the table of what a figure draws.
func (p *page) figureTable(id string, f charts.Figure) *templates.Table {
	t := templates.Table{ID: id + "-table", Label: "Table: " + f.Title, Wide: true}
	for i, c := range f.Columns {
		column := templates.Column{Field: c.Field, Label: c.Label, Unit: c.Unit}
		switch {
		case i == 0:
			column.Kind = templates.Name
		case c.Number:
			column.Kind = templates.Number
		case c.Long:
			column.Kind = templates.Long
		}
		t.Columns = append(t.Columns, column)
	}
	for _, r := range f.Rows[:min(len(f.Rows), mostTableRows)] {
		row := templates.Row{Run: r.Run, Model: r.Model, Mark: r.Mark}
		for _, c := range r.Cells {
			row.Cells = append(row.Cells, templates.Cell{Text: c.Text, Value: c.Value})
		}
		// the many rows of a task's page are linked by its script, which costs fewer bytes
		if len(row.Cells) > 0 && p.kind != "task" {
			row.Cells[0].Href = p.toRun(r.Run)
		}
		t.Rows = append(t.Rows, row)
	}
	if len(f.Rows) > mostTableRows && p.task != "" {
		t.More = p.moreRows(p.taskByID(p.task), len(f.Rows)-mostTableRows)
	}
	return &t
}

// toRun is the link to a run's row on its model's page, where a problem with it can
// be reported; "" where no page lists it.
func (p *page) toRun(run string) string {
	id, listed := p.shownRuns[run]
	switch {
	case !listed:
		return ""
	case p.path == modelAddress(id):
		return "#" + run
	}
	return p.to(modelAddress(id)) + "#" + run
}

func (e *edition) taskByID(id string) *task {
	for _, t := range e.tasks {
		if t.ID == id {
			return t
		}
	}
	return nil
}

// chartTask is what charts need to know of a task.
func (t *task) chartTask() charts.Task {
	return charts.Task{Output: t.Output, Deadline: t.Deadline, Percentile: t.query.Percentile, Ghosts: t.ghosts, MoreGhosts: t.moreGhosts}
}

// evidence is the charts of a task page, each under the sentence that it proves.
func (p *page) evidence(ctx context.Context, t *task) ([]templates.Section, error) {
	var sections []templates.Section
	for _, c := range []struct {
		id, title string
		chart     charts.Figure
	}{
		{"tradeoff", fmt.Sprintf("All %s: energy against latency", plural(len(t.rows), "configuration")), t.tradeoff(p.gpuMarks)},
		{"by-model", "Each model over all its configurations", charts.EnergyByModel(t.rows, t.chartTask())},
	} {
		f, err := p.figure(ctx, c.id+"-figure", c.chart)
		if err != nil {
			return nil, err
		}
		if c.id == "tradeoff" {
			if err := p.bringTaskCards(ctx, t, p.drawn("tradeoff-figure"+narrow)); err != nil {
				return nil, err
			}
		}
		sentence := f.Title
		f.Title = c.title
		sections = append(sections, templates.Section{ID: c.id, Title: sentence, Figures: []templates.Figure{f}})
	}
	return sections, nil
}

// figureOf is the id of a chart of a task on a model's page.
func figureOf(t *task, chart string) string {
	return t.ID + "-" + strings.TrimPrefix(chart, "model-")
}

// modelFigures are a model's charts in one task.
func (p *page) modelFigures(ctx context.Context, m *model, t *task, rows []aggregate.Row) ([]templates.Figure, error) {
	all := []charts.Figure{charts.ModelFrontier(rows, t.chartTask(), p.gpuMarks)}
	all = append(all, charts.AgainstBatch(rows, t.chartTask(), p.gpuMarks, fitting.Sketches)...)
	if lengths := p.lengthsOf(rows); len(lengths) > 0 { // else the figure of responses says that there are none
		all = append(all, charts.OutputLengths(lengths))
	}
	all = append(all, p.measuredFigures(rows)...)
	if p.chronicle != nil {
		if trend := p.trendFigure(m, t); !trend.Empty() {
			all = append(all, trend)
		}
	}
	var figures []templates.Figure
	for _, chart := range all {
		f, err := p.figure(ctx, figureOf(t, chart.Chart), chart)
		if err != nil {
			return nil, err
		}
		figures = append(figures, f)
	}
	if t.PerToken() {
		figures = slices.Insert(figures, 1, p.responseFigure(t, rows))
	}
	return figures, nil
}

// groupFigure compares GPUs or architectures within a task.
func (p *page) groupFigure(ctx context.Context, k groupKind, t *task, summaries []aggregate.Summary) (templates.Figure, error) {
	f, err := p.figure(ctx, t.ID+"-figure", charts.EnergyByGroup(summaries, t.chartTask(), k.noun))
	table := p.summaryTable(k, t, summaries)
	f.Table, f.Lone = &table, true
	return f, err
}

// lengthsOf are the output lengths of the rows whose source states them.
func (e *edition) lengthsOf(rows []aggregate.Row) []*data.OutputLengths {
	var lengths []*data.OutputLengths
	for _, r := range rows {
		if l := e.lengths[r.Run]; l != nil {
			lengths = append(lengths, l)
		}
	}
	return lengths
}
