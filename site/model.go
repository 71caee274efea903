package site

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
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
	w := p.content.Words
	facts := []templates.Fact{{Term: w.Say("model.parameters"), Value: templates.Plain(billions(w, r.TotalParams))}}
	if r.ActiveParams != r.TotalParams {
		facts = append(facts, templates.Fact{Term: w.Say("model.active"), Value: templates.Plain(billions(w, r.ActiveParams))})
	}
	if r.Architecture != "" {
		facts = append(facts, templates.Fact{Term: w.Say("model.architecture"), Value: templates.Text{
			linked(r.Architecture, p.to(architectureAddress(r.Architecture))),
		}})
	}
	return append(facts,
		templates.Fact{Term: w.Say("model.precision"), Value: templates.Plain(strings.Join(distinct(m.rows, precisionOf), ", "))},
		templates.Fact{Term: w.Say("model.measured_on"), Value: p.gpuLinks(m.rows)},
		templates.Fact{Term: w.Say("charts.column.configurations"), Value: templates.Plain(w.Whole(len(m.rows)))},
	)
}

func precisionOf(r aggregate.Row) string { return units.Precision(r.Precision) }

// billions is a number of parameters: 235B, 1.3B.
func billions(w *words.Catalog, n float64) string { return w.Say("model.billions", "n", w.Short(n)) }

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
	values := lists.Map(rows, value)
	slices.Sort(values)
	return slices.Compact(values)
}

// modelTask is what is known of a model in one task: the trade-off, how it
// depends on the batch size, how long the responses are, every configuration.
func (p *page) modelTask(ctx context.Context, m *model, t *task) (templates.Section, error) {
	rows := of(t, m.rows)
	s := templates.Section{ID: t.ID, Title: t.standing(m), Text: p.modelLede(m, t, rows)}
	var err error
	if s.Figures, err = p.modelFigures(ctx, m, t, rows); err != nil {
		return s, err
	}
	s.Tables = []templates.Table{p.configurations(m, t, rows)}
	s.Links = []templates.Link{{Text: t.words.Say("model.all", "task", t.words.Inside(t.Name)), Href: p.to(taskAddress(t.ID))}}
	if len(t.best)+len(t.late) > 1 {
		s.Links = append(s.Links, templates.Link{Text: t.words.Say("model.compare"), Href: p.comparison(t, m.id)})
	}
	if path := "data/" + leaderboard.ModelPath(m.id, t.ID); p.file(path) != nil {
		s.Links = append(s.Links,
			templates.Link{Text: t.words.Say("model.json"), Href: p.to(path), Download: path[strings.LastIndexByte(path, '/')+1:]})
	}
	return s, nil
}

// standing is a task with a model's lowest energy within the deadline.
func (t *task) standing(m *model) string {
	for _, r := range t.best {
		if r.ModelID == m.id {
			return t.words.Say("model.standing", "task", t.Name, "energy", t.energyAt(r.Energy))
		}
	}
	return t.words.Say("model.slower", "task", t.Name, "limit", t.deadlineText())
}

// energyAt is an energy within the default deadline: "0.312 J per token at ≤ 50 ms per token".
func (t *task) energyAt(energy float64) string {
	text := t.words.Number(energy) + " " + t.perOutput()
	if t.Deadline > 0 {
		text += " " + t.at(t.board.Default)
	}
	return text
}

func (p *page) modelLede(m *model, t *task, rows []aggregate.Row) templates.Text {
	for i, r := range t.best {
		if r.ModelID != m.id {
			continue
		}
		scale := scaleOf(rows)
		values := []any{
			"place", t.ranks[i].Place, "n", len(t.best), "setting", t.where(r), "latency", t.latencyText(r.Latency(t.query.Percentile)),
			"low", scale.least, "high", t.words.Number(scale.most) + " " + t.perOutput(),
		}
		if t.ranks[i].Tied {
			return templates.Plain(t.words.Say("model.tied", values...))
		}
		return templates.Plain(t.words.Say("model.ranked", values...))
	}
	return templates.Plain(t.words.Say("model.late", "n", len(rows), "limit", t.deadlineText()))
}

// most rows that a table on a page shows; the files have them all
const mostTableRows = 500

// configurations is the table of all rows of a model in a task.
func (p *page) configurations(m *model, t *task, rows []aggregate.Row) templates.Table {
	frontier := lists.By(aggregate.Frontier(rows, t.query.Percentile), func(r aggregate.Row) (string, bool) { return r.Run, true })
	shown := listedRows(rows)
	v := table(p.configurationColumns(t, rows), shown)
	v.ID, v.Label = "configurations-"+t.ID, t.words.Say("model.table", "model", m.name(), "task", t.Name)
	v.Wide, v.Anchors, v.Live, v.Empty = true, true, true, t.words.Say("task.lede.empty")
	v.Note = append(templates.Plain(t.words.Say("model.note")+" "), p.intervalNote(t, rows)...)
	for i, r := range shown {
		if frontier[r.Run] {
			v.Rows[i].Mark = t.words.Say("table.frontier")
		}
	}
	v.More = p.moreRows(t, len(rows)-len(shown))
	return v
}

// intervalNote says what the rows' intervals hold and what not, by GPU where it is known.
func (p *page) intervalNote(t *task, rows []aggregate.Row) templates.Text {
	note := append(templates.Said(t.words.Rich("model.intervals", "href", p.help("uncertainty"))), plain(" "+t.spread()))
	told := map[string]bool{}
	for _, r := range rows {
		f, _ := p.content.GPU(r.GPU)
		if f.Sensor == (content.Sensor{}) || told[r.GPU] {
			continue
		}
		told[r.GPU] = true
		note = append(note, plain(" "+r.GPU+": "), linked(p.accuracy(f.Sensor), f.Sensor.Source), plain("."))
	}
	return note
}

// listedRows are those of a model's rows in a task that its page lists.
func listedRows(rows []aggregate.Row) []aggregate.Row { return rows[:min(len(rows), mostTableRows)] }

// moreRows says where the rows are that a table leaves out.
func (p *page) moreRows(t *task, n int) templates.Text {
	if n <= 0 {
		return nil
	}
	return templates.Said(t.words.Rich("model.more", "n", n, "href", p.to("data/tasks/"+t.ID+".csv")))
}

func (p *page) configurationColumns(t *task, rows []aggregate.Row) []column {
	columns := []column{p.configurationName(t), p.energy(t), written(templates.Column{
		Label: t.words.Say("model.interval"), Unit: t.rankUnit(), Help: p.help("uncertainty"), Kind: templates.Number,
	}, t.interval)}
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
		Column: templates.Column{Label: p.content.Words.Say("model.problem")},
		cell: func(r aggregate.Row) templates.Cell {
			return templates.Cell{Text: p.content.Words.Say("model.report"), Href: p.content.Site.ReportURL(r.Run)}
		},
	}
}

// configurationName heads a row of a model's table: where it ran, at which batch.
func (p *page) configurationName(t *task) column {
	return column{
		Column: templates.Column{Field: "configuration", Label: t.words.Say("model.configuration"), Kind: templates.Name},
		cell: func(r aggregate.Row) templates.Cell {
			return templates.Cell{Text: t.where(r), Badges: p.changed(r)}
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
		if t.ranks[i].Place < t.ranks[own].Place && !r.Ties(mine) && distance(r, mine) <= math.Log(similarSize) {
			others = append(others, r)
		}
	}
	if len(others) == 0 {
		return templates.Section{}, false
	}
	slices.SortStableFunc(others, func(a, b aggregate.Row) int { return cmp.Compare(distance(a, mine), distance(b, mine)) })
	s := templates.Section{
		ID: t.ID + "-alternatives", Title: t.words.Say("model.alternatives.title", "task", t.words.Inside(t.Name)),
		Text: templates.Plain(t.words.Say("model.alternatives.text", "at", t.at(t.board.Default))),
	}
	compared := []string{m.id}
	for _, r := range others[:min(len(others), mostAlternatives)] {
		compared = append(compared, r.ModelID)
		s.Items = append(s.Items, templates.Said(t.words.Rich("model.alternatives.item",
			"model", r.Nickname, "href", p.to(modelAddress(r.ModelID)), "parameters", billions(t.words, r.TotalParams),
			"energy", t.words.Number(r.Energy)+" "+t.perOutput(), "percent", t.percent(100*(1-r.Energy/mine.Energy)))))
	}
	s.Links = []templates.Link{{Text: t.words.Say("model.alternatives.compare"), Href: p.comparison(t, compared...)}}
	return s, true
}

// distance is how far apart two models are in size, as a logarithm.
func distance(a, b aggregate.Row) float64 { return math.Abs(math.Log(a.TotalParams / b.TotalParams)) }
