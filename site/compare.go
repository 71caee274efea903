package site

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/view"
)

// Models of a board are compared on a page of views about them: the three with the lowest energy until a reader chooses
// others. The first board's page is that of the site.
const comparePath = "compare/"

// compareBoards are the boards with two models or more.
func (e *edition) compareBoards() []*task {
	all := lists.Filter(e.all, (*task).hasComparison)
	return all[:min(len(all), mostChoices)]
}

// hasComparison reports whether there are two models to compare.
func (t *task) hasComparison() bool { return len(t.best)+len(t.late) > 1 }

// compareAddress is that of a board's comparison, "" where it has none.
func (e *edition) compareAddress(t *task) string {
	switch slices.Index(e.compared, t) {
	case -1:
		return ""
	case 0:
		return comparePath
	}
	return comparePath + t.ID + "/"
}

// comparison is the address of a comparison of models of a task.
func (p *page) comparison(t *task, models ...string) string {
	return p.to(p.compareAddress(t)) + "?" + url.Values{"models": {board.ListText(models)}}.Encode()
}

// comparedView ranks the best of each of some models against the first.
func (t *task) comparedView(chosen []string) view.View {
	return view.View{ID: comparedTable, Kind: view.Ranking, By: t.name(data.RoleModel), Base: chosen[0], Limit: mostCompared}
}

func cardOfComparison(t *task, title string) cardText {
	chosen := t.leading()
	a := ask{View: t.comparedView(chosen), Where: t.name(data.RoleModel), Is: chosen, rows: t.ofModels(chosen)}
	return cardText{title, t.Title + ". " + spoken(t.comparedLede(t.answerTo(a), chosen))}
}

func (e *edition) compareEntries() []*page {
	if len(e.compared) == 0 {
		return e.page(true, page{
			path: comparePath, kind: "compare", about: e.systems, title: e.Say("pages.compare.title"), description: e.Say("compare.nothing"),
		}, of(templates.OverviewPage, (*page).noComparison))
	}
	return lists.Map(e.compared, func(t *task) *page {
		p := e.titled(page{path: e.compareAddress(t), kind: "compare", of: []*task{t}, about: e.about(t), script: "compare", first: tradeoffFigure})
		if len(e.compared) > 1 { // the page without a choice is one of them
			p.title = e.Say("compare.of", "board", t.calledInLists())
		}
		p.says = cardOfComparison(t, p.title)
		return e.entry(p, of(templates.OverviewPage, func(p *page) templates.Overview { return p.comparePage(t) }))
	})
}

// about is whose results a board has.
func (e *edition) about(t *task) []system {
	return []system{e.systemOf(t)}
}

// noComparison says why there is none.
func (p *page) noComparison() templates.Overview {
	return p.overview(templates.Plain(p.Say("compare.nothing")))
}

func (p *page) comparePage(t *task) templates.Overview {
	chosen := t.leading()
	rows := t.ofModels(chosen)
	asks := p.compareViews(t, chosen, rows)
	v := p.overview(nil)
	choices := []templates.OptionField{
		several("gpu", p.Say("filters.gpu"), distinct(t.rows, gpuOf), identity),
		several("gpus", p.Say("filters.gpus"), distinct(t.rows, gpusOf), strconv.Itoa),
	}
	choices = append(choices, lists.FlatMap(asks, t.switches)...)
	v.Configurations = p.asking(asked{Chosen: p.choosing(t, chosen)}, []*task{t}, choices, t.board.GPUs(), func(*task) []ask { return asks })
	v.Configurations.Chosen = p.chosenModels(t, chosen)
	for _, a := range asks {
		s := p.compareSection(t, a)
		if a.ID == comparedTable {
			v.Lede = t.comparedLede(t.answerTo(a), chosen)
		}
		v.Sections = append(v.Sections, s)
	}
	if t.lengths != "" { // which the script draws
		answers := templates.Section{ID: "answers", Title: t.words.Say("compare.answers"), Text: templates.Plain(t.words.Say("compare.answers_script"))}
		v.Sections = slices.Insert(v.Sections, len(v.Sections)-1, answers)
	}
	v.Sections = slices.Concat(v.Sections, p.otherComparisons(t), p.citing(p.about[0], spoken(v.Lede)))
	return v
}

func (t *task) ofModels(ids []string) []aggregate.Row {
	return lists.Filter(t.rows, func(r aggregate.Row) bool { return slices.Contains(ids, r.ModelID) })
}

// leading are the models that are compared until a reader chooses some.
func (t *task) leading() []string {
	rows := slices.Concat(t.best, t.late) // a model with results of several works is in each group
	all := lists.Distinct(lists.Map(rows, func(r aggregate.Row) string { return r.ModelID }))
	return all[:min(len(all), modelsAtFirst)]
}

// The ids of a comparison's views.
const comparedTable = "compared"

// compareViews are the questions of a comparison: the best of each model against the first's, the trade-off with a
// frontier each, how both depend on the batch size, all configurations.
func (p *page) compareViews(t *task, chosen []string, rows []aggregate.Row) []ask {
	model, batch := t.name(data.RoleModel), t.name(data.RoleBatch)
	marks := p.comparedMarks(t, chosen)
	of := func(v view.View, style *view.Style) ask {
		if style != nil {
			style.Marks, style.Wide, style.Names = marks, pageWide, t.nicknames(rows)
		}
		return ask{View: v, Where: model, Is: chosen, rows: rows, Style: style}
	}
	asks := []ask{of(t.comparedView(chosen), nil)}
	all := view.View{ID: "configurations-" + t.ID, Kind: view.Ranking}
	if a := t.tradeoff(); a != nil {
		all.X, all.Y = a.X, a.Y
		a.By, a.Label = model, batch
		a.Facet = ""
		asked := of(a.View, t.styled(slices.Concat(t.board.Tradeoff().X, a.Y, a.Switch)...))
		asks = append(asks, *t.byWork(&asked))
	}
	if line := t.viewOf(p.ofModels(view.Line)); line.X != "" && len(line.Y) > 0 {
		line.By = model
		asks = append(asks, of(line, p.drawingStyle(t, ask{View: line, rows: rows})))
	}
	return append(asks, of(all, nil))
}

// compareSection is a view of a comparison with its heading.
func (p *page) compareSection(t *task, a ask) templates.Section {
	answer := t.answerTo(a)
	s := templates.Section{ID: a.ID + "-section"}
	switch {
	case a.ID == comparedTable:
		s.ID, s.Title, s.Text = t.ID, t.words.Say("compare.best"), templates.Plain(t.words.Say("compare.ratio_note"))
		s.Before = []templates.Table{p.comparedModels(t, a, answer)}
	case a.Kind == view.Ranking:
		s.Title = t.words.Say("compare.all")
		note := ""
		if t.tradeoff() != nil {
			note = t.words.Say("compare.note")
		}
		columns := fitted(append([]column{p.modelName(t)}, p.declaredColumnsOf(t, p.ofModels(view.Ranking), answer)...))
		s.Tables = []templates.Table{p.configurations(t, answer, columns, t.words.Say("compare.all"), note)}
	default:
		s.Title, s.Figures = capital(t.axes()), []templates.Figure{p.viewFigure(t, a, answer)}
		switch {
		case a.Kind == view.Line:
			s.Title = t.words.Say("compare.batch")
		case len(a.Switch) > 0:
			s.Title = t.words.Say("views.axes")
		}
	}
	return s
}

// comparedModels is the table of the models at their best, with ratios to the base.
func (p *page) comparedModels(t *task, a ask, answer view.Answer) templates.Table {
	columns := []column{p.modelName(t), p.energy(t), t.against(a, answer)}
	columns = append(columns, p.columns(t, templates.Tablet, t.name(data.RolePerResponse))...)
	columns = append(columns, p.columns(t, templates.Always, t.rows[0].LatencyField(t.query.Percentile).Name)...)
	columns = append(columns, p.columns(t, templates.Tablet, "throughput_per_gpu", hardwareColumn, t.name(data.RoleBatch))...)
	v := p.rankingTable(t, answer, fitted(columns))
	v.Label = t.words.Say("compare.ratios")
	return v
}

// against is the metric as a multiple of that of the view's base.
func (t *task) against(a ask, answer view.Answer) column {
	base := slices.IndexFunc(answer.Rows, func(r aggregate.Row) bool { return r.ModelID == a.Base })
	return column{
		Column: templates.Column{
			Field: againstField, Label: t.words.Say("compare.against"), Unit: t.metric(), Kind: templates.Number, Show: templates.Always,
		},
		cell: func(r aggregate.Row) templates.Cell {
			x, ok := r.Metric()
			if base < 0 || !ok || r.Group != answer.Rows[base].Group {
				return templates.Cell{}
			}
			of, ok := answer.Rows[base].Metric()
			if !ok || of <= 0 {
				return templates.Cell{}
			}
			text := t.words.Number(x/of) + "×"
			if x != of && r.Ties(answer.Rows[base]) {
				text = "=" + text
			}
			return templates.Cell{Text: text, Value: data.Text(x / of)}
		},
	}
}

// comparedLede is the comparison of some models in a sentence, which is about those that did the work of the best; models of which
// no two did the same work are not compared.
func (t *task) comparedLede(answer view.Answer, chosen []string) templates.Text {
	rows := lists.Filter(answer.Rows, aggregate.Row.Ranked)
	at := t.at(answer.Query)
	if len(rows) == 0 && len(answer.Rows) > 0 {
		return templates.Plain(t.compared(answer.Query, chosen, nil) + t.words.Say("task.lede.unstated", "metric", t.order(answer.Query).name))
	}
	if len(rows) == 0 {
		return templates.Plain(t.compared(answer.Query, chosen, nil) + t.words.Say(variant("compare.unable", at != "", "_at"), "at", at))
	}
	groups := aggregate.ByGroup(rows)
	ranked, ok := lists.Find(groups, func(group []aggregate.Row) bool { return len(group) > 1 })
	if !ok {
		ranked = groups[0]
	}
	others := board.ModelsIn(rows) - board.ModelsIn(ranked)
	var lede templates.Text
	if !ok && others > 0 {
		works := lists.Map(rows, func(r aggregate.Row) string { return t.workOf(answer.Query, r) })
		lede, others = templates.Plain(t.words.Say("compare.unlike", "works", strings.Join(works, "; "))), 0
	} else {
		lede = t.comparedAlike(answer, chosen, ranked)
	}
	if others > 0 {
		lede = append(lede, plain(" "+t.words.Say("scope.others", "n", others)))
	}
	if n := len(chosen) - board.ModelsIn(rows); n > 0 {
		lede = append(lede, plain(" "+t.words.Say("compare.excluded", "n", n)))
	}
	return lede
}

// compared says that a sentence about some rows is about models that are compared.
func (t *task) compared(q board.Query, models []string, rows []aggregate.Row) string {
	scope := strings.TrimSpace(t.words.Say("scope.compared", "n", t.atWork(models, rows)) + " " + t.ofWork(q, rows))
	return t.words.Say("scope.among", "scope", scope) + " "
}

// comparedAlike says which of models that did the same work is the best.
func (t *task) comparedAlike(answer view.Answer, chosen []string, ranked []aggregate.Row) templates.Text {
	first, last := ranked[0], ranked[len(ranked)-1]
	at := t.at(answer.Query)
	value, _ := first.Metric()
	claims, alike := t.claim(t.board.Default), ranked
	if len(ranked) == 1 {
		claims, alike = "only", nil
	}
	lede := templates.Plain(t.compared(answer.Query, chosen, alike))
	claim := t.words.Say("task.lede."+claims, "model", first.Nickname, "metric", t.metric(), "at", at)
	lede = append(lede, t.words.Rich("task.lede.answer_bare", "claim", claim, "value", t.ranked(value))...)
	if tied := t.tied(ranked); tied != "" {
		lede = append(lede, plain(" "+tied))
	}
	if first.Ties(last) {
		return lede
	}
	most, _ := last.Metric()
	return append(lede, plain(" "+t.words.Say("compare.last."+t.claim(t.board.Default), "model", last.Nickname, "times", t.words.Number(most/value))))
}

// comparedMarks give each model its mark on the site, no two of one hue.
func (p *page) comparedMarks(t *task, chosen []string) charts.Marks {
	_, marks := p.edition.modelLinks(t, chosen)
	own := charts.Marks{}
	for i, mark := range charts.Apart(marks) {
		own[chosen[i]] = mark
	}
	return own
}

// nicknames are the names of models by their ids.
func (t *task) nicknames(rows []aggregate.Row) map[string]string {
	return lists.By(rows, func(r aggregate.Row) (string, string) { return r.ModelID, r.Nickname })
}

// choosing is what the script needs to let a reader choose models.
func (p *page) choosing(t *task, chosen []string) *choosing {
	c := &choosing{Models: chosen, Most: mostCompared, Boards: map[string]string{}, Lengths: p.toFile(t.lengths)}
	for _, other := range p.compared {
		c.Boards[other.ID] = p.to(p.compareAddress(other))
	}
	return c
}

// chosenModels are the models in the form, which the page came with.
func (p *page) chosenModels(t *task, chosen []string) *templates.Chosen {
	names := t.nicknames(t.rows)
	return &templates.Chosen{Base: chosen[0], Models: lists.Map(chosen, func(id string) templates.Option {
		return templates.Option{Value: id, Text: names[id]}
	})}
}

// otherComparisons lead to the comparisons of other boards, if there are any.
func (p *page) otherComparisons(t *task) []templates.Section {
	others := lists.Filter(p.compared, func(other *task) bool { return other != t })
	if len(others) == 0 {
		return nil
	}
	return []templates.Section{{ID: "boards", Title: p.Say("compare.others"), Items: lists.Map(others, func(other *task) templates.Text {
		return templates.Text{linked(other.calledInLists(), p.to(p.compareAddress(other)))}
	})}}
}

// calledInLists names a board where those of other systems stand beside it.
func (t *task) calledInLists() string {
	switch {
	case t.subject == nil:
		return t.Name
	case t.Title == t.subject.System:
		return t.Title
	}
	return t.subject.System + ", " + t.Title
}
