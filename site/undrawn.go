package site

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/templates"
)

// undrawn are the problems of charts that could not be drawn, which pages find side by side.
type undrawn struct {
	mu  sync.Mutex
	all []data.Problem
}

// add notes a problem for each run, a few only.
func (u *undrawn) add(problems []data.Problem) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.all = append(u.all, problems...)
}

// sorted are the problems in an order that does not depend on which page came first.
func (u *undrawn) sorted() []data.Problem {
	data.SortProblems(u.all)
	return u.all
}

// cannotDraw is what stands in the place of a chart: why there is none, and of which runs
// it is. The site is built all the same.
func (p *page) cannotDraw(v templates.Figure, f charts.Figure, why error) templates.Figure {
	const most = 10
	runs := lists.By(f.Rows, func(r charts.Row) (string, bool) { return r.Run, true })
	places := p.places(runs)
	var problems []data.Problem
	for _, at := range places[:min(len(places), most)] {
		problems = append(problems, data.Problem{
			File: at.File, Row: at.Row, Message: fmt.Sprintf("the run cannot be drawn on the page /%s: %v", p.path, why),
		})
	}
	if len(places) == 0 {
		problems = append(problems, data.Problem{Message: fmt.Sprintf("a chart cannot be drawn on the page /%s: %v", p.path, why)})
	}
	p.undrawn.add(problems)
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
	rows := make([]string, shown)
	for i, at := range places[:shown] {
		rows[i] = w.Say("figure.row", "file", at.File, "row", at.Row)
	}
	if more := len(places) - shown; more > 0 {
		return w.Say("figure.undrawn_more", "rows", strings.Join(rows, ", "), "n", more)
	}
	return w.Say("figure.undrawn_rows", "rows", strings.Join(rows, ", "))
}

// places are where the runs were read, in order.
func (e *edition) places(runs map[string]bool) (places []data.Place) {
	for _, t := range e.data.Tables {
		for i := range t.Len() {
			if runs[t.Run(i)] {
				places = append(places, t.Place(i))
			}
		}
	}
	slices.SortFunc(places, func(a, b data.Place) int { return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Row, b.Row)) })
	return places
}
