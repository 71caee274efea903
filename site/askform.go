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
	field := func(name, label, unit string, size int) templates.Quantity {
		return templates.Quantity{Name: name, Label: label, Unit: unit, Size: size}
	}
	code := func(name, label, unit string, size int) templates.Quantity {
		return templates.Quantity{Name: name, Label: label, Unit: unit, Size: size, Coded: true}
	}
	planned := func(name string) templates.Quantity {
		return field(name, w.Say("capacity.in."+name), w.Say("capacity.in.unit."+name), 4)
	}
	v := &templates.Ask{
		Title: w.Say("ask.title"), Text: w.Say("ask.text"), Go: w.Say("ask.tasks"), Board: p.to(first.data), Root: p.root(),
		Fields: []templates.Quantity{
			code("q", w.Say("filters.model"), w.Say("ask.any"), 14),
			field("deadline", w.Say("filters.latency"), w.Say("ask.limit"), 0),
			code("rent", w.Say("ask.rents"), w.Say("ask.such", "example", rents), 18),
			field("price", w.Say("filters.price"), w.Say("filters.price_unit"), 0),
			field("ceiling", w.Say("ask.ceiling"), w.Say("ask.ceiling_unit"), 0),
			field("responses", w.Say("ask.load"), w.Say("ask.load_unit"), 10),
			field("kw", w.Say("capacity.in.kw"), w.Say("ask.instead", "unit", w.Say("capacity.in.unit.kw")), 0),
			field("monthly", w.Say("capacity.in.monthly"), w.Say("ask.instead", "unit", w.Say("capacity.in.unit.monthly")), 0),
		},
		MoreTitle: w.Say("ask.more"),
		More: []templates.Quantity{
			code("gpu", w.Say("filters.gpu"), w.Say("ask.such", "example", first.board.GPUs()[0]), 0),
			planned("reserve"), planned("idle"), planned("extra"), field("pue", w.Say("filters.pue"), w.Say("filters.pue_unit"), 4),
		},
		Tasks: lists.Map(p.tasks[:min(len(p.tasks), mostIndexRows)], func(t *task) templates.Link {
			return templates.Link{Text: t.Name, Href: p.to(taskAddress(t.ID))}
		}),
		AnswerTitle: w.Say("ask.answer", "task", first.Name), Answer: first.answered(first.board.Default.Choose(first.rows)),
		Link: templates.Link{Text: w.Say("ask.page"), Href: p.to(taskAddress(first.ID))},
	}
	if first.board.Percentiles() {
		c := percentileChoice(first)
		for i := range c.Options {
			if c.Options[i].On {
				c.Options[i].Value = "" // that of any task
			}
		}
		v.Choices = append(v.Choices, c)
	}
	v.Choices = append(v.Choices, p.orders("auto", w.Say("ask.auto"), templates.Option{Value: "", Text: w.Say("ask.energy")}))
	return v
}

// orders is what an answer has the lowest of: what the page came with, or what a reader asks for.
func (p *page) orders(usual, text string, more ...templates.Option) templates.Choice {
	w := p.content.Words
	options := append([]templates.Option{{Value: usual, Text: text, On: true}}, more...)
	return templates.Choice{Name: "sort", Label: w.Say("ask.order"), One: true, Options: append(options,
		templates.Option{Value: board.ByCost, Text: w.Say("ask.cost")}, templates.Option{Value: board.ByLatency, Text: w.Say("ask.latency")})}
}

// homeScript answers the form; "" where there is none.
func (e *edition) homeScript() string {
	if len(e.tasks) == 0 || e.onlyBoards() {
		return ""
	}
	return "home"
}
