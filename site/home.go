package site

import (
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/units"
)

func (p *page) home() templates.Home {
	v := templates.Home{
		Frame:     p.frame(),
		Title:     p.content.Site.Description,
		Lede:      p.homeLede(),
		Source:    p.sourceOf([]system{p.system("")}),
		Ask:       p.askForm(),
		Answers:   p.answers(),
		Sections:  slices.Concat(p.newLeaders(), p.homeFindings(), p.homeBoards()),
		Posts:     p.newestPosts(),
		Earlier:   templates.Link{Text: p.Say("home.posts.all"), Href: p.to(postsPath)},
		News:      p.news(),
		NewsLinks: []templates.Link{{Text: p.Say("home.news.feed"), Href: p.to(feedPath)}},
		Downloads: p.downloads(),
	}
	if p.onlyBoards() {
		v = p.boardsHome(v)
	}
	p.bringHomeCard()
	return v
}

// homeFindings are the findings in short.
func (p *page) homeFindings() []templates.Section {
	if len(p.findings) == 0 {
		return nil
	}
	return []templates.Section{{
		ID: "findings", Title: p.Say("pages.findings.title"),
		Tables: []templates.Table{p.findingsTable("findings-list", p.Say("home.findings.table"), p.findings)},
		Links:  []templates.Link{{Text: p.Say("home.findings.all"), Href: p.to(findingsPath)}},
	}}
}

func (p *page) homeLede() templates.Text {
	text := p.Rich("home.lede", "extent", p.extent())
	if len(p.tasks) > 0 {
		text = append(text, plain(" "), linked(p.Say("ask.link"), "#ask"))
	}
	return text
}

// extent is how much was measured, in words: of the ML.ENERGY benchmark, or of all boards where there is nothing of it.
func (e *edition) extent() string {
	var rows []aggregate.Row
	for _, t := range append(slices.Clip(e.tasks), lists.Filter(e.boards, func(*task) bool { return e.onlyBoards() })...) {
		rows = append(rows, t.rows...)
	}
	models := distinct(rows, func(r aggregate.Row) string { return r.ModelID })
	gpus := distinct(lists.Filter(rows, func(r aggregate.Row) bool { return r.GPU != "" }), gpuOf)
	key := "home.extent"
	if len(gpus) == 0 {
		key = "home.extent_alone"
	}
	return e.Say(key, "models", e.Say("count.models", "n", len(models)), "configurations", e.Say("count.configurations", "n", len(rows)), "n", len(gpus))
}

// answers is the table with one row per task: the model with the lowest energy within the deadline.
func (p *page) answers() templates.Table {
	t := templates.Table{
		ID: "results", Label: p.Say("home.table.label"),
		Note: templates.Plain(p.Say("home.table.note")),
		Columns: p.heads("table.task name, home.table.lowest number main help=best-configuration, home.table.all range, " +
			"table.model long tablet field=nickname, charts.column.gpus tablet, charts.column.batch number desktop help=batch-size, " +
			"home.table.deadline desktop help=deadline"),
		Empty: p.Say("home.table.empty"),
	}
	s := p.multiples()
	t.Columns[2].Unit = p.Say("home.table.multiple")
	t.Columns[2].Scale = s.ticks(p.content.Words.Style, units.Form{})
	t.Rows = lists.Map(p.tasks[:min(len(p.tasks), mostIndexRows)], func(k *task) templates.Row { return p.answer(k, s) })
	t.More = p.further(len(p.tasks) - mostIndexRows)
	return t
}

// multiples is a scale from 1 to the largest ratio of two models in any task:
// joules per token and per video do not compare, but such ratios do.
func (p *page) multiples() scale {
	s := scale{1, 10}
	for _, k := range p.tasks {
		if equal := firstGroup(k.best); len(equal) > 0 {
			s.most = max(s.most, equal[len(equal)-1].Energy/equal[0].Energy)
		}
	}
	return s
}

func (p *page) answer(k *task, s scale) templates.Row {
	name := templates.Cell{Text: k.Name, Href: p.to(taskAddress(k.ID))}
	if len(k.best) == 0 {
		name.Below = p.Say("task.lede.late", "limit", k.deadlineText())
		return templates.Row{Cells: []templates.Cell{name}}
	}
	r := k.best[0]
	name.Small = k.workOf(k.board.Default, r)
	return p.rowOf(r.Run, r.ModelID, name, p.traced(templates.Cell{Text: k.energy(r.Energy), Value: data.Text(r.Energy)}, r), templates.Cell{Strip: k.ratios(s)},
		p.named(r, p.to(modelAddress(r.ModelID))), board.Hardware(r), r.Batch, "≤"+space+k.deadlineText())
}

// ratios draws the energy of each model as a multiple of the lowest, in the first group of equal work.
func (k *task) ratios(s scale) *templates.Strip {
	equal := firstGroup(k.best)
	least, most := equal[0].Energy, equal[len(equal)-1].Energy
	dot := s.at(1)
	strip := templates.Strip{
		From: dot, To: s.at(most / least), Dot: &dot, Grid: s.grid(),
		Text: k.words.Say("home.multiples", "n", len(equal), "times", most/least),
	}
	strip.Marks = append(strip.Marks, lists.Map(equal[1:], func(r aggregate.Row) float64 { return s.at(r.Energy / least) })...)
	return &strip
}

// newestPosts are as many as the home page has room for.
func (p *page) newestPosts() []templates.PostLine {
	const most = 3
	return lists.Map(p.texts.Posts[:min(len(p.texts.Posts), most)], p.postLine)
}

func (p *page) news() []templates.News {
	var news []templates.News
	for _, a := range p.content.Announcements {
		title := strong(a.Title)
		if a.Link != "" {
			title = linked(a.Title, p.resolveLink(a.Link))
		}
		text := templates.Text{title, plain(". " + a.Text)}
		date := a.Date.Format("2006-01-02")
		news = append(news, templates.News{Date: date, Day: p.day(date), Text: text})
	}
	return news
}

func (p *page) downloads() []templates.Text {
	var items []templates.Text
	for _, domain := range []string{"llm", "diffusion"} {
		path := "data/all/" + domain
		if p.file(path+".parquet") != nil {
			items = append(items, p.download(domain, path))
		}
	}
	for _, runs := range p.data.Tables {
		if s := runs.Schema(); s.Board != nil {
			items = append(items, p.download("system", "data/all/"+s.Domain, "benchmark", s.Board.System))
		}
	}
	return append(items, p.Rich("home.download.rest", "data", p.to("data/")))
}

// download links to the files with all runs of a record type.
func (p *page) download(of, path string, values ...any) templates.Text {
	if p.large() {
		return p.Rich("home.download."+of+"_large", append(values, "parquet", p.to(path+".parquet"))...)
	}
	return p.Rich("home.download."+of, append(values, "csv", p.to(path+".csv"), "json", p.to(path+".json"), "parquet", p.to(path+".parquet"))...)
}
