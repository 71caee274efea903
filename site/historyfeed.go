package site

import (
	"fmt"
	"html"
	"slices"
	"strings"
	"time"

	"github.com/jouleboard/jouleboard/history"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/templates"
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
	boards := slices.Concat(e.tasks, e.boards)
	for _, t := range append([]*task{nil}, boards[:min(len(boards), mostChoices)]...) {
		feed, err := e.historyFeed(t)
		if err != nil {
			return err
		}
		if err := w.Write(historyFeedOf(t), feed); err != nil {
			return err
		}
	}
	return nil
}

// historyFeedOf is the feed of a board alone, or of all for nil.
func historyFeedOf(t *task) string {
	if t == nil {
		return historyFeedPath
	}
	return historyPath + t.ID + ".xml"
}

// historyFeed has an entry a date with changes, the newest first: of one board, or of all for nil.
func (e *edition) historyFeed(of *task) ([]byte, error) {
	name, title, key := "history", e.Say("history.feed", "site", e.content.Site.Name), ""
	if of != nil {
		name += ":" + of.ID
		title, key = e.Say("history.board_feed", "site", e.content.Site.Name, "board", of.calledInLists()), of.shown().Key()
	}
	f := e.atom(name, title, historyPath, historyFeedOf(of))
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
	return f.document()
}

// stepHTML is a step as feed readers show it: the sections of its page.
func (e *edition) stepHTML(s step) string {
	var b strings.Builder
	for _, section := range (&page{edition: e}).stepSections(s) {
		fmt.Fprintf(&b, "<p>%s</p>", html.EscapeString(spoken(section.Text)))
		if len(section.Items) > 0 {
			items := lists.Map(section.Items, func(text templates.Text) string { return html.EscapeString(spoken(text)) })
			fmt.Fprintf(&b, "<ul><li>%s</li></ul>", strings.Join(items, "</li><li>"))
		}
	}
	return b.String()
}
