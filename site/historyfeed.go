package site

import (
	"fmt"
	"html"
	"slices"
	"strings"
	"time"

	"github.com/jouleboard/jouleboard/history"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// writeHistoryFeed writes the feed of a site that has a history.
func (e *edition) writeHistoryFeed(w writer) error {
	if e.chronicle == nil {
		return nil
	}
	listed, err := compactJSON(e.chronicle.Listed(e.content))
	if err != nil {
		return err
	}
	if err := w.Write(historyFilePath, listed); err != nil {
		return err
	}
	feed, err := e.historyFeed(nil, historyFeedPath)
	if err != nil {
		return err
	}
	if err := w.Write(historyFeedPath, feed); err != nil {
		return err
	}
	boards := slices.Concat(e.tasks, e.boards)
	for _, t := range boards[:min(len(boards), mostChoices)] {
		if feed, err = e.historyFeed(t, historyFeedOf(t)); err != nil {
			return err
		}
		if err := w.Write(historyFeedOf(t), feed); err != nil {
			return err
		}
	}
	return nil
}

// historyFeedOf is the feed of a board alone.
func historyFeedOf(t *task) string { return historyPath + t.ID + ".xml" }

// historyFeed has an entry a date with changes, the newest first: of one board, or of all for nil.
func (e *edition) historyFeed(of *task, address string) ([]byte, error) {
	f := atom{
		ID: e.id("history"), Title: e.Say("history.feed", "site", e.content.Site.Name), Updated: "1970-01-01T00:00:00Z",
		Author: atomAuthor{e.content.Site.Name},
	}
	key := ""
	if of != nil {
		f.ID, f.Title = e.id("history:"+of.ID), e.Say("history.board_feed", "site", e.content.Site.Name, "board", of.calledInLists())
		key = of.shown().Key()
	}
	if e.opts.BaseURL != "" {
		f.Links = []atomLink{{Href: e.opts.BaseURL + historyPath}, {Rel: "self", Href: e.opts.BaseURL + address}}
	}
	for _, s := range e.chronicle.steps {
		s.Changes = lists.Filter(s.Changes, func(c history.Change) bool { return of == nil || c.Task == key })
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
	fmt.Fprintf(&b, "<p>%s</p>", html.EscapeString(e.Say("history.since", "date", e.when(s.From))))
	list := func(changes []history.Change) {
		b.WriteString("<ul>")
		for _, c := range changes[:min(len(changes), mostStepChanges)] {
			fmt.Fprintf(&b, "<li>%s</li>", html.EscapeString(spoken((&page{edition: e}).changeText(c))))
		}
		b.WriteString("</ul>")
	}
	if data := s.of(history.Data); len(data) > 0 {
		list(data)
	}
	if rules := s.of(history.Rules); len(rules) > 0 {
		fmt.Fprintf(&b, "<p>%s</p>", html.EscapeString(e.Say("history.rules_text")))
		list(rules)
	}
	return b.String()
}
