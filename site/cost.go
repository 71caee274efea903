package site

import (
	"slices"
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

// order is what a query ranks rows by: the metric of the board, cost, latency or a measure that levels out work.
type order struct {
	own   bool   // it is the metric of the board
	name  string // in sentences
	unit  string
	gap   string                              // between a value and the unit
	value func(aggregate.Row) (float64, bool) // in the unit; false where it is missing
	form  func(float64) string                // how values are written
}

func (t *task) order(q board.Query) order {
	in := func(form units.Form) func(float64) string {
		return func(x float64) string { return t.words.In(form, x) }
	}
	switch q.Sort.Field {
	case board.ByCost:
		return order{name: t.costName(q), unit: t.costUnit(q), gap: " ", form: in(units.Form{}), value: func(r aggregate.Row) (float64, bool) {
			c, ok := q.Cost(r)
			return c.Total() * board.Million, ok && c.Total() > 0
		}}
	case board.ByLatency:
		names := t.latenciesInSentences()
		return order{
			name: names[min(int(q.Percentile), len(names)-1)], unit: t.latencyUnit(), gap: space, form: in(units.Form{}),
			value: func(r aggregate.Row) (float64, bool) { return r.Latency(q.Percentile), r.Ranked() },
		}
	}
	if n, ok := q.Normalized(t.rows); ok {
		form := t.board.Form(n.Name)
		return order{
			name: t.normalizedName(n), unit: form.Unit(translated(t.words, n.Field()).Unit), gap: " ", form: in(form),
			value: func(r aggregate.Row) (float64, bool) { x, ok := r.Normalized(n.Name); return x, ok && r.Ranked() },
		}
	}
	return order{own: true, name: t.metric(), unit: t.rankUnit(), gap: " ", form: in(t.rankForm()), value: aggregate.Row.Metric}
}

// text is the value of a row with its unit; ok is false where it is missing.
func (o order) text(r aggregate.Row) (text string, ok bool) {
	x, ok := o.value(r)
	return strings.TrimSpace(o.form(x) + o.gap + o.unit), ok
}

// normalizedName is what sentences call a measure, with the benchmark of accuracies that others measured.
func (t *task) normalizedName(n data.Normalized) string {
	name := t.words.Inside(translated(t.words, n.Field()).Label)
	if r, of := lists.Find(t.rows, func(r aggregate.Row) bool { return r.AccuracyBenchmark() != "" }); of && n.Accuracy {
		return t.words.Say("task.per_correct", "metric", name, "benchmark", r.AccuracyBenchmark())
	}
	return name
}

// latenciesInSentences are the latencies that rows can be ranked by, at P50, P90, P95 and P99, or one for all; none where the
// board has none.
func (t *task) latenciesInSentences() []string {
	return lists.Times(len(t.rows[0].Schema().LatencyAt()), func(i int) string {
		return t.words.Inside(t.translated(t.rows[0].LatencyField(aggregate.Percentile(i))).Label)
	})
}

// costColumn is what default prices add to a table; none without prices. The script of the page makes the same one for the
// prices of a reader (viewtable.js).
func (p *page) costColumn(t *task) []column {
	q := t.board.Default
	if !q.Priced() {
		return nil
	}
	q.Sort.Field = board.ByCost
	cost := t.order(q)
	return []column{p.number(templates.Column{Field: board.ByCost, Label: t.words.Say("cost.label"), Unit: cost.unit}, cost.value)}
}

// pricesText names the prices of a query, of the GPUs that it asks for: "GPU-hours at 2 USD (H100), 3.7 USD (B200); electricity at 0.12 USD per kWh, PUE 1".
func (t *task) pricesText(q board.Query) string {
	var parts []string
	if of := lists.Filter(q.Rents, func(r board.Rent) bool { return q.GPUs == nil || slices.Contains(q.GPUs, r.GPU) }); len(of) > 0 {
		rents := lists.Map(of, func(r board.Rent) string {
			return t.words.Typed(r.Price) + space + q.Currency + " (" + r.GPU + ")"
		})
		parts = append(parts, t.words.Say("answer.rents", "rents", strings.Join(rents, ", ")))
	}
	if price, ok := q.Price.Value(); ok {
		parts = append(parts, t.words.Say("answer.electricity", "price", t.words.Typed(price), "currency", q.Currency, "pue", t.words.Typed(q.PUE)))
	}
	return strings.Join(parts, "; ")
}
