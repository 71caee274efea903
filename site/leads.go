package site

import (
	"github.com/jouleboard/jouleboard/history"
	"github.com/jouleboard/jouleboard/templates"
)

// leads is the table of what leads each board, since when, and by how much.
func (p *page) leads() templates.Section {
	say := func(key string) string { return p.Say("history.leaders." + key) }
	v := templates.Table{ID: "leaders-table", Label: say("table"), Columns: p.heads("history.leaders.board name, table.model long tablet, " +
		"history.leaders.value number main, history.leaders.since tablet, history.leaders.former long desktop, history.leaders.gain number")}
	for _, l := range p.chronicle.Leads() {
		v.Rows = append(v.Rows, p.leadRow(l))
	}
	v.More = p.further(len(v.Rows) - mostIndexRows)
	v.Rows = v.Rows[:min(len(v.Rows), mostIndexRows)]
	return templates.Section{
		ID: "leaders", Title: say("title"), Text: templates.Plain(say("text")), Tables: []templates.Table{v},
		Links: []templates.Link{{Text: "JSON", Href: p.to(historyFilePath)}},
	}
}

func (p *page) leadRow(l history.Lead) templates.Row {
	w, t, own := p.content.Words, p.content.Task(l.Task, l.Domain), p.boardOf(l.Task)
	value := templates.Cell{Text: w.Number(l.Best.Energy), Small: l.Unit(t, w), Href: p.toRun(l.Best.Run)}
	since := templates.Cell{Text: p.when(history.Snapshot{Date: l.Since})}
	gain, former := templates.Cell{Text: l.Gain(w)}, templates.Cell{}
	switch {
	case l.Former != nil:
		before := p.historicModel(own, l.Former.Model, l.Former.Name)
		former = templates.Cell{Text: before.Text, Href: before.Href}
	case l.Kind == history.NewTerms:
		former.Text = p.Say("history.leaders.rules")
	case l.Kind == history.NewTask:
		former.Text = p.Say("history.leaders.new")
	case l.Kind == "":
		since.Text = p.Say("history.leaders.always", "date", since.Text)
	}
	if l.Tied {
		gain.Small = p.Say("history.leaders.tied")
	}
	row := p.row(p.leadBoard(l), p.historicModel(own, l.Best.Model, l.Best.Name), value, since, former, gain)
	row.Run, row.Model = l.Best.Run, l.Best.Model
	return row
}

// mostNewLeaders are on the home page.
const mostNewLeaders = 10

// newLeaders are the boards with another leader since the last date, for the home page; none without a history of two dates.
func (p *page) newLeaders() []templates.Section {
	if p.chronicle == nil || len(p.chronicle.steps) == 0 {
		return nil
	}
	last := p.chronicle.steps[0]
	s := templates.Section{
		ID: "changed", Title: p.Say("history.leaders.recent"),
		Links: []templates.Link{{Text: p.Say("history.all"), Href: p.to(historyPath)}},
	}
	for _, l := range p.chronicle.Leads() {
		if l.Kind == history.NewBest && l.Since == last.To.Date && !l.Tied {
			s.Items = append(s.Items, append(templates.Text{p.leadBoard(l), plain(": ")}, p.leadText(l)...))
		}
	}
	if len(s.Items) == 0 {
		s.Text = templates.Plain(p.Say("history.leaders.none", "date", p.when(last.From)))
	}
	s.Items = s.Items[:min(len(s.Items), mostNewLeaders)]
	return []templates.Section{s}
}

// leadBoard is the board of a lead, with a link to its page if it has one.
func (p *page) leadBoard(l history.Lead) templates.Run {
	if own := p.boardOf(l.Task); own != nil {
		return linked(own.calledInLists(), p.to(own.address()))
	}
	return plain(p.content.Task(l.Task, l.Domain).Name)
}

// leadText is a lead in a sentence.
func (p *page) leadText(l history.Lead) templates.Text {
	return templates.Plain(l.Words(p.content.Task(l.Task, l.Domain), p.content.Words, p.day))
}
