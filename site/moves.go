package site

import (
	"math"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
	"github.com/jouleboard/jouleboard/view"
)

// moved says how far the limit and the prices may move before another configuration is chosen.
func (t *task) moved(c board.Choice, say sayer) {
	m := c.Query.MovesOf(c.From, c.Row)
	if span, ok := m.Limit.Value(); ok {
		from := t.upTo(c.Query, span.From)
		if math.IsInf(span.To, 1) {
			say("stays_any", "least", from)
		} else {
			say("stays_limit", "least", from, "most", t.beyond(c.Query, span.To))
		}
	}
	if m.Next != nil {
		say("near", "name", t.nameOf(c, *m.Next), "value", t.takes(c.Query, *m.Next))
	}
	it := t.words.Say(variant("answer.cheapest", len(c.Unpriced) > 0, "_priced"))
	if span, ok := m.Rent.Value(); ok {
		say(anyPrice("stays_rent", span), "it", it, "gpu", c.Row.GPU, "span", t.spanText(span, c.Query.Currency))
	}
	if span, ok := m.Price.Value(); ok {
		say(anyPrice("stays_price", span), "it", it, "span", t.spanText(span, c.Query.Currency))
	}
}

// beyond is a latency above the limit of a query, in as many digits as show that.
func (t *task) beyond(q board.Query, latency float64) string {
	digits := 3
	for digits < 6 && latency > q.Deadline && rounded(latency, digits) <= q.Deadline {
		digits++
	}
	return t.words.In(units.Form{Digits: digits}, latency) + space + t.latencyUnit()
}

// upTo is a limit that a latency meets, in as many digits as keep it within the limit of a query.
func (t *task) upTo(q board.Query, latency float64) string {
	digits := 3
	for digits < 6 && roundedUp(latency, digits) > q.Deadline {
		digits++
	}
	return t.words.In(units.Form{Digits: digits}, roundedUp(latency, digits)) + space + t.latencyUnit()
}

// spanText is a span of prices: "at most 6.70 USD".
func (t *task) spanText(s board.Span, currency string) string {
	key := "span"
	switch {
	case math.IsInf(s.To, 1):
		key = "span_above"
	case s.From <= 0:
		key = "span_below"
	}
	return t.words.Say("answer."+key, "least", t.words.Number(s.From), "most", t.words.Number(s.To), "unit", currency)
}

// anyPrice is the key of a message about a price that may be any.
func anyPrice(key string, s board.Span) string {
	return variant(key, s.From <= 0 && math.IsInf(s.To, 1), "_any")
}

// settled says which runs would settle the tie of a choice with the next.
func (t *task) settled(c board.Choice, say sayer) {
	if c.Tied == 0 || c.Row.Score == c.Others[0].Score {
		return
	}
	n, shared := board.RunsToSettle(c.Row, c.Others[0])
	switch {
	case n > 0:
		say("settle", "n", n)
	case shared:
		say("settle_shared")
	default:
		say("settle_not")
	}
}

// evened says, of one model on several GPU models, below which ratios of prices each is cheaper than the others.
func (t *task) evened(c board.Choice, say sayer) {
	own := lists.Filter(c.From, func(r aggregate.Row) bool { return r.ModelID == c.Row.ModelID })
	if c.Among != board.GPUs || len(c.Others) > 0 && !c.Alike(c.Others[0]) {
		return
	}
	at := t.at(c.Query)
	for _, p := range t.evens(own, c.Query) {
		say("even", "at", at, "alt", p.Alt.GPU, "base", p.Base.GPU, "ratio", t.words.Number(p.BreakEven()),
			"within", t.evenWithin("answer.even_within", p))
		for _, near := range p.Near {
			say("even_near", "setting", t.stated(t.setting(near.Row)), "latency", t.beyond(c.Query, near.Row.Latency(c.Query.Percentile)),
				"ratio", t.words.Number(near.Even))
		}
	}
}

// evenWithin is the interval of a break-even price in a message, "" where nothing is known about the error of the runs.
func (t *task) evenWithin(message string, p view.Pair) string {
	low, high := p.BreakEvenWithin()
	if low == high {
		return ""
	}
	return t.words.Say(message, "low", t.words.Number(low), "high", t.words.Number(high))
}

// evens are the pairs of GPU models of one model's rows, with their break-even prices.
func (t *task) evens(rows []aggregate.Row, q board.Query) []view.Pair {
	even := view.View{Kind: view.BreakEven, By: t.column(content.OfModel), Factor: t.column(content.OfGPU), Limit: mostNamed}
	if even.Factor == "" {
		return nil
	}
	return even.Answer(view.Subject{Board: t.board, Rows: rows}, q).Pairs
}
