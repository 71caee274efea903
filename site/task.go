package site

import (
	"encoding/json"
	"html"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/ordered"
	"github.com/jouleboard/jouleboard/templates"
)

// taskPage is the page of a board, of whichever benchmark, or its table alone for a frame in another page.
func (p *page) taskPage(t *task) templates.Task {
	v := templates.Task{
		Frame:   p.frame(),
		Title:   t.Title,
		Lede:    t.lede(t.initial),
		Source:  p.source(),
		Count:   t.count(),
		Filters: p.filters(t),
		Results: p.results(t),
		Beyond:  p.beyond(t),
	}
	if p.partOf != "" {
		v.Source = p.partSource(t)
		return v
	}
	v.Sections = p.arranged(slices.Concat(
		[]templates.Section{t.answerSection()}, p.evidence(t), p.trends(t), p.systemSections(t), p.matrixSection(t), p.taskCapacity(t),
		[]templates.Section{p.taskData(t)}, p.citing(p.systemOf(t), t.view()), []templates.Section{p.aboutTask(t)},
	))
	if t.subject != nil {
		v.Source = p.aboutSystem(t)
	} else {
		v.Source = append(t.inShort(v.Sections), v.Source...)
	}
	return v
}

// partSource says in a frame in another page whose numbers a table holds, and what they are of.
func (p *page) partSource(t *task) templates.Text {
	parts := []string{spoken(p.sourceText(p.about)), strings.TrimSuffix(t.measuredText(), ".")}
	if t.subject == nil {
		parts[1] = p.Say("source.below")
	}
	return templates.Plain(strings.Join(lists.NonZero(parts), " · ") + " · ")
}

// inShort says what a task is, and what the benchmark calls it.
func (t *task) inShort(sections []templates.Section) templates.Text {
	name := plain(t.words.Say("task.about.named", "id", t.ID))
	if slices.ContainsFunc(sections, func(s templates.Section) bool { return s.ID == "about" }) {
		name = linked(name.Text, "#about")
	}
	return append(templates.Plain(strings.TrimSpace(t.Summary+" ")+" "), name, plain(" · "))
}

// arranged are the sections in the publisher's order, without those that the publisher leaves out; those that no
// publisher orders come last.
func (p *page) arranged(all []templates.Section) (sections []templates.Section) {
	order := p.content.Site.Sections
	if len(order) == 0 {
		return all
	}
	sections = lists.FilterMap(order, func(id string) (templates.Section, bool) {
		return lists.Find(all, func(s templates.Section) bool { return s.ID == id })
	})
	return append(sections, slices.DeleteFunc(all, func(s templates.Section) bool { return slices.Contains(content.TaskSections(), s.ID) })...)
}

// aboutSystem says whose numbers a board holds.
func (p *page) aboutSystem(t *task) templates.Text {
	text := append(p.sourceText(p.about), plain(". "+t.words.Say("source.board")+" "),
		p.comparableLink())
	if more := t.subject.more(t.words.Say("source.system")); more != nil {
		text = append(append(text, plain(" · ")), more...)
	}
	return text
}

func (t *task) count() templates.Count {
	shown := len(t.query.Select(t.rows))
	text := t.words.Say("task.count.models", "shown", len(t.best), "n", len(t.best)+len(t.late)) + " · " +
		t.words.Say("task.count.configurations", "shown", shown, "n", len(t.rows))
	if t.Deadline > 0 {
		text += " · ≤" + space + t.deadlineText()
	}
	return templates.Count{Models: len(t.best), Shown: shown, Total: len(t.rows), Text: text}
}

// beyond names the models that no deadline-keeping configuration has.
func (p *page) beyond(t *task) templates.Beyond {
	b := templates.Beyond{Title: t.words.Say("task.beyond.title")} // as long as there is no deadline
	if t.Deadline > 0 {
		b.Title = t.words.Say("task.beyond.title_at", "limit", t.deadlineText())
	}
	b.Items = append(b.Items, lists.Map(few(t.late), func(r aggregate.Row) templates.Text { return p.lateModel(t, r) })...)
	return b
}

// lateModel is the fastest configuration of a model that does not meet the deadline.
func (p *page) lateModel(t *task, r aggregate.Row) templates.Text {
	energy, setting := "", ""
	if x, ok := r.Metric(); ok {
		energy = t.words.Say("task.beyond.item_energy", "energy", t.ranked(x))
	}
	if where := t.where(r); where != "" {
		setting = " (" + where + ")"
	}
	return t.words.Rich("task.beyond.item", "model", r.Nickname, "href", p.modelLink(t, r),
		"latency", t.beyond(t.board.Default, r.Latency(t.query.Percentile)), "energy", energy, "setting", setting)
}

// taskData links to the data of exactly this page.
func (p *page) taskData(t *task) templates.Section {
	runs := lists.Sum(t.rows, func(r aggregate.Row) int { return r.Runs().Len() })
	s := templates.Section{
		ID: "data", Title: t.words.Say("task.data.title"), Text: templates.Plain(t.words.Say("task.data.text", "n", runs)),
	}
	if t.subject != nil {
		s.Text = templates.Plain(t.words.Say("task.data.board", "n", t.subject.Runs.Len()))
	}
	for _, of := range []struct{ format, name string }{{"csv", "CSV"}, {"json", "JSON"}, {"parquet", "Parquet"}} {
		path := t.dataPath(of.format)
		if f := p.file(path); f != nil {
			s.Links = append(s.Links, templates.Link{
				Text: t.words.Say("task.data.file", "format", of.name, "size", t.words.Bytes(f.size)), Href: p.to(path),
				Download: t.ID + "." + of.format,
			})
		}
	}
	s.Links = append(s.Links, templates.Link{Text: t.words.Say("task.data.schemas"), Href: p.to("data/")})
	return s
}

func (p *page) aboutTask(t *task) templates.Section {
	about := templates.Section{ID: "about", Title: t.words.Say("task.about.title")}
	if t.subject != nil || t.About.Text == "" { // otherwise it stands above the table
		about.Text = templates.Plain(t.Summary)
	}
	if t.subject != nil {
		about.Title, about.Facts = t.words.Say("task.about.board"), t.subject.facts(t.rows)
	}
	if t.About.Text != "" {
		about.Prose = p.prose(t.About)
	}
	return about
}

// oEmbedFile is the name of a page's description by which other sites embed it, see https://oembed.com.
const oEmbedFile = "assets/oembed.json"

// Size in px of a frame before it tells its height.
const (
	embedWidth  = 800
	embedHeight = 600
)

// oEmbed is the description of the page for sites that embed it.
func (p *page) oEmbed() []byte {
	name := p.content.Site.Name
	text, err := json.Marshal(ordered.Object{
		"version", "1.0", "type", "rich", "title", p.title, "provider_name", name, "provider_url", p.opts.BaseURL,
		"html", `<iframe src="` + html.EscapeString(p.opts.BaseURL+p.frameOf) + `" title="` + html.EscapeString(p.title) +
			`" width="100%" height="600" loading="lazy"></iframe>`, "width", embedWidth, "height", embedHeight,
	})
	if err != nil {
		panic(err) // texts and numbers
	}
	return text
}
