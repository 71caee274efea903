package site

import (
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/units"
)

// costUnit is the unit of the costs of a query: "USD per million tokens"; "" where it states no price.
func (t *task) costUnit(q board.Query) string {
	if !q.Priced() {
		return ""
	}
	return t.words.Say("form.per", "unit", q.Currency, "noun", t.millionText())
}

// millionText is what costs are stated for: "million tokens".
func (t *task) millionText() string {
	return t.words.Say("outputs.million", "nouns", t.words.Noun(t.Output, board.Million))
}

// costName says what a cost contains: GPU-hours, electricity, or both.
func (t *task) costName(q board.Query) string {
	_, electricity := q.Price.Value()
	switch {
	case q.Rents == nil:
		return t.words.Say("cost.electricity")
	case !electricity:
		return t.words.Say("cost.gpus")
	}
	return t.words.Say("cost.both")
}

// metricOf is what the query ranks by: the board's metric, cost, latency or a normalized measure.
func (t *task) metricOf(q board.Query) string {
	switch q.Sort.Field {
	case board.ByCost:
		return t.costName(q)
	case board.ByLatency:
		names := t.latenciesInSentences()
		return names[min(int(q.Percentile), len(names)-1)]
	}
	if n, ok := q.Normalized(t.rows); ok {
		return t.normalizedName(n)
	}
	return t.metric()
}

// normalizedName is what sentences call a measure, with the benchmark of accuracies that others measured.
func (t *task) normalizedName(n data.Normalized) string {
	name := t.words.Inside(translated(t.words, n.Field()).Label)
	if r, of := lists.Find(t.rows, func(r aggregate.Row) bool { return r.AccuracyBenchmark() != "" }); of && n.Name == aggregate.PerCorrect {
		return t.words.Say("task.per_correct", "metric", name, "benchmark", r.AccuracyBenchmark())
	}
	return name
}

// latenciesInSentences are the latencies that rows can be ranked by, at P50, P90, P95 and P99, or one for all; none where the
// board has none.
func (t *task) latenciesInSentences() []string {
	made := []string{}
	for i := range t.rows[0].Schema().LatencyAt() {
		made = append(made, t.words.Inside(t.translated(t.rows[0].LatencyField(aggregate.Percentile(i))).Label))
	}
	return made
}

// isOwn reports whether a query ranks by the metric of the board.
func (t *task) isOwn(q board.Query) bool {
	_, normalized := q.Normalized(t.rows)
	return q.Sort.Field != board.ByCost && q.Sort.Field != board.ByLatency && !normalized
}

// ranking is the value by which the query ranks a row, with its unit; ok is false where it is missing.
func (t *task) ranking(q board.Query, r aggregate.Row) (text string, ok bool) {
	x, ok := t.rankedBy(q, r)
	if q.Sort.Field == board.ByLatency {
		return t.latencyText(x), ok
	}
	return strings.TrimSpace(t.words.In(t.rankedForm(q), x) + " " + t.rankedUnit(q)), ok
}

// rankedBy is the value by which the query ranks a row, in [task.rankedUnit]; ok is false where it is missing.
func (t *task) rankedBy(q board.Query, r aggregate.Row) (x float64, ok bool) {
	switch q.Sort.Field {
	case board.ByCost:
		c, ok := q.Cost(r)
		return c.Total() * board.Million, ok
	case board.ByLatency:
		return r.Latency(q.Percentile), r.Ranked()
	}
	if n, normalized := q.Normalized(t.rows); normalized {
		x, ok := r.Normalized(n.Name)
		return x, ok && r.Ranked()
	}
	return r.Metric()
}

// rankedForm is how that value is written.
func (t *task) rankedForm(q board.Query) units.Form {
	if t.isOwn(q) {
		return t.rankForm()
	}
	if n, normalized := q.Normalized(t.rows); normalized {
		return t.board.Form(n.Name)
	}
	return units.Form{}
}

// rankedUnit is the unit of that value.
func (t *task) rankedUnit(q board.Query) string {
	switch q.Sort.Field {
	case board.ByCost:
		return t.costUnit(q)
	case board.ByLatency:
		return t.latencyUnit()
	}
	if n, normalized := q.Normalized(t.rows); normalized {
		return t.board.Form(n.Name).Unit(translated(t.words, n.Field()).Unit)
	}
	return t.rankUnit()
}

// costColumn is what default prices add to a table; none without prices. The script of the page makes the same one for the
// prices of a reader (viewtable.js).
func (p *page) costColumn(t *task) []column {
	q := t.board.Default
	if !q.Priced() {
		return nil
	}
	return []column{p.number(templates.Column{Field: board.ByCost, Label: t.words.Say("cost.label"), Unit: t.costUnit(q)},
		func(r aggregate.Row) (float64, bool) {
			c, ok := q.Cost(r)
			return c.Total() * board.Million, ok
		})}
}

// pricesText names the prices of a query: "H100 2, B200 3.7 USD per GPU-hour; 0.12 USD per kWh at PUE 1".
func (t *task) pricesText(q board.Query) string {
	var parts []string
	if len(q.Rents) > 0 {
		rents := lists.Map(q.Rents, func(r board.Rent) string { return r.GPU + space + t.words.Typed(r.Price) })
		parts = append(parts, t.words.Say("answer.rents", "rents", strings.Join(rents, ", "), "currency", q.Currency))
	}
	if price, ok := q.Price.Value(); ok {
		parts = append(parts, t.words.Say("answer.electricity", "price", t.words.Typed(price), "currency", q.Currency, "pue", t.words.Typed(q.PUE)))
	}
	return strings.Join(parts, "; ")
}
