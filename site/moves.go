package site

import (
	"math"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/view"
)

// moved says how far the limit and the prices may move before another configuration is chosen.
func (t *task) moved(c board.Choice, say sayer) {
	m := c.Query.MovesOf(c.From, c.Row)
	if span, ok := m.Limit.Value(); ok {
		from := t.latencyText(span.From)
		if math.IsInf(span.To, 1) {
			say("stays_any", "least", from)
		} else {
			say("stays_limit", "least", from, "most", t.latencyText(span.To))
		}
	}
	if span, ok := m.Rent.Value(); ok {
		say("stays_rent", "gpu", c.Row.GPU, "span", t.spanText(span, c.Query.Currency))
	}
	if span, ok := m.Price.Value(); ok {
		say("stays_price", "span", t.spanText(span, c.Query.Currency))
	}
}

// spanText is a span of prices: "0 to 6.70 USD".
func (t *task) spanText(s board.Span, currency string) string {
	from, to := t.words.Number(s.From), t.words.Number(s.To)
	switch {
	case !math.IsInf(s.To, 1):
		return t.words.Say("answer.span", "least", from, "most", to, "unit", currency)
	case s.From > 0:
		return t.words.Say("answer.span_above", "least", from, "unit", currency)
	}
	return t.words.Say("answer.span_any")
}

// settled says which runs would settle the tie of a choice with the next.
func (t *task) settled(c board.Choice, say sayer) {
	if c.Tied == 0 || c.Row.Score == c.Others[0].Score {
		return
	}
	if n, ok := board.RunsToSettle(c.Row, c.Others[0]); ok {
		say("settle", "n", n)
	} else {
		say("settle_not")
	}
}

// evened says, of one model on several GPU models, below which ratios of prices each is cheaper than the others.
func (t *task) evened(c board.Choice, say sayer) {
	own := lists.Filter(c.From, func(r aggregate.Row) bool { return r.ModelID == c.Row.ModelID })
	if c.Among != board.GPUs {
		return
	}
	for _, p := range t.evens(own, c.Query) {
		low, high := p.BreakEvenWithin()
		say("even", "alt", p.Alt.GPU, "base", p.Base.GPU, "ratio", t.words.Number(p.BreakEven()), "low", t.words.Number(low), "high", t.words.Number(high))
	}
}

// evens are the pairs of GPU models of one model's rows, with their break-even prices.
func (t *task) evens(rows []aggregate.Row, q board.Query) []view.Pair {
	even := view.View{Kind: view.BreakEven, By: t.column(content.OfModel), Factor: t.column(content.OfGPU), Limit: mostNamed}
	if even.Factor == "" {
		return nil
	}
	return even.Answer(view.Subject{Board: t.board, Rows: rows}, q).Pairs
}
