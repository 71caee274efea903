package site

import (
	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/view"
)

// evenField is the ratio of prices at which the outputs of two GPU models cost the same.
const evenField = "even"

// breaksEven is the view of break-even prices: on a page of a GPU model against the one with most models in common, on other
// pages between all GPU models.
func (p paged) breaksEven(t *task, v content.SubjectView, a ask) (ask, bool) {
	if !t.board.Server() {
		return a, false
	}
	if p.subject.Of == content.OfGPU {
		return p.against(t, v, a)
	}
	a.By, a.Factor = t.column(content.OfModel), t.column(content.OfGPU)
	return a, a.Factor != "" && len(t.board.GPUs()) > 1
}

// evenTable is the table of break-even prices, a row for each pair.
func (p *page) evenTable(t *task, a view.Answer) templates.Table {
	side := func(field, label string) templates.Column {
		return templates.Column{
			Field: field, Label: label, Unit: t.words.Say("views.even.side", "nouns", t.words.Noun(t.Output, 2)),
			Kind: templates.Number, Show: templates.Tablet,
		}
	}
	name, below := t.words.Say("views.even.cheaper"), t.words.Say("views.even.below")
	alt, base := t.words.Say("views.even.alt"), t.words.Say("views.even.base")
	if a.View.Base != "" {
		name, alt, base = t.words.Say("table.model"), a.View.Alt, a.View.Base
		below = t.words.Say("views.even.below_of", "alt", alt)
	}
	v := templates.Table{
		ID: a.View.ID, Kept: true, Fixed: true, Title: t.words.Say("views.even.title"),
		Label: t.words.Say("views.even.table", "task", t.Name), Note: t.evenNote(a),
		Empty: t.words.Say("views.even.none"),
		Columns: []templates.Column{
			{Field: evenName, Label: name, Kind: templates.Name},
			{
				Field: evenField, Label: below, Unit: t.words.Say("views.even.unit"), Kind: templates.Number, Main: true,
				Help: p.help("cost"),
			},
			side("even_alt", alt), side("even_base", base),
		},
	}
	for _, pair := range a.Pairs {
		r := pair.Alt
		low, high := pair.BreakEvenWithin()
		name := templates.Cell{Text: t.words.Say("views.even.pair", "alt", r.GPU, "base", pair.Base.GPU)}
		if a.View.Base != "" {
			name = p.named(r, p.modelLink(t, r))
		}
		ratio := templates.Cell{
			Text: t.words.Number(pair.BreakEven()), Value: data.Text(pair.BreakEven()),
			Small: " " + t.words.Say("views.even.interval", "low", t.words.Number(low), "high", t.words.Number(high)),
		}
		v.Rows = append(v.Rows, p.rowOf(r.Run, r.ModelID, name, ratio, p.traced(t.hourly(pair.Alt), pair.Alt), p.traced(t.hourly(pair.Base), pair.Base)))
	}
	return v
}

// evenName heads the rows of break-even prices.
const evenName = "cheaper"

// hourly is what a GPU of a row's server puts out in an hour, in millions, and on what.
func (t *task) hourly(r aggregate.Row) templates.Cell {
	return templates.Cell{
		Text:  t.words.Number(r.OutputsPerGPUHour() / board.Million),
		Small: " " + t.onText(r),
	}
}

// evenNote sums up the break-even prices of a GPU model, and says what they are.
func (t *task) evenNote(a view.Answer) templates.Text {
	n, note := len(a.Pairs), t.words.Say("views.even.note")
	if n == 0 || a.View.Base == "" {
		return templates.Plain(note)
	}
	ratios := lists.Map(a.Pairs, view.Pair.BreakEven) // the highest first
	claim := templates.Said(t.words.Rich("views.even.claim", "n", n+a.MorePairs, "alt", a.View.Alt, "base", a.View.Base, "at", t.at(a.Query),
		"low", t.words.Number(ratios[n-1]), "high", t.words.Number(ratios[0])))
	return append(claim, plain(" "+note))
}
