package site

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/charts/render"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/posts"
	"github.com/jouleboard/jouleboard/posts/query"
	"github.com/jouleboard/jouleboard/templates"
)

// Faults of the texts are reported once for the whole site (see Build), so the
// pages take what the renderer could use.

// prosePage is a page that authors wrote in Markdown.
func (p *page) prosePage(text content.Page) templates.Document {
	rendered := p.texts.Pages[text.Slug].Render(p.resolve)
	d := templates.Document{Frame: p.frame(), Title: text.Title, Lede: templates.Plain(text.Description)}
	if text.Contents || p.chapter && len(contents(rendered)) > 2 {
		d.Jump = contents(rendered)
	}
	if p.chapter {
		p.chapters(&d)
	}
	d.Body = p.passages(text.Slug, rendered)
	return d
}

// contents lists the sections of a text.
func contents(t posts.Text) []templates.Link {
	return lists.FilterMap(t.Headings, func(h posts.Heading) (templates.Link, bool) {
		return templates.Link{Text: h.Title, Href: "#" + h.ID}, h.Level == 2
	})
}

// prose renders a paragraph or two within a page. The built-in ones link to the methods, which a publisher may leave out.
func (p *page) prose(text content.Markdown) templates.HTML {
	rendered, _ := posts.Render(text, func(address string) string {
		anchor, ok := strings.CutPrefix(address, "/methods/#")
		switch {
		case strings.HasPrefix(address, "/methods/") && !p.known["methods/"]:
			return ""
		case ok && text.BuiltIn() && p.help(anchor) == "":
			return p.to("methods/")
		}
		return p.resolve(address)
	})
	return templates.HTML(rendered.HTML())
}

// resolveLink leaves web addresses alone and makes the site's own relative.
func (p *page) resolveLink(link string) string {
	if strings.HasPrefix(link, "/") && !strings.HasPrefix(link, "//") {
		return p.resolve(link)
	}
	return link
}

// proseAddress is that of a page of prose, as an address of the site.
func proseAddress(slug string) string { return strings.TrimPrefix(posts.PageAddress(slug), "/") }

// overview is the address of the site's results, which move if a page replaces the home page.
func (e *edition) overview() string {
	if e.texts.Pages[content.HomePage] != nil {
		return "results/"
	}
	return ""
}

// chapters puts a page among those that are read together.
func (p *page) chapters(d *templates.Document) {
	var all []templates.Link
	for _, c := range p.content.Site.Sidebar {
		chapter := templates.Chapter{Title: c.Title}
		for _, slug := range c.Pages {
			text, ok := p.content.Page(slug)
			if !ok || p.texts.Pages[slug] == nil {
				continue
			}
			address := proseAddress(slug)
			chapter.Pages = append(chapter.Pages, templates.Link{Text: text.Title, Href: p.to(address), Current: p.path == address})
		}
		d.Chapters, all = append(d.Chapters, chapter), append(all, chapter.Pages...)
	}
	for i, l := range all {
		if l.Current && i > 0 {
			d.Earlier = &all[i-1]
		}
		if l.Current && i+1 < len(all) {
			d.Later = &all[i+1]
		}
	}
	d.Search = p.to(searchPath)
}

// passages are the parts of a text with its figures drawn and numbered.
func (p *page) passages(slug string, text posts.Text) (passages []templates.Passage) {
	figures, tables := 0, 0
	for _, part := range text.Parts {
		passage := templates.Passage{Prose: templates.HTML(part.HTML), Message: part.Message}
		switch {
		case part.Figure != nil:
			figures++
			passage.Figure = p.textFigure(slug, figures, part.Figure)
		case part.Table != nil:
			tables++
			passage.Table = p.textTable(tables, part.Table)
		case part.Board != nil:
			tables++
			passage.Table = p.textBoard(tables, part.Board)
		case part.Answer != nil:
			t := p.boardNamed(p.content, part.Answer.Task)
			passage.Answer = append(templates.Text{linked(t.Title, p.to(t.address())), plain(": ")}, t.lede(t.initial)...)
		}
		passages = append(passages, passage)
	}
	return passages
}

// textFigure draws a figure and notes its files, which the page writes.
func (p *page) textFigure(slug string, number int, f *query.Figure) *templates.TextFigure {
	chart := charts.Declared(f.Plot)
	id := posts.FigureAnchor + f.Name
	v := templates.TextFigure{Label: p.Say("posts.figure", "number", number)}
	v.Figure = templates.Figure{ID: id, Chart: f.Plot.Kind, Title: chart.Title, Caption: templates.Plain(chart.Caption)}
	wide := chartOf(id, chart, chart.Wide)
	p.draw(&v.Figure, chart, wide)
	v.Option, v.Library = p.liveFigure(chart, p.rowsInFull(chart)), p.toFile(p.assets.library)
	v.Links = p.pictures(slug+"-"+f.Name, wide, f)
	if p.err == nil {
		p.tabulate(&v.Figure, chart)
	}
	return &v
}

// pictures notes the files of a figure and links to them and to its rows.
func (p *page) pictures(name string, drawing render.Chart, f *query.Figure) []templates.Link {
	files := p.once("files "+name, p.pictureKey(name, f), func() []loaded {
		if f.Chart != nil {
			drawing = *f.Chart
		}
		files, err := p.opts.Charts.Files(p.ctx, drawing, name)
		p.fail(err)
		return lists.Map(files, func(f render.File) loaded { return loaded{address: figuresFolder + f.Name, content: f.Bytes} })
	})
	links := []templates.Link{p.keep(figuresFolder+name+".csv", p.Say("posts.rows"), f.CSV)}
	for _, f := range files {
		if kind := path.Ext(f.address); !strings.Contains(f.address, "-dark.") {
			links = append(links, templates.Link{Text: strings.ToUpper(kind[1:]), Href: p.to(f.address), Download: path.Base(f.address)})
		}
	}
	return links
}

func (p *page) textTable(number int, t *query.Table) *templates.TextTable {
	table := p.figureTable(posts.TableAnchor+t.Name, charts.Figure{Title: t.Title, Table: t.Table})
	for i, r := range t.Rows {
		if i < len(table.Rows) && r.Run != "" {
			table.Rows[i].Cells[0].Href = p.toRun(r.Run)
		}
	}
	if len(table.Columns) <= mostFolded { // others scroll
		templates.Fit(lists.Times(len(table.Columns), func(i int) *templates.Column { return &table.Columns[i] }))
		table.Wide = false
	}
	table.More = p.rest(t.More, "posts.more_rows")
	return &templates.TextTable{
		Table: *table, ID: posts.TableAnchor + t.Name, Label: p.Say("posts.table", "number", number), Title: t.Title,
		Caption: t.Caption,
	}
}

// textBoard is a task's leaderboard as its page shows it at first, or its best models.
func (p *page) textBoard(number int, b *content.BoardBlock) *templates.TextTable {
	t := p.boardNamed(p.content, b.Task)
	board := p.results(t)
	board.Live = false
	if last := len(board.Columns) - 1; board.Columns[last].Kind == templates.Pick { // nothing here compares what is picked
		board.Columns = board.Columns[:last]
		for i := range board.Rows {
			board.Rows[i].Cells = board.Rows[i].Cells[:last]
		}
	}
	if rows := len(board.Rows); b.Limit > 0 && rows > b.Limit {
		board.Rows = board.Rows[:b.Limit]
		board.More = templates.Text{linked(p.Say("posts.all_models", "n", rows), p.to(t.address()))}
	}
	return &templates.TextTable{Table: board, ID: posts.TableAnchor + t.ID, Label: p.Say("posts.table", "number", number), Title: t.Title}
}

// boardNamed is a board that a text was seen to name, in the language of the text; "" is the first one.
func (e *edition) boardNamed(c content.Content, id string) *task {
	all := e.all
	if tag := c.Words.Language; tag != e.opts.Content.Words.Language {
		made, _ := e.foreign.LoadOrStore(tag, sync.OnceValue(func() []*task { return slices.Concat(boardsIn(e.Data, c, e.gpuMarks)) }))
		all = made.(func() []*task)()
	}
	return all[slices.IndexFunc(all, func(t *task) bool { return t.ID == id || id == "" })]
}
