package site

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/leaderboard"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/units"
)

func (p *page) modelPage(ctx context.Context, m *model) (templates.Overview, error) {
	v := templates.Overview{Frame: p.frame(), Title: m.name(), Name: m.id, Facts: p.modelFacts(m), Source: p.source()}
	tasks := p.tasksWith(m.rows)
	v.Configurations = p.modelChoices(m, tasks)
	for _, t := range tasks {
		s, err := p.modelTask(ctx, m, t)
		if err != nil {
			return v, err
		}
		v.Sections = append(v.Sections, s)
		if capacity, ok := p.modelCapacity(m, t, of(t, m.rows)); ok {
			v.Sections = append(v.Sections, capacity)
		}
		if alternatives, ok := p.alternatives(m, t); ok {
			v.Sections = append(v.Sections, alternatives)
		}
		if len(tasks) > 1 {
			v.Jump = append(v.Jump, templates.Link{Text: t.Name, Href: "#" + t.ID})
		}
	}
	return v, nil
}

func (p *page) modelFacts(m *model) []templates.Fact {
	r := m.rows[0]
	facts := []templates.Fact{{Term: "Parameters", Value: templates.Plain(units.Parameters(r.TotalParams))}}
	if r.ActiveParams != r.TotalParams {
		facts = append(facts, templates.Fact{Term: "Active", Value: templates.Plain(units.Parameters(r.ActiveParams))})
	}
	if r.Architecture != "" {
		facts = append(facts, templates.Fact{Term: "Architecture", Value: templates.Text{
			linked(r.Architecture, p.to(architectureAddress(r.Architecture))),
		}})
	}
	return append(facts,
		templates.Fact{Term: "Precision", Value: templates.Plain(strings.Join(distinct(m.rows, func(r aggregate.Row) string { return precisionTag(r.Precision) }), ", "))},
		templates.Fact{Term: "Measured on", Value: p.gpuLinks(m.rows)},
		templates.Fact{Term: "Configurations", Value: templates.Plain(units.Whole(len(m.rows)))},
	)
}

func (p *page) gpuLinks(rows []aggregate.Row) templates.Text {
	var text templates.Text
	for i, name := range distinct(rows, func(r aggregate.Row) string { return r.GPU }) {
		if i > 0 {
			text = append(text, plain(", "))
		}
		text = append(text, linked(name, p.to(gpuAddress(name))))
	}
	return text
}

// distinct lists the values of rows in order of the alphabet.
func distinct(rows []aggregate.Row, value func(aggregate.Row) string) []string {
	var values []string
	for _, r := range rows {
		values = append(values, value(r))
	}
	slices.Sort(values)
	return slices.Compact(values)
}

// modelTask is what is known of a model in one task: the trade-off, how it
// depends on the batch size, how long the answers are, every configuration.
func (p *page) modelTask(ctx context.Context, m *model, t *task) (templates.Section, error) {
	rows := of(t, m.rows)
	s := templates.Section{ID: t.ID, Title: t.Name + ": " + t.standing(m), Text: p.modelLede(m, t, rows)}
	var err error
	if s.Figures, err = p.modelFigures(ctx, m, t, rows); err != nil {
		return s, err
	}
	s.Tables = []templates.Table{p.configurations(m, t, rows)}
	s.Links = []templates.Link{{Text: "All models in " + strings.ToLower(t.Name), Href: p.to(taskAddress(t.ID))}}
	if len(t.best)+len(t.late) > 1 {
		s.Links = append(s.Links, templates.Link{Text: "Compare with other models", Href: p.comparison(t, m.id)})
	}
	if path := "data/" + leaderboard.ModelPath(m.id, t.ID); p.file(path) != nil {
		s.Links = append(s.Links, templates.Link{Text: "This table as JSON", Href: p.to(path), Download: path[strings.LastIndexByte(path, '/')+1:]})
	}
	return s, nil
}

// standing is a model's least energy within the deadline, in short.
func (t *task) standing(m *model) string {
	for _, r := range t.best {
		if r.ModelID == m.id {
			return fmt.Sprintf("%s %s within %s", units.Number(r.Energy), t.perOutput(), t.deadlineText())
		}
	}
	return "slower than " + t.deadlineText()
}

func (p *page) modelLede(m *model, t *task, rows []aggregate.Row) templates.Text {
	for i, r := range t.best {
		if r.ModelID != m.id {
			continue
		}
		place := fmt.Sprintf("Rank %d", t.ranks[i].Place)
		if t.ranks[i].Tied {
			place = fmt.Sprintf("Shared rank %d", t.ranks[i].Place)
		}
		return templates.Text{plain(fmt.Sprintf("%s of %s, on %s at batch size %s with %s. Over all its configurations the energy ranges from %s to %s %s.",
			place, units.Plural(len(t.best), "model"), on(r), units.Whole(r.Batch), t.latencyText(r.Latency(t.query.Percentile)),
			units.Number(scaleOf(rows).least), units.Number(scaleOf(rows).most), t.perOutput()))}
	}
	return templates.Plain(fmt.Sprintf("None of its %s meets the deadline of %s.", units.Plural(len(rows), "configuration"), t.deadlineText()))
}

// most rows that a table on a page shows; the files have them all
const mostTableRows = 500

// configurations is the table of all rows of a model in a task.
func (p *page) configurations(m *model, t *task, rows []aggregate.Row) templates.Table {
	frontier := map[string]bool{}
	for _, r := range aggregate.Frontier(rows, t.query.Percentile) {
		frontier[r.Run] = true
	}
	shown := listedRows(rows)
	v := table(p.configurationColumns(t, rows), shown)
	v.ID, v.Label = "configurations-"+t.ID, "All configurations of "+m.name()+" in "+t.Name
	v.Wide, v.Anchors, v.Live, v.Empty = true, true, true, "No configuration passes the filters."
	v.Note = templates.Plain(fmt.Sprintf("All %s. Marked rows are on the frontier: no other configuration of this model is at least as good in both energy and latency and better in one.",
		units.Plural(len(rows), "configuration")))
	v.Note = append(v.Note, p.intervalNote(t, rows)...)
	for i, r := range shown {
		if frontier[r.Run] {
			v.Rows[i].Mark = "on the frontier"
		}
	}
	v.More = p.moreRows(t, len(rows)-len(shown))
	return v
}

// intervalNote says what the rows' intervals hold and what not, by GPU where it is known.
func (p *page) intervalNote(t *task, rows []aggregate.Row) templates.Text {
	note := templates.Text{
		plain(" Intervals at 95%: " + t.uncertainty.String() + ". They do not include "),
		linked("the error of the power sensor", p.help("uncertainty")),
	}
	told := map[string]bool{}
	for _, r := range rows {
		f, _ := p.content.GPU(r.GPU)
		if f.Sensor == (content.Sensor{}) || told[r.GPU] {
			continue
		}
		told[r.GPU] = true
		note = append(note, plain("; "+r.GPU+": "), linked(p.accuracy(f.Sensor), f.Sensor.Source))
	}
	return append(note, plain("."))
}

// listedRows are those of a model's rows in a task that its page lists.
func listedRows(rows []aggregate.Row) []aggregate.Row { return rows[:min(len(rows), mostTableRows)] }

// moreRows says where the rows are that a table leaves out.
func (p *page) moreRows(t *task, n int) templates.Text {
	if n <= 0 {
		return nil
	}
	return templates.Text{
		plain(fmt.Sprintf("%s more rows are in ", units.Whole(n))),
		linked("the data of this task", p.to("data/tasks/"+t.ID+".csv")), plain("."),
	}
}

func (p *page) configurationColumns(t *task, rows []aggregate.Row) []column {
	columns := []column{p.configurationName(), p.energy(t), written(templates.Column{
		Label: "95% interval", Unit: t.rankUnit(), Help: p.help("uncertainty"), Kind: templates.Number,
	}, interval)}
	columns = append(columns, p.latency(t, templates.Always))
	names := []string{"resolution"}
	for _, role := range []data.Role{
		data.RoleSteps, data.RoleFrames, data.RoleFrameRate, data.RoleP99, data.RolePerResponse, data.RoleOutputLength,
		data.RoleThroughput, data.RolePower, data.RoleMeanBatch,
	} {
		names = append(names, t.name(role))
	}
	columns = append(columns, p.columns(t, templates.Always, append(names, "parallelism")...)...)
	if p.content.Site.Report == "" {
		return columns
	}
	return append(columns, p.reportColumn())
}

// reportColumn is where a reader says that a run looks wrong.
func (p *page) reportColumn() column {
	return column{
		Column: templates.Column{Label: "Problem"},
		cell: func(r aggregate.Row) templates.Cell {
			return templates.Cell{Text: "Report", Href: p.content.Site.ReportURL(r.Run)}
		},
	}
}

// configurationName heads a row of a model's table: where it ran, at which batch.
func (p *page) configurationName() column {
	return column{
		Column: templates.Column{Field: "configuration", Label: "Configuration", Kind: templates.Name},
		cell: func(r aggregate.Row) templates.Cell {
			return templates.Cell{Text: on(r) + ", batch" + space + units.Whole(r.Batch), Badges: p.changed(r)}
		},
	}
}

const (
	mostAlternatives = 5
	similarSize      = 2 // a similar model has at most this many times the parameters, and at least one part in it
)

// alternatives lists models of similar size that do the task with less energy
// within the same deadline, nearest in size first.
func (p *page) alternatives(m *model, t *task) (templates.Section, bool) {
	own := slices.IndexFunc(t.best, func(r aggregate.Row) bool { return r.ModelID == m.id })
	if own < 0 {
		return templates.Section{}, false
	}
	mine := t.best[own]
	var others []aggregate.Row
	for i, r := range t.best[:own] {
		if t.ranks[i].Place < t.ranks[own].Place && distance(r, mine) <= math.Log(similarSize) {
			others = append(others, r)
		}
	}
	if len(others) == 0 {
		return templates.Section{}, false
	}
	slices.SortStableFunc(others, func(a, b aggregate.Row) int { return cmp.Compare(distance(a, mine), distance(b, mine)) })
	s := templates.Section{ID: t.ID + "-alternatives", Title: "Less energy at similar size: " + strings.ToLower(t.Name)}
	s.Text = templates.Plain("Models with half to twice the parameters that need less energy within " + t.deadlineText() + ". Quality is not compared here.")
	compared := []string{m.id}
	for _, r := range others[:min(len(others), mostAlternatives)] {
		compared = append(compared, r.ModelID)
		s.Items = append(s.Items, templates.Text{
			linked(r.Nickname, p.to(modelAddress(r.ModelID))),
			plain(fmt.Sprintf(", %s: %s %s, %.0f %% less", units.Parameters(r.TotalParams), units.Number(r.Energy), t.perOutput(), 100*(1-r.Energy/mine.Energy))),
		})
	}
	s.Links = []templates.Link{{Text: "Compare them side by side", Href: p.comparison(t, compared...)}}
	return s, true
}

// distance is how far apart two models are in size, as a logarithm.
func distance(a, b aggregate.Row) float64 { return math.Abs(math.Log(a.TotalParams / b.TotalParams)) }
