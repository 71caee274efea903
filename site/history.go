package site

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/history"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/units"
)

const (
	historyPath     = "history/"
	historyFeedPath = historyPath + "feed.xml"
	historyFilePath = historyPath + "changes.json"
)

// chronicle is the history up to the results that the site shows.
type chronicle struct {
	history.History
	trends *history.Trends
	leads  []history.Lead
	all    []history.Step
	steps  []step // of all, newest first
	// lasting are the lasting changes by task and configuration, newest first.
	lasting map[[2]string][]history.Change
	later   int // snapshots of the file that are newer than the results, left out
}

// step is what changed at one date.
type step struct {
	history.Step
	anchor string // stays the same when snapshots are added behind it
}

// newChronicle is nil for a site without a history. Its last snapshot is what the
// pages show.
func (e *edition) newChronicle() *chronicle {
	if e.opts.History == nil {
		return nil
	}
	now := history.Snapshot{Boards: history.Take(lists.Map(e.all, (*task).shown)), Revision: e.revisions()}
	if len(e.tasks) == 0 || e.system("").date != "" { // another system's date says nothing of tasks without one
		now.Date = e.newestDate()
	}
	if len(now.Boards) == 0 {
		return nil
	}
	until, later := e.opts.History.Until(now)
	c := chronicleOf(until)
	c.later = later
	return c
}

func chronicleOf(h history.History) *chronicle {
	c := &chronicle{History: h, trends: h.Trends(), leads: h.Leads()}
	c.all, c.lasting = h.StepsWith(c.trends), map[[2]string][]history.Change{}
	ofDate := map[string]int{}
	for _, s := range c.Snapshots {
		ofDate[s.Date]++
	}
	for _, s := range c.all {
		anchor := "now"
		if s.To.Date != "" {
			anchor = "d" + s.To.Date
		}
		if n := ofDate[s.To.Date]; n > 1 {
			anchor += fmt.Sprintf("-%d", n)
		}
		ofDate[s.To.Date]--
		c.steps = append(c.steps, step{s, anchor})
		for _, change := range s.Changes {
			if change.Kind == history.Lasting {
				of := [2]string{change.Task, aggregate.ConfigurationID(change.After.Run)}
				c.lasting[of] = append(c.lasting[of], change)
			}
		}
	}
	return c
}

// dates are those of all trends. Results that are those of the last snapshot add none.
func (c *chronicle) dates() []string {
	if c == nil {
		return nil
	}
	return lists.Map(c.Snapshots, func(s history.Snapshot) string { return s.Date })
}

func (t *task) shown() board.Shown {
	s := board.Shown{Board: t.board, Task: t.Task, Uncertainty: t.uncertainty}
	if t.subject != nil {
		s.Study = &t.subject.Study
	}
	return s
}

// when is a snapshot's date for people.
func (e *edition) when(s history.Snapshot) string {
	if s.Date == "" {
		return e.Say("history.current")
	}
	return e.day(s.Date)
}

// stepTitle says what a step holds: "February 10, 2026: 3 changes".
func (e *edition) stepTitle(s step) string {
	n := len(s.of(history.Data))
	if n == 0 {
		return e.Say("history.no_change", "date", e.when(s.To))
	}
	return e.Say("history.changes", "date", e.when(s.To), "n", n)
}

// historyPage tells what changed from date to date.
func (p *page) historyPage() templates.Overview {
	v := p.overview(p.Rich("history.lede", "feed", p.to(historyFeedPath)), []templates.Section{p.leads()})
	v.Frame.Head.Feed = p.to(historyFeedPath)
	v.Sections = append(v.Sections, lists.FlatMap(p.chronicle.steps[:min(len(p.chronicle.steps), mostSteps)], p.stepSections)...)
	if left := len(p.chronicle.steps) - mostSteps; left > 0 {
		v.Sections = append(v.Sections, templates.Section{
			ID: "earlier", Title: p.Say("history.earlier.title"), Text: templates.Plain(p.Say("history.earlier.text", "n", left)),
		})
	}
	first := p.chronicle.Snapshots[0]
	v.Sections = append(v.Sections, templates.Section{
		ID: "first", Title: p.Say("history.first.title", "date", p.when(first)),
		Text: templates.Plain(p.Say("history.first.text", "models", p.Say("count.models", "n", first.Models()),
			"boards", p.Say("count."+first.Noun()+"s", "n", len(first.Boards)))),
	})
	return v
}

// of are the changes of a step that have a cause.
func (s step) of(cause history.Cause) []history.Change {
	return lists.Filter(s.Changes, func(c history.Change) bool { return c.Cause() == cause })
}

// stepSections are the changes of the data of a step, and apart from them those of rules, if there are any.
func (p *page) stepSections(s step) []templates.Section {
	section := func(id, title, text string, changes []history.Change) templates.Section {
		v := templates.Section{ID: id, Title: title, Text: templates.Plain(text)}
		v.Items = append(v.Items, lists.Map(changes[:min(len(changes), mostStepChanges)], p.changeText)...)
		if n := len(changes) - mostStepChanges; n > 0 {
			v.Items = append(v.Items, templates.Plain(p.Say("table.rest", "n", n)))
		}
		return v
	}
	since := p.Say("history.since", "date", p.when(s.From))
	if s.Quiet > 1 {
		since = p.Say("history.quiet", "n", s.Quiet, "date", p.when(s.From))
	}
	all := []templates.Section{section(s.anchor, p.stepTitle(s), since, s.of(history.Data))}
	if rules := s.of(history.Rules); len(rules) > 0 {
		title := p.Say("history.rules", "date", p.when(s.To), "n", len(rules))
		all = append(all, section(s.anchor+"-rules", title, p.Say("history.rules_text"), rules))
	}
	return all
}

// changeText links to the board and the model as far as they are still there.
func (p *page) changeText(c history.Change) templates.Text {
	t := p.content.Task(c.Task, c.Domain)
	text := templates.Text{plain(t.Name)}
	own := p.boardOf(c.Task)
	switch {
	case own != nil && own.subject != nil:
		text[0] = linked(own.Title, p.to(own.address()))
	case own != nil:
		text[0] = linked(t.Name, p.to(own.address()))
	}
	if c.Name == "" {
		return append(text, plain(" "+c.Words(t, p.content.Words)+"."))
	}
	return append(text, plain(": "), p.historicModel(own, c.Model, c.Name), plain(" "+besideAmount.Replace(c.Words(t, p.content.Words))+"."))
}

// historicModel is a model's name in the history of a board, with a link to its page if it has one.
func (p *page) historicModel(own *task, id, name string) templates.Run {
	if own != nil && own.subject == nil && slices.ContainsFunc(p.models, func(m *group) bool { return m.id == id }) {
		return linked(name, p.to(modelAddress(id)))
	}
	return strong(name)
}

// boardOf is the board that the history calls so, nil where it is gone.
func (e *edition) boardOf(key string) *task {
	found, _ := lists.Find(e.all, func(t *task) bool { return t.shown().Key() == key })
	return found
}

// besideAmount keeps a change in percent on the line of the amount before it:
// "0.500 J per token (−17 %)".
var besideAmount = strings.NewReplacer(" (", space+"(", " %", space+"%")

// leftOut are the texts and snapshots that do not fit the data.
func (e *edition) leftOut() []string {
	if e.chronicle == nil || e.chronicle.later == 0 {
		return e.texts.LeftOut
	}
	return append(slices.Clone(e.texts.LeftOut), fmt.Sprintf("%s of the history newer than these data, which are of %s; left out",
		units.Plural(e.chronicle.later, "snapshot"), e.newestDate()))
}

// leads is the table of what leads each board, since when, and by how much.
func (p *page) leads() templates.Section {
	say := func(key string) string { return p.Say("history.leaders." + key) }
	v := templates.Table{ID: "leaders-table", Label: say("table"), Columns: p.heads("history.leaders.board name, table.model long tablet, " +
		"history.leaders.value number main, history.leaders.since tablet named, history.leaders.former long desktop named, history.leaders.gain number")}
	leads := p.chronicle.leads
	v.More = p.further(len(leads) - mostIndexRows)
	v.Rows = lists.Map(leads[:min(len(leads), mostIndexRows)], p.leadRow)
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
	return p.rowOf(l.Best.Run, l.Best.Model, p.leadBoard(l), p.historicModel(own, l.Best.Model, l.Best.Name), value, since, former, gain)
}

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
	for _, l := range p.chronicle.leads {
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

// trendFigure is how a model's best energy in a task changed, or that of the best of all models if model is "", empty where there
// are no two dates to compare.
func (p *page) trendFigure(model string, t *task) charts.Figure {
	if trends, key := p.chronicle.trends, t.shown().Key(); model != "" {
		return p.trendOf(trends.Model(key, model), t, charts.Moment{})
	} else {
		return p.trendOf(trends.Board(key), t, charts.Moment{Name: "?"})
	}
}

// trendOf draws some results; what they are of says whether all are of one configuration, and whether each has its model's name.
func (p *page) trendOf(points []history.Point, t *task, of charts.Moment) charts.Figure {
	var moments []charts.Moment
	left := max(len(points)-mostMoments, 0)
	for _, at := range points[left:] {
		moment := charts.Moment{
			Date: at.Night().Date, Run: at.Run, Model: at.Model, GPUs: at.Hardware(), Batch: at.Batch,
			Energy: at.Energy, Latency: at.Latency, Margin: at.Margin(), Same: of.Same,
		}
		if of.Name != "" {
			moment.Name = at.Name
		}
		if moment.Date == "" {
			moment.Date = p.Say("history.now")
		}
		limit := p.content.Words.Typed(at.Deadline()) + space + t.DeadlineUnit()
		switch {
		case !at.Comparable && !of.Same:
			moment.Note = p.Say("history.other_terms", "limit", limit)
		case at.Late && !of.Same:
			moment.Note = p.Say("history.late", "limit", limit)
		}
		if at.Shift != nil {
			moment.Shift = p.Say("history.shift", "percent", history.Percent(p.content.Words, at.Shift.Ratio))
		}
		moments = append(moments, moment)
	}
	f := charts.Trend(moments, t.rows[0].RankField(), t.rows[0].LatencyField(t.query.Percentile), t.chartTask())
	if left > 0 && !f.Empty() {
		f.Caption += " " + p.Say("history.left_out", "n", left)
	}
	return f
}

// trends are how the best result of a board changed and, of boards of other systems, whose models have no pages, those of the best
// models.
func (p *page) trends(t *task) []templates.Section {
	if p.chronicle == nil {
		return nil
	}
	s := templates.Section{ID: "history", Title: p.Say("history.trends")}
	if best := p.trendFigure("", t); !best.Empty() {
		s.Figures = append(s.Figures, p.figure("trend-figure", best))
	}
	var models []aggregate.Row
	if t.subject != nil {
		models = t.best
	}
	for _, r := range models {
		trend := p.trendFigure(r.ModelID, t)
		if trend.Empty() || len(s.Figures) == mostTrends {
			continue
		}
		trend.Title = p.Say("history.trend", "model", r.Nickname, "title", p.content.Words.Inside(trend.Title))
		s.Figures = append(s.Figures, p.figure(fmt.Sprintf("trend-figure-%d", len(s.Figures)+1), trend))
	}
	if len(s.Figures) == 0 {
		return nil
	}
	for _, l := range p.chronicle.leads {
		if l.Task == t.shown().Key() {
			s.Items = []templates.Text{p.leadText(l)}
		}
	}
	s.Links = []templates.Link{{Text: p.Say("history.of_board.link"), Href: p.to(historyOf(t))}, {Text: p.Say("posts.feed"), Href: p.to(historyFeedOf(t))}}
	return []templates.Section{s}
}
