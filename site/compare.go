package site

import (
	"net/url"
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/templates"
)

const comparePath = "compare/"

// mostCompared bounds the list of tasks to choose from.
const mostCompared = 300

// comparePage lists what can be compared; the page's script makes the comparison
// that the address asks for.
func (p *page) comparePage() templates.Compare {
	w := p.content.Words
	v := templates.Compare{
		Frame: p.frame(), Title: w.Say("compare.title"), Source: p.source(), Root: p.root(), Report: p.content.Site.Report,
		Library: p.toFile(p.assets.library),
		Lede:    templates.Plain(w.Say("compare.lede")), Static: templates.Plain(w.Say("compare.static")),
	}
	for _, t := range slices.Concat(p.tasks, p.boards) {
		if t.subject != nil && !t.hasComparison() {
			continue
		}
		if len(v.Tasks) < mostCompared {
			v.Tasks = append(v.Tasks, templates.Compared{ID: t.ID, Name: t.calledInLists(), Board: p.to(t.data), Lengths: p.toFile(t.lengths)})
		}
		if len(v.Sections) < mostSections {
			v.Sections = append(v.Sections, p.comparable(t))
		}
	}
	return v
}

// hasComparison reports whether there are two models to compare.
func (t *task) hasComparison() bool { return len(t.best)+len(t.late) > 1 }

// calledInLists names a board where those of other systems stand beside it.
func (t *task) calledInLists() string {
	if t.subject != nil {
		return t.subject.System + ", " + t.Title
	}
	return t.Name
}

// comparable lists the models of a task, least energy first, then those that miss
// its deadline.
func (p *page) comparable(t *task) templates.Section {
	name := t.Title
	if t.subject == nil {
		name = t.Name
	}
	s := templates.Section{ID: t.ID, Title: t.calledInLists(), Links: []templates.Link{
		{Text: t.words.Say("model.all", "task", t.words.Inside(name)), Href: p.to(t.address())},
	}}
	for _, r := range t.best[:min(len(t.best), mostGroupRow)] {
		text := ""
		if x, ok := r.Metric(); ok {
			text = ": " + t.words.Number(x) + " " + t.rankUnit()
			if t.Deadline > 0 {
				text += " " + t.at(t.board.Default)
			}
		}
		s.Items = append(s.Items, p.comparableModel(t, r, text))
	}
	for _, r := range t.late[:min(len(t.late), mostGroupRow)] {
		s.Items = append(s.Items, p.comparableModel(t, r, ": "+t.words.Say("compare.late", "limit", t.deadlineText())))
	}
	return s
}

func (p *page) comparableModel(t *task, r aggregate.Row, text string) templates.Text {
	if href := p.modelLink(t, r); href != "" {
		return templates.Text{linked(r.Nickname, href), plain(text)}
	}
	return templates.Text{strong(r.Nickname), plain(text)}
}

// comparison is the address of a comparison of models of a task.
func (p *page) comparison(t *task, models ...string) string {
	return p.to(comparePath) + "?" + url.Values{"task": {t.ID}, "models": {board.ListText(models)}}.Encode()
}
