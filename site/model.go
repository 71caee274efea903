package site

import (
	"cmp"
	"maps"
	"math"
	"net/url"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/leaderboard"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/units"
	"github.com/jouleboard/jouleboard/view"
)

func gpuOf(r aggregate.Row) string { return r.GPU }

func gpusOf(r aggregate.Row) int { return r.NumGPUs }

func (p *page) modelFacts(rows []aggregate.Row) []templates.Fact {
	r := rows[0]
	w := p.content.Words
	facts := []templates.Fact{{Term: w.Say("model.parameters"), Value: templates.Plain(billions(w, r.TotalParams))}}
	if r.ActiveParams != r.TotalParams {
		facts = append(facts, templates.Fact{Term: w.Say("model.active"), Value: templates.Plain(billions(w, r.ActiveParams))})
	}
	if r.Architecture != "" {
		facts = append(facts, templates.Fact{Term: w.Say("model.architecture"), Value: templates.Text{
			p.linkTo(string(data.RoleArchitecture), r.Architecture),
		}})
	}
	return append(facts,
		templates.Fact{Term: w.Say("model.precision"), Value: templates.Plain(strings.Join(distinct(rows, precisionOf), ", "))},
		templates.Fact{Term: w.Say("model.measured_on"), Value: p.gpuLinks(rows)},
		templates.Fact{Term: w.Say("charts.column.configurations"), Value: templates.Plain(w.Whole(len(rows)))},
	)
}

func precisionOf(r aggregate.Row) string { return units.Precision(r.Precision) }

// billions is a number of parameters: 235B, 1.3B.
func billions(w *words.Catalog, n float64) string { return w.Say("model.billions", "n", w.Short(n)) }

func (p *page) gpuLinks(rows []aggregate.Row) templates.Text {
	var text templates.Text
	for i, name := range distinct(rows, gpuOf) {
		if i > 0 {
			text = append(text, plain(", "))
		}
		text = append(text, p.linkTo(content.OfGPU, name))
	}
	return text
}

// distinct lists the values of rows in order.
func distinct[T any, V cmp.Ordered](rows []T, value func(T) V) []V {
	seen := map[V]bool{}
	for _, r := range rows { // of which few have different values
		seen[value(r)] = true
	}
	return slices.Sorted(maps.Keys(seen))
}

func (p *page) modelLinks(g *group, t *task) []templates.Link {
	links := []templates.Link{{Text: t.words.Say("model.all", "task", t.words.Inside(t.Name)), Href: p.to(taskAddress(t.ID))}}
	if len(t.best)+len(t.late) > 1 {
		links = append(links, templates.Link{Text: t.words.Say("model.compare"), Href: p.comparison(t, g.id)})
	}
	if t.hasCapacity() {
		links = append(links, templates.Link{
			Text: t.words.Say("model.capacity"), Href: p.to(taskAddress(t.ID)) + "?" + url.Values{"q": {g.name}}.Encode() + "#capacity",
		})
	}
	if path := "data/" + leaderboard.ModelPath(g.id, t.ID); p.file(path) != nil {
		links = append(links,
			templates.Link{Text: t.words.Say("model.json"), Href: p.to(path), Download: path[strings.LastIndexByte(path, '/')+1:]})
	}
	return links
}

// standing is a task with a model's lowest energy within the deadline.
func (t *task) standing(id string) string {
	if r, ok := lists.Find(t.best, func(r aggregate.Row) bool { return r.ModelID == id }); ok {
		return t.words.Say("model.standing", "task", t.Name, "energy", t.energyAt(r.Energy))
	}
	return t.words.Say("model.slower", "task", t.Name, "limit", t.deadlineText())
}

// energyAt is an energy within the default deadline: "0.312 J per token at ≤ 50 ms per token".
func (t *task) energyAt(energy float64) string {
	text := t.energy(energy)
	if t.Deadline > 0 {
		text += " " + t.at(t.board.Default)
	}
	return text
}

func (p *page) modelLede(id string, t *task, rows []aggregate.Row) templates.Text {
	scale := scaleOf(rows)
	place, n, metric, faster := "", 1, "", ""
	if i := slices.IndexFunc(t.best, func(r aggregate.Row) bool { return r.ModelID == id }); i >= 0 {
		place, n = t.initial.Ranges[i].String(), len(aggregate.InGroup(t.best, t.best[i].Group))
		metric, faster = t.atEqualWork(t.board.Default, t.best[i:i+1], t.metric()), t.faster(t.best[i], rows)
	}
	ranked := t.words.Say("model.ranked", "place", place, "n", n, "metric", metric, "filtered", "", "low", t.energyNumber(scale.least), "high", t.energy(scale.most))
	return templates.Plain(ranked + faster)
}

// faster names the fastest configuration that cannot be told from the best of a model on the same hardware, if it is faster.
func (t *task) faster(best aggregate.Row, rows []aggregate.Row) string {
	latency := func(r aggregate.Row) float64 { return r.Latency(t.query.Percentile) }
	alike := lists.Filter(rows, func(r aggregate.Row) bool {
		return t.query.Accepts(r) && r.Group == best.Group && board.Hardware(r) == board.Hardware(best) && latency(r) < latency(best) && r.Ties(best)
	})
	if len(alike) == 0 {
		return ""
	}
	r := slices.MinFunc(alike, func(a, b aggregate.Row) int { return cmp.Compare(latency(a), latency(b)) })
	return " " + t.words.Say("model.faster", "batch", t.batchText(r), "latency", t.latencyText(latency(r)))
}

// configurations is the table of the configurations of one model or several in a task: those on the frontier, then those of
// the least energy.
func (p *page) configurations(t *task, a view.Answer, columns []column, label, note string) templates.Table {
	frontier := lists.By(a.Front, func(r aggregate.Row) (string, bool) { return r.Run, true })
	v := p.table(columns, a.Rows)
	v.ID, v.Label = a.View.ID, label
	v.Anchors, v.Live, v.Empty = true, true, t.words.Say("task.lede.empty")
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
	if !data.OfEnergy(rows[0].RankField().Unit) {
		return templates.Plain(t.spread())
	}
	note := append(t.words.Rich("model.intervals", "href", p.help("uncertainty")), plain(" "+t.spread()))
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
	return p.rest(n, "model.more", "href", p.to(t.dataPath("csv")))
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
			return templates.Cell{Text: t.where(r), Badges: append(p.doubted(r), p.changed(r)...)}
		},
	}
}

// similarSize is how many times the parameters of a model a similar one has at most, and what part of them at least.
const similarSize = 2

// alternativesTo are models of similar size that do the task with less energy within the same deadline, nearest in size
// first.
func (t *task) alternativesTo(id string) (others []aggregate.Row) {
	own := slices.IndexFunc(t.best, func(r aggregate.Row) bool { return r.ModelID == id })
	if own < 0 {
		return nil
	}
	mine := t.best[own]
	for i, r := range t.best[:own] {
		isLess := t.initial.Ranks[i].Place < t.initial.Ranks[own].Place && !r.Ties(mine)
		if isLess && distance(r, mine) <= math.Log(similarSize) && r.Group == mine.Group {
			others = append(others, r)
		}
	}
	slices.SortStableFunc(others, func(a, b aggregate.Row) int { return cmp.Compare(distance(a, mine), distance(b, mine)) })
	return others[:min(len(others), mostAlternatives)]
}

// alternatives lists them.
func (p *page) alternatives(id string, t *task) []templates.Section {
	others := t.alternativesTo(id)
	if len(others) == 0 {
		return nil
	}
	mine, _ := lists.Find(t.best, func(r aggregate.Row) bool { return r.ModelID == id })
	s := templates.Section{
		ID: t.ID + "-alternatives", Title: t.words.Say("model.alternatives.title", "task", t.words.Inside(t.Name)),
		Text: templates.Plain(t.words.Say("model.alternatives.text", "at", t.at(t.board.Default))),
	}
	compared := []string{id}
	for _, r := range others {
		compared = append(compared, r.ModelID)
		s.Items = append(s.Items, t.words.Rich("model.alternatives.item",
			"model", r.Nickname, "href", p.to(modelAddress(r.ModelID)), "parameters", billions(t.words, r.TotalParams),
			"energy", t.energy(r.Energy), "percent", t.percent(100*(1-r.Energy/mine.Energy))))
	}
	s.Links = []templates.Link{{Text: t.words.Say("model.alternatives.compare"), Href: p.comparison(t, compared...)}}
	return []templates.Section{s}
}

// distance is how far apart two models are in size, as a logarithm.
func distance(a, b aggregate.Row) float64 { return math.Abs(math.Log(a.TotalParams / b.TotalParams)) }
