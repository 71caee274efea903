package site

import (
	"fmt"

	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/units"
)

func (p *page) home() templates.Home {
	v := templates.Home{
		Frame:     p.frame(),
		Title:     p.content.Site.Description,
		Lede:      p.homeLede(),
		Source:    p.sourceOf([]system{p.system("")}),
		Answers:   p.answers(),
		Sections:  append(p.homeFindings(), p.homeBoards()...),
		Posts:     p.newestPosts(),
		Earlier:   templates.Link{Text: "All posts", Href: p.to(postsPath)},
		News:      p.news(),
		NewsLinks: []templates.Link{{Text: "Feed (Atom)", Href: p.to(feedPath)}},
		Downloads: p.downloads(),
	}
	if len(p.tasks) == 0 && len(p.boards) > 0 {
		return p.onlyBoards(v)
	}
	return v
}

// homeFindings are the findings in short.
func (p *page) homeFindings() []templates.Section {
	if len(p.findings) == 0 {
		return nil
	}
	return []templates.Section{{
		ID: "findings", Title: "Key findings", Tables: []templates.Table{p.findingsTable("findings-list", "Matched comparisons", p.findings)},
		Links: []templates.Link{{Text: "All pairs", Href: p.to(findingsPath)}},
	}}
}

func (p *page) homeLede() templates.Text {
	return templates.Text{
		strong(p.extent()),
		plain(", compared at the latency that people feel: for each task, the model that needs the least energy within its deadline."),
	}
}

// extent is how much was measured, in words.
func (e *edition) extent() string {
	rows := 0
	for _, t := range e.tasks {
		rows += len(t.rows)
	}
	return fmt.Sprintf("%s in %s on %s", units.Plural(e.system("").Models, "model"),
		units.Plural(rows, "configuration"), units.Plural(len(e.gpus), "GPU type"))
}

// answers is the table with one row a task: who needs the least energy in time.
func (p *page) answers() templates.Table {
	t := templates.Table{
		ID: "results", Label: "The least-energy model of each task",
		Note: templates.Plain("One row a task. Strip: what the models need within the deadline, as multiples of the least; a stroke each."),
		Columns: []templates.Column{
			{Label: "Task", Kind: templates.Name},
			{Label: "Least energy", Unit: "J per output", Kind: templates.Number, Main: true, Help: p.help("best-configuration")},
			{Label: "All models", Unit: "× the least, log", Kind: templates.Range},
			{Field: "nickname", Label: "Model", Kind: templates.Long, Show: templates.Tablet},
			{Label: "GPUs", Show: templates.Tablet},
			{Label: "Batch", Kind: templates.Number, Show: templates.Desktop, Help: p.help("batch-size")},
			{Label: "Deadline", Kind: templates.Number, Show: templates.Desktop, Help: p.help("deadline")},
		},
		Empty: "There are no results yet.",
	}
	s := p.multiples()
	t.Columns[2].Scale = s.ticks(p.content.Words.Style)
	for _, k := range p.tasks {
		t.Rows = append(t.Rows, p.answer(k, s))
	}
	return t
}

// multiples is a scale from 1 to the largest ratio of two models in any task:
// joules per token and per video do not compare, but such ratios do.
func (p *page) multiples() scale {
	s := scale{1, 10}
	for _, k := range p.tasks {
		if n := len(k.best); n > 0 {
			s.most = max(s.most, k.best[n-1].Energy/k.best[0].Energy)
		}
	}
	return s
}

func (p *page) answer(k *task, s scale) templates.Row {
	name := templates.Cell{Text: k.Name, Href: p.to(taskAddress(k.ID))}
	if len(k.best) == 0 {
		name.Below = "no model is faster than " + k.deadlineText()
		return templates.Row{Cells: []templates.Cell{name}}
	}
	r := k.best[0]
	name.Below = fmt.Sprintf("%s, %s at batch%s%s, within %s", r.Nickname, on(r), space, units.Whole(r.Batch), k.deadlineText())
	return templates.Row{Run: r.Run, Model: r.ModelID, Cells: []templates.Cell{
		name, p.cellOf(r.Energy),
		{Strip: k.ratios(s)},
		{Text: r.Nickname, Href: p.to(modelAddress(r.ModelID)), Tag: precisionTag(r.Precision)},
		{Text: on(r)},
		p.cellOf(r.Batch),
		{Text: "≤" + space + units.Short(k.Deadline) + space + k.DeadlineUnit()},
	}}
}

// ratios draws how many times the least energy each model needs.
func (k *task) ratios(s scale) *templates.Strip {
	least, most := k.best[0].Energy, k.best[len(k.best)-1].Energy
	dot := s.at(1)
	strip := templates.Strip{
		From: dot, To: s.at(most / least), Dot: &dot, Grid: s.grid(),
		Text: fmt.Sprintf("%s, up to %s times the least", units.Plural(len(k.best), "model"), units.Number(most/least)),
	}
	for _, r := range k.best[1:] {
		strip.Marks = append(strip.Marks, s.at(r.Energy/least))
	}
	return &strip
}

// newestPosts are as many as the home page has room for.
func (p *page) newestPosts() (lines []templates.PostLine) {
	const most = 3
	for _, post := range p.texts.Posts[:min(len(p.texts.Posts), most)] {
		lines = append(lines, p.postLine(post))
	}
	return lines
}

func (p *page) news() []templates.News {
	var news []templates.News
	for _, a := range p.content.Announcements {
		text := templates.Text{strong(a.Title + ". "), plain(a.Text)}
		if a.Link != "" {
			text = append(text, plain(" "), linked("Read on", p.resolveLink(a.Link)))
		}
		date := a.Date.Format("2006-01-02")
		news = append(news, templates.News{Date: date, Day: p.day(date), Text: text})
	}
	return news
}

func (p *page) downloads() []templates.Text {
	var items []templates.Text
	for _, d := range []struct{ domain, text string }{
		{"llm", "All runs of language models"}, {"diffusion", "All runs of image and video models"},
	} {
		if p.file("data/all/"+d.domain+".csv") == nil {
			continue
		}
		items = append(items, templates.Text{
			plain(d.text + ": "),
			linked("CSV", p.to("data/all/"+d.domain+".csv")), plain(", "),
			linked("JSON", p.to("data/all/"+d.domain+".json")), plain(", "),
			linked("Parquet", p.to("data/all/"+d.domain+".parquet")),
		})
	}
	return append(items, templates.Text{
		plain("Everything else, with schemas and checksums: "), linked("the data page", p.to("data/")),
	})
}
