package site

import (
	"cmp"
	"context"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/leaderboard"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/units"
	"github.com/jouleboard/jouleboard/view"
)

func (p *page) modelPage(ctx context.Context, m *model) (templates.Overview, error) {
	v := templates.Overview{Frame: p.frame(), Title: m.name(), Name: m.id, Facts: p.modelFacts(m), Source: p.source()}
	all := p.tasksWith(m.rows)
	tasks := all[:min(len(all), mostSections)]
	v.Configurations = p.asking(asked{Model: m.id}, tasks, []templates.Choice{
		several("gpu", p.Say("filters.gpu"), distinct(m.rows, func(r aggregate.Row) string { return r.GPU }), identity),
		several("gpus", p.Say("filters.gpus"), gpuCounts(m.rows), strconv.Itoa),
	}, func(t *task) []ask { return p.modelViews(m, t, rowsEach(tasks)) })
	for _, t := range tasks {
		s, err := p.modelTask(ctx, m, t, rowsEach(tasks))
		if err != nil {
			return v, err
		}
		v.Sections = append(v.Sections, s)
		if alternatives, ok := p.alternatives(m, t); ok {
			v.Sections = append(v.Sections, alternatives)
		}
		if len(tasks) > 1 {
			v.Jump = append(v.Jump, templates.Link{Text: t.Name, Href: "#" + t.ID})
		}
	}
	if more := all[len(tasks):]; len(more) > 0 {
		v.Sections = append(v.Sections, p.furtherTasks(more))
	}
	return v, nil
}

func gpuCounts(rows []aggregate.Row) []int {
	counts := lists.Map(rows, func(r aggregate.Row) int { return r.NumGPUs })
	slices.Sort(counts)
	return slices.Compact(counts)
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

// rowsEach is how many configurations a page of several tasks lists of each.
func rowsEach(tasks []*task) int { return max(view.Most/(2*len(tasks)-1), 6) }

// modelViews are the views of a model in a task.
func (p *page) modelViews(m *model, t *task, limit int) []ask {
	rows := of(t, m.rows)
	in := func(v view.View, style *view.Style) ask {
		return ask{View: v, where: t.name(data.RoleModel), is: []string{m.id}, rows: rows, style: style}
	}
	energy, batch := t.name(data.RoleEnergy), t.name(data.RoleBatch)
	style := p.drawingStyle(t, rows)
	asks := []ask{in(view.View{ID: t.ID + "-gpus", Kind: view.Ranking, By: hardwareColumn}, nil)}
	across := ""
	if latency := t.rows[0].Schema().Latency(); len(latency) > 0 {
		across = latency[0]
		asks = append(asks, in(view.View{
			ID: figureOf(t, "model-frontier"), Kind: view.Tradeoff, By: hardwareColumn, X: latency[0], Y: []string{energy}, Label: batch,
		}, style))
		asks = append(asks, in(t.sweep(hardwareColumn, latency), p.sweepStyle(t, style)))
	}
	return append(asks, in(view.View{
		ID: "configurations-" + t.ID, Kind: view.Ranking, X: across, Y: []string{energy}, Limit: limit,
	}, nil))
}

// sweep is lines over the batch size, one for each value of a column, of outputs of equal work. Only energy is on a
// logarithmic axis.
func (t *task) sweep(by string, latency []string) view.View {
	return view.View{
		ID: figureOf(t, "batch"), Kind: view.Line, By: by, X: t.name(data.RoleBatch), Y: t.overBatch(latency[0]),
		Alike: t.workColumns(), Linear: append([]string{"power_share", "throughput_per_gpu"}, latency...),
	}
}

// modelTask is what is known of a model in one task: its best configuration on each hardware, the trade-off, how it
// depends on the batch size, how long the responses are, its configurations.
func (p *page) modelTask(ctx context.Context, m *model, t *task, limit int) (templates.Section, error) {
	rows := of(t, m.rows)
	s := templates.Section{ID: t.ID, Title: t.standing(m), Text: p.modelLede(m, t, rows)}
	for _, a := range p.modelViews(m, t, limit) {
		answer := t.answerTo(a)
		switch {
		case a.Kind != view.Ranking:
			f, err := p.viewFigure(ctx, t, a, answer)
			if err != nil {
				return s, err
			}
			s.Figures = append(s.Figures, f)
			if a.Kind == view.Tradeoff && t.PerToken() {
				s.Figures = append(s.Figures, p.responseFigure(t, rows))
			}
		case a.By != "":
			s.Before = append(s.Before, p.hardwareTable(m, t, answer))
		default:
			label := t.words.Say("model.table", "model", m.name(), "task", t.Name)
			s.Tables = append(s.Tables, p.configurations(t, answer, p.configurationColumns(t, rows), label, t.words.Say("model.note")))
		}
	}
	more, err := p.modelFigures(ctx, m, t, rows)
	s.Figures = append(s.Figures, more...)
	s.Links = p.modelLinks(m, t)
	return s, err
}

func (p *page) modelLinks(m *model, t *task) []templates.Link {
	links := []templates.Link{{Text: t.words.Say("model.all", "task", t.words.Inside(t.Name)), Href: p.to(taskAddress(t.ID))}}
	if len(t.best)+len(t.late) > 1 {
		links = append(links, templates.Link{Text: t.words.Say("model.compare"), Href: p.comparison(t, m.id)})
	}
	if t.hasCapacity() {
		links = append(links, templates.Link{
			Text: t.words.Say("model.capacity"), Href: p.to(taskAddress(t.ID)) + "?" + url.Values{"q": {m.name()}}.Encode() + "#capacity",
		})
	}
	if path := "data/" + leaderboard.ModelPath(m.id, t.ID); p.file(path) != nil {
		links = append(links,
			templates.Link{Text: t.words.Say("model.json"), Href: p.to(path), Download: path[strings.LastIndexByte(path, '/')+1:]})
	}
	return links
}

// hardwareTable is the model's best configuration on each hardware within the limit, and the fastest where none is.
func (p *page) hardwareTable(m *model, t *task, a view.Answer) templates.Table {
	columns := append([]column{p.hardwareName(t), p.batch(t, templates.Tablet), p.energy(t), t.excess(a.Rows)},
		p.columns(t, templates.Desktop, "throughput_per_gpu")...)
	columns = append(columns, p.latency(t, templates.Always))
	if t.Deadline > 0 {
		columns = append(columns, t.slack())
	}
	v := p.rankingTable(a, append(columns, p.columns(t, templates.Desktop, "power_share")...))
	v.Listed, v.Wide = true, false
	v.Label = t.words.Say("views.hardware", "model", m.name(), "task", t.Name)
	v.Note = p.rankingNote(t, a, "hardware")
	v.Empty = t.words.Say("task.lede.empty")
	return v
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

// configurations is the table of the configurations of one model or several in a task: those on the frontier, then those of
// the least energy.
func (p *page) configurations(t *task, a view.Answer, columns []column, label, note string) templates.Table {
	frontier := lists.By(a.Front, func(r aggregate.Row) (string, bool) { return r.Run, true })
	v := table(columns, a.Rows)
	v.ID, v.Label = a.View.ID, label
	v.Wide, v.Anchors, v.Live, v.Empty = true, true, true, t.words.Say("task.lede.empty")
	v.Note = append(templates.Plain(note+" "), p.intervalNote(t, a.Rows)...)
	for i, r := range a.Rows {
		if frontier[r.Run] {
			v.Rows[i].Mark = t.words.Say("table.frontier")
		}
	}
	v.More = p.moreRows(t, a.More)
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

// moreRows says where the rows are that a table leaves out.
func (p *page) moreRows(t *task, n int) templates.Text {
	if n <= 0 {
		return nil
	}
	return templates.Said(t.words.Rich("model.more", "n", n, "href", p.to(t.dataPath("csv"))))
}

func (p *page) configurationColumns(t *task, rows []aggregate.Row) []column {
	columns := []column{p.configurationName(t), p.energy(t), written(templates.Column{
		Field: intervalField, Label: t.words.Say("model.interval"), Unit: t.rankUnit(), Help: p.help("uncertainty"), Kind: templates.Number,
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
		Column: templates.Column{Field: reportField, Label: p.content.Words.Say("model.problem")},
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
