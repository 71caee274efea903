package site

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/charts/render"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/posts"
	"github.com/jouleboard/jouleboard/posts/query"
	"github.com/jouleboard/jouleboard/templates"
)

// figurePath is where a figure's file stands; the extension says which.
func figurePath(text, name, extension string) string {
	return "figures/" + text + "-" + name + extension
}

// writeFigures writes the rows of every figure of every text.
func (e *edition) writeFigures(_ context.Context, w writer) error {
	for slug, d := range e.texts.All() {
		for _, f := range d.Figures() {
			if err := w.Write(figurePath(slug, f.Name, ".csv"), f.CSV); err != nil {
				return err
			}
		}
	}
	return nil
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
			passage.Answer = p.textAnswer(part.Answer)
		}
		passages = append(passages, passage)
	}
	return passages
}

// textFigure draws a figure and notes its files, which the page writes.
func (p *page) textFigure(slug string, number int, f *query.Figure) *templates.TextFigure {
	chart := charts.Declared(f.Plot)
	id := figureAnchor + f.Name
	v := templates.TextFigure{Label: p.Say("posts.figure", "number", number)}
	v.Figure = templates.Figure{ID: id, Chart: f.Plot.Kind, Title: chart.Title, Caption: templates.Plain(chart.Caption)}
	wide := p.draw(&v.Figure, chart)
	v.Option, v.Library = p.liveFigure(chart, p.rowsInFull(chart)), p.toFile(p.assets.library)
	v.Links = p.pictures(slug+"-"+f.Name, wide, f)
	if p.err == nil {
		p.tabulate(&v.Figure, chart)
	}
	return &v
}

// pictures notes the files of a figure and links to them and to its rows.
func (p *page) pictures(name string, drawing render.Chart, f *query.Figure) []templates.Link {
	if f.Look.Sized() {
		sized, err := onPaper(f, p.content.Typeface)
		if err != nil {
			p.fail(err)
			return nil
		}
		drawing = sized
	}
	files, err := p.opts.Charts.Files(p.ctx, drawing, name)
	p.fail(err)
	links := []templates.Link{{Text: p.Say("posts.rows"), Href: p.to("figures/" + name + ".csv"), Download: name + ".csv"}}
	for _, f := range files {
		p.loads = append(p.loads, loaded{"figures/" + f.Name, f.Bytes})
		if kind := path.Ext(f.Name); !strings.Contains(f.Name, "-dark.") {
			links = append(links, templates.Link{Text: strings.ToUpper(kind[1:]), Href: p.to("figures/" + f.Name), Download: f.Name})
		}
	}
	return links
}

// Anchors of figures and tables begin so, apart from those of headings and of the
// page itself.
const (
	figureAnchor = "figure-"
	tableAnchor  = "table-"
)

func (p *page) textTable(number int, t *query.Table) *templates.TextTable {
	table := p.figureTable(tableAnchor+t.Name, charts.Figure{Title: t.Title, Columns: t.Columns, Rows: t.Rows})
	for i, r := range t.Rows {
		if i < len(table.Rows) && r.Run != "" {
			table.Rows[i].Cells[0].Href = p.toRun(r.Run)
		}
	}
	if t.More > 0 {
		table.More = templates.Plain(p.Say("posts.more_rows", "n", t.More))
	}
	return &templates.TextTable{
		Table: *table, ID: tableAnchor + t.Name, Label: p.Say("posts.table", "number", number), Title: t.Title,
		Caption: t.Caption,
	}
}

// textBoard is a task's leaderboard as its page shows it at first, or its best models.
func (p *page) textBoard(number int, b *content.Board) *templates.TextTable {
	t := p.boardNamed(b.Task)
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
	return &templates.TextTable{Table: board, ID: tableAnchor + t.ID, Label: p.Say("posts.table", "number", number), Title: t.Title}
}

func (p *page) textAnswer(b *content.Board) templates.Text {
	t := p.boardNamed(b.Task)
	return append(templates.Text{linked(t.Title, p.to(t.address())), plain(": ")}, t.lede(t.initial)...)
}

// boardNamed is a board that a text was seen to name; "" is the first one.
func (e *edition) boardNamed(id string) *task {
	all := slices.Concat(e.tasks, e.boards)
	return all[slices.IndexFunc(all, func(t *task) bool { return t.ID == id || id == "" })]
}
