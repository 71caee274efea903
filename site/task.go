package site

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/units"
)

// taskPage is the page of a board, of whichever benchmark.
func (p *page) taskPage(ctx context.Context, t *task) (templates.Task, error) {
	v := templates.Task{
		Frame:   p.frame(),
		Title:   t.Title,
		Lede:    t.lede(t.board.Answer(t.board.Default)),
		Source:  p.source(),
		Count:   t.count(),
		Filters: p.filters(t),
		Results: p.results(t),
		Beyond:  p.beyond(t),
	}
	evidence, err := p.evidence(ctx, t)
	if err != nil {
		return v, err
	}
	v.Sections = evidence
	if t.subject != nil {
		v.Source = p.aboutSystem(t)
		more, err := p.systemSections(ctx, t)
		if err != nil {
			return v, err
		}
		v.Sections = append(v.Sections, more...)
	}
	if t.hasCapacity() {
		v.Sections = append(v.Sections, p.taskCapacity(t))
	}
	v.Sections = append(v.Sections, p.taskData(t))
	if t.subject == nil && !p.data.Synthetic() {
		v.Sections = append(v.Sections, p.citeTask(t))
	}
	v.Sections = p.arranged(append(v.Sections, p.aboutTask(t)))
	return v, nil
}

// arranged are the sections in the publisher's order, without those that the publisher leaves out; those that no
// publisher orders come last.
func (p *page) arranged(all []templates.Section) (sections []templates.Section) {
	order := p.content.Site.Sections
	if len(order) == 0 {
		return all
	}
	for _, id := range order {
		if i := slices.IndexFunc(all, func(s templates.Section) bool { return s.ID == id }); i >= 0 {
			sections = append(sections, all[i])
		}
	}
	return append(sections, slices.DeleteFunc(all, func(s templates.Section) bool { return slices.Contains(content.TaskSections, s.ID) })...)
}

// aboutSystem says whose numbers a board holds.
func (p *page) aboutSystem(t *task) templates.Text {
	text := append(sourceText(p.about), plain(". Compare these numbers with each other, not with those of other systems. "),
		linked("Which numbers compare with which", p.to(comparablePath)))
	if more := t.subject.more("about the system"); more != nil {
		text = append(append(text, plain(" · ")), more...)
	}
	return text
}

// nothing says why the default view has no row.
func (t *task) nothing() string {
	if t.Deadline <= 0 {
		return noConfiguration
	}
	return "No configuration is as fast as " + t.deadlineText() + "."
}

func (t *task) count() templates.Count {
	shown := len(t.query.Select(t.rows))
	models := len(t.best) + len(t.late)
	return templates.Count{
		Models: len(t.best), Shown: shown, Total: len(t.rows),
		Text: fmt.Sprintf("%d of %s · %s of %s%s", len(t.best), units.Plural(models, "model"),
			units.Whole(shown), units.Plural(len(t.rows), "configuration"), t.within()),
	}
}

// beyond names the models that no deadline-keeping configuration has.
func (p *page) beyond(t *task) templates.Beyond {
	b := templates.Beyond{Title: "Slower models"} // as long as there is no deadline
	if t.Deadline > 0 {
		b.Title = "Slower than " + t.deadlineText()
	}
	for _, r := range t.late {
		b.Items = append(b.Items, templates.Text{
			linked(r.Nickname, p.to(p.modelOf(t, r))),
			plain(fmt.Sprintf(" at best %s, with %s %s on %s at batch size %s", t.latencyText(r.Latency(t.query.Percentile)),
				units.Number(r.Energy), t.perOutput(), on(r), units.Whole(r.Batch))),
		})
	}
	return b
}

// taskData links to the data of exactly this page.
func (p *page) taskData(t *task) templates.Section {
	s := templates.Section{
		ID: "data", Title: "The data of this page",
		Text: templates.Plain(fmt.Sprintf("All %s of this task in full precision; the columns are described by the schemas on the data page.",
			units.Plural(len(t.rows), "configuration"))),
	}
	if t.subject != nil {
		s.Text = templates.Plain(fmt.Sprintf("%s, every field in full precision. Missing values were not measured or not reported.",
			units.Plural(t.subject.Runs.Len(), "run")))
	}
	for _, format := range []string{"csv", "json", "parquet"} {
		path := t.dataPath(format)
		if f := p.file(path); f != nil {
			s.Links = append(s.Links, templates.Link{
				Text: fmt.Sprintf("%s (%s)", formatName(format), units.Bytes(f.size)), Href: p.to(path), Download: t.ID + "." + format,
			})
		}
	}
	s.Links = append(s.Links, templates.Link{Text: "Schemas and provenance", Href: p.to("data/")})
	return s
}

func formatName(extension string) string {
	if extension == "parquet" {
		return "Parquet"
	}
	return strings.ToUpper(extension)
}

func (p *page) aboutTask(t *task) templates.Section {
	about := templates.Section{ID: "about", Title: "What this task measures", Text: templates.Plain(t.Summary)}
	if t.subject != nil {
		about.Title, about.Facts = "About this leaderboard", t.subject.facts(t.rows)
	}
	if t.About.Text != "" {
		about.Prose = p.prose(t.About)
	}
	return about
}
