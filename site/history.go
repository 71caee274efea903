package site

import (
	"context"
	"fmt"
	"html"
	"slices"
	"strings"
	"time"

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
)

// What page and feed of the history hold at most; the file has all.
const (
	mostSteps       = 100
	mostStepChanges = 200
	mostFeedSteps   = 30
	mostMoments     = 60 // of a trend
)

// chronicle is the history up to the results that the site shows.
type chronicle struct {
	history.History
	steps []step // newest first
	later int    // snapshots of the file that are newer than the results, left out
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
	var c chronicle
	now := history.Snapshot{Boards: history.Take(e.shown(), *e.opts.History), Revision: e.revisions()}
	if len(e.tasks) == 0 || e.system("").date != "" { // another system's date says nothing of tasks without one
		now.Date = e.newestDate()
	}
	if len(now.Boards) == 0 {
		return nil
	}
	c.History, c.later = e.opts.History.Until(now)
	ofDate := map[string]int{}
	for _, s := range c.Snapshots {
		ofDate[s.Date]++
	}
	for _, s := range c.Steps() {
		anchor := "now"
		if s.To.Date != "" {
			anchor = "d" + s.To.Date
		}
		if n := ofDate[s.To.Date]; n > 1 {
			anchor += fmt.Sprintf("-%d", n)
		}
		ofDate[s.To.Date]--
		c.steps = append(c.steps, step{s, anchor})
	}
	return &c
}

// shown are the boards of all systems.
func (e *edition) shown() []board.Shown {
	return lists.Map(slices.Concat(e.tasks, e.boards), (*task).shown)
}

func (t *task) shown() board.Shown {
	s := board.Shown{Board: t.board, Task: t.Task, Uncertainty: t.uncertainty}
	if t.subject != nil {
		s.Subject = &t.subject.Subject
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
	if len(s.Changes) == 0 {
		return e.Say("history.no_change", "date", e.when(s.To))
	}
	return e.Say("history.changes", "date", e.when(s.To), "n", len(s.Changes))
}

// historyPage tells what changed from date to date.
func (p *page) historyPage() templates.Overview {
	v := templates.Overview{
		Frame: p.frame(), Title: p.title, Source: p.source(), Lede: p.Rich("history.lede", "feed", p.to(historyFeedPath)),
	}
	v.Frame.Head.Feed = p.to(historyFeedPath)
	for i, s := range p.chronicle.steps {
		if i == mostSteps {
			break
		}
		v.Sections = append(v.Sections, p.stepSection(s))
	}
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

func (p *page) stepSection(s step) templates.Section {
	v := templates.Section{ID: s.anchor, Title: p.stepTitle(s), Text: templates.Plain(p.Say("history.since", "date", p.when(s.From)))}
	v.Items = append(v.Items, lists.Map(s.Changes[:min(len(s.Changes), mostStepChanges)], p.changeText)...)
	if n := len(s.Changes) - mostStepChanges; n > 0 {
		v.Items = append(v.Items, templates.Plain(p.Say("table.rest", "n", n)))
	}
	return v
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
	name := strong(c.Name)
	if own != nil && own.subject == nil && slices.ContainsFunc(p.models, func(m *model) bool { return m.id == c.Model }) {
		name = linked(c.Name, p.to(modelAddress(c.Model)))
	}
	return append(text, plain(": "), name, plain(" "+besideAmount.Replace(c.Words(t, p.content.Words))+"."))
}

// boardOf is the board that the history calls so, nil where it is gone.
func (e *edition) boardOf(key string) *task {
	for _, t := range slices.Concat(e.tasks, e.boards) {
		if t.shown().Key() == key {
			return t
		}
	}
	return nil
}

// besideAmount keeps a change in percent on the line of the amount before it:
// "0.500 J per token (−17 %)".
var besideAmount = strings.NewReplacer(" (", space+"(", " %", space+"%")

// trendFigure is how a model's best energy in a task changed, empty where there are
// no two dates to compare.
func (p *page) trendFigure(model string, t *task) charts.Figure {
	var moments []charts.Moment
	points := p.chronicle.Trend(t.shown().Key(), model)
	left := max(len(points)-mostMoments, 0)
	for _, at := range points[left:] {
		moment := charts.Moment{
			Date: at.Date, Run: at.Run, Model: at.Model, GPUs: at.Hardware(), Batch: at.Batch,
			Energy: at.Energy, Latency: at.Latency, Margin: at.Margin(),
		}
		if moment.Date == "" {
			moment.Date = p.Say("history.now")
		}
		limit := p.content.Words.Typed(at.Deadline) + space + t.DeadlineUnit()
		switch {
		case !at.Comparable:
			moment.Note = p.Say("history.other_terms", "limit", limit)
		case at.Late:
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

// mostTrends of the models of a board without pages of its models are drawn
const mostTrends = 8

// trends are how the metric of a board's best models changed, for boards of other systems,
// whose models have no pages.
func (p *page) trends(ctx context.Context, t *task) (s templates.Section, err error) {
	s = templates.Section{ID: "history", Title: p.Say("history.trends")}
	if p.chronicle == nil {
		return s, nil
	}
	for _, r := range t.best {
		trend := p.trendFigure(r.ModelID, t)
		if trend.Empty() || len(s.Figures) == mostTrends {
			continue
		}
		trend.Title = p.Say("history.trend", "model", r.Nickname, "title", p.content.Words.Inside(trend.Title))
		f, err := p.figure(ctx, fmt.Sprintf("trend-figure-%d", len(s.Figures)+1), trend)
		if err != nil {
			return s, err
		}
		s.Figures = append(s.Figures, f)
	}
	if len(s.Figures) > 0 {
		s.Links = []templates.Link{{Text: p.Say("history.all"), Href: p.to(historyPath)}}
	}
	return s, nil
}

// leftOut are the texts and snapshots that do not fit the data.
func (e *edition) leftOut() []string {
	if e.chronicle == nil || e.chronicle.later == 0 {
		return e.texts.LeftOut
	}
	return append(slices.Clone(e.texts.LeftOut), fmt.Sprintf("%s of the history newer than these data, which are of %s; left out",
		units.Plural(e.chronicle.later, "snapshot"), e.newestDate()))
}

// writeHistoryFeed writes the feed of a site that has a history.
func (e *edition) writeHistoryFeed(w writer) error {
	if e.chronicle == nil {
		return nil
	}
	feed, err := e.historyFeed()
	if err != nil {
		return err
	}
	return w.Write(historyFeedPath, feed)
}

// historyFeed has an entry a date, the newest first.
func (e *edition) historyFeed() ([]byte, error) {
	f := atom{
		ID: e.id("history"), Title: e.Say("history.feed", "site", e.content.Site.Name), Updated: "1970-01-01T00:00:00Z",
		Author: atomAuthor{e.content.Site.Name},
	}
	if e.opts.BaseURL != "" {
		f.Links = []atomLink{{Href: e.opts.BaseURL + historyPath}, {Rel: "self", Href: e.opts.BaseURL + historyFeedPath}}
	}
	for _, s := range e.chronicle.steps {
		date, err := time.Parse(time.DateOnly, s.To.Date)
		if err != nil || len(s.Changes) == 0 || len(f.Entries) == mostFeedSteps { // an entry needs a date
			continue
		}
		n := atomEntry{ID: e.id("history:" + s.anchor), Title: e.stepTitle(s), Updated: midnight(date), Content: atomText{"html", e.stepHTML(s)}}
		if href := e.absolute("/" + historyPath + "#" + s.anchor); href != "" {
			n.Link = &atomLink{Href: href}
		}
		f.Entries = append(f.Entries, n)
	}
	if len(f.Entries) > 0 {
		f.Updated = f.Entries[0].Updated
	}
	return document(f)
}

// stepHTML is a step as feed readers show it.
func (e *edition) stepHTML(s step) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<p>%s</p><ul>", html.EscapeString(e.Say("history.since", "date", e.when(s.From))))
	for _, c := range s.Changes[:min(len(s.Changes), mostStepChanges)] {
		t := e.content.Task(c.Task, c.Domain)
		text := t.Name + " " + c.Words(t, e.content.Words)
		if c.Name != "" {
			text = t.Name + ": " + c.Name + " " + c.Words(t, e.content.Words)
		}
		fmt.Fprintf(&b, "<li>%s.</li>", html.EscapeString(text))
	}
	b.WriteString("</ul>")
	return b.String()
}
