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
		Order: p.orders("auto", w.Say("ask.auto"), templates.Option{Value: "", Text: w.Say("ask.energy")}),
		Fields: []templates.Quantity{
			{Name: "q", Label: w.Say("filters.model"), Unit: w.Say("ask.any"), Size: 14, Coded: true},
			{Name: "deadline", Label: w.Say("filters.latency"), Unit: w.Say("ask.limit")},
			{Name: "rent", Label: w.Say("ask.rents"), Unit: w.Say("ask.such", "example", rents), Size: 18, Coded: true},
			{Name: "price", Label: w.Say("filters.price"), Unit: w.Say("filters.price_unit")},
			{Name: "responses", Label: w.Say("ask.load"), Unit: w.Say("ask.load_unit"), Size: 10},
		},
		MoreTitle: w.Say("ask.more"),
		More: []templates.Quantity{
			{Name: "gpu", Label: w.Say("filters.gpu"), Unit: w.Say("ask.such", "example", first.board.GPUs()[0]), Coded: true},
			{Name: "pct", Label: w.Say("filters.percentile"), Unit: w.Say("ask.such", "example", "p99"), Size: 4, Coded: true},
			{Name: "ceiling", Label: w.Say("ask.ceiling"), Unit: w.Say("ask.ceiling_unit")},
			{Name: "kw", Label: w.Say("capacity.in.kw"), Unit: w.Say("ask.instead", "unit", w.Say("capacity.in.unit.kw"))},
			{Name: "monthly", Label: w.Say("capacity.in.monthly"), Unit: w.Say("ask.instead", "unit", w.Say("capacity.in.unit.monthly"))},
			{Name: "reserve", Label: w.Say("capacity.in.reserve"), Unit: w.Say("capacity.in.unit.reserve"), Size: 4},
			{Name: "idle", Label: w.Say("capacity.in.idle"), Unit: w.Say("capacity.in.unit.idle"), Size: 4},
			{Name: "extra", Label: w.Say("capacity.in.extra"), Unit: w.Say("capacity.in.unit.extra"), Size: 4},
			{Name: "pue", Label: w.Say("filters.pue"), Unit: w.Say("filters.pue_unit"), Size: 4},
		},
		Tasks: lists.Map(p.tasks[:min(len(p.tasks), mostIndexRows)], func(t *task) templates.Link {
			return templates.Link{Text: t.Name, Href: p.to(taskAddress(t.ID))}
		}),
	}
}

// orders is what an answer has the lowest of: what the page came with, or what a reader asks for.
func (p *page) orders(usual, text string, more ...templates.Option) templates.Choice {
	w := p.content.Words
	options := append([]templates.Option{{Value: usual, Text: text, On: true}}, more...)
	return templates.Choice{Name: "sort", Label: w.Say("ask.order"), One: true, Options: append(options,
		templates.Option{Value: board.ByCost, Text: w.Say("ask.cost")}, templates.Option{Value: board.ByLatency, Text: w.Say("ask.latency")})}
}
