package command

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/diff"
	"github.com/jouleboard/jouleboard/history"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// historyComment is what the newest snapshot of a history changes, as a comment on a pull request or a summary of a job.
func historyComment(steps []history.Step, texts content.Content) string {
	w := texts.Words
	say := func(key string, values ...any) string { return w.Say("history.comment."+key, values...) }
	if len(steps) == 0 {
		return say("first") + "\n"
	}
	newest := steps[0]
	lasting := lists.Filter(newest.Changes, func(c history.Change) bool { return c.Kind == history.Lasting })
	places := lists.Filter(newest.Changes, func(c history.Change) bool { return c.Kind != history.Lasting })
	var b strings.Builder
	fmt.Fprintf(&b, "**%s**\n\n", say("title", "date", newest.To.Date,
		"lasting", say("lasting_changes", "n", len(lasting)), "changes", say("changes", "n", len(places))))
	one := func(s diff.Section, changes []history.Change, row func(history.Change, content.Task) []diff.Cell) {
		s.Rows = lists.Map(changes, func(c history.Change) []diff.Cell { return row(c, texts.Task(c.Task, c.Domain)) })
		if len(s.Rows) > 0 {
			b.WriteString(s.Markdown(diff.Limits{Rows: 15, Folded: 60}))
		}
	}
	foreign := func(text string) diff.Cell { return diff.Cell{Text: text, Foreign: true} }
	one(diff.Section{
		Title: say("lasting"), Note: say("lasting_note"),
		Columns: lists.Map(strings.Fields("board configuration change since form software_before software_now run_before run_after"),
			func(key string) string { return say("columns." + key) }),
	}, lasting, func(c history.Change, t content.Task) []diff.Cell {
		s, unknown := c.Shift, w.Say("history.change.unknown")
		run := func(of *history.Configuration, n history.Night) diff.Cell {
			return foreign(strings.TrimSpace(fmt.Sprintf("%s %s %s", of.Run, n.Date, n.Revision)))
		}
		return []diff.Cell{
			{Text: t.Name},
			foreign(strings.TrimSpace(c.Name + " " + c.Where(w))),
			{Text: c.Size(w)},
			{Text: s.Since.Date},
			{Text: c.Form(w)},
			foreign(cmp.Or(c.Before.Software, unknown)), foreign(cmp.Or(c.After.Software, unknown)), run(c.Before, s.Before), run(c.After, s.After),
		}
	})
	one(diff.Section{
		Title: say("places"), Columns: []string{say("columns.board"), say("columns.model"), say("columns.change")},
	}, places, func(c history.Change, t content.Task) []diff.Cell {
		return []diff.Cell{{Text: t.Name}, foreign(c.Name), {Text: c.Words(t, w), Foreign: true, Long: true}}
	})
	return b.String()
}
