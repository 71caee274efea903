package site

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/view"
)

// Choice answers a query with one configuration, in sentences; the first of them are those to share. The script of a page
// writes the same (choice.js).
func (l Leaderboard) Choice(q board.Query) (c board.Choice, sentences []string) {
	c, ok := q.Choose(l.Rows)
	for _, text := range l.task.answered(c, ok) {
		sentences = append(sentences, spoken(text))
	}
	return c, sentences
}

// Measured says what the energy of the board is of, "" if unknown.
func (l Leaderboard) Measured() string { return l.task.measuredText() }

func (t *task) measuredText() string {
	scope := t.basisOf(t.rows[0])
	if scope == "" {
		return ""
	}
	return t.words.Say("answer.basis", "scope", scope)
}

// Daily is the load that the planner of the board begins with, in outputs per day.
func (l Leaderboard) Daily() float64 { return l.task.Daily }

// choice is a choice in sentences: what it is, its energy, its cost, its place under the limit and in the sweep, the
// servers that a load takes, what comes next, and what was measured.
func (t *task) choice(c board.Choice) (said []templates.Text) {
	say := func(key string, values ...any) {
		said = append(said, templates.Said(t.words.Rich("answer."+key, values...)))
	}
	t.chosen(c, say)
	asked := c.Query
	if c.Among != board.Models {
		asked.Search = "" // the sentence names the model
	}
	if scope := t.scope(asked, []aggregate.Row{c.Row}); scope != "" {
		said[0] = append(templates.Plain(scope+" "), said[0]...)
	}
	said[0] = append(said[0], templates.Plain(t.besides(c))...)
	t.spends(c, say, &said)
	t.costs(c, say)
	t.priced(c, say)
	t.beside(c, say)
	t.between(c, say)
	t.moved(c, say)
	t.planned(c, say)
	t.next(c, say)
	t.settled(c, say)
	t.evened(c, say)
	for _, r := range c.Late[:min(len(c.Late), mostNamed)] {
		say("late", "name", t.stated(t.setting(r)), "latency", t.latencyText(r.Latency(c.Query.Percentile)))
	}
	if scope := t.basisOf(c.Row); scope != "" {
		say("basis", "scope", scope)
	}
	return said
}

// besides is what the first sentence of a choice does not go without: a tie, and the prices that it follows from.
func (t *task) besides(c board.Choice) (text string) {
	if c.Tied > 0 {
		text = " " + t.words.Say("answer.tie", "n", c.Tied, "name", t.nameOf(c, c.Others[0]), "more", c.Tied-1)
	}
	if q := c.Query; q.Priced() && (q.Sort.Field == board.ByCost || q.Ceiling > 0) {
		text += " " + t.words.Say("answer.prices", "prices", t.pricesText(q))
	}
	return text
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

// planned says what servers of the choice take, or do within a limit of power or of cost.
func (t *task) planned(c board.Choice, say sayer) {
	q := c.Query
	p, ok := q.Plan(c.Row, t.Daily)
	if !ok || !q.Planned() {
		return
	}
	w := t.words
	low, high := q.PlanWithin(c.Row, t.Daily)
	nouns, where := w.Noun(t.Output, 2), t.stated(hardware(c.Row))
	daily := w.Typed(p.Outputs)
	if n, ok := q.Responses.Value(); ok && !q.Outputs.Present() && !q.Limited() && p.Outputs != n {
		daily = w.Number(p.Outputs)
		say("responses", "n", w.Typed(n), "outputs", daily, "nouns", nouns)
	}
	if q.Limited() {
		say("limited", "limit", t.limitsText(q), "n", int(p.Servers), "where", where, "nouns", nouns, "outputs", w.Number(p.Outputs),
			"low", w.Number(low.Outputs), "high", w.Number(high.Outputs))
	} else {
		say(atMostOne("servers", low.Servers == high.Servers), "daily", daily, "nouns", nouns, "n", int(p.Servers),
			"where", where, "fewest", w.Short(high.Servers), "most", w.Short(low.Servers))
	}
	if n, ok := t.users(q, c.Row, p); ok && n >= 1 {
		say("users", "n", int(rounded(math.Floor(n), 3)), "latency", t.latencyText(c.Row.Latency(q.Percentile)))
	}
	say("power", "power", w.Number(p.Power))
	if cost, ok := p.Cost.Value(); ok {
		say("monthly", "cost", w.Number(cost), "currency", q.Currency)
	}
}

// limitsText names the power and the cost that a plan may take.
func (t *task) limitsText(q board.Query) string {
	var limits []string
	if kW, ok := q.Power.Value(); ok {
		limits = append(limits, t.words.Typed(kW)+" kW")
	}
	if cost, ok := q.Monthly.Value(); ok {
		limits = append(limits, t.words.Say("answer.per_month", "cost", t.words.Typed(cost), "currency", q.Currency))
	}
	return t.words.All(limits)
}

// users are those who receive outputs of a plan at the same time: outputs a second × the time from one output of a user to
// the next. ok is false where that time is not known.
func (t *task) users(q board.Query, r aggregate.Row, p board.Plan) (n float64, ok bool) {
	latency := r.Latency(q.Percentile)
	if !t.PerToken() || t.latencyUnit() != "ms" || math.IsInf(latency, 1) {
		return 0, false
	}
	return p.Outputs / secondsPerDay * (latency / 1000), true
}

const secondsPerDay = 86_400

// atMostOne is the key of a message about one value instead of an interval.
func atMostOne(key string, one bool) string {
	if one {
		return key + "_one"
	}
	return key
}

type sayer = func(key string, values ...any)

// more reports whether a board is ordered by a metric of which a higher value is better.
func (t *task) more(q board.Query) bool {
	return t.rows[0].RankField().Better == data.Higher && t.isOwn(q)
}

func (t *task) chosen(c board.Choice, say sayer) {
	claim := "lowest"
	if t.more(c.Query) {
		claim = "highest"
	}
	if c.Among != board.Models {
		claim += "_of"
	}
	value, _ := t.ranking(c.Query, c.Row)
	at := t.at(c.Query)
	say(withLimit(claim, at), "metric", t.metricOf(c.Query), "at", at, "model", c.Row.Nickname, "setting", t.stated(t.setting(c.Row)), "value", value)
}

// spends says the energy of an output, of a response and of a kWh.
func (t *task) spends(c board.Choice, say sayer, said *[]templates.Text) {
	r := c.Row
	if !(r.Energy > 0) {
		return
	}
	if low, high, ok := r.Interval(); ok && r.RankField().Role == data.RoleEnergy {
		say("energy", "value", t.energyNumber(r.Energy), "unit", t.energyUnit(), "low", t.energyNumber(low), "high", t.energyNumber(high))
	} else {
		say("energy_bare", "value", t.energyNumber(r.Energy), "unit", t.energyUnit())
	}
	joules, noun := r.Energy, t.Output
	if x, ok := data.Number(r.The(data.RolePerResponse)); ok {
		joules, noun = x, "response"
	}
	if noun != "token" {
		say("each", "noun", t.words.Noun(noun, 1), "nouns", t.words.Noun(noun, 2), "energy", t.words.Amount(joules, "J"),
			"hours", t.words.Amount(joules/joulesPerWh, "Wh"), "many", t.words.Amount(joules/joulesPerWh*1000, "Wh"))
		if uses := t.uses(joules/joulesPerWh*1000, noun); uses != nil {
			*said = append(*said, uses)
		}
	}
	if n, ok := c.PerKWh().Value(); ok {
		key := "per_kwh"
		if c.Query.PUE != 1 {
			key = "per_kwh_pue"
		}
		say(key, "n", t.words.Number(n), "nouns", t.words.Noun(t.Output, 2), "pue", t.words.Typed(c.Query.PUE))
	}
}

const joulesPerWh = 3600

// uses sets the energy of 1,000 of a thing, in Wh, beside everyday uses of energy, whose assumed energy it says; nil without any.
func (t *task) uses(wattHours float64, noun string) templates.Text {
	if len(t.everyday) == 0 {
		return nil
	}
	text := templates.Said(t.words.Rich("answer.everyday", "nouns", t.words.Noun(noun, 2)))
	for i, use := range t.everyday {
		if i > 0 {
			text = append(text, plain(", "))
		}
		times := func(each float64) string { return t.words.Short(rounded(wattHours/each, 2)) }
		text = append(text, templates.Said(t.words.Rich("answer.use", "n", times(use.WattHours), "text", use.Text, "href", use.Source,
			"each", t.words.Typed(use.WattHours), "low", times(use.Most), "high", times(use.Least),
			"least", t.words.Typed(use.Least), "most", t.words.Typed(use.Most)))...)
	}
	return append(text, plain("."))
}

func (t *task) costs(c board.Choice, say sayer) {
	cost, ok := c.Query.Cost(c.Row)
	if !ok {
		return
	}
	gpus, electricity := cost.Shares()
	both, key := gpus.Present() && electricity.Present(), "cost"
	if !both {
		key = "cost_bare"
	}
	say(key, "name", capitalized(t.costName(c.Query)), "value", t.words.Number(cost.Total()*board.Million), "unit", t.costUnit(c.Query),
		"gpus", t.words.Number(100*gpus.Or(0)), "electricity", t.words.Number(100*electricity.Or(0)))
	if cost.Total() > 0 {
		say("per_cost", "currency", c.Query.Currency, "n", t.words.Number(1/cost.Total()), "nouns", t.words.Noun(t.Output, 2))
	}
}

// priced says where a price of the publisher comes from.
func (t *task) priced(c board.Choice, say sayer) {
	if p, ok := t.board.Stated(c.Query, c.Row.GPU); ok {
		key := "price"
		if p.Old {
			key = "price_old"
		}
		say(key, "gpu", p.GPU, "price", t.words.Typed(p.Rent.Price), "currency", c.Query.Currency, "href", p.Source, "date", p.Date.Format(time.DateOnly))
	}
}

// beside says how much of the limit the choice uses, and what the neighbors in the sweep take.
func (t *task) beside(c board.Choice, say sayer) {
	if c.Query.Deadline > 0 {
		say("slack", "latency", t.latencyText(c.Row.Latency(c.Query.Percentile)), "limit", t.limitText(c.Query))
	}
	for _, side := range []struct {
		key string
		row *aggregate.Row
	}{{"lower", c.Lower}, {"higher", c.Higher}} {
		if r := side.row; r != nil {
			value := t.energy(r.Energy)
			if t.hasLatency() {
				value = joined(t.latencyText(r.Latency(c.Query.Percentile)), value)
			}
			say(side.key, "batch", t.batchText(*r), "value", value)
		}
	}
}

// between says what an estimate between measured points is, and how often such ranges held.
func (t *task) between(c board.Choice, say sayer) {
	v, ok := t.board.Between(c)
	if !ok {
		if c.Query.Between {
			say("between_none")
		}
		return
	}
	scale := 1.0
	if c.Query.Sort.Field == board.ByCost {
		scale = board.Million
	}
	value := func(score float64) string { return t.words.In(t.rankedForm(c.Query), score*scale) }
	say("between", "limit", t.limitText(c.Query), "value", value(v.Score), "unit", t.rankedUnit(c.Query), "low", value(v.Low), "high", value(v.High),
		"percent", t.words.Fixed(100*v.Held, 1), "n", v.Points)
}

// stated is where a row was measured, or that this is unknown.
func (t *task) stated(where string) string { return cmp.Or(where, t.words.Say("answer.unstated")) }

// next says what the choice was made among.
func (t *task) next(c board.Choice, say sayer) {
	if len(c.Others) == 0 {
		if len(c.Late) == 0 {
			say(t.alone(c.Row))
		}
		return
	}
	r, key := c.Others[0], "next"
	times := r.Score / c.Row.Score
	percent := 100 * (times - 1)
	if c.Tied > 0 {
		key = "next_tied"
	}
	switch {
	case c.Row.Score == 0:
		key += "_free" // nothing is a multiple of what costs nothing
	case t.more(c.Query):
		key, percent = key+"_less", 100*(1-1/times)
	case times >= 2 && c.Tied == 0:
		key = "next_times"
	}
	following := "answer.following_hardware"
	if c.Among == board.Models {
		following = "answer.following"
	}
	say(key, "next", t.words.Say(following), "name", t.nameOf(c, r), "percent", t.words.Number(percent), "metric", t.metricOf(c.Query), "times", t.words.Number(times))
	t.unlike(c, r, say)
	if c.Tied > 1 {
		say("tied", "n", c.Tied)
	}
}

// alone is the message of a model whose configurations are all on one hardware: all that were measured, or that pass.
func (t *task) alone(of aggregate.Row) string {
	if slices.ContainsFunc(t.rows, func(r aggregate.Row) bool { return r.ModelID == of.ModelID && board.Hardware(r) != board.Hardware(of) }) {
		return "alone_filtered"
	}
	return "alone"
}

// unlike says that a model's responses on two sets of hardware differ so much in length that they are not the same work.
func (t *task) unlike(c board.Choice, other aggregate.Row, say sayer) {
	length := c.Row.Schema().Name(data.RoleOutputLength)
	a, known := data.Number(c.Row.Value(length))
	b, too := data.Number(other.Value(length))
	if c.Among != board.Models && known && too && !data.SameWork(a, b) {
		say("unlike", "one", t.words.Number(a), "other", t.words.Number(b))
	}
}

// nameOf is what one of those is called that a choice was made among.
func (t *task) nameOf(c board.Choice, r aggregate.Row) string {
	name := t.stated(t.setting(r))
	if c.Among == board.Models {
		return t.words.Say("answer.named", "model", r.Nickname, "setting", name)
	}
	return name
}

// basisOf is what the energy of a row is of: what its run states, otherwise what its benchmark does; "" if it measures none.
func (t *task) basisOf(r aggregate.Row) string {
	name := r.Schema().Name(data.RoleScope)
	if v := r.Value(name); v != nil && t.subject != nil {
		return t.subject.InWords(name, v)
	}
	scope := r.Schema().Basis.Scope
	if scope == data.NotMeasured {
		return ""
	}
	return inWords(t.words, scope)
}

// answered is the choice among some rows of a board in sentences, or one that says that there is none.
func (t *task) answered(c board.Choice, ok bool) []templates.Text {
	if !ok {
		return lists.Map(t.unanswered(c.Query), templates.Plain)
	}
	return t.choice(c)
}

// answerSection is the answer to the default question of a board.
func (t *task) answerSection() templates.Section {
	return templates.Section{ID: "answer", Title: t.words.Say("answer.title"), Answer: t.answered(t.board.Default.Choose(t.rows))}
}

// rounded is x in a number of significant digits, halves up.
func rounded(x float64, digits int) float64 {
	_, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'e', digits-1, 64), "e")
	places, err := strconv.Atoi(exponent)
	if err != nil {
		return x
	}
	if places < digits-1 {
		scale := math.Pow(10, float64(digits-1-places))
		return math.Round(x*scale) / scale
	}
	scale := math.Pow(10, float64(places-digits+1))
	return math.Round(x/scale) * scale
}

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
		say(anyPrice("stays_rent", span), "gpu", c.Row.GPU, "span", t.spanText(span, c.Query.Currency))
	}
	if span, ok := m.Price.Value(); ok {
		say(anyPrice("stays_price", span), "span", t.spanText(span, c.Query.Currency))
	}
}

// spanText is a span of prices: "0 to 6.70 USD".
func (t *task) spanText(s board.Span, currency string) string {
	from, to := t.words.Number(s.From), t.words.Number(s.To)
	if !math.IsInf(s.To, 1) {
		return t.words.Say("answer.span", "least", from, "most", to, "unit", currency)
	}
	return t.words.Say("answer.span_above", "least", from, "unit", currency)
}

// anyPrice is the key of a message about a price that may be any.
func anyPrice(key string, s board.Span) string {
	if s.From <= 0 && math.IsInf(s.To, 1) {
		return key + "_any"
	}
	return key
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
