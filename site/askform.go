package site

import (
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/templates"
)

// askForm leads from the home page to the answer of a task's page: its fields are the parameters of that page, and each task
// is a button. It needs no script.
func (p *page) askForm() *templates.Ask {
	if len(p.tasks) == 0 || p.onlyBoards() {
		return nil
	}
	w := p.content.Words
	first := p.tasks[0]
	rents := board.ListText(lists.Map(first.board.GPUs(), func(gpu string) string { return board.Rent{GPU: gpu, Price: 2}.String() }))
	return &templates.Ask{
		Title: w.Say("ask.title"), Text: w.Say("ask.text"), Go: w.Say("ask.tasks"),
		Order: templates.Choice{Name: "sort", Label: w.Say("ask.order"), One: true, Options: []templates.Option{
			{Value: "", Text: w.Say("ask.energy"), On: true}, {Value: board.ByCost, Text: w.Say("ask.cost")},
		}},
		Fields: []templates.Quantity{
			{Name: "q", Label: w.Say("filters.model"), Unit: w.Say("ask.any"), Size: 14, Coded: true},
			{Name: "deadline", Label: w.Say("filters.latency"), Unit: w.Say("ask.limit")},
			{Name: "rent", Label: w.Say("ask.rents"), Unit: w.Say("ask.such", "example", rents), Size: 18, Coded: true},
			{Name: "price", Label: w.Say("filters.price"), Unit: w.Say("filters.price_unit")},
			{Name: "daily", Label: w.Say("ask.load"), Unit: w.Say("ask.load_unit"), Size: 10},
		},
		Tasks: lists.Map(p.tasks[:min(len(p.tasks), mostIndexRows)], func(t *task) templates.Link {
			return templates.Link{Text: t.Name, Href: p.to(taskAddress(t.ID))}
		}),
	}
}
