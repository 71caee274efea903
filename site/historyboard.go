package site

import (
	"cmp"
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/history"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/templates"
)

// historyOf is the address of the history of a board.
func historyOf(t *task) string { return historyPath + t.ID + "/" }

// historyEntries are the pages of the histories of boards, as many as there are feeds.
func (e *edition) historyEntries() (pages []*page) {
	if e.chronicle == nil {
		return nil
	}
	for _, t := range e.all[:min(len(e.all), mostChoices)] {
		title := e.Say("history.of_board.title", "board", t.calledInLists())
		pages = append(pages, e.entry(page{
			path: historyOf(t), kind: "board-history", about: e.about(t), title: title, description: e.Say("history.of_board.description", "board", t.calledInLists()),
		}, of(templates.OverviewPage, func(p *page) templates.Overview { return p.boardHistory(t) })))
	}
	return pages
}

// boardHistory lists the lasting changes of a board, and its configurations, each with the way to its trend.
func (p *page) boardHistory(t *task) templates.Overview {
	v := p.overview(p.Rich("history.of_board.lede", "all", p.to(historyPath), "feed", p.to(historyFeedOf(t))))
	v.Frame.Head.Feed = p.to(historyFeedOf(t))
	lasting := templates.Section{ID: "lasting", Title: p.Say("history.of_board.lasting")}
	for _, s := range p.chronicle.steps {
		for _, c := range s.Changes {
			if c.Kind == history.Lasting && c.Task == t.shown().Key() {
				lasting.Items = append(lasting.Items, p.changeText(c))
			}
		}
	}
	if n := len(lasting.Items) - mostListed; n > 0 {
		lasting.Items = append(lasting.Items[:mostListed], templates.Plain(p.Say("table.rest", "n", n)))
	} else if len(lasting.Items) == 0 {
		lasting.Text = templates.Plain(p.Say("history.of_board.none"))
	}
	v.Sections = append(v.Sections, lasting)
	if best := p.trendFigure("", t); !best.Empty() {
		v.Sections = append(v.Sections, templates.Section{
			ID: "board", Title: p.Say("history.trends"), Figures: []templates.Figure{p.figure("trend-figure", best)},
		})
	}
	v.Sections = append(v.Sections, p.trendedRows(t))
	return v
}

// trended is a row of a board with its results.
type trended struct {
	aggregate.Row
	points        []history.Point
	since, change string // of the last shift, "" for none
}

// trendedRows are the configurations of a board with results of several dates, those with the latest lasting change first.
func (p *page) trendedRows(t *task) templates.Section {
	var rows []trended
	for _, r := range t.rows {
		one := trended{Row: r, points: p.chronicle.trends.Configuration(t.shown().Key(), r.Run)}
		for _, at := range one.points {
			if at.Shift != nil {
				one.since, one.change = at.Shift.Since.Date, history.Percent(p.content.Words, at.Shift.Ratio)
			}
		}
		if len(one.points) > 1 {
			rows = append(rows, one)
		}
	}
	slices.SortStableFunc(rows, func(a, b trended) int {
		return cmp.Or(cmp.Compare(b.since, a.since), cmp.Compare(a.Nickname, b.Nickname))
	})
	v := templates.Table{ID: "configurations-table", Label: p.Say("history.of_board.configurations"), Columns: p.heads("table.model name, " +
		"history.of_board.where long tablet, history.of_board.nights number tablet, history.of_board.since, history.of_board.change number main")}
	for _, r := range rows[:min(len(rows), mostListed)] {
		link := p.toRun(r.Run)
		if link != "" && !p.large() {
			link += "#history"
		}
		v.Rows = append(v.Rows, p.rowOf(r.Run, r.ModelID, p.historicModel(t, r.ModelID, r.Nickname),
			templates.Cell{Text: cmp.Or(t.where(r.Row), r.Run), Href: link}, templates.Cell{Text: p.content.Words.Whole(len(r.points))}, p.day(r.since), r.change))
	}
	v.More = p.further(len(rows) - len(v.Rows))
	s := templates.Section{ID: "configurations", Title: v.Label, Text: templates.Plain(p.Say("history.of_board.text"))}
	if len(rows) > 0 {
		s.Tables = []templates.Table{v}
	}
	return s
}

// runTrend is how the result of the configuration of a run changed; none without two dates.
func (p ofRun) runTrend() []templates.Section {
	if p.chronicle == nil || p.at.board == nil {
		return nil
	}
	key := p.at.board.shown().Key()
	f := p.trendOf(p.chronicle.trends.Configuration(key, p.id), p.at.board, charts.Moment{Same: true})
	if f.Empty() {
		return nil
	}
	s := templates.Section{ID: "history", Title: p.Say("history.of_board.trend"), Figures: []templates.Figure{p.figure("trend-figure", f)}}
	s.Items = lists.Map(p.chronicle.lasting[[2]string{key, p.at.row().Configuration()}], p.changeText)
	s.Links = []templates.Link{{Text: p.Say("history.of_board.link"), Href: p.to(historyOf(p.at.board))}}
	return []templates.Section{s}
}
