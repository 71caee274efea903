package site

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/charts/render"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/templates"
)

// figure draws a chart for this page, with the table of what it draws. The id is unique
// on the page and begins every id within its drawings.
func (p *page) figure(id string, f charts.Figure) templates.Figure {
	v := p.figureAlone(id, f, p.rowsInFull(f))
	if p.err == nil && !f.Empty() && (len(v.Links) > 0 || short(f.Rows)) {
		p.tabulate(&v, f)
	}
	return v
}

// figureAlone draws a chart without the table of what it draws. The rows of that table go
// into the figure's file, nil for none.
func (p *page) figureAlone(id string, f charts.Figure, table []tableRow) templates.Figure {
	v := templates.Figure{ID: id, Chart: f.Chart, Title: f.Title, Caption: templates.Plain(f.Caption)}
	if f.Empty() {
		return v
	}
	wide := chartOf(v.ID, f, f.Wide)
	v.Small = f.Smaller == nil
	if v.Small && p.sparing() {
		v.Option = p.drawingFile(wide, p.rowsFile(f, table).shortened())
		v.Links = []templates.Link{{Text: "SVG", Href: v.Option, Download: downloadName(p.figureAddress(id)) + ".svg"}}
		p.draw(&v, f, wide)
		return v
	}
	p.draw(&v, f, wide)
	links, err := p.figureFiles(id, f, wide)
	if p.fail(p.ctx.Err()); err != nil {
		return p.cannotDraw(v, f, err)
	}
	v.Links, v.Option, v.Library = links, p.liveFigure(f, table), p.toFile(p.assets.library)
	v.Mid = f.Wide.Width < wideFigure
	if f.Curves != nil {
		v.Curves = p.figureTable(id+"-curves",
			charts.Figure{Title: p.content.Words.Say("figure.curves_of", "title", f.Title), Table: *f.Curves})
	}
	return v
}

// wideFigure is from which width in px on a drawing fills the page.
const wideFigure = 800

// narrow ends the id of a figure's drawing for phones.
const narrow = "-350"

// sparing reports whether a page shows a subject in small figures, of one panel, whose file is their drawing with the rows in it, and
// which do not come alive: on large sites. Explore, where a link leads, draws the same rows in any size and on other axes.
func (p *page) sparing() bool { return p.runs.Len() > mostDrawn && p.kind != "task" }

// draw puts a figure's drawings on the page and remembers them by their ids. The page holds the wide one and the one for phones;
// those of other widths are files.
func (p *page) draw(v *templates.Figure, f charts.Figure, wide render.Chart) {
	p.lead = cmp.Or(p.lead, wide.ID)
	p.drawings[wide.ID] = &wide
	v.Drawings = []templates.Drawing{{Width: f.Wide.Width, SVG: p.placed(wide)}}
	for _, d := range f.Smaller {
		one, place := chartOf(v.ID+"-"+strconv.Itoa(d.Width), f, d), p.apart
		if d.Width == charts.Phone {
			place = p.placed
		}
		p.drawings[one.ID] = &one
		v.Drawings = append(v.Drawings, templates.Drawing{Width: d.Width, SVG: place(one)})
	}
	v.Apart = p.inline > mostInline || p.drawingFiles[wide.ID] != ""
}

// placed is a drawing, or the place of one that the page does not hold.
func (p *page) placed(c render.Chart) templates.SVG {
	if p.inline > mostInline || p.drawingFiles[c.ID] != "" {
		return p.apart(c)
	}
	drawing := c.Inline()
	if p.inline += len(drawing); p.inline <= mostInline {
		return templates.SVG(drawing)
	}
	return p.apart(c)
}

// apart is the place of a drawing that is a file.
func (p *page) apart(c render.Chart) templates.SVG {
	return templates.SVG(c.Place(p.drawingFile(c, nil)))
}

// drawingFile is the address of the file of a drawing, with its rows or nil, which the page loads from then on.
func (p *page) drawingFile(c render.Chart, rows *figureFile) string {
	if p.drawingFiles[c.ID] == "" {
		var about []byte
		if rows != nil {
			var err error
			about, err = json.Marshal(rows)
			p.fail(err)
		}
		p.drawingFiles[c.ID] = p.load("assets/drawing.svg", p.opts.Charts.Apart(c, about))
	}
	return p.drawingFiles[c.ID]
}

// chartOf is a drawing of a figure with what is said to those who cannot see it.
func chartOf(id string, f charts.Figure, d charts.Drawing) render.Chart {
	return render.Chart{ID: id, Title: f.Title, Description: f.Description, Scene: d.Scene()}
}

// chartTask is what charts need to know of a task.
func (t *task) chartTask() charts.Task {
	task := charts.Task{
		Words: t.words, Output: t.Output, Deadline: t.Deadline, Form: t.board.Form,
	}
	if t.subject != nil {
		task.Setting = func(r aggregate.Row) string { return joined(t.stating(r, t.apart), t.warningCount(r)) }
	}
	return task
}

// figureOf is the id of a chart of a task on a model's page.
func figureOf(t *task, chart string) string {
	return t.ID + "-" + strings.TrimPrefix(chart, "model-")
}

// modelFigures are a model's charts in one task besides its views.
func (p *page) modelFigures(id string, t *task, rows []aggregate.Row) []templates.Figure {
	var all []charts.Figure
	if lengths := p.lengthsOf(rows); len(lengths) > 0 { // else the figure of responses says that there are none
		all = append(all, charts.OutputLengths(lengths, p.content.Words))
	}
	all = append(all, p.measuredFigures(rows)...)
	if p.chronicle != nil {
		if trend := p.trendFigure(id, t); !trend.Empty() {
			all = append(all, trend)
		}
	}
	return lists.Map(all, func(chart charts.Figure) templates.Figure {
		chart.Measured = t.basisOf(t.rows[0])
		return p.figure(figureOf(t, chart.Chart), chart)
	})
}

// lengthsOf are the output lengths of the rows whose source states them.
func (e *edition) lengthsOf(rows []aggregate.Row) []*data.OutputLengths {
	return lists.NonZero(lists.Map(rows, func(r aggregate.Row) *data.OutputLengths { return e.lengths[r.Run] }))
}

// cannotDraw is what stands in the place of a chart: why there is none, and of which runs
// it is. The site is built all the same.
func (p *page) cannotDraw(v templates.Figure, f charts.Figure, why error) templates.Figure {
	const most = 10
	runs := lists.By(f.Rows, func(r charts.Row) (string, bool) { return r.Run, true })
	places := p.places(runs)
	problems := lists.Map(places[:min(len(places), most)], func(at data.Place) data.Problem {
		return data.Problem{File: at.File, Row: at.Row, Message: fmt.Sprintf("the run cannot be drawn on the page /%s: %v", p.path, why)}
	})
	if len(places) == 0 {
		problems = append(problems, data.Problem{Message: fmt.Sprintf("a chart cannot be drawn on the page /%s: %v", p.path, why)})
	}
	p.noting.Lock()
	p.undrawn = append(p.undrawn, problems...)
	p.noting.Unlock()
	p.undone = true
	message := p.content.Words.Say("figure.undrawn", "error", why.Error())
	if len(places) > 0 {
		message += " " + p.drawnFrom(places, most)
	}
	return templates.Figure{ID: v.ID, Chart: v.Chart, Title: f.Title, Message: message}
}

// drawnFrom lists where the runs of a chart were read, the first of them.
func (p *page) drawnFrom(places []data.Place, most int) string {
	w, shown := p.content.Words, min(len(places), most)
	rows := lists.Map(places[:shown], func(at data.Place) string { return w.Say("figure.row", "file", at.File, "row", at.Row) })
	if more := len(places) - shown; more > 0 {
		return w.Say("figure.undrawn_more", "rows", strings.Join(rows, ", "), "n", more)
	}
	return w.Say("figure.undrawn_rows", "rows", strings.Join(rows, ", "))
}

// places are where the runs were read, in order.
func (e *edition) places(runs map[string]bool) (places []data.Place) {
	for _, t := range e.Data.Tables {
		for i := range t.Len() {
			if runs[t.Run(i)] {
				places = append(places, t.Place(i))
			}
		}
	}
	lists.Sort(places, func(a, b data.Place) int { return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Row, b.Row)) })
	return places
}
