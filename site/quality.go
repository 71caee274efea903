package site

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/templates"
)

const qualityPath = "quality/"

// qualityBenchmark is the scores of a benchmark that models of these data have.
type qualityBenchmark struct {
	name   string
	scores []content.Score
	tasks  []*task // in which two such models or more keep the deadline
}

// benchmarks are those of quality.csv that say something of these data, in the order of the file.
func (e *edition) benchmarks() (all []qualityBenchmark) {
	measured := lists.Filter(e.content.Scores, func(s content.Score) bool {
		return slices.ContainsFunc(e.models, func(m *group) bool { return m.id == s.Model })
	})
	for _, own := range lists.Group(measured, func(s content.Score) string { return s.Benchmark }) {
		b := qualityBenchmark{name: own[0].Benchmark, scores: own}
		b.tasks = lists.Filter(e.tasks, func(t *task) bool { return len(b.rows(t)) > 1 })
		all = append(all, b)
	}
	return all
}

// rows are a task's best configurations of the models that have a score.
func (b qualityBenchmark) rows(t *task) []aggregate.Row {
	return lists.Filter(t.best, func(r aggregate.Row) bool {
		_, ok := b.score(t, r)
		return ok
	})
}

// score is that of the model of a row, for its task if the score has one, and of the weights that were measured as far as that is
// stated; ok is false if there is none, or if several could be meant.
func (b qualityBenchmark) score(t *task, r aggregate.Row) (s content.Score, ok bool) {
	fitting := lists.Filter(b.scores, func(s content.Score) bool { return s.Model == r.ModelID && besides(s, t, r) })
	if exact := lists.Filter(fitting, func(s content.Score) bool { return strings.EqualFold(s.Precision, r.Precision) }); len(exact) > 0 {
		fitting = exact
	}
	if len(fitting) != 1 {
		return s, false
	}
	return fitting[0], true
}

// besides reports whether a score may stand beside the energy of a row of its model.
func besides(s content.Score, t *task, r aggregate.Row) bool {
	return (s.Task == "" || s.Task == t.ID) && s.Fits(r.Precision)
}

// unmatched are the scores that no energy stands beside: of models or tasks without results here, and of other weights than those
// measured.
func (p *page) unmatched(b qualityBenchmark) (names []string) {
	for _, s := range p.content.Scores {
		if s.Benchmark == b.name && !slices.ContainsFunc(p.models, func(m *group) bool { return m.id == s.Model }) {
			names = append(names, s.Model)
		}
	}
	for _, s := range b.scores {
		if s.Task != "" && !slices.ContainsFunc(p.tasks, func(t *task) bool { return t.ID == s.Task }) {
			names = append(names, p.Say("quality.other_task", "model", s.Model, "task", s.Task))
		}
	}
	for _, t := range p.tasks {
		for _, r := range t.best {
			_, ok := b.score(t, r)
			s, is := lists.Find(b.scores, func(s content.Score) bool {
				return s.Model == r.ModelID && (s.Task == "" || s.Task == t.ID) && !s.Fits(r.Precision)
			})
			if is && !ok {
				names = append(names, p.Say("quality.other_weights", "model", r.ModelID, "scored", s.Precision, "measured", r.Precision, "task", t.Name))
			}
		}
	}
	return names
}

// qualityPage sets energy against each benchmark of quality.
func (p *page) qualityPage() templates.Overview {
	v := p.overview(templates.Plain(p.Say("quality.lede")))
	for i, b := range p.quality {
		s := templates.Section{ID: fmt.Sprintf("benchmark-%d", i+1), Title: b.name, Tables: []templates.Table{p.qualityTable(i, b)}}
		if names := p.unmatched(b); len(names) > 0 {
			s.Text = templates.Plain(p.Say("quality.unmatched", "models", p.content.Words.All(names[:min(len(names), mostUnmatched)]), "n", len(names)))
		}
		if len(b.tasks) > 0 {
			s.Figures = append(s.Figures, p.figure(fmt.Sprintf("quality-%d-figure", i+1), p.qualityFigure(b)))
		}
		v.Sections = append(v.Sections, s)
	}
	return v
}

// qualityFigure is energy against score, a panel for each task.
func (p *page) qualityFigure(b qualityBenchmark) charts.Figure {
	plot := charts.Plot{Words: p.content.Words, Kind: "scatter", Figure: charts.Figure{
		Chart: "quality", Title: p.Say("quality.figure.title", "benchmark", b.name), Caption: p.Say("quality.figure.caption"),
		Description: p.Say("quality.figure.description", "benchmark", b.name),
	}}
	plot.Columns = []charts.Column{
		{Field: "nickname", Label: p.Say("table.model")},
		{Label: p.Say("table.task")},
		{Label: b.name, Number: true},
		{Label: p.Say("quality.figure.energy"), Unit: p.perAnyOutput(b.tasks), Number: true},
		{Label: p.Say("quality.figure.configuration")},
		{Label: p.Say("quality.source")},
	}
	plot.Panels = lists.Map(b.tasks, func(t *task) charts.PlotPanel { return p.qualityPanel(b, t, &plot) })
	drawn := charts.Declared(plot)
	drawn.Measured = p.content.Words.All(distinct(b.tasks, func(t *task) string { return t.basisOf(t.rows[0]) }))
	return drawn
}

func (p *page) qualityPanel(b qualityBenchmark, t *task, plot *charts.Plot) charts.PlotPanel {
	panel := charts.PlotPanel{
		Title: t.Name, X: charts.PlotAxis{Name: b.name},
		Y:      charts.PlotAxis{Name: p.Say("quality.figure.axis", "unit", t.energyUnit()), Log: true, Form: t.board.Form(t.rows[0].EnergyField().Name)},
		Series: []charts.PlotSeries{{Mark: charts.MarksInOrder([]string{""})[""]}},
	}
	var scores, energy []float64
	for _, r := range b.rows(t) {
		score, _ := b.score(t, r)
		scores, energy = append(scores, score.Value), append(energy, r.Energy)
		panel.Series[0].Points = append(panel.Series[0].Points, charts.Point{X: score.Value, Y: r.Energy, Label: r.Nickname, Row: len(plot.Rows)})
		plot.Rows = append(plot.Rows, charts.Row{Run: r.Run, Model: r.ModelID, Cells: []charts.Cell{
			{Text: r.Nickname},
			{Text: t.Name},
			{Text: p.content.Words.Short(score.Value), Value: data.Text(score.Value)},
			{Text: p.content.Words.Number(r.Energy), Value: data.Text(r.Energy)},
			{Text: p.Say("quality.figure.run", "hardware", board.Hardware(r), "batch", r.Batch)},
			{Text: score.Source},
		}})
	}
	points := panel.Series[0].Points
	panel.Frontier = lists.Map(aggregate.Undominated(scores, energy, data.Higher, data.Lower), func(i int) charts.Point { return points[i] })
	return panel
}

// qualityTable is one row a score of a model, the best first.
func (p *page) qualityTable(i int, b qualityBenchmark) templates.Table {
	t := templates.Table{
		ID: fmt.Sprintf("quality-%d-list", i+1), Label: p.Say("quality.table", "benchmark", b.name),
		Columns: p.heads("table.model name, quality.score number main"),
	}
	for _, k := range b.tasks {
		t.Columns = append(t.Columns, templates.Column{Label: k.Name, Unit: k.energyUnit(), Kind: templates.Number, Show: templates.Tablet})
	}
	t.Columns = append(t.Columns, p.heads("quality.weights, quality.source long")...)
	sorted := slices.SortedStableFunc(slices.Values(b.scores), func(x, y content.Score) int {
		return cmp.Or(cmp.Compare(y.Value, x.Value), strings.Compare(x.Model, y.Model))
	})
	for _, s := range sorted {
		if m, ok := lists.Find(p.models, func(m *group) bool { return m.id == s.Model }); ok {
			t.Rows = append(t.Rows, p.qualityRow(b, m, s))
		}
	}
	return t
}

func (p *page) qualityRow(b qualityBenchmark, m *group, s content.Score) templates.Row {
	row := p.rowOf("", m.id, linked(m.name, p.to(modelAddress(m.id))), p.exact(s.Value))
	for _, t := range b.tasks {
		cell := templates.Cell{}
		if i := slices.IndexFunc(t.best, func(r aggregate.Row) bool { return r.ModelID == m.id && besides(s, t, r) }); i >= 0 {
			cell = p.traced(templates.Cell{Text: t.energyNumber(t.best[i].Energy), Value: data.Text(t.best[i].Energy)}, t.best[i])
		}
		row.Cells = append(row.Cells, cell)
	}
	weights := strings.TrimSpace(s.Precision + " " + s.Revision)
	if s.Named != "" {
		weights = joined(weights, p.Say("quality.named", "name", s.Named))
	}
	row.Cells = append(row.Cells, templates.Cell{Text: weights}, templates.Cell{Text: host(s.Source), Href: s.Source})
	return row
}

// host is a web address in short.
func host(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	return u.Host
}

func (p *page) qualityColumns() []templates.Column {
	return lists.Map(p.quality[:min(len(p.quality), mostQualityColumns)], func(b qualityBenchmark) templates.Column {
		return templates.Column{Label: b.name, Kind: templates.Number, Show: templates.Tablet, Help: p.to(qualityPath)}
	})
}

func (p *page) qualityCells(model string) (cells []templates.Cell) {
	for _, b := range p.quality[:min(len(p.quality), mostQualityColumns)] {
		cell := templates.Cell{}
		if own := lists.Filter(b.scores, func(s content.Score) bool { return s.Model == model }); len(own) == 1 {
			cell = p.exact(own[0].Value)
		}
		cells = append(cells, cell)
	}
	return cells
}
