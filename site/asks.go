package site

import (
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/view"
)

// A page of views about a subject has one form: what a reader sets there holds for all views below it. The script of the
// page answers them again.

// asked is what the script of such a page reads.
type asked struct {
	Root   string       `json:"root"`
	Report string       `json:"report,omitempty"` // address for problems with a run, with {run} in place of its id
	Model  string       `json:"model,omitempty"`  // that the page is about
	Chosen *choosing    `json:"chosen,omitempty"` // that it compares
	Boards []askedBoard `json:"boards"`
}

// choosing is what a reader may compare.
type choosing struct {
	Models  []string          `json:"models"` // that the page came with
	Most    int               `json:"most"`
	Boards  map[string]string `json:"boards"` // addresses of comparisons by board
	Lengths string            `json:"lengths,omitempty"`
}

// askedBoard is a board with the views of it on the page.
type askedBoard struct {
	ID      string      `json:"id"`
	Data    string      `json:"data"`              // address of the rows
	Lengths string      `json:"lengths,omitempty"` // address of output lengths
	Limit   bool        `json:"limit"`             // whether the form's limit applies to the board
	Views   []askedView `json:"views"`
}

// askedView is a view for scripts, which have all rows of the board: those of its subject have one of the values in a
// column.
type askedView struct {
	view.View
	Where string      `json:"where,omitempty"`
	Is    []string    `json:"is,omitempty"`
	More  []string    `json:"more,omitempty"` // columns of which more is better
	Style *view.Style `json:"style,omitempty"`
}

// ask is a view of a board on a page, with its subject.
type ask struct {
	view.View
	where string
	is    []string
	rows  []aggregate.Row
	style *view.Style
}

// asked is the view for scripts.
func (t *task) asked(a ask) askedView {
	return askedView{a.View, a.where, a.is, t.better(a.View), a.style}
}

// answerTo answers a view for the default query of its board.
func (t *task) answerTo(a ask) view.Answer {
	return a.Answer(t.subjectOf(a), t.board.Default)
}

func (t *task) subjectOf(a ask) view.Subject { return view.Subject{Board: t.board, Rows: a.rows} }

// asking is the form of a page and what its script reads of the boards.
// What outputs cost is asked where boards are of servers: gpus are the GPU models that have a price.
func (p *page) asking(about asked, tasks []*task, choices []templates.Choice, gpus []string, of func(*task) []ask) *templates.Configurations {
	v := &templates.Configurations{}
	data := about
	data.Root, data.Report = p.root(), p.content.Site.Report
	limited := limitedLike(tasks)
	for _, t := range tasks {
		b := askedBoard{ID: t.ID, Data: p.to(t.data), Lengths: p.toFile(t.lengths), Limit: slices.Contains(limited, t)}
		b.Views = lists.Map(of(t), t.asked)
		data.Boards = append(data.Boards, b)
	}
	if len(limited) > 0 {
		t := limited[0]
		v.Deadline = &templates.Quantity{
			Name: "deadline", Label: t.words.Say("filters.latency"), Unit: t.words.Per(t.latencyUnit(), t.deadlinePer()),
			Value: t.words.Typed(t.Deadline),
		}
	}
	if i := slices.IndexFunc(tasks, func(t *task) bool { return t.board.Percentiles() }); i >= 0 {
		c := percentileChoice(tasks[i])
		c.Label = p.content.Words.Say("model.percentile")
		choices = append([]templates.Choice{c}, choices...)
	}
	if i := slices.IndexFunc(tasks, func(t *task) bool { return t.board.Server() }); i >= 0 {
		v.Prices = append(tasks[i].rents(gpus), p.figures()...)
		choices = append(choices, p.orders("", capital(tasks[i].metric())))
	}
	if len(limited) > 0 {
		choices = append(choices, p.betweenChoice(limited[0]))
	}
	v.Choices = lists.Filter(choices, func(c templates.Choice) bool { return len(c.Options) > 1 })
	v.Data = data
	return v
}

// better are the columns of a view of which more is better.
func (t *task) better(v view.View) []string {
	return lists.Filter(slices.Concat(v.Y, v.Switch, []string{v.X}), func(name string) bool {
		f, ok := t.axisField(name)
		return ok && f.Better == data.Higher
	})
}

// limitedLike are the tasks whose limit is in the unit of the first one that has any: a form has one number.
func limitedLike(tasks []*task) (limited []*task) {
	for _, t := range tasks {
		if t.Deadline > 0 && (len(limited) == 0 || t.latencyUnit() == limited[0].latencyUnit() && t.deadlinePer() == limited[0].deadlinePer()) {
			limited = append(limited, t)
		}
	}
	return limited
}

// hardwareColumn is the column of GPUs with their number.
const hardwareColumn = "hardware"

// hardwareOf is the value of that column.
func hardwareOf(r aggregate.Row) string { return board.Hardware(r) }
