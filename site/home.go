package site

import (
	"slices"
	"time"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/posts"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/units"
)

// home shows the best of each task or board, and what is new.
func (p *page) home() templates.Overview {
	p.bringHomeCard()
	v := p.overview(p.homeLede(), p.askForm(), p.newLeaders(), p.homeFindings(), p.homeBoards(), p.newestPosts())
	v.Title, v.Source, v.Results, v.Pair = p.content.Site.Description, p.homeSource(), p.answers(), append(p.news(), p.downloads())
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
	if p.onlyBoards() {
		return p.Rich("boards.home_lede", "runs", p.Say("count.runs", "n", p.Data.Len()), "n", len(p.boards))
	}
	text := p.Rich("home.lede", "extent", p.extent())
	if len(p.tasks) > 0 {
		text = append(text, plain(" "), linked(p.Say("ask.link"), "#ask"))
	}
	return text
}

func (p *page) homeSource() templates.Text {
	if p.onlyBoards() {
		return templates.Text{p.comparableLink()}
	}
	return p.sourceOf([]system{p.system("")})
}

// extent is how much was measured, in words: of the ML.ENERGY benchmark, or of all boards where there is nothing of it.
func (e *edition) extent() string {
	boards := append(slices.Clip(e.tasks), lists.Filter(e.boards, func(*task) bool { return e.onlyBoards() })...)
	different := func(value func(aggregate.Row) string) []string {
		return lists.Distinct(lists.FlatMap(boards, func(t *task) []string { return distinct(t.rows, value) }))
	}
	gpus, n := len(lists.NonZero(different(gpuOf))), lists.Sum(boards, func(t *task) int { return len(t.rows) })
	models := len(different(func(r aggregate.Row) string { return r.ModelID }))
	return e.Say(variant("home.extent", gpus == 0, "_alone"), "models", e.Say("count.models", "n", models),
		"configurations", e.Say("count.configurations", "n", n), "n", gpus)
}

// answers is the table with one row per task: the model with the lowest energy within the deadline. Without tasks there is none.
func (p *page) answers() (t templates.Table) {
	if p.onlyBoards() {
		if len(p.systems) > 1 {
			t.ID, t.Empty = "results", p.Say("boards.home_empty")
		}
		return t
	}
	t = templates.Table{
		ID: "results", Label: p.Say("home.table.label"),
		Note: templates.Plain(p.Say("home.table.note")),
		Columns: p.heads("table.task name, home.table.lowest number main help=best-configuration, home.table.all range, " +
			"table.model long tablet field=nickname, charts.column.gpus tablet, charts.column.batch number desktop help=batch-size, " +
			"home.table.deadline desktop help=deadline"),
		Empty: p.Say("home.table.empty"),
	}
	s := p.multiples()
	t.Columns[1].Unit, t.Columns[2].Unit = p.perAnyOutput(p.tasks), p.Say("home.table.multiple")
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
	return p.rowOf(r.Run, r.ModelID, name, p.traced(p.cellOf(r.Energy), r), templates.Cell{Strip: k.ratios(s)},
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
func (p *page) newestPosts() []templates.Section {
	const most = 3
	if len(p.texts.Posts) == 0 {
		return nil
	}
	return []templates.Section{{
		ID: "posts", Title: p.Say("home.posts.title"), Links: []templates.Link{{Text: p.Say("home.posts.all"), Href: p.to(postsPath)}},
		Dated: lists.Map(p.texts.Posts[:min(len(p.texts.Posts), most)], func(post posts.Post) templates.Dated {
			return p.dated(post.Date, linked(post.Title, p.to(postAddress(post.Slug))), plain(" "+post.Summary))
		}),
	}}
}

func (p *page) news() []templates.Section {
	if len(p.content.Announcements) == 0 {
		return nil
	}
	return []templates.Section{{
		ID: "news", Title: p.Say("home.news.title"), Links: []templates.Link{{Text: p.Say("home.news.feed"), Href: p.to(feedPath)}},
		Dated: lists.Map(p.content.Announcements, func(a content.Announcement) templates.Dated {
			title := strong(a.Title)
			if a.Link != "" {
				title = linked(a.Title, p.resolveLink(a.Link))
			}
			return p.dated(a.Date, title, plain(". "+a.Text))
		}),
	}}
}

func (p *page) dated(day time.Time, text ...templates.Run) templates.Dated {
	date := day.Format(time.DateOnly)
	return templates.Dated{Date: date, Day: p.day(date), Text: text}
}

func (p *page) downloads() templates.Section {
	s := templates.Section{ID: "download", Title: p.Say("home.download.title")}
	for _, runs := range p.Data.Tables {
		of, kind := runs.Schema(), "system"
		if of.Board == nil {
			kind = of.Domain
		}
		s.Items = append(s.Items, p.download(kind, "data/all/"+of.Domain, of.System()))
	}
	s.Items = append(s.Items, p.Rich("home.download.rest", "data", p.to("data/")))
	return s
}

// download links to the files with all runs of a record type.
func (p *page) download(kind, path, system string) templates.Text {
	return p.Rich(variant("home.download."+kind, p.large(), "_large"), "benchmark", system,
		"csv", p.to(path+".csv"), "json", p.to(path+".json"), "parquet", p.to(path+".parquet"))
}
